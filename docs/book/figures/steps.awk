# A hundred readings of one event pair around nothing and around very little.
# data: docs/measured/h200/event_steps.csv docs/measured/host/event_steps.csv
$1 == "around" || $1 == "launch call" { next }
{ d = FILENAME ~ /host/ ? 2 : 1; g = $1 == "nothing" ? 1 : 2; i = ++n[d, g]; us[d, g, i] = $3 }
END {
    begin(t("Readings of an event pair on an H200 and on the host device", "H200 与主机设备上一对事件的读数"), 400)
    for (d = 1; d <= 2; d++) draw(d)
    key(0, 1, t("around nothing", "之间什么也没有")); key(1, 2, t("around an empty kernel", "围着空核函数"))
    finish()
}
# The card's panel is so near to the readings around nothing that the clock's steps show.
function draw(d,    g, i, m, most, low, all, empty, tick, near_, far) {
    near_ = d == 1
    for (g = 1; g <= (near_ ? 1 : 2); g++) for (i = 1; i <= n[d, g]; i++) all[++m] = us[d, g, i]
    sorted(all, m)
    most = all[int(m * 0.97)] * (near_ ? 1 : 1.1); tick = 1e9
    for (i = 2; i <= m; i++) if (all[i] - all[i - 1] > 1e-4 && all[i] - all[i - 1] < tick) tick = all[i] - all[i - 1]
    panel(d, 2, sprintf(d == 1 ? t("one H200, steps of %.0f ns", "一块 H200，步长 %.0f ns") : \
        t("host device, steps of %.0f ns", "主机设备，步长 %.0f ns"), tick * 1e3), 56)
    low = near_ ? all[1] - tick : 0
    if (near_) most += 8 * tick
    x_scale(0, 101, 0); y_scale(low, most, 0)
    for (i = low; near_ && i < most - 4 * tick; i += tick) stroke(left, Y(i), right, Y(i), "grid")
    for (i = near_ ? int(low / 0.2 + 1) * 0.2 : 0; i <= most; i += near_ ? 0.2 : stepped(most)) y_tick(i, i)
    for (i = 0; i <= 100; i += 25) x_tick(i, i)
    axes(t("reading", "第几次读数"), d == 1 ? t("µs", "µs") : "")
    for (g = 1; g <= 2; g++) for (i = 1; i <= n[d, g]; i++) if (us[d, g, i] <= most)
        printf "<circle class=\"f%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\"/>\n", g, X(i), Y(us[d, g, i])
    if (!near_) return
    for (i = 1; i <= n[d, 2]; i++) empty[i] = us[d, 2, i]
    sorted(empty, n[d, 2])
    words(right - 4, top + 14, sprintf(t("empty kernel: median %.1f, far above", "空核函数：中位数 %.1f，远在图外"), \
        (empty[n[d, 2] / 2] + empty[n[d, 2] / 2 + 1]) / 2), "end", "q")
    for (i = 1; i <= m; i++) far += all[i] > most
    if (far) words(right - 4, top + 29, sprintf(t("and %d of those around nothing", "之间什么也没有的也有 %d 次"), far), "end", "q")
}
function sorted(v, n,    i, j, hold) {
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && v[j] < v[j - 1]; j--) { hold = v[j]; v[j] = v[j - 1]; v[j - 1] = hold }
}
