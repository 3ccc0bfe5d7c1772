# The same copy with its data in the cache and out of it.
# data: docs/measured/h200/hot_cold.csv
$1 == "fraction" { next }
{ f[++n] = $1; bytes = $1 * 62914560; hot[n] = bytes / $2 / 1e3; memset[n] = bytes / $4 / 1e3; reads[n] = bytes / $7 / 1e3 }
END {
    begin(t("float copy on one H200, hot and cold, by working set", "一块 H200 上的 float 拷贝：热与冷，随工作集变化"), 440)
    x_scale(0.05, 2.5, 1); y_scale(0, 3000, 0)
    split("1/16 1/8 1/4 1/2 1 2", name, " ")
    for (i = 1; i <= n; i++) x_tick(f[i], name[i])
    for (v = 0; v <= 3000; v += 500) y_tick(v, v)
    axes(t("input + output, as a part of L2 (60 MiB)", "输入加输出，占 L2（60 MiB）的比例"), "GB/s")
    stroke(X(1), top, X(1), bottom, "mark")
    words(X(1) - 8, top + 18, t("exactly L2", "恰好等于 L2"), "end", "q")
    curve(n, f, hot, 2); curve(n, f, reads, 1); curve(n, f, memset, 3)
    key(1, 2, t("hot: run after run", "热：连续运行"))
    key(2, 1, t("cold, flushed by reading", "冷：用读刷新"))
    key(3, 3, t("cold, flushed by memset", "冷：用 memset 刷新"))
    finish()
}
function key(row, k, s) {
    bar(left + 20, top + row * 24, left + 42, top + 4 + row * 24, k)
    words(left + 50, top + 7 + row * 24, s)
}
