# picture.awk: one mistake's picture, from the row in its mistake.txt; behind svg.awk.
# Variables in: lang, id; row: "KIND | ..."; translations: the file words.LANG.txt, which has a
# line "English = translation" for every label; runs: a file of runs for `dots`.
BEGIN {
    n = split(id " | " row, cell, / *[|] */)
    while (lang != "en" && (getline line < translations) > 0)
        if (match(line, / = /)) translated[substr(line, 1, RSTART - 1)] = substr(line, RSTART + 3)
    kind = cell[2]
    if (kind == "bars") bars()
    else if (kind == "count") counts()
    else if (kind == "cells") cells()
    else if (kind == "path") path()
    else if (kind == "dots") dots(cell[3])
    else if (kind == "roof") roof(cell[3])
    else { print id ": no such kind of picture: " kind >"/dev/stderr"; exit 1 }
    finish()
    exit lacking
}

# A label in this language: as it is listed, or with its number apart ("4 bytes", "block 1").
function word(s,    number, rest) {
    if (lang == "en" || s ~ /^[0-9]*$/) return s
    if (s in translated) return translated[s]
    if (match(s, / [0-9]+$/) && (substr(s, 1, RSTART) "N" in translated)) {
        number = substr(s, RSTART + 1)
        rest = translated[substr(s, 1, RSTART) "N"]
        sub(/N/, number, rest)
        return rest
    }
    print id ": " translations " does not have the label \"" s "\"" >"/dev/stderr"
    lacking = 1
    return s
}
# What the picture says, for whoever cannot see it.
function said(    i, k, bit, s, sign, way) {
    for (i = 3; i <= n; i++) {
        s = s (i > 3 ? t("; ", "；") : id t(": ", "："))
        if (kind == "count") {
            s = s (i == 3 ? t("true: ", "实际：") : t("counted: ", "计入："))
            split(cell[i], bit, ";")
            for (k = 1; k in bit; k++) {
                sign = substr(bit[k], 1, 1)
                s = s (k > 1 ? t(", ", "、") : "") (sign == "-" ? t("not ", "未计 ") word(substr(bit[k], 2)) : \
                    sign == "+" ? word(substr(bit[k], 2)) t(" too much", "（多计）") : word(bit[k]))
            }
        } else if (kind == "bars") {
            split(cell[i], bit, / *~ */)
            s = s word(bit[1]) " " (3 in bit ? bit[3] : bit[2])
        } else if (kind == "path") {
            for (k = split(cell[i], bit, /;\+?/); k > 0; k--) way = word(bit[k]) (way == "" ? "" : " → " way)
            s = s way
        } else if (kind == "cells") {
            split(cell[i], bit, / *~ */)
            s = s "L2, " word(bit[1])
        } else
            s = s (cell[i] == "minimum" ? t("the fastest of a hundred runs is claimed", "报告的是一百次中最快的一次") : \
                cell[i] == "first" ? t("five single runs scatter among a hundred", "五次单次运行散布在一百次之中") : \
                cell[i] == "bytes" ? t("the claimed intensity lies under the other roof", "所报告的强度落在另一个屋顶之下") : \
                t("the kernel is held against the flat roof, far above its own", "核函数被拿去与远高于它自己的平顶比较"))
    }
    return s
}
function start(height, wanted) { wide = wanted; begin(said(), height); left = 130 }

# Longer than four times the other: cut.
function bars(    i, bit, value, shown, most, least, zero, room, y, length_, cut, end) {
    start(20 + 34 * (n - 2), 480)
    for (i = 3; i <= n; i++) {
        split(cell[i], bit, / *~ */)
        label[i] = bit[1]; name[i] = word(bit[1]); value = bit[2] + 0; values[i] = value
        shown[i] = 3 in bit ? bit[3] : bit[2]
        if (i == 3 || value > most) most = value
        if (i == 3 || value < least) least = value
    }
    room = 230; zero = left
    if (least < 0) { zero = left + 80; room = 150 }
    cut = least > 0 && most / least > 12
    for (i = 3; i <= n; i++) {
        y = 12 + 34 * (i - 3)
        length_ = room * values[i] / most
        if (cut && values[i] < most) length_ = values[i] / most < 0.01 ? 2 : 30
        words(left - 12, y + 17, name[i], "end")
        bar(zero, y, zero + length_, y + 22, i == 3 || label[i] ~ /true/ ? 3 : 2)
        if (cut && values[i] == most)
            printf "<path class=\"cut\" d=\"M%d %dl-8 30h12l8 -30z\"/>\n", zero + 170, y - 4
        end = length_ > 0 ? zero + length_ : zero
        words(end + 10, y + 17, shown[i], "start", "q")
    }
    stroke(zero, 6, zero, 14 + 34 * (n - 2), "axis")
}

function box(x, y, w, s, k, hollow) {
    printf "<rect class=\"%s%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"30\" rx=\"3\"%s/>\n", \
        hollow ? "l" : "b", k, x, y, w, hollow ? " stroke-dasharray=\"4 4\"" : ""
    words(x + w / 2, y + 20, s, "middle", hollow ? "q" : "")
}
function box_row(y, name, list,    bit, m, i, w, s, k) {
    words(left - 12, y + 20, name, "end")
    m = split(list, bit, ";")
    w = m > 4 ? 66 : 88
    for (i = 1; i <= m; i++) {
        s = bit[i]; k = substr(s, 1, 1)
        if (k == "-" || k == "+") s = substr(s, 2)
        box(left + (i - 1) * (w + 4), y, w, word(s), k == "+" ? 2 : k == "-" ? 2 : 3, k == "-")
    }
}
function counts(    m, bit, k) {
    m = split(cell[3], bit, ";"); k = split(cell[4], bit, ";")
    if (k > m) m = k
    start(96, 140 + m * (m > 4 ? 70 : 92))
    box_row(12, t("true", "实际"), cell[3])
    box_row(54, t("counted", "计入"), cell[4])
}

function cells(    i, j, bit, c) {
    start(96, 640)
    for (i = 3; i <= n; i++) {
        split(cell[i], bit, / *~ */)
        words(left - 12, 32 + 42 * (i - 3), "L2, " word(bit[1]), "end")
        for (j = 1; j <= length(bit[2]); j++) {
            c = substr(bit[2], j, 1)
            printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"18\" height=\"30\"/>\n", \
                c == "x" ? "b2" : c == "f" ? "b1" : "axis", left + (j - 1) * 20, 12 + 42 * (i - 3)
        }
    }
    words(left + 340, 32, t("the kernel's data", "核函数的数据"), "start", "q")
    words(left + 340, 74, cell[n] ~ /f/ ? t("the rest still hits", "余下的仍会命中") : t("what was meant", "本来想测的"), "start", "q")
}

function path(    m, bit, i, s, w) {
    wide = 650; begin(said(), 66)
    m = split(cell[3], bit, ";"); w = 128
    for (i = 1; i <= m; i++) {
        s = bit[i]
        box(8 + (i - 1) * (w + 36), 16, w, word(substr(s, 1, 1) == "+" ? substr(s, 2) : s), substr(s, 1, 1) == "+" ? 2 : 3)
        if (i < m) words(8 + i * (w + 36) - 18, 37, "→", "middle")
    }
}

# The first process of hundred_runs.csv as dots on a line, what was claimed marked.
function dots(which,    record, f, k, us, i, j, hold, low, last, sorted) {
    wide = 640; begin(said(), 110)
    while ((getline record < runs) > 0) {
        split(record, f, ",")
        if (record ~ /^[0-9]/ && f[1] == 1) us[++k] = f[3] / 1e3
    }
    for (i = 1; i <= k; i++) sorted[i] = us[i]
    for (i = 2; i <= k; i++)
        for (j = i; j > 1 && sorted[j] < sorted[j - 1]; j--) { hold = sorted[j]; sorted[j] = sorted[j - 1]; sorted[j - 1] = hold }
    low = sorted[1]; last = sorted[int(0.97 * k)]
    left = 40; right = 600; bottom = 76; top = 20
    x_scale(low, last, 0); y_scale(0, 1, 0)
    stroke(left, 66, right, 66, "axis")
    for (i = 1; i <= k; i++) if (us[i] <= last)
        printf "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", "f1", X(us[i]), 62 - i % 5 * 7
    words(left, 92, sprintf("%.2f ms", low), "start", "q")
    words(right, 92, sprintf("%.2f ms", last), "end", "q")
    hold = (sorted[int(k / 2)] + sorted[int(k / 2) + 1]) / 2
    stroke(X(hold), 10, X(hold), 72, "mark")
    words(X(hold), 92, t("median", "中位数"), "middle", "q")
    if (which == "minimum") { dot_at(low); words(X(low) + 10, 14, t("claimed", "所报告的")) }
    else for (i = 1; i <= 5; i++) { dot_at(us[3 * i]); if (i == 1) words(X(us[3]) + 10, 14, t("five single runs", "五次单次运行"), "middle") }
}
function dot_at(v) { printf "<circle class=\"f2\" cx=\"%.1f\" cy=\"24\" r=\"6\"/>\n", X(v) }

function roof(which,    px, py) {
    wide = 560; begin(said(), 190)
    left = 130; right = 520; top = 14; bottom = 160
    x_scale(0.1, 100, 1); y_scale(0.1, 3, 1)
    stroke(X(0.1), Y(0.1), X(1), Y(1), "axis"); stroke(X(1), Y(1), right, Y(1), "axis")
    stroke(left, top, left, bottom, "axis"); stroke(left, bottom, right, bottom, "axis")
    words((left + right) / 2, bottom + 22, t("operations / byte", "运算 / 字节"), "middle", "q")
    words(left - 10, top + 16, t("operations / s", "运算 / 秒"), "end", "q")
    if (which == "bytes") {
        dot(20, 0.25, 3); words(X(20) + 12, Y(0.25) + 6, t("true", "真值"))
        dot(0.3, 0.25, 2); words(X(0.3) + 12, Y(0.25) + 6, t("claimed", "所报告的"))
        stroke(X(1.6), Y(0.25), X(16), Y(0.25), "mark")
    } else {
        dot(0.3, 0.25, 3); words(X(0.3) + 12, Y(0.25) + 6, t("the kernel", "核函数"))
        stroke(X(0.3), Y(0.27), X(0.3), Y(1), "mark")
        printf "<circle class=\"l2\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/>\n", X(0.3), Y(1)
        words(X(0.3), Y(1) - 12, t("compared with this roof", "拿来比较的屋顶"), "middle")
        printf "<circle class=\"l3\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/>\n", X(0.3), Y(0.3)
    }
}
