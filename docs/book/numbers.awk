# numbers.awk: every measured number of a text against the data it comes from. docs/README.md says how marks
# look. Says what is wrong; with -v fill=1 puts the data's number into FILE.filled instead, where it differs.

BEGIN {
    spaces = "( |\302\240|\342\200\257)"
    number = "[0-9]+(" spaces "[0-9][0-9][0-9])*(\\.[0-9]+)?"
    date = "20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]"
    unit = "(ns|us|µs|ms|[kMGT]i?B/s|[MGT]FLOP/s|%|nanoseconds?|microseconds?|milliseconds?|纳秒|微秒|毫秒)"
    exact = "<!--exact: [^ >-][^>]*-->"
}

function complain(what) { print FILENAME ":" FNR ": " what | "cat >&2"; failed = 1 }
function refuse(what) { if (!wrong) wrong = what; return "" }
function listed(table, n,    i, s) {
    for (i = 1; i <= n && i <= 12; i++) s = s (i > 1 ? ", " : "") table[i]
    return s (n > 12 ? ", ..." : "")
}

# ---- the data: a cell by the row's first columns and its column's name

function load(path,    file, packed, line, n, i, part, key) {
    if (path in rows) return rows[path] > 0
    file = "docs/measured/" path ".csv"
    packed = (getline line < file) < 0
    close(file)
    if (packed) file = "xz -dc docs/measured/" path ".csv.xz 2>/dev/null"
    rows[path] = -1
    while ((packed ? (file | getline line) : (getline line < file)) > 0) {
        if (line ~ /^# [a-z]+: /) {
            key = substr(line, 3, index(line, ": ") - 3)
            if (!((path, key) in head)) head[path, key] = substr(line, index(line, ": ") + 2)
            continue
        }
        n = split(line, part, ",")
        if (rows[path]++ < 0) {
            rows[path] = 0
            width[path] = n
            for (i = 1; i <= n; i++) column[path, part[i]] = i
            names[path] = line
        } else for (i = 1; i <= n; i++) cell[path, rows[path], i] = part[i]
    }
    close(file)
    return rows[path] > 0
}
function middle(values, n,    i, j, v) { # sorts them, too
    for (i = 2; i <= n; i++) {
        v = values[i]
        for (j = i - 1; j > 0 && values[j] > v; j--) values[j + 1] = values[j]
        values[j + 1] = v
    }
    return (values[int((n + 1) / 2)] + values[int(n / 2) + 1]) / 2
}
# "h200.batch[65536].batch_us", and one word for all rows that the keys fit: min, max, mean, median.
function looked_up(how, path, keys, name,    want, n, i, r, fits, values, count, sum, known) {
    sub(/\./, "/", path)
    if (!load(path)) return refuse("there is no docs/measured/" path ".csv")
    if (!((path, name) in column)) return refuse(path ".csv has no column " name ", but " names[path])
    n = split(keys, want, ",")
    for (r = 1; r <= rows[path]; r++) {
        fits = 1
        for (i = 1; i <= n; i++) if (cell[path, r, i] != want[i]) fits = 0
        if (r <= 12) known[r] = cell[path, r, 1] (n > 1 ? "," cell[path, r, 2] : "")
        if (fits && cell[path, r, column[path, name]] != "") values[++count] = cell[path, r, column[path, name]] + 0
    }
    if (!count) return refuse(path ".csv has no " name " of [" keys "]; rows begin with " listed(known, r - 1))
    if (how == "" && count > 1) return refuse("[" keys "] fits " count " rows of " path ".csv: say min, max, mean or median of them")
    for (i = 1; i <= count; i++) sum += values[i]
    n = middle(values, count)
    return how == "min" ? values[1] : how == "max" ? values[count] : how == "mean" ? sum / count : n
}

# ---- arithmetic, by recursive descent over the string "rest"

function take(what,    found) {
    sub(/^ +/, "", rest)
    if (!match(rest, "^(" what ")")) return ""
    found = substr(rest, 1, RLENGTH)
    rest = substr(rest, RLENGTH + 1)
    return found
}
function atom(    v, how, path, keys) {
    if (take("\\(") != "") { v = sum_of(); return take("\\)") != "" ? v : refuse("a bracket is not closed") }
    if ((v = take("[0-9.]+(e[0-9]+)?")) != "") return v + 0
    if ((how = take("(min|max|mean|median) ")) != "") sub(/ /, "", how)
    path = take("[a-z0-9]+\\.[a-z0-9_]+")
    keys = take("\\[[^]]*\\]")
    v = take("\\.[a-z0-9_]+")
    if (path == "" || keys == "" || v == "") return refuse("\"" rest "\" is not DEVICE.FILE[ROW].COLUMN, a number or a bracket")
    return looked_up(how, path, substr(keys, 2, length(keys) - 2), substr(v, 2))
}
function product_of(    v, sign, by) {
    v = atom()
    while ((sign = take("[*/]")) != "") {
        by = atom()
        if (sign == "/" && by == 0) { refuse("a division by zero"); by = 1 }
        v = sign == "*" ? v * by : v / by
    }
    return v
}
function sum_of(    v, sign) {
    v = product_of()
    while ((sign = take("[-+]")) != "") v = sign == "+" ? v + product_of() : v - product_of()
    return v
}

# As the text has it: with as many digits as it has, or as "~ 2" wants, and in its groups.
function written(v, old, digits,    space, s, e, after, rounded, whole) {
    space = match(old, spaces) ? substr(old, RSTART, RLENGTH) : ""
    gsub(spaces, "", old)
    if (!digits) {
        s = old
        sub(/\./, "", s)
        sub(/^0+/, "", s)
        digits = length(s)
        if (digits < 1) digits = 1
        if (old !~ /\./ && (v >= 10 ^ digits || v >= 1000)) digits = length(sprintf("%.0f", v))
    }
    s = sprintf("%." (digits - 1) "e", v)
    rounded = s + 0
    sub(/.*e/, "", s)
    after = digits - 1 - s
    s = sprintf("%." (after > 0 ? after : 0) "f", rounded)
    if (space == "" || rounded < 1000) return s
    e = index(s, ".") ? substr(s, index(s, ".")) : ""
    for (whole = sprintf("%d", int(rounded)); length(whole) > 3; whole = substr(whole, 1, length(whole) - 3))
        e = space substr(whole, length(whole) - 2) e
    return whole e
}
function evaluated(expression, old,    v, digits, path) {
    rest = expression
    wrong = ""
    if (expression ~ /^[a-z0-9]+\.[a-z0-9_]+\.[a-z]+$/) { # a line of the file's head
        path = expression
        sub(/\.[a-z]+$/, "", path)
        sub(/\./, "/", path)
        load(path)
        sub(/.*\./, "", expression)
        return (path, expression) in head ? head[path, expression] : refuse(path ".csv has no line # " expression ":")
    }
    v = sum_of()
    if (take("~") != "") digits = take("[0-9]+")
    if (!wrong && rest !~ /^ *$/) refuse("\"" rest "\" follows a whole expression")
    return wrong ? "" : written(v, old, digits)
}
function renewed(old, expression,    new) {
    new = evaluated(expression, old)
    if (wrong) complain("=" expression ": " wrong)
    else if (new != old && !fill) complain("says " old ", but " expression " is " new ": make figures writes it")
    return wrong ? old : new
}

# ---- the text

# "before", a number, and its mark: the data's number in its place, and the same without both.
function inline(line,    before, mark, old, new, done, bare, open) {
    while (match(line, /<!--=[^>]*-->/)) {
        before = substr(line, 1, RSTART - 1)
        mark = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (match(before, date "$") || match(before, number "$")) {
            old = substr(before, RSTART)
            before = substr(before, 1, RSTART - 1)
            new = renewed(old, substr(mark, 6, length(mark) - 8))
        } else { old = new = ""; complain("no number stands before " mark) }
        done = done before new mark
        bare = bare before
    }
    left_over = bare line
    return done line
}
# "<!--= 137: EXPRESSION; 2.30: EXPRESSION -->" on a line of its own: of the block that follows.
function opened(line,    n, i, part, s) {
    wanted = 0
    s = substr(line, 6, index(line, "-->") - 6)
    n = split(s, part, ";")
    for (i = 1; i <= n; i++) {
        sub(/^ +/, "", part[i]); sub(/ +$/, "", part[i])
        s = part[i]
        if (!match(s, "^(" date "|" number "): ")) { complain("not NUMBER: EXPRESSION: " s); continue }
        was[++wanted] = substr(s, 1, RLENGTH - 2)
        new_one[wanted] = renewed(was[wanted], substr(s, RLENGTH + 1))
        seen[wanted] = 0
        s = new_one[wanted] substr(part[i], length(was[wanted]) + 1)
        line_of = (i > 1 ? line_of "; " : "<!--= ") s
    }
    return line_of " -->"
}
function closed(    i) {
    for (i = 1; i <= wanted; i++) if (!seen[i]) complain("the block above does not hold the " was[i] " of its mark")
    wanted = 0
    excused = 0
}
# The block's own numbers, where they stand alone.
function listed_numbers(line,    i, done, at, a, b) {
    left_over = line
    for (i = 1; i <= wanted; i++) {
        done = ""
        while (at = index(line, was[i])) {
            a = substr(done substr(line, 1, at - 1), length(done) + at - 1, 1)
            b = substr(line, at + length(was[i]), 2)
            if (a ~ /[0-9.]/ || b ~ /^([0-9]|\.[0-9])/) { done = done substr(line, 1, at); line = substr(line, at + 1); continue }
            done = done substr(line, 1, at - 1) new_one[i]
            line = substr(line, at + length(was[i]))
            seen[i] = 1
            sub(was[i], "", left_over)
        }
        line = done line
    }
    return line
}
# A typed number with a unit, beside it or at the top of its column; in a caption, a date.
function typed(line,    n, i, part, found) {
    gsub(number spaces "?(" unit ")?" exact, "", line)
    if (line ~ /<!--exact/) complain("<!--exact: REASON--> has no reason, or stands behind no number")
    if (line ~ /^!\[/ && match(line, date)) found = substr(line, RSTART, RLENGTH)
    gsub(/`[^`]*`|\]\([^)]*\)/, "", line)
    while (match(line, number spaces "?" unit "($|[^A-Za-z/0-9])") && !found) {
        if (RSTART == 1 || substr(line, RSTART - 1, 1) !~ /[A-Za-z_.{^]/) found = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
    }
    if (tail && line ~ "^ *" unit "($|[^A-Za-z/0-9])") found = tail
    tail = match(line, "(^|[^A-Za-z0-9_.{^])" number " *$") ? substr(line, RSTART) : ""
    if (line !~ /^ *\|/) columns = 0
    else if ((n = split(line, part, "|")) && !columns) {
        columns = n
        for (i = 1; i <= n; i++) of_unit[i] = part[i] ~ "(^|[ ,(，（])" unit "([ ,)，）]|$)"
    } else for (i = 1; i <= n && i <= columns && !found; i++)
        if (of_unit[i] && part[i] ~ /[0-9]/) found = part[i]
    if (found) complain("\"" found "\" is typed: take it from docs/measured (docs/README.md, Numbers), or say why it is exact")
}

FNR == 1 { finish(); fence = 0 }
function finish() { closed(); columns = 0; if (out) close(out); out = fill ? FILENAME ".filled" : "" }
{
    line = $0
    comment = line ~ /^# <!--/ ? "# " : "" # a mistake.txt has its marks behind a #
    line = substr(line, length(comment) + 1)
    if (blank && line !~ /^    /) closed() # an indented block goes on behind a blank line
    blank = 0
    if (line ~ /^<!--= /) line = opened(line)
    else if (line ~ "^" exact "$") excused = 1
    else {
        if (line ~ /^ *```/) fence = !fence
        if (!fence) line = inline(line); else left_over = line
        if (wanted) { marked = left_over; line = listed_numbers(line); if (left_over == "") left_over = marked }
        if (!excused && !fill) typed(left_over)
        if (!fence && line ~ /^ *```/) closed()
        blank = !fence && line ~ /^ *$/
    }
    if (fill) print comment line > out
}
END { closed(); exit failed }
