# Useful bandwidth of a strided copy: sectors or lines fetched, mostly empty; and of strided reads alone.
# data: docs/measured/h200/stride.csv docs/measured/host/stride.csv
$1 == "stride" { d = FILENAME ~ /host/ ? 2 : 1; ways[d] = NF - 1; next }
{
    i = ++count[d]; s[d, i] = $1
    for (k = 1; k <= ways[d]; k++) if ((v[d, i, k] = $(k + 1)) > most[d]) most[d] = v[d, i, k]
}
END {
    begin(t("strided float copy on an H200 and on the host device: useful bandwidth", \
        "H200 与主机设备上的跨步 float 拷贝：有用带宽"), 440)
    for (d = 1; d <= 2; d++) draw(d)
    key(0, 1, t("reads and writes strided", "读写都跨步"))
    if (ways[1] + ways[2] > 2) key(1, 3, t("reads alone", "只有读跨步"))
    finish()
}
function draw(d,    i, k, w, x) {
    panel(d, 2, d == 1 ? t("one H200, sectors of 32 bytes", "一块 H200，扇区 32 字节") : \
        t("host device, lines of 64 bytes", "主机设备，行 64 字节"), 96)
    x_scale(0.65, 48, 1); y_scale(0, most[d] * 1.05, 0)
    for (i = 0; i <= most[d]; i += stepped(most[d])) y_tick(i, i)
    axes("", d == 1 ? "GB/s" : "")
    words((left + right) / 2, bottom + 80, t("stride, in floats; below it GB/s", "步长（以 float 计）；下面是 GB/s"), "middle", "q")
    w = 30 / ways[d]
    for (i = 1; i <= count[d]; i++) {
        words(X(s[d, i]), bottom + 18, s[d, i], "middle", "q")
        for (k = 1; k <= ways[d]; k++) {
            x = X(s[d, i]) - 15 + (k - 1) * w
            bar(x, Y(v[d, i, k]), x + w - 1, bottom, k == 1 ? 1 : 3)
            words(X(s[d, i]), bottom + 18 + k * 19, v[d, i, k] < 10 ? sprintf("%.2g", v[d, i, k]) : \
                sprintf("%.0f", v[d, i, k]), "middle", k == 1 ? "f1" : "f3")
        }
    }
}
