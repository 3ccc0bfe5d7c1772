# tare.h.awk: tare.h as tare.h(3): its sections are the page's, a comment stands below what it tells of.

function part_ends() { # the declarations, then the comment that stood above them
    if (code != "")
        printf "%s.nf\n.ft B\n%s.ft R\n.fi\n", apart, code
    if (comment != "") {
        printf "%s", code == "" ? apart : ".RS 4\n"
        put(say(comment))
        if (code != "")
            print ".RE"
    }
    if (code comment != "")
        apart = ".PP\n"
    code = comment = ""
}

NR == 1 {
    sub(/^\/\/ tare\.h: /, "")
    sub(/\.$/, "")
    begin("tare.h", 3, $0)
    print ".B #include <tare.h>\n.PP"
    put(say("Link with what pkg-config --libs tare prints."))
    print ".SH " say("DESCRIPTION")
    next
}
/^#|^extern "C"|^}$/ && !inside { # what only a preprocessor reads
    part_ends()
    next
}
/^\/\/ ----/ {
    part_ends()
    gsub(/^\/\/ -* | -*$/, "")
    print ".SH " toupper(say($0))
    apart = ""
    next
}
/^\/\// {
    if (code != "")
        part_ends()
    sub(/^\/\/ */, "")
    if ($0 != "")
        comment = comment (comment == "" ? "" : " ") $0
    next
}
!NF {
    part_ends()
    next
}
{
    inside += gsub(/{/, "{") - gsub(/}/, "}")
    if (at = index($0, " // "))
        code = code roff(substr($0, 1, at + 3)) roff(say(substr($0, at + 4))) "\n"
    else
        code = code roff($0) "\n"
}
END {
    part_ends()
    print ".SH " say("SEE ALSO") "\n.BR tare (1),\n.BR hostcc (1)"
}
