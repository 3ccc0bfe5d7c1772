# A batch of short kernels: the time of one run, as launched and with the launch hidden.
# data: docs/measured/h200/batch.csv
$1 == "n" { for (i = 1; i <= NF; i++) column[$i] = i; next }
$1 <= 2 ^ 22 { x[++n] = $1; one[n] = $column["single_us"]; batch[n] = $column["batch_us"]; held[n] = $column["batch_held_us"] }
END {
    begin(t("saxpy on one H200: what one run takes, by three ways of timing it", \
        "一块 H200 上的 saxpy：三种计时方法得出的单次时间"), 400)
    x_scale(2 ^ 9.5, 2 ^ 22.7, 1); y_scale(0, 17, 0)
    for (i = 10; i <= 22; i += 2) x_tick(2 ^ i, "2" sup(i))
    for (v = 0; v <= 15; v += 5) y_tick(v, v)
    axes(t("elements", "元素个数"), t("µs a run", "每次 µs"))
    curve(n, x, one, 4); curve(n, x, batch, 2); curve(n, x, held, 1)
    named(16, 4, t("events around one run, device idle", "一对事件围住一次，设备空闲"))
    named(14.6, 2, t("100 runs between two events", "两个事件之间 100 次"))
    named(13.2, 1, t("the same 100 behind a full queue", "同样 100 次，排在已满的队列之后"))
    finish()
}
function named(y, kind, text) {
    words(X(2 ^ 11), Y(y), text, "start")
    bar(X(2 ^ 11) - 32, Y(y) - 7, X(2 ^ 11) - 10, Y(y) - 3, kind)
}
