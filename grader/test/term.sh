#!/bin/bash
# A term of three students and two labs: which attempt counts, late days, who is missing, what a second
# grading changed, and bad input by file and line.
set -u
passed=0 failed=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
export TARE_LANG=en
tell() { # condition's exit code, words
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $2: $(tail -3 "$here/said")"
    fi
}
term() { grader/staff/term/term.sh "$here" >"$here/said" 2>&1; }
is() { tell "$(jq -e "$2" "$here/term.json" >/dev/null; echo $?)" "$1: $(jq -c "$3" "$here/term.json")"; }
grading() { # FOLDER ID LAB TIME OUTCOME POINTS MISTAKE
    mkdir -p "$here/$1"
    jq -n --arg id "$2" --arg lab "$3" --arg when "$4" --arg outcome "$5" --argjson points "$6" --arg mistake "$7" \
        '{lab: {folder: $lab}, submission: {id: $id}, when: $when, outcome: $outcome, points: $points, max_points: 10,
          findings: (if $mistake == "" then [] else [{mistake: $mistake}] end)}' >"$here/$1/$2-$3.json"
}
printf '# timezone +01:00\n01_kernel_time\t2027-01-17\t23:59\t1\n08_peak\t2027-01-24\t23:59\t2\n' >"$here/due.tsv"
printf 'ada\nbob\ncid\n' >"$here/roster.txt"
printf 'ada 01_kernel_time 2027-01-17T23:58\nbob 01_kernel_time 2027-01-19T00:10\n' >"$here/handed.tsv"
grading results/01 ada 01_kernel_time 2027-01-18T10:00:00Z pass 10 ""
grading results/01-again ada 01_kernel_time 2027-01-19T10:00:00Z fail 0 time/launch-only
grading results/01 bob 01_kernel_time 2027-01-18T10:00:00Z fail 0 time/launch-only
grading results/08 bob 08_peak 2027-01-25T10:00:00Z pass 10 ""
grading before/08 bob 08_peak 2027-01-25T10:00:00Z cannot-grade null ""
term
tell $? "a term"
tell "$(grep -q '3 gradings count; 3 are not handed in, 1 have changed' "$here/said"; echo $?)" "its summary"
is "the best attempt counts" '.rows[] | select(.student == "ada") | .points == 10 and .attempts == 2' .rows
COUNT=latest term
is "or the latest" '.rows[] | select(.student == "ada") | .points == 0' .rows
is "in time" '.rows[] | select(.student == "ada") | .late == 0' .rows
is "two days late" '.rows[] | select(.student == "bob" and .lab == "01_kernel_time") | .late == 2' .rows
is "a time that nobody knows" '.rows[] | select(.lab == "08_peak") | .late == null' .rows
is "who has not handed in" '.missing == [["ada", "08_peak"], ["cid", "01_kernel_time"], ["cid", "08_peak"]]' .missing
is "what has changed" '.changed | length == 1 and .[0].was.outcome == "cannot-grade" and .[0].outcome == "pass"' .changed
is "mistakes a week" '.weeks[0].mistakes == [{"id": "time/launch-only", "count": 2}]' .weeks
tell "$(grep -q 'time/launch-only 2' "$here/term.html"; echo $?)" "the page"
TARE_LANG=zh term
tell "$(grep -q '没有交的' "$here/term.html"; echo $?)" "the page in Chinese"
bad() { # WORDS, FILE, TEXT
    cp "$here/$2" "$here/kept" && before=$(cksum "$here/term.json")
    printf '%b' "$3" >>"$here/$2"
    term
    tell "$([ $? = 2 ] && grep -qF -- "$1" "$here/said"; echo $?)" "$2: $1"
    tell "$([ "$before" = "$(cksum "$here/term.json")" ]; echo $?)" "$2: something was written"
    mv "$here/kept" "$here/$2"
}
bad "these ids are here twice: bob" roster.txt 'bob\n'
bad "handed.tsv:3: wants 3 columns, and has 2" handed.tsv 'cid 08_peak\n'
bad '"monday" is no time' handed.tsv 'cid 08_peak monday\n'
COUNT=worst term
tell "$([ $? = 2 ] && grep -q 'say best or latest' "$here/said"; echo $?)" "no such attempt"
rm "$here/due.tsv"
term
tell "$([ $? = 2 ] && grep -q 'make course writes it' "$here/said"; echo $?)" "no due dates"
echo "term: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
