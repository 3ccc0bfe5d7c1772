#!/bin/bash
# The recipe "add a report format", executed in a copy of the tree: one file and one line.
set -u
passed=0 failed=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES
expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
common/make/scratch.sh "$here/tree"
cd "$here/tree" || exit 1
cat >grader/staff/report/count.c <<'END'
// count.c: how many gradings there are.
#include "report/report.h"

int report_count(const struct report *report, FILE *out) {
    return fprintf(out, "%d gradings\n", report->count) < 0 ? -1 : 0;
}
END
echo 'FORMAT("count", report_count, EVERYBODY, "txt", "how many gradings there are", "有多少份评分")' >>grader/staff/report/formats.def
make -s DEVICE=host build/tare >"$here/made" 2>&1
built=$?
expect "it builds: $(tail -3 "$here/made")" 0 $built
expect "the help has it" 1 "$(build/tare class --help | grep -c -- '--count FILE  *how many gradings there are')"
mkdir -p "$here/class/ann" && echo x >"$here/class/ann/lab.cu"
build/tare class "$here/class" --lab 08 --device host --sandbox none --quiet --count "$here/counted" >"$here/said" 2>&1
expect "a class is reported in it" "1 gradings" "$(cat "$here/counted")"
echo "recipe_report: $passed passed, $failed failed"
[ $failed = 0 ]
