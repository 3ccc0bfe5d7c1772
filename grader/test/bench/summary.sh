#!/bin/bash
# The rows of grader.sh, of one or several shards: a line a lab, then the sums.
# usage: grader/test/bench/summary.sh FILE.csv ..., packed (.csv.xz) or not
xz -dcf "$@" | grep -v -e ^device, -e '^#' | sort -t, -k2,2 -k3,3r -k14,14g | awk -F, '
    function line() {
        if (n) printf "%-18s %-9s %5d %6d %7d %9.2f  %s\n", lab, kind, n, wrong, cannot, time[int((n + 1) / 2)], names
    }
    BEGIN { printf "%-18s %-9s %5s %6s %7s %9s  %s\n", "lab", "", "runs", "wrong", "cannot", "median s", "named" }
    $2 != lab || $3 != kind { line(); lab = $2; kind = $3; n = wrong = cannot = 0; names = ""; split("", seen) }
    { time[++n] = $14; all++; wrong += $8 == "WRONG"; cannot += $8 == "cannot"; skipped += $8 == "skipped"
      all_wrong += $8 == "WRONG"; all_cannot += $8 == "cannot"; seconds[all] = $14
      if (!seen[$9]++ && $9 != "") names = names (names ? " | " : "") $9 }
    END { line()
        printf "\n%d gradings: %d wrong verdicts, %d could not be graded (%.1f %%), %d skipped\n", all, all_wrong,
            all_cannot, all ? 100 * all_cannot / all : 0, skipped
        exit all_wrong > 0 || all == 0 }'
result=$?
xz -dcf "$@" | grep -v -e ^device, -e '^#' -e ,skipped, | cut -d, -f14 | sort -g | awk '{ s[NR] = $1 }
    END { if (NR) printf "seconds a grading: median %.2f, slowest %.2f\n", s[int((NR + 1) / 2)], s[NR] }'
exit $result
