#!/bin/bash
# term.sh COURSE: the term so far, from COURSE/results/*/*.json: COURSE/term.json and COURSE/term.html.
# COURSE/due.tsv says what is due; roster.txt (an id a line) who takes part; handed.tsv (ID, LAB,
# 2027-01-18T10:00) when it came; before/ (older results) what a newer workbook has changed.
# COUNT=latest or best (default) says which attempt counts.
set -eu
course=$1 here=$(dirname "$(realpath "$0")") count=${COUNT:-best}
fail() { echo "tare term: $1" >&2; exit 2; }
case $count in best | latest) ;; *) fail "COUNT=$count: say best or latest" ;; esac
[ -f "$course/due.tsv" ] || fail "$course/due.tsv is missing: make course writes it"
list() { # FILE COLUMNS: as JSON; a line that is none is refused with its number
    [ -f "$1" ] || { echo '[]'; return; }
    awk -v n="$2" -F'[\t ]+' '!/^#/ && NF && NF != n { printf "tare term: %s:%d: wants %d columns, and has %d\n", FILENAME, FNR, n, NF >"/dev/stderr"; exit 1 }' "$1" &&
        grep -v '^#' "$1" | awk NF | jq -Rcs 'split("\n") | map(select(. != "") | split("[\t ]+"; null))'
}
due=$(list "$course/due.tsv" 4) && handed=$(list "$course/handed.tsv" 3) && roster=$(list "$course/roster.txt" 1) || exit 2
twice=$(jq -r 'map(.[0]) | group_by(.) | map(select(length > 1)[0]) | join(", ")' <<<"$roster")
[ -z "$twice" ] || fail "$course/roster.txt: these ids are here twice: $twice"
bad=$(jq -r 'map(select(.[2] | test("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}") | not) | .[2]) | first // ""' <<<"$handed")
[ -z "$bad" ] || fail "$course/handed.tsv: \"$bad\" is no time: 2027-01-18T10:00"
gradings() { find "$1" -name '*-[0-9][0-9]_*.json' -exec cat {} + 2>/dev/null || true; }
gradings "$course/results" | jq -s --argjson due "$due" --argjson handed "$handed" --argjson roster "$(jq -c 'map(.[0])' <<<"$roster")" \
    --slurpfile before <(gradings "$course/before") --arg count "$count" -f "$here/term.jq" >"$course/term.json.new"
case ${TARE_LANG:-en} in
zh*) words='zh-Hans|本学期|每周|周|通过|错误|学生|学号|实验|结果|分数|提交次数|迟交天数|没有交的|重新评分后变了的|以前' ;;
*) words='en|The term|Weeks|week|passed|mistakes|Students|id|lab|outcome|points|attempts|days late|Not handed in|Changed by grading again|before' ;;
esac
jq -r --arg words "$words" -f "$here/page.jq" "$course/term.json.new" >"$course/term.html.new"
mv "$course/term.html.new" "$course/term.html"
mv "$course/term.json.new" "$course/term.json"
jq -r '"\(.rows | length) gradings count; \(.missing | length) are not handed in, \(.changed | length) have changed" +
    (if .strangers != [] then "; not in roster.txt: \(.strangers | join(", "))" else "" end)' "$course/term.json"
