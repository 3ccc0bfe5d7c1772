#!/bin/bash
# features.sh: every row of features.txt names a test that exists, and every test of the
# language has a row. --table prints the page for docs/.
cd "$(dirname "$0")" || exit 1
rows() { grep -v '^#' features.txt; }
page() {
    cat <<'END'
# The language on the host device

Written by `make support-table` from the list of tests; a test compares it, and every row has a
test that runs the feature or sees it refused. The runtime API: [host-device-api.md](host-device-api.md).

END
    echo "| feature | on the host device | test |"
    echo "|---|---|---|"
    rows | sed 's/^/| /; s/$/ |/'
}
[ "$1" = --table ] && page && exit
passed=0 failed=0
while IFS='|' read -r feature answer test; do
    program=${test%%:*} program=${program// /} name=${test#*: }
    if [ "$program" = hostcc ]; then
        place="\"$name\"" file=hostcc.sh
    else
        place="{\"$name\"," file=$program.cu
    fi
    if [ -n "$answer" ] && grep -qF -- "$place" "$file"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) && echo "  FAILED  $feature: no test \"$name\" in $file"
    fi
done < <(rows)
for program in lang_launch lang_memory lang_threads lang_numbers lang_failures; do
    while IFS= read -r name; do
        grep -qF "| $program: $name" features.txt ||
            { failed=$((failed + 1)) && echo "  FAILED  $program: \"$name\" has no row"; }
    done < <(sed -n 's/^    {"\(.*\)", [a-z_]*},$/\1/p' "$program.cu")
done
page | cmp -s - ../../../docs/host-device-language.md && passed=$((passed + 1)) ||
    { failed=$((failed + 1)) && echo "  FAILED  docs/host-device-language.md: make support-table"; }
echo "host_features: $passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
