# A hundred readings of one event pair around nothing and around very little.
# data: docs/measured/h200/event_steps.csv docs/measured/host/event_steps.csv
$1 == "around" || $1 == "launch call" { next }
{ d = FILENAME ~ /host/ ? 2 : 1; g = $1 == "nothing" ? 1 : $1 == "saxpy" ? 3 : 2; i = ++n[d, g]; us[d, g, i] = $3 }
END {
    begin(t("Readings of an event pair on an H200 and on the host device", "H200 与主机设备上一对事件的读数"), 400)
    for (d = 1; d <= 2; d++) draw(d)
    key(0, 1, t("around nothing", "之间什么也没有")); key(1, 2, t("around an empty kernel", "围着空核函数"))
    key(2, 3, t("around saxpy of 2²⁰ floats", "围着 2²⁰ 个 float 的 saxpy"))
    finish()
}
function draw(d,    g, i, j, m, hold, most, low, all, tick, bottom_) {
    for (g = 1; g <= 3; g++) for (i = 1; i <= n[d, g]; i++) all[++m] = us[d, g, i]
    for (i = 2; i <= m; i++)
        for (j = i; j > 1 && all[j] < all[j - 1]; j--) { hold = all[j]; all[j] = all[j - 1]; all[j - 1] = hold }
    low = all[1]; most = all[int(m * 0.97)]; tick = 1e9
    for (i = 2; i <= m; i++) if (all[i] - all[i - 1] > 1e-4 && all[i] - all[i - 1] < tick) tick = all[i] - all[i - 1]
    panel(d, 2, sprintf(d == 1 ? t("one H200, steps of %.0f ns", "一块 H200，步长 %.0f ns") : \
        t("host device, steps of %.0f ns", "主机设备，步长 %.0f ns"), tick * 1e3), 56)
    # Where it can be seen, the clock's grid: a line a step.
    bottom_ = most / tick > 60 && n[d, 3] ? all[1] - tick : 0
    if (bottom_) most = bottom_ + 40 * tick
    x_scale(0, 101, 0); y_scale(bottom_, most * (bottom_ ? 1 : 1.1), 0)
    for (i = bottom_; bottom_ && i <= most; i += tick) stroke(left, Y(i), right, Y(i), "grid")
    for (i = bottom_ ? int(bottom_ / 0.2 + 1) * 0.2 : 0; i <= most; i += bottom_ ? 0.2 : stepped(most)) y_tick(i, i)
    for (i = 0; i <= 100; i += 25) x_tick(i, i)
    axes(t("reading", "第几次读数"), d == 1 ? t("µs", "µs") : "")
    for (g = 1; g <= 3; g++) for (i = 1; i <= n[d, g]; i++) if (us[d, g, i] <= most * (bottom_ ? 1 : 1.1))
        printf "<circle class=\"f%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\"/>\n", g, X(i), Y(us[d, g, i])
}
