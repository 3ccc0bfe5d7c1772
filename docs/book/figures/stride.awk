# Useful bandwidth of a strided copy: sectors or lines fetched, mostly empty; and of strided reads alone.
# data: docs/measured/h200/stride.csv docs/measured/host/stride.csv
$1 == "stride" { alone = NF == 3; next }
{
    d = FILENAME ~ /host/ ? 2 : 1; i = ++count[d]; s[d, i] = $1
    v[d, i, 1] = $2; v[d, i, 2] = $3; ways[d] = alone ? 2 : 1
    for (k = 1; k <= ways[d]; k++) if (v[d, i, k] > most[d]) most[d] = v[d, i, k]
}
END {
    both = ways[1] + ways[2] > 2
    begin(t("strided float copy on an H200 and on the host device: useful bandwidth", \
        "H200 与主机设备上的跨步 float 拷贝：有用带宽"), both ? 400 : 360)
    for (d = 1; d <= 2; d++) draw(d)
    if (both) {
        key(0, 1, t("reads and writes strided", "读写都跨步"))
        key(1, 3, t("reads alone", "只有读跨步"))
    }
    finish()
}
function draw(d,    i, k, w, x) {
    panel(d, 2, d == 1 ? t("one H200, sectors of 32 bytes", "一块 H200，扇区 32 字节") : \
        t("host device, lines of 64 bytes", "主机设备，行 64 字节"), both ? 56 : 52)
    x_scale(0.65, 50, 1); y_scale(0, most[d] * 1.12, 0)
    for (i = 0; i <= most[d]; i += stepped(most[d])) y_tick(i, i)
    axes(t("stride, in floats", "步长（以 float 计）"), d == 1 ? "GB/s" : "")
    w = 30 / ways[d]
    for (i = 1; i <= count[d]; i++) {
        words(X(s[d, i]), bottom + 20, s[d, i], "middle", "q")
        for (k = 1; k <= ways[d]; k++) {
            x = X(s[d, i]) - 15 + (k - 1) * w
            bar(x, Y(v[d, i, k]), x + w - 1, bottom, k == 1 ? 1 : 3)
            # Two numbers of four digits do not fit above their bars; the right one stands higher.
            words(x + w / 2, Y(k == 2 && v[d, i, 2] < 1.2 * v[d, i, 1] ? v[d, i, 1] : v[d, i, k]) - 6 - \
                (k == 2 && v[d, i, 2] < 1.2 * v[d, i, 1] ? 16 : 0), \
                v[d, i, k] < 10 ? sprintf("%.2g", v[d, i, k]) : sprintf("%.0f", v[d, i, k]), "middle", k == 2 ? "q" : "")
        }
    }
}
