# Useful bandwidth of a strided copy: sectors or lines fetched, mostly empty.
# data: docs/measured/h200/stride.csv docs/measured/host/stride.csv
$1 == "stride" { next }
{ d = FILENAME ~ /host/ ? 2 : 1; i = ++count[d]; s[d, i] = $1; useful[d, i] = $2; if ($2 > most[d]) most[d] = $2 }
END {
    begin(t("strided float copy on an H200 and on the host device: useful bandwidth", \
        "H200 与主机设备上的跨步 float 拷贝：有用带宽"), 360)
    for (d = 1; d <= 2; d++) {
        panel(d, 2, d == 1 ? t("one H200, sectors of 32 bytes", "一块 H200，扇区 32 字节") : \
            t("host device, lines of 64 bytes", "主机设备，行 64 字节"), 52)
        x_scale(0.7, 45, 1); y_scale(0, most[d] * 1.12, 0)
        for (v = 0; v <= most[d]; v += stepped(most[d])) y_tick(v, v)
        axes(t("stride, in floats", "步长（以 float 计）"), d == 1 ? "GB/s" : "")
        for (i = 1; i <= count[d]; i++) {
            words(X(s[d, i]), bottom + 20, s[d, i], "middle", "q")
            bar(X(s[d, i]) - 15, Y(useful[d, i]), X(s[d, i]) + 15, bottom, 1)
            words(X(s[d, i]), Y(useful[d, i]) - 6, useful[d, i] < 10 ? sprintf("%.2g", useful[d, i]) : \
                sprintf("%.0f", useful[d, i]), "middle")
        }
    }
    finish()
}
