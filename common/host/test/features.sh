#!/bin/bash
# features.sh: every row of docs/host-device-language.md names a test that exists, and every test
# of the language has a row there.
cd "$(dirname "$0")" || exit 1
page=../../../docs/host-device-language.md
rows() { sed -n 's/^| \(.*\) |$/\1/p' $page | tail -n +2; } # without the head
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
for program in lang_launch lang_memory lang_threads lang_groups lang_numbers lang_failures; do
    while IFS= read -r name; do
        grep -qF "| $program: $name |" $page ||
            { failed=$((failed + 1)) && echo "  FAILED  $program: \"$name\" has no row"; }
    done < <(sed -n 's/^    {"\(.*\)", [a-z_]*},$/\1/p' "$program.cu")
done
echo "host_features: $passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
