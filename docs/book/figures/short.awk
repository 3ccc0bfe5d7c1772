# How much of a short kernel's bandwidth a clock around one run still sees.
# data: docs/measured/h200/saxpy.csv
$1 == "n" { next }
$1 < 2 ^ 20 { next } # their batch only launches
{ n[++count] = 12 * $1 / $5 / 1e3; events[count] = $4 / $5; host[count] = $3 / $5 }
END {
    begin(t("saxpy on one H200: what is left of the rate when one run is timed", "一块 H200 上的 saxpy：只给一次运行计时，速率还剩多少"), 360)
    x_scale(2.5, 1500, 1); y_scale(0, 1.1, 0)
    split("3 10 30 100 300 1000", at, " ")
    for (i = 1; i <= 6; i++) x_tick(at[i], at[i])
    for (v = 0; v <= 1.05; v += 0.25) y_tick(v, sprintf("%d %%", v * 100))
    axes(t("time of one run, from a batch of 100, µs", "单次运行的时间（由 100 次一批得出），µs"), t("rate by one run / by the batch", "单次所得速率 / 成批所得"))
    curve(count, n, host, 4); curve(count, n, events, 1)
    words(X(60), Y(0.42), t("host clock, synchronised", "主机时钟，已同步"))
    bar(X(60) - 32, Y(0.42) - 7, X(60) - 10, Y(0.42) - 3, 4)
    words(X(60), Y(0.30), t("one pair of events", "一对事件"))
    bar(X(60) - 32, Y(0.30) - 7, X(60) - 10, Y(0.30) - 3, 1)
    finish()
}
