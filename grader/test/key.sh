#!/bin/bash
# The answer key answers the harder question of every lab, in both languages with the same figures, holds
# every accepted repair, and is not in the students' tree.
set -u
passed=0 failed=0
tell() { # condition's exit code, words
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "  FAILED  $2"; fi
}
for language in en zh; do
    other=$([ $language = en ] && echo zh || echo en)
    said=$(grader/staff/key/key.sh $language)
    for lab in labs/[0-9]*_*/; do
        name=$(basename "$lab")
        grep -qx "languages *= *$other" "$lab/lab.meta" ||
            tell "$(grep -qx "${name:0:2}" <<<"$said"; echo $?)" "$language: no answer for lab $name: write it into grader/staff/key/key.$language.md, behind the last one"
        tell "$(grep -qx "### $name" <<<"$said"; echo $?)" "$language: no repairs of lab $name"
    done
    repairs=$(cat grader/repairs/*.fences | grep -c '^// fence:')
    tell "$([ "$(grep -c '^// fence:' <<<"$said")" = "$repairs" ]; echo $?)" "$language: not all $repairs repairs"
    tell "$([ "$(grep -cE '^[1-8]\. ' <<<"$said")" = 8 ]; echo $?)" "$language: not eight questions"
    tell "$([ "$(grep -cE '^\| [0-3] \|' <<<"$said")" = 4 ]; echo $?)" "$language: not four levels"
done
numbers() { grader/staff/key/key.sh "$1" | sed -n '/^01$/,/^18$/p' | grep -oE '[0-9]+(\.[0-9]+)? (µs|GB/s|s|ms|TFLOP/s|MHz|MB|%)' | sort; }
tell "$(diff <(numbers en) <(numbers zh) >/dev/null; echo $?)" "figures differ between the languages: $(diff <(numbers en) <(numbers zh) | head -3 | paste -sd' ')"
tell "$(grep -q 'grader/staff/key' common/make/dist.sh; echo $?)" "the students' tree would hold the key"
echo "key: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
