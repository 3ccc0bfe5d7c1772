# A hundred runs of one kernel, as a histogram, with the three statistics marked.
# data: docs/measured/host/hundred_runs.csv
$1 != 1 { next } # the first of the processes
{ us[++n] = $3 / 1e3; sum += $3 / 1e3 }
END {
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && us[j] < us[j - 1]; j--) { hold = us[j]; us[j] = us[j - 1]; us[j - 1] = hold }
    low = us[1]; median = (us[n / 2] + us[n / 2 + 1]) / 2; mean = sum / n
    bins = 30; last = us[int(0.97 * n)]; span = (last - low) / (bins - 1)
    for (i = 1; i <= n; i++) { k = int((us[i] - low) / span); if (k > bins - 1) k = bins - 1; count[k]++ }
    for (k = 0; k < bins; k++) if (count[k] > most) most = count[k]
    begin(t("A hundred runs of saxpy on the host device", "主机设备上 saxpy 的一百次运行"), 380)
    x_scale(low, low + bins * span, 0); y_scale(0, most * 1.25, 0)
    step = most > 20 ? 10 : 5
    for (v = 0; v <= most * 1.2; v += step) y_tick(v, v)
    for (k = 0; k < bins; k++) if (count[k])
        bar(X(low + k * span) + 1, Y(count[k]), X(low + (k + 1) * span) - 1, bottom, 1)
    for (k = 0; k <= 5; k++) words(X(low + k * bins * span / 5), bottom + 20, sprintf("%.2f", low + k * bins * span / 5), "middle", "q")
    axes(t("time of one run, ms; the last bar holds all that were longer", "单次时间，ms；最后一条包括所有更长的"), t("runs", "次数"))
    marked(low, t("minimum", "最小值"), 1)
    marked(median, t("median", "中位数"), 2)
    marked(mean, t("mean", "平均值"), 3)
    finish()
}
function marked(v, name, row) {
    stroke(X(v), top, X(v), bottom, "mark")
    words(X(v) + 6, top - 4 + row * 20, sprintf("%s %.2f", name, v))
}
