# man.awk: what the manual pages share: the Chinese of a text (man.zh), and text as roff.

function say(text) { # in the language of the page
    if (language == "en")
        return text
    if (!(text in chinese)) {
        print "man.zh: no Chinese for: " text >"/dev/stderr"
        lacks = 1
    }
    return chinese[text]
}

# Text as it is: nothing in it is a request, an escape or a hyphen that may turn into a dash.
function roff(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    return text ~ /^[.']/ ? "\\&" text : text
}

# English gets a new line now and then. Between two Chinese words that would be a space: these lines are
# long, and say where they may be broken.
function put(text,    words, count, i, line) {
    if (language != "en") {
        text = roff(text)
        gsub(/，|。|；|：/, "&\\:", text)
        print text
        return
    }
    count = split(text, words, " ")
    for (i = 1; i <= count; i++) {
        if (line != "" && length(line " " words[i]) > 72) {
            print roff(line)
            line = ""
        }
        line = line (line == "" ? "" : " ") words[i]
    }
    print roff(line)
}

# The page's head. It has no date: the same sources make the same page.
function begin(name, section, does) {
    print ".TH " toupper(name) " " section " \"\" \"tare " version "\""
    print ".SH " say("NAME") "\n" roff(name) " \\-"
    put(say(does))
    print ".SH " say("SYNOPSIS")
}

BEGIN {
    while ((getline row <table) > 0)
        if (split(row, halves, "|") == 2)
            chinese[halves[1]] = halves[2]
}
END { if (lacks) exit 1 }
