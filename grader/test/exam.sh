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
(umask 0 && build/tare exam --seed ada --out "$here/exams") >"$here/said" 2>&1
tell $? "an exam is made"
chmod 755 "$here/exams"
find "$here/exams" -mindepth 1 ! -type l -perm /077 >"$here/said"
tell "$([ ! -s "$here/said" ]; echo $?)" "others may read answers"
first=$(cat "$here"/exams/keys/ada/labs/90_exam/lab.cu)
build/tare exam --seed ada --out "$here/exams" >"$here/said" 2>&1
tell "$(grep -q 'is there already' "$here/said"; echo $?)" "the same student again"
mv "$here/exams/keys/ada" "$here/kept" && build/tare exam --seed ada --out "$here/exams" >"$here/said" 2>&1
tell "$([ "$first" = "$(cat "$here"/exams/keys/ada/labs/90_exam/lab.cu)" ]; echo $?)" "the same one comes back"
build/tare exam --seed '../ada' --out "$here/exams" >"$here/said" 2>&1
tell "$([ $? = 2 ] && grep -q 'is no id' "$here/said"; echo $?)" "an id that is a path"
# Unit and work are exact, whatever the clock says on a busy machine.
TARE_ROOT=$here/exams/keys/ada build/tare check 90 --budget 2 --json "$here/graded.json" >"$here/said" 2>&1
tail -n +2 "$here/exams/keys/ada/key.txt" | while IFS=$'\t' read -r row _ unit work _; do
    jq -e --arg row "$row" --argjson unit "$unit" --argjson work "$work" \
        'first(.rows[] | select(.what == $row)) | ((.unit / $unit - 1) | fabs) < 1e-4 and ((.work / $work - 1) | fabs) < 1e-4' \
        "$here/graded.json" >/dev/null || echo "$row"
done >"$here/said"
tell "$([ -s "$here/graded.json" ] && [ ! -s "$here/said" ]; echo $?)" "rows that are not as their key says"
# The making of all papers, with a check that says what each key says: here the clock is not asked.
mkdir -p "$here/stage/build"
cat >"$here/stage/build/tare" <<'END'
#!/bin/bash
[ "$1" = check ] || exec "$TARE" "$@"
[ "$3" = --budget ] || { echo '{"outcome": "pass"}' >"${!#}"; exit; }
jq -R 'split("\t") | select(.[1]) | {what: .[0], mistake: .[1], unit: .[2], work: .[3], time: (.[4] | ltrimstr(">") | ltrimstr("<"))}' \
    <(tail -n +2 "$TARE_ROOT/key.txt") | jq -s '{findings: map(select(.mistake != "true")),
    rows: map({what, unit: (.unit | tonumber), work: (.work | tonumber), time: (.time | tonumber | if . == 2 then 3 elif . == 0.5 then 0.1 else . end)})}' >"${!#}"
END
chmod +x "$here/stage/build/tare"
(cd "$here/stage" && TARE=$OLDPWD/build/tare "$OLDPWD/grader/staff/exam/exams.sh" "$here/exams" 3 ada bob) >"$here/said" 2>&1
tell $? "papers for two"
(cd "$here/exams/hand-out" && find . ! -perm -044 -o -type f | sort) >"$here/said"
papers="README.md README.zh-CN.md lab.cu $(command -v pandoc >/dev/null && echo README.html README.zh-CN.html)"
tell "$(diff <(for paper in $papers; do printf './%s\n' {ada,bob}/"$paper"; done | sort) "$here/said" >>"$here/said"; echo $?)" "more than the papers, or unreadable ones"
for paper in "$here"/exams/hand-out/ada/README.md "$here"/exams/hand-out/ada/README.zh-CN.md; do
    rows=$(sed -n 's/^| \([a-z]*\) | | | |$/\1/p' "$paper" | paste -sd' ')
    [ "$rows" = "$(tail -n +2 "$here/exams/keys/ada/key.txt" | cut -f1 | paste -sd' ')" ] && grep -q '| ada |.*60.*100' "$paper" &&
        grep -q '| 30 | 3 | 90 |' "$paper" && grep -q '| 5 | 2 | 10 |' "$paper" || echo "$paper"
done >"$here/said"
tell "$([ ! -s "$here/said" ]; echo $?)" "a paper without its rows, its id, its time or its points"
cat "$here"/exams/hand-out/*/* >"$here/said"
tell "$(! grep -qE 'units/|work/|time/' "$here/said"; echo $?)" "an answer in a paper"
find "$here/exams/keys" ! -type l -perm /077 >"$here/said"
tell "$([ ! -s "$here/said" ]; echo $?)" "others may read the proofs"

mkdir "$here/in"
EXAM=$(grader/staff/exam/grade.sh "$here/exams" "$here/in" 2>&1)
tell "$([ "$EXAM" = $'ada\tnot handed in\nbob\tnot handed in' ]; echo $?)" "who has not handed in: $EXAM"
mkdir "$here/in/eve"
grader/staff/exam/grade.sh "$here/exams" "$here/in" >"$here/said" 2>&1
tell "$([ $? = 3 ] && grep -q 'eve: no exam was made' "$here/said"; echo $?)" "an id without an exam"
tell "$([ "$(stat -c %a "$here/exams/results")" = 700 ]; echo $?)" "others may read results"
echo "exam: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
