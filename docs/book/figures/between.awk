# What one pair of events reads around a copy, on an idle device and behind a full queue.
# data: docs/measured/h200/hot_cold.csv
$1 == "bytes" { for (i = 1; i <= NF; i++) column[$i] = i; next }
$1 <= 70e6 { f[++n] = $1 / 1e6; idle[n] = $column["idle_hot"]; full[n] = $column["hot"] }
END {
    begin(t("A hot copy on one H200, by one pair of events", "一块 H200 上的热拷贝，由一对事件计时"), 380)
    x_scale(3, 80, 1); y_scale(0, 32, 0)
    split("4 8 16 32 64", at, " ")
    for (i = 1; i <= 5; i++) x_tick(at[i], at[i])
    for (v = 0; v <= 30; v += 10) y_tick(v, v)
    axes(t("bytes read and written, MB", "读写的字节数，MB"), t("µs", "µs"))
    curve(n, f, idle, 4); curve(n, f, full, 1)
    for (i = 1; i <= n; i++) {
        words(X(f[i]), Y(idle[i]) - 12, sprintf("%.1f", idle[i]), "middle")
        words(X(f[i]), Y(full[i]) + 22, sprintf("%.1f", full[i]), "middle")
    }
    words(X(5), Y(28), t("device idle at the start mark", "起点时设备空闲"), "start")
    bar(X(5) - 32, Y(28) - 7, X(5) - 10, Y(28) - 3, 4)
    words(X(5), Y(25), t("queue full: the launch is hidden", "队列已满：启动被隐藏"), "start")
    bar(X(5) - 32, Y(25) - 7, X(5) - 10, Y(25) - 3, 1)
    finish()
}
