#!/bin/bash
# Recorded gradings through every writer, and every file through a parser that is not ours.
set -u
passed=0 failed=0 skipped=0
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
tare=$PWD/build/tare
export TARE_LANG=en
mkdir "$out/class"
touch "$out/class/any.cu"
mkdir "$out/results"
for name in ann-09_units bob-09_units cem-18_published eve-09_units new-09_units; do
    "$tare" verdict grader/test/gradings/reports.jsonl --only $name --json "$out/results/$name.json" 2>"$out/said"
done
echo '<svg xmlns="http://www.w3.org/2000/svg" role="img"><title>a picture</title></svg>' >"$out/results/bob-09_units.svg"

expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
report() { "$tare" class "$out/class" --report --results "$out/results" "$@" >"$out/said" 2>&1; }

report --json "$out/all.json" --csv "$out/all.csv" --junit "$out/all.xml" --tap "$out/all.tap" \
    --github "$out/all.md" --html-class "$out/class.html" --html "$out/html" \
    --gradescope "$out/gradescope" --autolab "$out/autolab" --prairielearn "$out/prairielearn" \
    --classroom50 "$out/classroom50"
expect "all are written" 0 $?
expect "and summed up" 1 "$(grep -c '^5 graded: 1 pass 3 fail 1 not-attempted$' "$out/said")"

expect "JSON: five gradings" 5 "$(jq '.gradings | length' "$out/all.json")"
expect "JSON: by student" "ann bob cem eve new" "$(jq -r '[.gradings[].submission.id] | join(" ")' "$out/all.json")"
# Every grading follows the schema file, and one that does not is seen.
follows() { jq -r --slurpfile schema grader/grade/grading/grading.schema.json -f grader/test/schema.jq; }
expect "schema: what was written follows it" "" "$(jq -c '.gradings[]' "$out/all.json" | follows | head -3)"
expect "schema: what does not is named" ".seed .more .outcome .points .runs[0].pair " \
    "$(jq '.gradings[0] | .more = 1 | del(.seed) | .outcome = "x" | .points = "a" | .runs[0].pair = 1.5' \
        "$out/all.json" | follows | cut -d: -f1 | tr '\n' ' ')"
expect "CSV: a row each, and a head" 6 "$(wc -l <"$out/all.csv")"
expect "CSV: as many cells in each row" 1 "$(sed 's/"[^"]*"/x/g' "$out/all.csv" | awk -F, '{print NF}' | sort -u | wc -l)"
expect "JUnit: is XML" 0 "$(xmllint --noout "$out/all.xml" 2>&1 | wc -l)"
expect "JUnit: failures" 4 "$(xmllint --xpath 'string(/testsuites/@failures)' "$out/all.xml")"
# The shape that Jenkins's schema asks for, GitLab and the reporters of GitHub read, and no more.
only() { echo "//$1/@*[not(contains(' $2 ', concat(' ', name(), ' ')))]"; }
junit() { xmllint --xpath "$1" "$2" 2>&1; }
sums() { echo "testsuites/@$1 = sum(//testsuite/@$1) and sum(//testsuite/@$1) = count(//testcase$2)"; }
shape="count(//*[not(self::testsuites or self::testsuite or self::testcase or self::failure or self::error \
    or self::skipped)] | /*[not(self::testsuites)] | //testsuite[not(parent::testsuites)] \
    | //testcase[not(parent::testsuite and @name and @classname and @time and count(*) < 2)] \
    | //testsuite[not(@name and @tests and @failures and @errors)] | //testsuites/text()[normalize-space()] \
    | $(only testsuites 'name tests failures errors time') | $(only failure 'type message') \
    | $(only testsuite 'name tests failures errors skipped time') | $(only error 'type message') \
    | $(only testcase 'name classname time') | $(only skipped message))"
counts="$(sums tests '') and $(sums failures '[failure]') and $(sums errors '[error]')"
mkdir "$out/kinds"
for outcome in pass fail not-attempted cannot-grade skipped; do
    jq --arg o $outcome '.submission.id = $o | .outcome = $o' "$out/results/bob-09_units.json" >"$out/kinds/$outcome-09_units.json"
done
"$tare" class "$out/class" --report --results "$out/kinds" --junit "$out/kinds.xml" --tap "$out/kinds.tap" >"$out/said" 2>&1
for file in all kinds; do
    expect "JUnit: nothing that a schema forbids ($file)" 0 "$(junit "$shape" "$out/$file.xml")"
    expect "JUnit: its counts are those of its cases ($file)" true "$(junit "$counts" "$out/$file.xml")"
done
expect "JUnit: what is forbidden is seen" 4 "$(sed 's/<testsuites /&skipped="0" /; s/<skipped /&type="x" /' "$out/kinds.xml" |
    sed '0,/<failure/s//<text\/>&/' | junit "$shape" -)"
expect "JUnit: a count that is wrong is seen" false "$(sed 's/<testsuites \(.*\)errors="1"/<testsuites \1errors="0"/' "$out/kinds.xml" | junit "$counts" -)"
expect "JUnit: an element for each outcome" "error failure failure skipped" \
    "$(junit '//testcase/*' "$out/kinds.xml" | grep -oE '^<[a-z]+' | tr -d '<' | sort | xargs)"
expect "JUnit: a mistake is the message" "units/gib-as-gb" \
    "$(xmllint --xpath 'string(//testcase[@name="bob"]/failure/@message)' "$out/all.xml")"
expect "JUnit: their markup is text" 1 \
    "$(xmllint --xpath 'count(//testcase[@name="eve"]/failure[contains(., "<script>")])' "$out/all.xml")"
expect "TAP: plan" "1..5" "$(sed -n 2p "$out/all.tap")"
expect "TAP: ok and not ok" "ok not not not not" "$(grep -oE '^(ok|not)' "$out/all.tap" | tr '\n' ' ' | sed 's/ $//')"
# Perl's own parser, where there is one: prove reads what a report says.
if perl -MTAP::Parser -e 1 2>/dev/null; then
    tap() { perl -MTAP::Parser -e '$p = TAP::Parser->new({tap => join "", <STDIN>}); $p->run;
        printf "%d errors, %d passed, %d failed, %d skipped\n", scalar $p->parse_errors,
            $p->passed - $p->skipped, scalar $p->failed, scalar $p->skipped'; }
    expect "TAP: Perl's parser" "0 errors, 1 passed, 4 failed, 0 skipped" "$(tap <"$out/all.tap")"
    expect "TAP: each outcome" "0 errors, 1 passed, 3 failed, 1 skipped" "$(tap <"$out/kinds.tap")"
    expect "TAP: a plan that is wrong is seen" 1 "$(sed 's/^1\.\.5/1..6/' "$out/all.tap" | tap | cut -c1)"
else
    skipped=1
fi
expect "GitHub: no line is a workflow command" 0 "$(grep -c '^::' "$out/all.md")"
expect "GitHub: a row each" 5 "$(grep -cE '^\| (✅|❌|⚪)' "$out/all.md")"
expect "Gradescope: a file a student" "ann bob cem eve new" "$(cd "$out/gradescope" && echo *.json | sed 's/\.json//g')"
expect "Gradescope: the score" 10 "$(jq '.score' "$out/gradescope/ann.json" | sed 's/\.0$//')"
expect "Gradescope: text is text" "text text" \
    "$(jq -r '[.output_format, .tests[0].output_format] | join(" ")' "$out/gradescope/eve.json")"
expect "Gradescope: the capstone in part" true "$(jq '.score > 0 and .score < .tests[0].max_score' "$out/gradescope/cem.json")"
expect "Autolab: the last line is ours" 10 "$(tail -1 "$out/autolab/ann.txt" | jq '.scores.units' | sed 's/\.0$//')"
expect "Autolab: theirs stands behind a mark" 0 "$(head -n -1 "$out/autolab/eve.txt" | grep -cv '^|')"
expect "PrairieLearn: what does not build costs no attempt" "false true" \
    "$(jq -r '.gradable' "$out/prairielearn/eve.json") $(jq -r '.gradable' "$out/prairielearn/bob.json")"
expect "PrairieLearn: a score of 0 to 1" 1 "$(jq '.score' "$out/prairielearn/ann.json" | sed 's/\.0$//')"
expect "Classroom 50: whole numbers" "10 10" \
    "$(jq -r '[.score, ."max-score"] | join(" ")' "$out/classroom50/ann.json")"
for page in "$out"/html/*.html "$out/class.html"; do
    expect "HTML: $(basename "$page") is well formed" 0 \
        "$(xmllint --html --noout "$page" 2>&1 | grep -v 'Tag \(main\|section\|svg\|path\|rect\|text\|g\|ins\|del\|line\|style\|title\) invalid' | grep -c error)"
    expect "HTML: $(basename "$page") has no script and asks nobody" 0 "$(grep -cE '<script|src=|href="http|url\(' "$page")"
done
for page in "$out"/html/*.html "$out/class.html"; do
    expect "HTML: $(basename "$page") is for everyone" "" "$(awk -f grader/test/accessible.awk "$page")"
done
expect "HTML: a page that is not is seen" 5 "$(sed 's/ lang="en"//; s/--dim:#595959/--dim:#a9a9a9/; s/<th>/<td>/g; s/<h2>/<h4>/' \
    "$out/class.html" | awk -f grader/test/accessible.awk | wc -l)"
# A true rate that a student reads can be handed in without a measurement: staff have to ask for it.
report --reveal --junit "$out/r.xml" --tap "$out/r.tap" --github "$out/r.md" --csv "$out/r.csv" --html "$out/r.html" \
    --gradescope "$out/r.gradescope" --autolab "$out/r.autolab" --prairielearn "$out/r.prairielearn"
true_rate() { grep -rlE 'true [0-9]|true_|x time [0-9]|<svg' "$@" | wc -l; }
expect "no text tells the true rate" 0 "$(true_rate "$out"/all.{xml,tap,md} "$out"/html "$out"/gradescope "$out"/autolab "$out"/prairielearn)"
expect "but what is exact, and where the time stands" "reported 29.52 GB/s: unit 0.9313 x work 1.0000 x time not decided" \
    "$(grep -ohE 'reported 29.52 .*' "$out/autolab/bob.txt")"
expect "nor a table" ",," "$(sed -n 2,3p "$out/all.csv" | cut -d, -f14 | tr '\n' ',')"
expect "with --reveal every text does" 7 "$(true_rate "$out"/r.{xml,tap,md} "$out/r.html/bob.html" "$out"/r.{gradescope,autolab,prairielearn}/bob.*)"
expect "and a table" 30.727 "$(sed -n 3p "$out/r.csv" | cut -d, -f14 | cut -c1-6)"
expect "HTML: what the witness saw is on the page" 1 "$(grep -c '<svg' "$out/r.html/bob.html")"
expect "HTML: the class leads to each student" 5 "$(grep -oE 'href="[a-z]+\.html"' "$out/class.html" | sort -u | wc -l)"
TARE_LANG=zh report --html-class "$out/zh.html"
expect "HTML: in Chinese" 'lang="zh-CN"' "$(grep -o 'lang="zh-CN"' "$out/zh.html")"
# Gradebooks as they come: a mark before UTF-8, quotes, line ends in a cell, any language.
printf '\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,09 units (7),18 published (8)\r\n    Points Possible,,,,,10,100\r\n"Müller, ""Jö""",1,,ann,"a\nb",,\r\n"王, 小明",2,,cem,1,,7\r\n' >"$out/canvas.csv"
report --lab 9 --canvas "$out/canvas.csv" --filled "$out/filled.csv"
expect "Canvas: only that lab, and all else as it was" \
    "$(sed 's/\r$//; s/^b",,$/b",10,/' "$out/canvas.csv")" "$(cat "$out/filled.csv")"
printf '\xef\xbb\xbf标识符,全名,成绩,最后修改(成绩)\n参与者 12,"王 ""小"" 明",,-\n参与者 5,x,3,\n' >"$out/moodle.csv"
cp -r "$out/results" "$out/numbers" && rm "$out/numbers"/*.svg
jq '.submission.id = "12"' "$out/results/ann-09_units.json" >"$out/numbers/12-09_units.json"
"$tare" class "$out/class" --report --results "$out/numbers" --lab 09 --moodle "$out/moodle.csv" --filled "$out/filled.csv" >/dev/null 2>&1
expect "Moodle: in another language" '参与者 12,"王 ""小"" 明",10,-' "$(sed -n 2p "$out/filled.csv")"
# One bad result hides nobody, and no result writes outside the folder of reports.
for how in empty null folder path other; do
    rm -rf "$out/bad" && cp -r "$out/results" "$out/bad" && bad=$out/bad/ann-09_units.json
    case $how in
    empty) : >"$bad" ;;
    null) echo null >"$bad" ;;
    folder) rm "$bad" && mkdir "$bad" ;;
    path) jq '.submission.id = "../escaped"' "$out/results/ann-09_units.json" >"$bad" ;;
    other) cp "$out/results/bob-09_units.json" "$bad" ;;
    esac
    "$tare" class "$out/class" --report --results "$out/bad" --csv "$out/bad.csv" --html "$out/pages-of-bad/" \
        --html-class "$out/bad.html" >/dev/null 2>"$out/said"
    expect "a bad result ($how): code 3, and its name" "3 1" "$? $(grep -c '^tare class: ann-09_units.json: ' "$out/said")"
    expect "a bad result ($how): the others are there" "0 1" "$(grep -c '^"ann"' "$out/bad.csv") $(grep -c '^"cem"' "$out/bad.csv")"
    expect "a bad result ($how): told on the class's page" 1 "$(grep -c 'ann-09_units.json' "$out/bad.html")"
    expect "a bad result ($how): nothing outside" "" "$(find "$out" -name 'escaped*')"
done

# What could not be graded has no score anywhere.
mkdir "$out/none" && jq '.outcome = "cannot-grade" | .cannot = "noise"' "$out/results/ann-09_units.json" >"$out/none/ann-09_units.json"
"$tare" class "$out/class" --report --results "$out/none" --gradescope "$out/n-g" --classroom50 "$out/n-c" --prairielearn "$out/n-p" \
    --autolab "$out/n-a" --csv "$out/none.csv" --html "$out/n-h" >/dev/null 2>&1
expect "no score: Gradescope" "false false" "$(jq 'has("score"), (.tests[0] | has("score"))' "$out/n-g/ann.json" | xargs)"
expect "no score: Gradescope says why" 1 "$(jq -r .output "$out/n-g/ann.json" | grep -c 'not your mistake')"
expect "no score: Classroom 50" "false false" "$(jq 'has("score"), (.tests[0] | has("score"))' "$out/n-c/ann.json" | xargs)"
expect "no score: PrairieLearn" "false false" "$(jq '.gradable, (.tests[0] | has("points"))' "$out/n-p/ann.json" | xargs)"
expect "no score: Autolab" "{}" "$(tail -1 "$out/n-a/ann.txt" | jq -c .scores)"
expect "no score: CSV" '"cannot-grade",,10' "$(sed -n 2p "$out/none.csv" | cut -d, -f4-6)"
expect "standard output that is closed: a message, code 3" 3 \
    "$("$tare" class "$out/class" --report --results "$out/results" --csv - >/dev/full 2>"$out/said"; echo $?)"
expect "and it says so" 1 "$(grep -c 'standard output: No space left' "$out/said")"
report --csv /nowhere/x.csv
expect "a file that cannot be written: code 3" 3 $?
expect "and it is named" 1 "$(grep -c /nowhere/x.csv "$out/said")"
echo '{"schema":"no"}' >"$out/results/zed-09_units.json"
report --csv "$out/all.csv"
expect "a result that is none: code 3" 3 $?
expect "and it is named" 1 "$(grep -c zed-09_units.json "$out/said")"
echo "reports: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
