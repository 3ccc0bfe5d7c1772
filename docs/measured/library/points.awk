# Rates of saxpy and copy, hot and cold, over the size of their arrays: points.csv of one
# device. draw.sh runs it behind docs/book/figures/svg.awk.
/device:/ { sub(/.*device: */, ""); device = $0 }
$3 != "hot" && $3 != "cold" { next }
{
    bytes = 8 * 2 ^ $2
    line = $1 == "saxpy" ? ($3 == "hot" ? 1 : 2) : ($3 == "hot" ? 3 : 4)
    xs[line, ++count[line]] = bytes
    ys[line, count[line]] = $12
    if ($12 > most) most = $12
    if (bytes > widest) widest = bytes
}
END {
    begin("saxpy and copy by size, hot and cold: " device, 400)
    x_scale(2 ^ 15, widest * 1.3, 1)
    step = 10 ^ int(log10(most)); if (most / step < 2) step /= 5; else if (most / step < 5) step /= 2
    y_scale(0, most * 1.08, 0)
    for (v = 2 ^ 15; v <= widest * 1.3; v *= 16)
        x_tick(v, v < 2 ^ 20 ? v / 1024 " KiB" : v < 2 ^ 30 ? v / 2 ^ 20 " MiB" : v / 2 ^ 30 " GiB")
    for (v = 0; v <= most * 1.05; v += step) y_tick(v, v)
    axes("both arrays together", "GB/s")
    split("saxpy hot,saxpy cold,copy hot,copy cold", name, ",")
    for (k = 1; k <= 4; k++) {
        for (i = 1; i <= count[k]; i++) { x[i] = xs[k, i]; y[i] = ys[k, i] }
        curve(count[k], x, y, k)
        words(left + 40, top + 24 + 20 * k, name[k])
        stroke(left + 12, top + 19 + 20 * k, left + 34, top + 19 + 20 * k, "l" k)
    }
    finish()
}
