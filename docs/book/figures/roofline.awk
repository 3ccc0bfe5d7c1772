# The labs' kernels under the roofs, by peak and by the best measured; a card's at the intensity that was weighed.
# data: docs/measured/h200/weighed.csv docs/measured/h200/ceilings.csv docs/measured/h200/roofline.csv docs/measured/h200/products.csv docs/measured/host/roofline.csv
{ d = FILENAME ~ /host/ ? 2 : 1 }
$1 == "name" { for (i = 1; i <= NF; i++) column[$i] = i; next }
FILENAME ~ /weighed/ { weighed[$1] = $column["intensity"]; next }
$1 == "fp32 peak" { peak[d] = $3; next }
$1 == "ceiling" { best[d] = $3; next }
FILENAME ~ /ceilings/ {
    if ($1 == "peak") memory[d] = $2 / 1e3
    else if ($1 != "saxpy" && $2 / 1e3 > best[d]) best[d] = $2 / 1e3
    next
}
{
    i = ++n[d]; name[d, i] = $1; y[d, i] = $column["tflop_per_s"]
    x[d, i] = d == 1 && weighed[$1] ? weighed[$1] : $column["flop_per_byte"]
}
END {
    begin(t("Rooflines of one H200 and of the host device, with the labs", "一块 H200 与主机设备的屋顶线，标出各实验"), 440)
    for (d = 1; d <= 2; d++) draw(d)
    finish()
}
function draw(d,    i, v, low, top_) {
    low = d == 1 ? 0.1 : 1e-4; top_ = d == 1 ? 130 : 1
    panel(d, 2, d == 1 ? t("one H200, fp32", "一块 H200，fp32") : t("host device, fp32", "主机设备，fp32"), 52)
    x_scale(0.04, 2000, 1); y_scale(low, top_, 1)
    for (v = 0.1; v <= 1000; v *= 10) x_tick(v, v)
    for (v = low; v <= top_; v *= 10) y_tick(v, d == 1 ? v : v * 1000)
    axes("FLOP/byte", d == 1 ? "TFLOP/s" : "")
    if (d == 2) words(left + 4, top + 14, "GFLOP/s", "start", "q")
    if (d == 1 && !(d in peak)) unfit("no fp32 peak of the card")
    if (d in peak) {
        stroke(X(0.04), Y(0.04 * memory[d]), X(peak[d] / memory[d]), Y(peak[d]), "l1")
        stroke(X(peak[d] / memory[d]), Y(peak[d]), right, Y(peak[d]), "l1 flat")
        stroke(X(peak[d] / memory[d]), Y(peak[d]), X(peak[d] / memory[d]), bottom, "mark")
        words(X(peak[d] / memory[d]) + 6, bottom - 10, sprintf(t("ridge %.1f", "脊点 %.1f"), peak[d] / memory[d]), "start", "q")
        words(right - 4, Y(peak[d]) - 8, sprintf("%.1f TFLOP/s", peak[d]), "end")
        stroke(X(0.04), Y(0.04 * best[d]), X(peak[d] / best[d]), Y(peak[d]), "mark")
    } else
        stroke(X(0.04), Y(0.04 * best[d]), X(top_ / best[d] < 2000 ? top_ / best[d] : 2000), Y(top_ / best[d] < 2000 ? top_ : 2000 * best[d]), "l1")
    for (i = highest(d); i; i = highest(d)) label(d, i)
}
# Of those without a name; 0: none.
function highest(d,    i, best_) {
    for (i = 1; i <= n[d]; i++) if (!((d, i) in place) && (!best_ || y[d, i] > y[d, best_])) best_ = i
    return best_
}
# A name beside its dot, further down where another name or dot is near.
function label(d, i,    down) {
    dot(x[d, i], y[d, i], 2)
    for (down = 5; near(d, i, Y(y[d, i]) + down); ) down += 2
    place[d, i] = Y(y[d, i]) + down
    words(X(x[d, i]) + (x[d, i] > 50 ? -9 : 9), place[d, i], shown(name[d, i]), x[d, i] > 50 ? "end" : "start")
}
function near(d, i, at,    j) {
    for (j = 1; j <= n[d]; j++) if ((d, j) in place && at - place[d, j] < 14 && place[d, j] - at < 14 &&
        X(x[d, j]) - X(x[d, i]) < 60 && X(x[d, i]) - X(x[d, j]) < 60) return 1
    for (j = 1; j <= n[d]; j++) if (j != i && x[d, i] <= 50 && X(x[d, j]) > X(x[d, i]) && X(x[d, j]) - X(x[d, i]) < 60 &&
        at - 5 - Y(y[d, j]) < 9 && Y(y[d, j]) - at + 5 < 9) return 1
    return 0
}
function shown(s) {
    if (s == "matmul naive") return t("product, naive", "矩阵积，直接")
    if (s == "matmul tiled") return t("product, tiled", "矩阵积，分块")
    return s
}
