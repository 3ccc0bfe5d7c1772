# The goal that is nearest to `name`, if three edits at most, and less than half of it, are between them.
BEGIN { FS = "|" }
function least(a, b) { return a < b ? a : b }
{
    size = length($2)
    for (k = 0; k <= size; k++)
        row[k] = k
    for (i = 1; i <= length(name); i++) {
        corner = row[0]
        row[0] = i
        for (k = 1; k <= size; k++) {
            other = corner + (substr(name, i, 1) != substr($2, k, 1))
            corner = row[k]
            row[k] = least(other, least(row[k], row[k - 1]) + 1)
        }
    }
    if (2 * row[size] < length(name) && row[size] <= 3 && (best == "" || row[size] < distance)) {
        best = $2
        distance = row[size]
    }
}
END { if (best != "") print best }
