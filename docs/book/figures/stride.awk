# Useful bandwidth of a strided copy: sectors fetched, mostly empty.
# data: docs/measured/h200/stride.csv
$1 == "stride" { next }
{ s[++n] = $1; useful[n] = $2 }
END {
    begin(t("strided float copy on one H200: useful bandwidth", "一块 H200 上的跨步 float 拷贝：有用带宽"), 360)
    x_scale(0.7, 45, 1); y_scale(0, 2500, 0)
    for (v = 0; v <= 2500; v += 500) y_tick(v, v)
    for (i = 1; i <= n; i++) words(X(s[i]), bottom + 20, s[i], "middle", "q")
    axes(t("stride, in floats", "步长（以 float 计）"), "GB/s")
    for (i = 1; i <= n; i++) {
        bar(X(s[i]) - 26, Y(useful[i]), X(s[i]) + 26, bottom, 1)
        words(X(s[i]), Y(useful[i]) - 6, useful[i], "middle")
    }
    finish()
}
