#!/bin/bash
# features.sh: every row of features.txt names a test that exists, and every test of the
# language has a row. --table prints the page for docs/.
cd "$(dirname "$0")" || exit 1
rows() { grep -v '^#' features.txt; }
if [ "$1" = --table ]; then
    echo "| feature | on the host device | test |"
    echo "|---|---|---|"
    rows | sed 's/^/| /; s/$/ |/'
    exit
fi
passed=0 failed=0
while IFS='|' read -r feature answer test; do
    program=${test%%:*} program=${program// /} name=${test#*: }
    if [ -n "$answer" ] && grep -qF "{\"$name\"," "$program.cu"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) && echo "  FAILED  $feature: no test \"$name\" in $program.cu"
    fi
done < <(rows)
for program in lang_launch lang_memory lang_threads lang_numbers lang_failures; do
    while IFS= read -r name; do
        grep -qF "| $program: $name" features.txt ||
            { failed=$((failed + 1)) && echo "  FAILED  $program: \"$name\" has no row"; }
    done < <(sed -n 's/^    {"\(.*\)", [a-z_]*},$/\1/p' "$program.cu")
done
echo "host_features: $passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
