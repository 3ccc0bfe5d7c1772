# The same copy with its data in the cache and out of it, each with the launch hidden.
# data: docs/measured/h200/hot_cold.csv docs/measured/host/hot_cold.csv
$1 == "bytes" { split("", column); for (i = 1; i <= NF; i++) column[$i] = i; next }
{
    d = FILENAME ~ /host/ ? 2 : 1; i = ++count[d]; f[d, i] = $1 / $2; l2[d] = $2
    # Ten copies to a pair of events where that was measured, else one.
    ten = "ten_hot" in column
    v[d, i, 1] = $1 / $column[ten ? "ten_hot" : "hot"] / 1e3
    v[d, i, 2] = $1 / $column[ten ? "ten_memset" : "memset_2x"] / 1e3
    v[d, i, 3] = $1 / $column[ten ? "ten_read" : "read_2x"] / 1e3
    for (k = 1; k <= 3; k++) if (v[d, i, k] > most[d]) most[d] = v[d, i, k]
}
END {
    begin(t("float copy on an H200 and on the host device, hot and cold, by working set", \
        "H200 与主机设备上的 float 拷贝：热与冷，随工作集变化"), 460)
    for (d = 1; d <= 2; d++) draw(d)
    key(0, 2, t("hot: copied just before", "热：刚拷贝过"))
    key(1, 1, t("cold, flushed by reading", "冷：用读清空"))
    key(2, 3, t("cold, flushed by memset", "冷：用 memset 清空"))
    finish()
}
function draw(d,    i, k, step) {
    panel(d, 2, sprintf(d == 1 ? t("one H200, L2 %d MiB", "一块 H200，L2 %d MiB") : \
        t("host device, L2 %d MiB", "主机设备，L2 %d MiB"), l2[d] / 2 ^ 20), 56)
    x_scale(0.05, 10, 1); y_scale(0, most[d] * 1.08, 0)
    x_tick(1 / 16, "1/16"); x_tick(1 / 4, "1/4"); x_tick(1, "1"); x_tick(4, "4")
    step = stepped(most[d])
    for (i = 0; i <= most[d]; i += step) y_tick(i, i)
    axes(t("input + output, in L2s", "输入加输出，以 L2 计"), d == 1 ? "GB/s" : "")
    stroke(X(1), top, X(1), bottom, "mark")
    words(X(1) + 6, top + 16, "L2", "start", "q")
    for (k = 1; k <= 3; k++) {
        for (i = 1; i <= count[d]; i++) { xs[i] = f[d, i]; ys[i] = v[d, i, k] }
        curve(count[d], xs, ys, k == 1 ? 2 : k == 2 ? 3 : 1)
    }
}
