# accessible.awk: what a page needs for everyone, of what a program can see; a line for each
# that it lacks. Contrast is computed from the colours of its own style sheet (WCAG 2, AA).
function digit(hex, at) { return index("0123456789abcdef", substr(hex, at, 1)) - 1 }
function channel(hex) { hex = (16 * digit(hex, 1) + digit(hex, 2)) / 255; return hex <= 0.03928 ? hex / 12.92 : ((hex + 0.055) / 1.055) ^ 2.4 }
function light(c) { # "#abc" or "#aabbcc"
    sub(/^#/, "", c)
    if (length(c) == 3) c = substr(c,1,1) substr(c,1,1) substr(c,2,1) substr(c,2,1) substr(c,3,1) substr(c,3,1)
    return 0.2126 * channel(substr(c,1,2)) + 0.7152 * channel(substr(c,3,2)) + 0.0722 * channel(substr(c,5,2))
}
function contrast(a, b, t) { a = light(a); b = light(b); if (a < b) { t = a; a = b; b = t }; return (a + 0.05) / (b + 0.05) }
function theme(name, css, colour, parts, i, one, ink, n, under) {
    n = split(css, parts, ";")
    for (i = 1; i <= n; i++)
        if (match(parts[i], /--[a-z]+:#[0-9a-f]+/)) {
            split(substr(parts[i], RSTART + 2, RLENGTH - 2), one, ":")
            seen[one[1]] = one[2] # the dark theme changes what the light one said
        }
    split("ink dim pass fail none bar", ink, " ")
    split("paper soft", under, " ")
    for (i in ink) for (n in under)
        if (contrast(seen[ink[i]], seen[under[n]]) < 4.5)
            printf "contrast of %s on %s, %s: %.2f\n", ink[i], under[n], name, contrast(seen[ink[i]], seen[under[n]])
}
{ page = page $0 "\n" }
END {
    if (page !~ /<html lang="[a-z]+/) print "no language"
    if (page !~ /<meta name="viewport"[^>]*width=device-width/ || page ~ /user-scalable=no|maximum-scale/) print "no viewport that can be enlarged"
    if (page !~ /<title>[^<]+<\/title>/) print "no title"
    if (gsub(/<main>/, "<main>", page) != 1) print "not one main"
    if (gsub(/<h1>/, "<h1>", page) != 1) print "not one h1"
    rest = page; last = 0
    while (match(rest, /<h[1-6]/)) {
        level = substr(rest, RSTART + 2, 1) + 0
        if (level > last + 1) print "h" level " after h" last
        last = level; rest = substr(rest, RSTART + 3)
    }
    rest = page; tables = gsub(/<table/, "<table", rest); heads = gsub(/<thead><tr><th/, "<thead><tr><th", rest)
    if (tables != heads) print tables " tables, " heads " with headings"
    pictures = gsub(/<svg/, "<svg", rest); told = gsub(/<svg[^>]*role="img"[^>]*>[[:space:]]*<title>[^<]/, "&", rest)
    if (pictures != told) print pictures " pictures, " told " with a title and a role"
    if (gsub(/class="scroll"/, "&", rest) != gsub(/class="scroll" tabindex="0"/, "&", rest)) print "something scrolls that no keyboard reaches"
    if (rest ~ /<img[^>]*>/ && rest !~ /<img[^>]*alt=/) print "an image without words"
    if (rest ~ /<a [^>]*><\/a>/) print "an empty link"
    if (rest ~ /outline: *(0|none)/) print "no focus is shown"
    dark = index(page, "prefers-color-scheme:dark")
    if (!dark) print "no dark theme"
    theme("light", substr(page, 1, dark))
    theme("dark", substr(page, dark, 600))
}
