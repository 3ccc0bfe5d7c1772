# Every link of every page leads to an anchor of the same language.
FNR == 1 { split(FILENAME, path, "/"); file = path[length(path)]; language = substr(file, 1, 2) }
$1 == "anchor" { there[language, $2] = 1 }
$1 == "link" { wanted[language, $2] = file; checked++ }
END {
    for (key in wanted) if (!(key in there)) {
        split(key, part, SUBSEP)
        print wanted[key] ": no such anchor: " part[2]
    }
    if (checked < 50) print "only " checked + 0 " links were looked at"
}
