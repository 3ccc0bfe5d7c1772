# One group of make's help: a title, what a newcomer wants first, then the rest as it came.
BEGIN { FS = "|" }
$1 == group { says[$2] = $3; name[++names] = $2 }
function line(target) {
    if (target in says)
        printf "  make %-16s %s\n", target, says[target]
    delete says[target]
}
END {
    if (names)
        print "\n" title
    for (i = 1; i <= split(first, wanted, " "); i++)
        line(wanted[i])
    for (i = 1; i <= names; i++)
        line(name[i])
}
