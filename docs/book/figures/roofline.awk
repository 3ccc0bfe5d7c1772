# Two roofs and three kernels. The slanted roofs: theoretical peak and measured copy.
# data: docs/measured/h200/roofline.csv docs/measured/h200/ceilings.csv
$1 == "name" { next }
$1 == "fp32 peak" { peak = $3; next }
$1 == "peak" { memory = $2 / 1e3 }
$1 == "copy_engine" { copy = $2 / 1e3 }
FILENAME ~ /ceilings/ { next }
{ name[++n] = $1; x[n] = $2; y[n] = $3 }
END {
    begin(t("Roofline of one H200, fp32", "一块 H200 的屋顶线，fp32"), 440)
    x_scale(0.05, 2000, 1); y_scale(0.1, 130, 1)
    for (v = 0.1; v <= 1000; v *= 10) x_tick(v, v)
    for (v = 0.1; v <= 100; v *= 10) y_tick(v, v)
    axes(t("intensity, FLOP/byte", "计算强度，FLOP/byte"), "TFLOP/s")
    stroke(X(0.05), Y(0.05 * memory), X(peak / memory), Y(peak), "l1")
    stroke(X(peak / memory), Y(peak), right, Y(peak), "l1")
    stroke(X(0.05), Y(0.05 * copy), X(peak / copy), Y(peak), "mark")
    stroke(X(peak / memory), Y(peak), X(peak / memory), bottom, "mark")
    words(X(peak / memory) + 8, bottom - 10, t("ridge 13.9", "脊点 13.9"), "start", "q")
    words(right - 4, Y(peak) - 8, sprintf("%.1f TFLOP/s", peak), "end")
    words(X(1.2) - 10, Y(1.2 * memory) - 12, "4814 GB/s", "end")
    words(X(1.2) + 14, Y(1.2 * copy) + 12, t("copy 4200 GB/s", "拷贝 4200 GB/s"), "start", "q")
    for (i = 1; i <= n; i++) {
        dot(x[i], y[i], 2)
        words(X(x[i]) + (i == 1 ? 12 : -12), Y(y[i]) + (i == 2 ? 16 : i == 1 ? 14 : -2), shown(name[i]), i == 1 ? "start" : "end")
    }
    finish()
}
function shown(s) {
    if (s == "matmul naive") return t("matrix product, naive", "矩阵乘法，直接")
    if (s == "matmul tiled") return t("matrix product, tiled", "矩阵乘法，分块")
    return s
}
