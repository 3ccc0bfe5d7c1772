# What a clock that does not wait calls bandwidth, against what the memory did.
# data: docs/measured/h200/saxpy.csv
$1 == "n" { next }
{ n[++count] = $1; wrong[count] = $2; host[count] = $3; events[count] = $4; batch[count] = $5 }
END {
    begin(t("saxpy on one H200: reported bandwidth by how it was timed", "一块 H200 上的 saxpy：不同计时方法报告的带宽"), 440)
    x_scale(5e4, 4e8, 1); y_scale(50, 2e6, 1)
    for (i = 1; i <= count; i++) x_tick(n[i], "2" sup(log(n[i]) / log(2)))
    for (v = 100; v <= 1e6; v *= 10) y_tick(v, v >= 1000 ? v / 1000 "k" : v)
    axes(t("elements", "元素个数"), "GB/s")
    stroke(left, Y(4814.3), right, Y(4814.3), "mark")
    words(left + 8, Y(4814.3) - 8, t("theoretical peak 4814 GB/s", "理论峰值 4814 GB/s"), "start", "q")
    curve(count, n, wrong, 2); curve(count, n, batch, 3); curve(count, n, events, 1); curve(count, n, host, 4)
    words(X(2.2e7), Y(2.4e5), t("host clock, no wait", "主机时钟，不等待"), "end")
    key(1, 3, t("events around 100 runs", "事件，100 次一组"))
    key(2, 1, t("events around one run", "事件，单次"))
    key(3, 4, t("host clock, synchronised", "主机时钟，已同步"))
    finish()
}
function sup(e,    s, i, d) {
    split("⁰ ¹ ² ³ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹", d, " ")
    e = sprintf("%d", e + 0.5)
    for (i = 1; i <= length(e); i++) s = s d[substr(e, i, 1) + 1]
    return s
}
function key(row, k, s) {
    bar(right - 230, bottom - 86 + row * 22, right - 208, bottom - 82 + row * 22, k)
    words(right - 200, bottom - 79 + row * 22, s)
}
