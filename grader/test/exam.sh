#!/bin/bash
# One exam, made twice, graded as shipped: its wrong rows get their names, and nobody else can draw it.
set -u
passed=0 failed=0 skipped=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
unset TARE_ROOT MAKEFLAGS MAKELEVEL
export TARE_LANG=en NO_COLOR=1 DEVICE=host
tell() { # condition's exit code, words
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $2: $(tail -2 "$here/said")"
    fi
}
build/tare exam --seed ada --out "$here/exams" >"$here/said" 2>&1
tell $? "an exam is made"
first=$(cat "$here"/exams/ada/labs/90_exam/lab.cu)
build/tare exam --seed ada --out "$here/exams" >"$here/said" 2>&1
tell "$(grep -q 'is there already' "$here/said"; echo $?)" "the same student again"
mv "$here/exams/ada" "$here/kept" && build/tare exam --seed ada --out "$here/exams" >"$here/said" 2>&1
tell "$([ "$first" = "$(cat "$here"/exams/ada/labs/90_exam/lab.cu)" ]; echo $?)" "the same one comes back"
build/tare exam --seed '../ada' --out "$here/exams" >"$here/said" 2>&1
tell "$([ $? = 2 ] && grep -q 'is no id' "$here/said"; echo $?)" "an id that is a path"
tell "$([ "$(stat -c %a "$here/exams/secret")" = 600 ]; echo $?)" "the secret is ours alone"
# Unit and work are exact, whatever the clock says on a busy machine.
TARE_ROOT=$here/exams/ada build/tare check 90 --budget 2 --json "$here/graded.json" >"$here/said" 2>&1
tail -n +2 "$here/exams/ada/key.txt" | while IFS=$'\t' read -r row _ unit work _; do
    jq -e --arg row "$row" --argjson unit "$unit" --argjson work "$work" \
        'first(.rows[] | select(.what == $row)) | ((.unit / $unit - 1) | fabs) < 1e-4 and ((.work / $work - 1) | fabs) < 1e-4' \
        "$here/graded.json" >/dev/null || echo "$row"
done >"$here/said"
tell "$([ -s "$here/graded.json" ] && [ ! -s "$here/said" ]; echo $?)" "rows that are not as their key says"
mkdir "$here/in"
EXAM=$(grader/staff/exam/grade.sh "$here/exams" "$here/in" 2>&1)
tell "$([ "$EXAM" = $'ada\tnot handed in' ]; echo $?)" "who has not handed in: $EXAM"
mkdir "$here/in/bob"
grader/staff/exam/grade.sh "$here/exams" "$here/in" >"$here/said" 2>&1
tell "$([ $? = 3 ] && grep -q 'bob: no exam was made' "$here/said"; echo $?)" "an id without an exam"
echo "exam: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
