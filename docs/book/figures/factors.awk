# What every lab as shipped is off by, coloured by the factor that is wrong.
# data: docs/measured/host/labs.csv docs/measured/h200/labs.csv
$1 == "lab" || $6 == "" { next }
{ key_ = $1 " " $2 }
!(key_ in at) { at[key_] = ++n; lab[n] = $1; what[n] = $2; kind[n] = wrong($3, $4, $5) }
FILENAME ~ /h200/ { card[at[key_]] = $6; next }
{ host[at[key_]] = $6 }
END {
    height = 40 + n * 21 + 52
    begin(t("Reported over true for every lab as shipped, host device and H200", "每个实验发放时的报告值与真值之比，主机设备与 H200"), height)
    left = 150; x_scale(5e-4, 2e5, 1); ylow = 0; yhigh = 1
    for (e = -3; e <= 5; e++) {
        stroke(X(10 ^ e), top + 24, X(10 ^ e), bottom, e == 0 ? "axis" : "grid")
        words(X(10 ^ e), bottom + 20, e < 0 ? sprintf("%g", 10 ^ e) : sprintf("%d", 10 ^ e), "middle", "q")
    }
    words((left + right) / 2, bottom + 44, t("reported / true", "报告值 / 真值"), "middle", "q")
    legend(0, 3, t("unit", "单位")); legend(1, 4, t("work", "工作量")); legend(2, 2, t("time", "时间"))
    for (i = 1; i <= n; i++) {
        y = top + 20 + i * 21
        words(left - 12, y + 5, lab[i] " " what[i], "end", lab[i] == lab[i - 1] ? "q" : "")
        if (i in host) {
            stroke(X(1), y, X(host[i]), y, "l" kind[i])
            printf "<circle class=\"f%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>\n", kind[i], X(host[i]), y
        }
        if (i in card)
            printf "<circle class=\"l%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/>\n", kind[i], X(card[i]), y
    }
    finish()
}
function distance(f) { return f <= 0 ? 0 : f > 1 ? log(f) : -log(f) }
# An exact factor is wrong when it is not 1; only then is time left to blame.
function wrong(unit, work, time) {
    return distance(unit) > 1e-6 ? 3 : distance(work) > 1e-6 ? 4 : 2
}
function legend(column, k, s) {
    bar(left + column * 150, top, left + 22 + column * 150, top + 4, k)
    words(left + 30 + column * 150, top + 7, s)
}
