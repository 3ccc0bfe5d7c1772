# catalogue.awk: makes the C table of all mistakes; README.md describes what it reads.
#
#   LC_ALL=C awk -v labs="01 02 ..." -f catalogue.awk catalogue.txt FAMILY/NAME/mistake.txt ...
#
# A fault in a text is printed as "FILE:LINE: what is wrong", and the exit status is 1.

BEGIN {
    words = "seen did proof why find mend says"
    facts = "lab chapter since order picture proof example no-fence term calls labs"
    wanted = "lab chapter since picture"
    drawn = "bars count cells path dots roof witness shipped"
    n_labs = split(labs, lab_list)
}

FNR == 1 {
    whole = FILENAME ~ /catalogue\.txt$/
    part = key = ""
    if (!whole) begin_mistake()
}
/^#/ || /^[ \t]*$/ { key = ""; next }
/^[ \t]/ { go_on(); next }
/^\[.*\]$/ { begin_part(substr($0, 2, length($0) - 2)); next }
/^[a-z-]+:/ { begin_text(); next }
{ fault("this is neither \"key: text\", nor \"[language]\", nor indented under such a line") }

END {
    for (m = 1; m <= mistakes; m++) check(m)
    if (!mistakes) fault("there is no mistake.txt")
    if (faults) exit 1
    print_table()
}

# ---- reading ---------------------------------------------------------------------------

function fault_at(place, what) { print place ": " what >"/dev/stderr"; faults++ }
function fault(what) { fault_at(FILENAME ":" FNR, what) }
function has(list, word) { return index(" " list " ", " " word " ") > 0 }

function begin_mistake(    path, n) {
    n = split(FILENAME, path, "/")
    mistakes++
    file[mistakes] = FILENAME
    id[mistakes] = path[n - 2] "/" path[n - 1]
    family[mistakes] = path[n - 2]
    if (id[mistakes] !~ /^[a-z0-9-]+\/[a-z0-9-]+$/)
        fault("\"" id[mistakes] "\" cannot be an id: small letters, digits and - only")
    if (id[mistakes] in taken) fault(id[mistakes] " is in " taken[id[mistakes]] " already")
    taken[id[mistakes]] = FILENAME
    if (!has(families, family[mistakes])) families = families " " family[mistakes]
}

function begin_part(name,    bit) {
    key = ""
    part = name
    if (whole) {
        if (split(name, bit, " ") != 3 || bit[1] != "chapter") { fault("\"[chapter NUMBER ID]\" is wanted here"); return }
        chapter[++chapters] = bit[3]
        chapter_number[chapters] = bit[2]
    } else if (name !~ /^[a-z][a-z][a-z]?$/)
        fault("\"" name "\" is not a language: \"en\", \"zh\" or the like")
    else if ((mistakes, name) in part_line)
        fault("[" name "] is here twice")
    else {
        if (!has(spoken, name)) spoken = spoken (spoken ? " " : "") name
        part_line[mistakes, name] = FNR
    }
}

function begin_text(    at, text) {
    at = index($0, ":")
    key = substr($0, 1, at - 1)
    text = substr($0, at + 1)
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    if (whole) {
        if (part != "") title[chapters, key] = text
        else if (key == "languages") languages = spoken = text
        else if (key == "families") families = text
        else fault("unknown key \"" key "\": languages, families")
        return
    }
    if (part == "" && !has(facts, key))
        fault("unknown key \"" key "\": " facts (has(words, key) ? ", and below [en] or [zh] its words" : ""))
    else if (part != "" && !has(words, key))
        fault("unknown key \"" key "\" in [" part "]: " words)
    else if ((mistakes, part, key) in line)
        fault(key " is here twice")
    line[mistakes, part, key] = FNR
    said[mistakes, part, key] = text
}

# More of the text above; between two Chinese characters a line's end is no blank.
function go_on(    before, text) {
    text = $0
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    if (key == "" || whole) { fault("this line is indented, and no \"key: text\" stands above it"); return }
    before = said[mistakes, part, key]
    if (key == "example") {
        text = $0
        sub(/^    /, "", text)
        said[mistakes, part, key] = before (before == "" ? "" : "\n") text
    } else
        said[mistakes, part, key] = before \
            (before == "" || before ~ /[\200-\377]$/ && text ~ /^[\200-\377]/ ? "" : " ") text
}

# ---- checking --------------------------------------------------------------------------

function fault_in(m, part, key, what) {
    fault_at(file[m] ":" ((m, part, key) in line ? line[m, part, key] : \
        (m, part) in part_line ? part_line[m, part] : 1), what)
}
function is_chapter(id,    c) {
    for (c = 1; c <= chapters; c++) if (chapter[c] == id) return 1
    return 0
}
function check(m,    i, n, list, value, kind) {
    n = split(wanted, list)
    for (i = 1; i <= n; i++)
        if (said[m, "", list[i]] == "") fault_in(m, "", list[i], list[i] " is missing")
    value = said[m, "", "lab"]
    if (value != "" && value != "none" && !has(labs, value)) fault_in(m, "", "lab", "there is no lab \"" value "\"")
    value = said[m, "", "chapter"]
    if (value != "" && !is_chapter(value)) fault_in(m, "", "chapter", "the book has no chapter \"" value "\"")
    value = said[m, "", "since"]
    if (value != "" && value !~ /^20[0-9][0-9]-[01][0-9]-[0-3][0-9]$/) fault_in(m, "", "since", "\"" value "\" is not a date such as 2026-11-23")
    value = said[m, "", "order"]
    if (value !~ /^[0-9]*$/) fault_in(m, "", "order", "\"" value "\" is not a number")
    value = said[m, "", "term"]
    if (value != "" && !(value in taken)) fault_in(m, "", "term", "there is no mistake \"" value "\"")
    if (value != "" && said[m, "", "calls"] said[m, "", "labs"] == "")
        fault_in(m, "", "term", "calls or labs must say in which of the programs with this term it is the mistake")
    n = split(said[m, "", "labs"], list)
    for (i = 1; i <= n; i++)
        if (!has(labs, list[i])) fault_in(m, "", "labs", "there is no lab \"" list[i] "\"")
    kind = said[m, "", "picture"]
    sub(/ .*/, "", kind)
    if (kind != "" && !has(drawn, kind)) fault_in(m, "", "picture", "unknown kind of picture \"" kind "\": " drawn)
    value = said[m, "", "proof"]
    gsub(/unit|work|time|rate|[0-9^.\/=x,() -]/, "", value)
    if (value != "") fault_in(m, "", "proof", "a proof in words belongs below [en], [zh], ...: only a formula is the same in all languages")
    n = split(languages, list)
    for (i = 1; i <= n; i++)
        if (!((m, list[i]) in part_line)) fault_at(file[m] ":1", "[" list[i] "] is missing: the words in that language")
    n = split(spoken, list)
    for (i = 1; i <= n; i++)
        if ((m, list[i]) in part_line) check_words(m, list[i])
}
function check_words(m, language,    i, n, list, key, text) {
    n = split(words, list)
    for (i = 1; i <= n; i++) {
        key = list[i]
        text = said[m, language, key]
        if (key == "says") {
            if ((text == "") != (said[m, "en", key] == ""))
                fault_in(m, language, key, key " is missing in [" (text == "" ? language : "en") "]")
            else if (numbers(text) != numbers(said[m, "en", key]))
                fault_in(m, language, key, key " has other numbers than in [en]: " numbers(said[m, "en", key]))
        } else if (key == "proof" && said[m, "", "proof"] != "") {
            if (text != "") fault_in(m, language, key, "proof stands above the languages already")
        } else if (text == "")
            fault_in(m, language, key, key " is missing in [" language "]")
        else if (language != "en" && text == said[m, "en", key])
            fault_in(m, language, key, key " is still in English")
        else if (has("seen did proof", key) && text ~ /(\.|\343\200\202)$/)
            fault_in(m, language, key, key " is a part of a sentence: no full stop at its end")
        else if (has("why find mend", key) && text !~ /([.?!]|\343\200\202|\357\274\237|\357\274\201)$/)
            fault_in(m, language, key, key " is whole sentences: its end is not there")
    }
}

# The conversions of a printf format, in the order of its arguments: "%2$.3g of %1$s" is "s g".
function numbers(text,    i, n, one, of, list) {
    gsub(/%%/, "", text)
    while (match(text, /%([0-9]+\$)?[-+ #0]*[0-9]*(\.[0-9]+)?(l|ll|z)?[a-zA-Z]/)) {
        one = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        i = one ~ /\$/ ? substr(one, 2) + 0 : ++n
        sub(/^%([0-9]+\$)?[-+ #0]*[0-9]*(\.[0-9]+)?/, "", one)
        of[i] = one
        if (i > n) n = i
    }
    for (i = 1; i <= n; i++) list = list (i > 1 ? " " : "") of[i]
    return list
}

# ---- the table -------------------------------------------------------------------------

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    gsub(/\n/, "\\n", text)
    return "\"" text "\""
}
function rank(m,    i, n, list, order) {
    n = split(families, list)
    for (i = 1; i <= n; i++) if (list[i] == family[m]) break
    order = said[m, "", "order"]
    return sprintf("%03d %05d %s", i, order == "" ? 99999 : order, id[m])
}
function print_words(m, language,    i, n, list, text) {
    n = split(words, list)
    printf "      {"
    for (i = 1; i <= n && (m, language) in part_line; i++) {
        text = said[m, list[i] == "proof" && said[m, "", "proof"] != "" ? "" : language, list[i]]
        printf "%s%s", (i > 1 ? ",\n       " : ""), quoted(text)
    }
    print "},"
}
function print_table(    i, k, m, n, list, sorted, hold) {
    print "// Made by catalogue.awk from every mistake.txt: change those."
    print "#include \"naming/naming.h\"\n\n#include <stddef.h>\n"
    n = split(spoken, list)
    printf "const char *const catalogue_languages[] = {"
    for (i = 1; i <= n; i++) printf "%s, ", quoted(list[i])
    print "NULL};\n"
    for (m = 1; m <= mistakes; m++) { # few enough for the simplest sort
        for (k = m; k > 1 && rank(sorted[k - 1]) > rank(m); k--) sorted[k] = sorted[k - 1]
        sorted[k] = m
    }
    print "const struct mistake catalogue[] = {"
    for (i = 1; i <= mistakes; i++) {
        m = sorted[i]
        printf "    {%s, %s, %s, %s,\n     %s, %s, %s, %s, %d,\n     (const struct mistake_words[]){\n", quoted(id[m]),
            quoted(said[m, "", "chapter"]), quoted(said[m, "", "since"]), quoted(said[m, "", "picture"]),
            quoted(said[m, "", "example"]), quoted(said[m, "", "term"]), quoted(said[m, "", "calls"]),
            quoted(said[m, "", "labs"]), said[m, "", "lab"]
        for (k = 1; k <= n; k++) print_words(m, list[k])
        print "     }},"
    }
    print "    {0},\n};\n\nconst struct chapter catalogue_chapters[] = {"
    for (i = 1; i <= chapters; i++) {
        printf "    {%d, %s, (const char *const[]){", chapter_number[i], quoted(chapter[i])
        for (k = 1; k <= n; k++)
            printf "%s%s", (k > 1 ? ", " : ""), ((i, list[k]) in title ? quoted(title[i, list[k]]) : "NULL")
        print "}},"
    }
    print "    {0},\n};"
}
