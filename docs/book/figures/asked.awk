# A copy of every N-th float: what its threads ask for, in which sectors it lies, what the memory moves.
# data: docs/measured/h200/weighed.csv docs/measured/host/weighed.csv
$1 == "name" { for (i = 1; i <= NF; i++) column[$i] = i; next }
$1 !~ /^strided / { next }
{
    d = FILENAME ~ /host/ ? 2 : 1
    if (!(d in count)) panels++
    i = ++count[d]; stride[d, i] = substr($1, 9)
    v[d, i, 1] = $column["asked_read"] + $column["asked_written"]
    v[d, i, 2] = $column["sector_read"] + $column["sector_written"]
    v[d, i, 3] = $column["moved"]
    if (i == 1) all[d] = v[d, i, 1]
    for (k = 1; k <= 3; k++) if (100 * v[d, i, k] / all[d] > most) most = 100 * v[d, i, k] / all[d]
}
END {
    begin(t("Copy of every N-th float, weighed: bytes asked for, in sectors, moved", \
        "每隔 N 个拷贝一个 float，称重：要求的字节、扇区的字节、搬运的字节"), 420)
    for (d = 1; d <= 2; d++) if (d in count) draw(d, ++at)
    key(0, 1, t("asked for by the threads", "线程要求的"))
    key(1, 4, t("in the sectors that a warp touched", "warp 触及的扇区"))
    key(2, 2, t("moved by the memory", "存储器搬运的"))
    finish()
}
function draw(d, at,    i, k, x, s) {
    panel(at, panels, d == 1 ? t("one H200, moved: DRAM", "一块 H200，搬运：显存") : \
        t("host device, moved: lines of 64 bytes", "主机设备，搬运：64 字节的行"), 56)
    x_scale(0.65, 50, 1); y_scale(0, most * 1.19, 0)
    for (i = 0; i <= most; i += 25) y_tick(i, i)
    axes(t("stride, in floats", "步长（以 float 计）"), at == 1 ? t("% of both arrays", "占两个数组的 %") : "")
    for (i = 1; i <= count[d]; i++) {
        x = X(stride[d, i]); s = panels == 1 ? 24 : 13
        words(x, bottom + 20, stride[d, i], "middle", "q")
        for (k = 1; k <= 3; k++)
            bar(x + (k - 2.5) * s, Y(100 * v[d, i, k] / all[d]), x + (k - 1.5) * s - 1, bottom, k == 1 ? 1 : k == 2 ? 4 : 2)
        words(x, Y(most * 1.06), sprintf("%.3g", 100 * v[d, i, 1] / v[d, i, 3]), "middle")
    }
    words(left + 4, Y(most * 1.19) + 8, t("asked for / moved, %:", "要求 / 搬运，%："), "start", "q")
}
