# Holds what was seen (second file) against what was looked at (first). Positions and sizes
# may be 6 pixels off, or 3 % of what is large; fonts and colours are exact. Lightness, of
# 255, may be 10 off in the mean of a page and 45 in one of its columns: a text may change;
# 6 and 24 in its top, which hardly depends on the text.
function distance(a, b) { return a > b ? a - b : b - a }
$1 != kind { next }
{ key = $2 " " $3 " " $4 " " $5 }
FILENAME == ARGV[1] { wanted[key] = $0; next }
!(key in wanted) { print key ": was never looked at"; next }
{
    seen[key] = 1
    split(wanted[key], want)
    if (kind == "light") {
        n = split($6, now, ","); split(want[6], then, ","); sum = worst = 0
        for (i = 1; i <= n; i++) {
            d = distance(now[i], then[i]); sum += d
            if (d > worst) worst = d
        }
        if (sum / n > ($5 == "top" ? 6 : 10) || worst > ($5 == "top" ? 24 : 45))
            printf "%s: lightness differs by %.0f, in one column by %d\n", key, sum / n, worst
        next
    }
    for (i = 6; i <= NF; i++) {
        split($i, new, "="); split(want[i], old, "=")
        if (new[1] ~ /^(x|width|right)$/) {
            if (distance(new[2], old[2]) > 6 + 0.03 * (new[1] == "x" ? 0 : old[2])) print key ": " $i ", was " old[2]
        } else if ($i != want[i]) print key ": " $i ", was " old[2]
    }
}
END { for (key in wanted) if (!(key in seen)) print key ": is not there" }
