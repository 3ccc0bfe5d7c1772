# A hundred runs of one kernel, as a histogram, with the three statistics marked.
# data: docs/measured/h200/hundred_runs.csv docs/measured/host/hundred_runs.csv
/^run/ || $1 == "process" { first = NF == 3; next }
first && $1 != 1 { next } # the first of the processes
{ d = FILENAME ~ /host/ ? 2 : 1; us[d, ++n[d]] = $NF / 1e3 }
END {
    begin(t("A hundred runs of saxpy on an H200 and on the host device", "H200 与主机设备上 saxpy 的一百次运行"), 380)
    if (n[1]) draw(1, 2)
    draw(n[1] ? 2 : 1, n[1] ? 2 : 1)
    finish()
}
function draw(d, of,    i, j, k, hold, low, median, mean, bins, last, span, most, sum, digits, count) {
    digits = d == of ? "%.2f" : "%.3f"
    if (of == 1) d = 2
    for (i = 1; i <= n[d]; i++) sum += run[i] = us[d, i]
    for (i = 2; i <= n[d]; i++)
        for (j = i; j > 1 && run[j] < run[j - 1]; j--) { hold = run[j]; run[j] = run[j - 1]; run[j - 1] = hold }
    low = run[1]; median = (run[n[d] / 2] + run[n[d] / 2 + 1]) / 2; mean = sum / n[d]
    bins = 24; last = run[int(0.97 * n[d])]; span = (last - low) / (bins - 1)
    if (mean > last) span = (mean * 1.02 - low) / (bins - 1)
    for (k = 0; k < bins; k++) count[k] = 0
    for (i = 1; i <= n[d]; i++) { k = int((run[i] - low) / span); if (k > bins - 1) k = bins - 1; count[k]++ }
    for (k = 0; k < bins; k++) if (count[k] > most) most = count[k]
    panel(d == 2 ? of : 1, of, d == 1 ? t("one H200", "一块 H200") : t("host device", "主机设备"), 52)
    x_scale(low, low + bins * span, 0); y_scale(0, most * 1.4, 0)
    for (i = 0; i <= most * 1.2; i += stepped(most)) y_tick(i, i)
    for (k = 0; k < bins; k++) if (count[k])
        bar(X(low + k * span) + 1, Y(count[k]), X(low + (k + 1) * span) - 1, bottom, 1)
    for (k = 0; k <= 3; k++)
        words(X(low + k * bins * span / 3), bottom + 20, sprintf(digits, low + k * bins * span / 3), k == 3 ? "end" : "middle", "q")
    axes(t("one run, ms; last bar: all longer ones", "单次，ms；末条：所有更长的"), d == 1 || of == 1 ? t("runs", "次数") : "")
    marked(low, t("minimum", "最小值"), 1, digits)
    marked(median, t("median", "中位数"), 2, digits)
    marked(mean, t("mean", "平均值"), 3, digits)
}
function marked(v, name, row, digits,    end) {
    stroke(X(v), top, X(v), bottom, "mark")
    end = X(v) > right - 110
    words(X(v) + (end ? -6 : 6), top - 2 + row * 19, sprintf("%s " digits, name, v), end ? "end" : "start")
}
