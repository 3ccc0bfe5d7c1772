# Two processors: what the host puts into the queue, what the device does, and the copies between their memories.
# data: /dev/null
END {
    begin(t("The host runs main() and puts launches and copies into a queue; the device takes them in order. " \
        "Each has a memory of its own", "主机运行 main()，把启动和拷贝放进队列；设备按顺序取出。两者各有自己的内存"), 300)
    box(20, 40, 190, 240, "cut"); words(115, 28, t("host: a CPU", "主机：CPU"), "middle")
    box(36, 60, 158, 76, "b1")
    words(115, 92, "main()", "middle"); words(115, 114, t("one thread", "一个线程"), "middle", "q")
    box(36, 196, 158, 66, "b3"); words(115, 234, t("host memory", "主机内存"), "middle")

    box(430, 40, 270, 240, "cut"); words(565, 28, t("device: a GPU", "设备：GPU"), "middle")
    box(446, 60, 238, 76, "b1")
    for (i = 0; i < 60; i++) box(455 + i % 20 * 11, 67 + int(i / 20) * 12, 8, 9, "f1")
    words(565, 126, t("a kernel: thousands of threads", "核函数：成千上万个线程"), "middle")
    box(446, 196, 238, 66, "b3"); words(565, 234, t("device memory", "设备内存"), "middle")

    words(320, 60, t("a queue, in order", "队列，按顺序"), "middle", "q")
    split(t("copy kernel copy", "拷贝 核函数 拷贝"), work, " ")
    for (i = 1; i <= 3; i++) {
        box(236 + (i - 1) * 58, 76, 52, 44, i == 2 ? "b1" : "b3")
        words(262 + (i - 1) * 58, 103, work[i], "middle")
    }
    arrow(196, 98, 232); arrow(408, 98, 442)
    words(320, 206, t("copies, over PCIe", "拷贝，经过 PCIe"), "middle", "q")
    arrow(198, 222, 442); arrow(442, 244, 198)
    words(320, 160, t("main() goes on meanwhile", "main() 同时继续往下走"), "middle", "q")
    finish()
}
function box(x, y, w, h, class) {
    printf "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%d\"/>\n", class, x, y, w, h, (h > 20 ? 5 : 1)
}
function arrow(x1, y, x2,    d) {
    d = x2 > x1 ? -8 : 8
    printf "<path class=\"axis\" d=\"M%d %dH%dM%d %dL%d %dL%d %d\"/>\n", x1, y, x2, x2 + d, y - 5, x2, y, x2 + d, y + 5
}
