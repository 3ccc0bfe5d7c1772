# hostcc.awk: hostcc's --help as hostcc(1).

function option_ends(    space) { # "--report prints ..." with its rows joined
    if (option == "")
        return
    sub(/[;.]$/, "", option)
    space = index(option, " ")
    print ".TP\n.B " roff(substr(option, 1, space - 1))
    put(say(substr(option, space + 1)) (language == "en" ? "." : "。"))
    option = ""
}

NR == 1 {
    sub(/^hostcc: /, "")
    sub(/\.$/, "")
    begin("hostcc", 1, $0)
    next
}
/^    hostcc / {
    print ".B hostcc"
    sub(/^ *hostcc /, "")
    print roff($0) "\n.SH " say("OPTIONS")
    next
}
/^Takes|^Its own:/ {
    text = $0
    sub(/:.*/, "", text)
    print ".SS " say(text)
    own = /^Its own:/
    row = 0
    sub(/^[^:]*: */, "")
}
/^The C\+\+ compiler/ {
    option_ends()
    print ".SH " say("ENVIRONMENT")
    put(say($0))
    next
}
NF && own {
    sub(/^ */, "")
    if (/^--/)
        option_ends()
    option = option (option == "" ? "" : " ") $0
    next
}
NF { # a row of nvcc's options
    gsub(/^ +| +$/, "")
    gsub(/  +/, "   ")
    if (match($0, /\([^)]*\)/))
        $0 = substr($0, 1, RSTART) say(substr($0, RSTART + 1, RLENGTH - 2)) substr($0, RSTART + RLENGTH - 1)
    print (row++ ? ".br\n" : "") roff($0)
}
END { print ".SH " say("SEE ALSO") "\n.BR tare (1),\n.BR tare.h (3)" }
