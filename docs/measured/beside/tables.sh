#!/bin/bash
# Writes the measured tables into docs/beside.md: tables.sh, after beside.csv.xz and beside_faults.txt of run.sh were
# copied to docs/measured/h200/.
set -eu
page=docs/beside.md csv=$(mktemp) filled=$(mktemp)
trap 'rm -f "$csv" "$filled"' EXIT
xz -dc docs/measured/h200/beside.csv.xz >"$csv"

times() { # kernel: a line for each tool and mode, in their order in the CSV
    echo "| $1: tool | mode | 2^16, us | 2^20 | 2^24 | 2^28 | 2^28, GB/s |"
    echo "|---|---|---|---|---|---|---|"
    awk -F, -v kernel="$1" '/^#/ || $1 == "tool" { next }
        $2 == kernel || (kernel == "saxpy" && $2 == "triad") {
            row = $1 ($2 == "triad" ? " (triad)" : "") " | " $4
            if (!(row in seen)) order[++rows] = row
            seen[row] = 1; us[row, $3] = sprintf($5 < 100 ? "%.2f" : "%.1f", $5); rate[row, $3] = sprintf("%.0f", $6)
        }
        END { for (i = 1; i <= rows; i++) { r = order[i]
            print "| " r " | " us[r, 65536] " | " us[r, 1048576] " | " us[r, 16777216] " | " us[r, 268435456] " | " rate[r, 268435456] " |" } }' "$csv"
}
seconds() {
    echo "| tool | mode | points | seconds of the process |"
    echo "|---|---|---|---|"
    awk -F, '/^#/ || $1 == "tool" { next }
        { row = $1 " | " $4; if (!(row in points)) order[++rows] = row; points[row]++ }
        $1 != "babelstream" || !(row SUBSEP $3 in counted) { total[row] = $1 == "babelstream" ? total[row] + $7 : $7 }
        { counted[row, $3] = 1 }
        END { for (i = 1; i <= rows; i++) printf "| %s | %d | %.2f |\n", order[i], points[order[i]], total[order[i]] }' "$csv"
}
{
    sed '/^<!-- measured -->$/q' "$page"
    sed -n 's/^# \(device\|driver\|date\|tools\): \(.*\)/\1: \2;/p' "$csv" | paste -sd' ' | sed 's/;$/./'
    echo && times saxpy && echo && times copy && echo && seconds
    sed -n '/^<!-- end of measured -->$/,$p' "$page"
} >"$filled"
cp "$filled" "$page"
