# What a clock that does not wait calls bandwidth, against what the memory did.
# data: docs/measured/h200/saxpy.csv docs/measured/host/saxpy.csv
$1 == "n" { next }
{ d = FILENAME ~ /host/ ? 2 : 1; i = ++count[d]; for (k = 1; k <= 5; k++) v[d, i, k] = $k }
END {
    begin(t("saxpy on an H200 and on the host device: reported bandwidth by how it was timed", \
        "H200 与主机设备上的 saxpy：不同计时方法报告的带宽"), 480)
    for (d = 1; d <= 2; d++) draw(d)
    key(0, 2, t("host clock, no wait", "主机时钟，不等待"))
    key(1, 4, t("host clock, synchronised", "主机时钟，已同步"))
    key(2, 1, t("events around one run", "事件，单次"))
    key(3, 3, t("events around 100 runs", "事件，100 次一组"))
    finish()
}
function draw(d,    i, k) {
    panel(d, 2, d == 1 ? t("one H200", "一块 H200") : t("host device", "主机设备"), 56)
    x_scale(2 ^ 11, 2 ^ 29, 1); y_scale(d == 1 ? 2 : 1, d == 1 ? 2e5 : 1e5, 1)
    for (i = 12; i <= 28; i += 4) x_tick(2 ^ i, "2" sup(i))
    for (i = d == 1 ? 10 : 1; i <= 1e5; i *= 10) y_tick(i, i >= 1000 ? i / 1000 "k" : i)
    axes(t("elements", "元素个数"), d == 1 ? "GB/s" : "")
    if (d == 1) {
        stroke(left, Y(4814.3), right, Y(4814.3), "mark")
        words(left + 8, Y(4814.3) - 8, t("peak 4814 GB/s", "峰值 4814 GB/s"), "start", "q")
    }
    for (k = 2; k <= 5; k++) {
        for (i = 1; i <= count[d]; i++) { xs[i] = v[d, i, 1]; ys[i] = v[d, i, k] }
        curve(count[d], xs, ys, k == 2 ? 2 : k == 3 ? 4 : k == 4 ? 1 : 3)
    }
}
