# svg.awk: a chart in SVG that reads in light, dark and print. A figure's own file gives
# the data's rules and calls these. Variables in: lang (en or zh).

function t(en, zh) { return lang == "zh" ? zh : en }
function escaped(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); return s }
function log10(v) { return log(v) / log(10) }

function begin(title, height) {
    FS = ","
    width = wide ? wide : 720; height_ = height; left = 66; right = width - 20; top = 16; bottom = height - 52
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\"", width, height, width, height
    printf " font-family=\"system-ui, 'Noto Sans CJK SC', sans-serif\" font-size=\"15\">\n"
    printf "<title>%s</title>\n", escaped(title)
    print "<style>"
    print "text { fill: #1c2126; } .q { fill: #59636e; } .grid { stroke: #d5dae0; }"
    print ".axis { stroke: #59636e; fill: none; } .mark { stroke: #59636e; stroke-dasharray: 5 4; }"
    split("#0a5cad #b3261e #1e6b3a #8a5a00 #7a3a8c", light, " ")
    split("#7db8f5 #ff9a8d #92d3a5 #e6be7d #d9a8ea", dark, " ")
    for (i = 1; i <= 5; i++)
        printf ".l%d { stroke: %s; fill: none; stroke-width: 2.5; } .f%d { fill: %s; }\n", i, light[i], i, light[i]
    print "@media screen and (prefers-color-scheme: dark) {"
    print "text { fill: #e4e7ea; } .q { fill: #a0a9b2; } .grid { stroke: #363c43; }"
    print ".axis, .mark { stroke: #a0a9b2; }"
    for (i = 1; i <= 5; i++) printf ".l%d { stroke: %s; } .f%d { fill: %s; }\n", i, dark[i], i, dark[i]
    print "}"
    print "@media print { text { fill: #000; } }"
    print ".cut { fill: #fff; stroke: #59636e; } .b1 { fill: #cfe0f2; } .b2 { fill: #f6cfcb; } .b3 { fill: #cfe8d6; }"
    print "@media screen and (prefers-color-scheme: dark) {"
    print ".cut { fill: #15181b; stroke: #a0a9b2; } .b1 { fill: #1d3f66; } .b2 { fill: #6b2620; } .b3 { fill: #1d4f2d; }"
    print "}"
    print "</style>"
}

# The i-th of n charts beside each other; room below the axis for the names of its curves.
function panel(i, n, name, below) {
    left = (i - 1) * width / n + (i == 1 ? 66 : 56); right = i * width / n - 14
    top = 44; bottom = height_ - below - (below > 52 ? 44 : 0)
    words(left, 22, name)
}
# A line of the key below the charts: two to a line.
function key(i, k, s,    x, y) {
    x = 66 + i % 2 * width / 2; y = height_ - 38 + int(i / 2) * 22
    bar(x, y, x + 22, y + 4, k)
    words(x + 30, y + 7, s)
}
# A round distance of ticks, for about five of them.
function stepped(most,    step) {
    for (step = 1e-3; most / step > 6; step *= 10) {
        if (most / step <= 12) return step * 2
        if (most / step <= 30) return step * 5
    }
    return step
}
function sup(e,    s, i, d) {
    split("⁰ ¹ ² ³ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹", d, " ")
    e = sprintf("%d", e + 0.5)
    for (i = 1; i <= length(e); i++) s = s d[substr(e, i, 1) + 1]
    return s
}

function x_scale(low, high, logarithmic) { xlow = low; xhigh = high; xlog = logarithmic }
function y_scale(low, high, logarithmic) { ylow = low; yhigh = high; ylog = logarithmic }
function part(v, low, high, logarithmic) {
    return logarithmic ? (log10(v) - log10(low)) / (log10(high) - log10(low)) : (v - low) / (high - low)
}
function X(v) { return left + (right - left) * part(v, xlow, xhigh, xlog) }
function Y(v) { return bottom - (bottom - top) * part(v, ylow, yhigh, ylog) }

function words(x, y, s, anchor, class) {
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>\n", x, y,
        anchor == "" ? "start" : anchor, class == "" ? "" : " class=\"" class "\"", escaped(s)
}
function stroke(x1, y1, x2, y2, class) {
    printf "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", class, x1, y1, x2, y2
}
function x_tick(v, label) {
    stroke(X(v), top, X(v), bottom, "grid")
    words(X(v), bottom + 20, label, "middle", "q")
}
function y_tick(v, label) {
    stroke(left, Y(v), right, Y(v), "grid")
    words(left - 8, Y(v) + 5, label, "end", "q")
}
function axes(x_name, y_name) {
    printf "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", left, top, bottom, right
    words((left + right) / 2, bottom + 44, x_name, "middle", "q")
    printf "<text class=\"q\" text-anchor=\"middle\" transform=\"translate(16 %.1f) rotate(-90)\">%s</text>\n",
        (top + bottom) / 2, escaped(y_name)
}
function curve(n, xs, ys, k,    i, d) {
    for (i = 1; i <= n; i++) d = d (i == 1 ? "M" : "L") sprintf("%.1f %.1f", X(xs[i]), Y(ys[i]))
    printf "<path class=\"l%d\" d=\"%s\"/>\n", k, d
    for (i = 1; i <= n; i++) dot(xs[i], ys[i], k)
}
# Data that do not fit a figure stop it: it would be drawn without them.
function unfit(why) { print FILENAME ": " why >"/dev/stderr"; exit 1 }
function dot(x, y, k) {
    if (X(x) < left - 1 || X(x) > right + 1 || Y(y) < top - 1 || Y(y) > bottom + 1)
        unfit("the point " x ", " y " is outside of the chart")
    printf "<circle class=\"f%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", k, X(x), Y(y)
}
function bar(x1, y1, x2, y2, k) {
    printf "<rect class=\"f%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", k,
        x1 < x2 ? x1 : x2, y1 < y2 ? y1 : y2, x1 < x2 ? x2 - x1 : x1 - x2, y1 < y2 ? y2 - y1 : y1 - y2
}
function finish() { print "</svg>" }

BEGIN { FS = "," }
/^#/ || NF == 0 { next }
