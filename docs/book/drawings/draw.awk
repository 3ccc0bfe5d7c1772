# draw.awk: the drawing of one concept, from its text in both languages; behind figures/svg.awk.
# Variable in: lang. docs/README.md says what a line of the text means. What does not fit stops it: a
# word wider than its box or the picture, two words over each other, a word through the edge of a box.
BEGIN { FS = " *[|] *"; FONT = 15; LINE = 18; widths() }

{ gsub(/<!--[^>]*-->/, "") }
/^#/ || NF == 0 { next }
{
    n = split($1, w, " ")
    s = lang == "zh" && $3 != "" ? $3 : $2
    if (lang == "zh" && $3 == "" && $2 ~ /[a-z][a-z]/) bad("\"" $2 "\" has no Chinese")
    x = w[2]; y = w[3]
}
w[1] == "name" { next }
w[1] == "says" { said = s; next }
w[1] == "size" { wide = w[2]; begin(said, w[3]); FS = " *[|] *"; next }
w[1] == "text" { written(x, y, s, w[4], w[5]); next }
w[1] == "box" {
    shape(x, y, w[4], w[5], w[6])
    if (s != "") within(x, y, w[4], w[5], s)
    next
}
w[1] == "cells" { # X Y WIDTH HEIGHT LETTERS | a word in each
    m = split(s, word, " ")
    for (i = 1; i <= length(w[6]); i++) {
        shape(x + (i - 1) * w[4], y, w[4], w[5], substr(w[6], i, 1))
        if (i <= m) within(x + (i - 1) * w[4], y, w[4], w[5], word[i])
    }
    next
}
w[1] == "line" || w[1] == "arrow" {
    stroke(x, y, w[4], w[5], w[6])
    if (w[1] == "arrow") head(x, y, w[4], w[5], w[6])
    next
}
w[1] == "span" { # FROM TO Y CLASS | what it is, below
    stroke(x, w[4], y, w[4], w[5])
    stroke(x, w[4] - 6, x, w[4] + 6, w[5]); stroke(y, w[4] - 6, y, w[4] + 6, w[5])
    written((x + y) / 2, w[4] + 19, s, "middle")
    next
}
w[1] == "curve" { # CLASS X Y X Y ...
    path = ""
    for (i = 3; i < n; i += 2) path = path (i == 3 ? "M" : "L") w[i] " " w[i + 1]
    printf "<path class=\"%s\" d=\"%s\"/>\n", w[2], path
    next
}
w[1] == "dot" { printf "<circle class=\"f%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", w[4], x, y; next }
{ bad("no such thing to draw: " w[1]) }
END {
    if (said == "" || !height_) bad("wants a line says and a line size")
    for (i = 1; i <= texts; i++) for (j = 1; j <= shapes; j++) if (crosses(i, j))
        bad("\"" of[i] "\" lies over the edge of a box")
    for (i = 1; i <= texts; i++) for (j = 1; j < i; j++) if (overlap(i, j))
        bad("\"" of[j] "\" and \"" of[i] "\" lie over each other")
    finish()
    exit failed
}
function bad(why) { print FILENAME " (" lang "): " why >"/dev/stderr"; failed = 1 }

# KIND: b, r, g: tinted; 0: an outline; d: a dashed one.
function shape(x, y, w, h, kind) {
    printf "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"%s/>\n",
        kind == "b" ? "axis b1" : kind == "r" ? "axis b2" : kind == "g" ? "axis b3" : "axis",
        x, y, w, h, kind == "d" ? " stroke-dasharray=\"4 4\"" : ""
    shapes++; left_[shapes] = x; top_[shapes] = y; right_[shapes] = x + w; bottom_[shapes] = y + h
}
function within(x, y, w, h, s,    m, i, rows_) {
    m = split(s, rows_, " // ")
    if (m * LINE > h) bad("\"" s "\" has " m " lines in a box of " h)
    for (i = 1; i <= m; i++) {
        if (width_of(rows_[i]) > w - 4) bad("\"" rows_[i] "\" is " width_of(rows_[i]) " wide, in a box of " w)
        written(x + w / 2, y + h / 2 + 5 + (i - (m + 1) / 2) * LINE, rows_[i], "middle")
    }
}
function written(x, y, s, anchor, class,    m, i, rows_, l) {
    m = split(s, rows_, " // ")
    for (i = 1; i <= m; i++) {
        words(x, y + (i - 1) * LINE, rows_[i], anchor, class)
        l = width_of(rows_[i]); texts++
        of[texts] = rows_[i]; tl[texts] = x - (anchor == "middle" ? l / 2 : anchor == "end" ? l : 0)
        tr[texts] = tl[texts] + l; tb[texts] = y + (i - 1) * LINE + 3; tt[texts] = tb[texts] - FONT
        if (tl[texts] < 0 || tr[texts] > width || tt[texts] < 0 || tb[texts] > height_)
            bad("\"" rows_[i] "\" does not fit into the picture: " tl[texts] " to " tr[texts])
    }
}
function overlap(i, j) { return tl[i] < tr[j] && tl[j] < tr[i] && tt[i] < tb[j] && tt[j] < tb[i] }
function crosses(i, j,    touch, inside) {
    touch = tl[i] < right_[j] && left_[j] < tr[i] && tt[i] < bottom_[j] && top_[j] < tb[i]
    inside = tl[i] >= left_[j] && tr[i] <= right_[j] && tt[i] >= top_[j] - 2 && tb[i] <= bottom_[j] + 2
    return touch && !inside
}
function head(x1, y1, x2, y2, class,    l, u, v) {
    l = sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2); u = (x2 - x1) / l * 8; v = (y2 - y1) / l * 8
    stroke(x2, y2, x2 - u + v / 2, y2 - v - u / 2, class)
    stroke(x2, y2, x2 - u - v / 2, y2 - v + u / 2, class)
}

# As wide as the widest font that a reader is likely to have, DejaVu Sans; a Chinese character is a square.
function widths(    i, c) {
    for (i = 1; i < 256; i++) {
        c = sprintf("%c", i)
        em[c] = c ~ /[ijl.,:;'|I ]/ ? 0.33 : c ~ /[ft()\/r-]/ ? 0.4 : c ~ /[mwMW%@=+]/ ? 0.9 : \
            c ~ /[A-Z]/ ? 0.7 : 0.63
        if (i >= 128) em[c] = i < 192 ? 0 : i < 224 ? 0.65 : 1
    }
}
function width_of(s,    i, l) {
    for (i = 1; i <= length(s); i++) l += em[substr(s, i, 1)]
    return l * FONT
}
