#!/bin/bash
# A class from end to end: layouts, shards, a grader that is killed, gradebooks, bad calls.
set -u
passed=0 failed=0 skipped=0
here=$(mktemp -d)
chmod 755 "$here"
trap 'rm -rf "$here"' EXIT
tare=$PWD/build/tare
right=solutions/06_short_kernel/lab.cu
shipped=$here/shipped.cu
build/lab_file splice $right labs/06_short_kernel/shipped.fence >"$shipped"

expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
class() { "$tare" class "$@" --sandbox none --quiet 2>"$here/stderr"; }
ids() { for f in "$1"/*.json; do jq -r .submission.id "$f"; done | sort | tr '\n' ' '; }

# Layouts, from their real shapes.
mkdir -p "$here/canvas" "$here/moodle/Ada L_657737_assignsubmission_file_" "$here/moodle/Bo B_9_assignsubmission_file_"
cp $right "$here/canvas/smithbob_340934_208490284_BobsWork.cu"
cp "$shipped" "$here/canvas/smithbob_340934_108490284_old-1.cu"
cp "$shipped" "$here/canvas/leeann_LATE_340935_208490290_lab.cu"
cp $right "$here/moodle/Ada L_657737_assignsubmission_file_/my lab.cu"
cp "$shipped" "$here/moodle/Bo B_9_assignsubmission_file_/lab.cu"
class "$here/canvas" --layout canvas --lab 06 --results "$here/r-canvas" >/dev/null
expect "Canvas: ids" "340934 340935 " "$(ids "$here/r-canvas")"
expect "Canvas: the latest of a student counts" "true" "$(jq .submission.attempted "$here/r-canvas/340934-06_short_kernel.json" | sed 's/^1$/true/')"
class "$here/moodle" --layout moodle --lab 06 --results "$here/r-moodle" >/dev/null
expect "Moodle: ids" "657737 9 " "$(ids "$here/r-moodle")"

# A folder a student; names that could be no file's; then a shard each, and all.
mkdir -p "$here/class/"{ann,bob,cem,dee}/labs/06_short_kernel "$here/class/na me;rm"
for student in ann bob cem dee; do cp "$shipped" "$here/class/$student/labs/06_short_kernel/lab.cu"; done
cp $right "$here/class/na me;rm/lab.cu"
class "$here/class" --lab 06 --results "$here/r" --shard 0/2 --seed 7 >/dev/null
expect "a shard is a part" 3 "$(ls "$here"/r/*.json | wc -l)"
class "$here/class" --lab 06 --results "$here/r" --shard 1/2 --seed 7 >/dev/null
expect "results are not overwritten by accident" 2 "$(class "$here/class" --lab 06 --results "$here/r" >/dev/null; echo $?)"
expect "and it says how to go on" 1 "$(grep -c -- '--resume goes on' "$here/stderr")"
class "$here/class" --lab 06 --results "$here/r" --shard 1/2 --seed 7 --resume >/dev/null
expect "what has its result is not graded" "1 to grade on the host device, sandbox none, 1 graded before" \
    "$(cp -r "$here/r" "$here/r-part" && rm "$here"/r-part/dee-*.json && "$tare" class "$here/class" --lab 06 --only ann,dee \
        --device host --results "$here/r-part" --resume --sandbox none 2>&1 >/dev/null | grep -o '^1 to grade.*before')"
class "$here/class" --lab 06 --results "$here/r" --resume --csv "$here/r.csv" >"$here/said"
before=$(stat -c '%n %i' "$here"/r/*.json)
expect "nothing left: the same reports" "$(cat "$here/said" "$here/r.csv")" "$(cd "$here/r" && "$tare" class "$here/class" \
    --lab 06 --results "$here/r" --resume --sandbox no-such --csv "$here/r-done.csv" 2>"$here/stderr"; cat "$here/r-done.csv")"
expect "nothing left: and said so" "nothing is left to grade, 5 graded before, results in $here/r" "$(cat "$here/stderr")"
expect "nothing left: nothing is touched" "$before" "$(stat -c '%n %i' "$here"/r/*.json)"
few() { (ulimit "$1" 16; "$tare" class "$here/class" --lab 06 --results "$here/$2" --resume 2>&1; echo "code $?"); }
expect "few descriptors: says so, and advises nothing about walls" "1 0 code 3" \
    "$(few -n r-few >"$here/said"; echo "$(grep -c 'too many open files: ulimit -n allows 16 here' "$here/said") $(grep -c sandbox "$here/said") $(tail -1 "$here/said")")"
expect "few by choice: takes what it may" "code 0" "$(few -Sn r | tail -1)"
expect "no result holds a true rate: staff ask for it with --reveal" 0 "$(jq '.rows[].expected' "$here"/r/*.json | grep -vc null)"
expect "both shards are all" 5 "$(ls "$here"/r/*.json | wc -l)"
expect "a name that is none is hashed" 1 "$(ids "$here/r" | grep -o hashed- | wc -l)"
expect "only some" "bob " "$(class "$here/class" --lab 06 --only bob --results "$here/r-bob" >/dev/null; ids "$here/r-bob")"
expect "the same seed, the same sizes" "$(jq -c '[.runs[:4][] | .seed]' "$here/r/bob-06_short_kernel.json")" \
    "$(class "$here/class" --lab 06 --only bob --seed 7 --keep --results "$here/r-again" >/dev/null; jq -c '[.runs[:4][] | .seed]' "$here/r-again/bob-06_short_kernel.json")"
expect "another seed, other sizes" true "$(jq --slurpfile other "$here/r-bob/bob-06_short_kernel.json" \
    '[.runs[].seed] != [$other[0].runs[].seed]' "$here/r/bob-06_short_kernel.json")"
expect "what was built is kept with --keep" 1 "$(find "$here/r-again/programs/bob-06_short_kernel" -type f -perm -u=x | wc -l)"
expect "and else is not" 0 "$(find "$here/r/programs" "$here/r/rooms" -type f | wc -l)"

# Nobody is dropped without a word, and reports show names, of any language.
mkdir -p "$here/names/dup" "$here/names/张三" "$here/names/hashed-$(printf '张三' | sha256sum | cut -c1-16)"
for folder in "$here"/names/*/; do echo x >"$folder/lab.cu"; done
echo y >"$here/names/dup.cu" && ln -s dup "$here/names/erin" && echo z >"$here/names/notes.txt"
"$tare" class "$here/names" --lab 06 --sandbox none --results "$here/r-names" --csv "$here/names.csv" >"$here/said" 2>"$here/stderr"
expect "names: who has another id is told" "dup.cu 张三" "$(grep -oE '^(dup.cu|张三): its id is hashed-[0-9a-f]{16}$' "$here/stderr" | cut -d: -f1 | sort | xargs)"
expect "names: what is no submission is told" 1 "$(grep -c '^notes.txt: it is neither a folder nor a .cu file$' "$here/stderr")"
expect "names: a link is told, and refused" "1 1" "$(grep -c '^erin: it is a link' "$here/stderr") $(grep -c '^"erin","erin","06_short_kernel","fail"' "$here/names.csv")"
expect "names: everybody is in the report" "dup dup.cu erin hashed- 张三" \
    "$(tail -n +2 "$here/names.csv" | cut -d, -f2 | tr -d '"' | sed 's/^hashed-.*/hashed-/' | LC_ALL=C sort | xargs)"
expect "names: two classes give the same ids" "$(cut -f1 "$here/r-names/students.tsv")" \
    "$(cp -r "$here/names" "$here/moved" && class "$here/moved" --lab 06 --results "$here/r-moved" >/dev/null; cut -f1 "$here/r-moved/students.tsv")"

# A report that cannot be written is told before anything is measured.
class "$here/class" --lab 06 --results "$here/r-early" --csv "$here/nowhere/x.csv" >/dev/null
expect "a report is tried first" "3 0" "$? $(find "$here/r-early" -name '*.json' 2>/dev/null | wc -l)"
expect "and its file is named" 1 "$(grep -c 'nowhere/x.csv: No such file' "$here/stderr")"
class "$here/class" --lab 06 --results "$here/r-early" --html "$here/said" >/dev/null
expect "a folder of reports that is a file" 3 $?

# Those without a verdict, again: one command, which the summary prints.
cp -r "$here/r" "$here/r-noise"
jq '.outcome = "cannot-grade" | .cannot = "noise"' "$here/r/ann-06_short_kernel.json" >"$here/r-noise/ann-06_short_kernel.json"
again=$("$tare" class "$here/class" --lab 06 --results "$here/r-noise" --report 2>/dev/null | sed -n 's/^to grade those 1 again: build.tare //p')
expect "cannot be graded: the command" "class '$here/class' --lab 06 --results '$here/r-noise' --only cannot-grade" "$again"
expect "and it grades that one" "1 to grade on the host device, sandbox none, 4 graded before" \
    "$(eval "\"$tare\" $again --sandbox none --device host" 2>&1 >/dev/null | grep -o '^1 to grade.*before')"

# How far it is: lines where nobody looks on, and on a terminal a bar that is drawn over.
"$tare" class "$here/canvas" --layout canvas --lab 06 --results "$here/r-lines" --sandbox none >/dev/null 2>"$here/lines"
expect "lines: one a step" "building 1 of 2, building 2 of 2, measuring 1 of 2, measuring 2 of 2," \
    "$(grep -oE '^(building|measuring) [0-9]+ of [0-9]+,' "$here/lines" | xargs)"
expect "lines: no bar, nothing drawn over" 0 "$(grep -cE $'\r|\e|\\[' "$here/lines")"
cat >"$here/script" <<'END'
wait 60 building  [###############...............] 1 of 2
wait 60 building  [##############################] 2 of 2, 0:00 left
wait 90 measuring [###############...............] 1 of 2
wait 90 measuring [##############################] 2 of 2, 0:00 left
wait 90 2 graded:
end 60 0
END
PTY_LOG=$here/drawn build/pty "$here/script" "$tare" class "$here/canvas" --layout canvas \
    --lab 06 --results "$here/r-bar" --sandbox none --tries 1 >"$here/said"
code=$?
if [ $code = 77 ]; then skipped=1; else
    expect "a bar on a terminal: $(tail -3 "$here/said")" 0 $code
    expect "and it is drawn over" 2 "$(tr '\r' '\n' <"$here/drawn" | grep -c '1 of 2, [0-9]*:[0-9][0-9] left  $')"
fi

# As it is typed: a folder of this folder, and the sandbox that is found.
mkdir -p "$here/typed" && cp -r "$here/class/bob" "$here/typed/"
expect "relative paths, in a sandbox" not-attempted "$(cd "$here" && "$tare" class typed --lab 06 --quiet >/dev/null 2>&1; \
    jq -r 'select(.runs | any(.claims | length > 0)) | .outcome' typed-results/bob-06_short_kernel.json)"

# Killed at some point, gone on with, until done: nothing lost, nothing finished repeated.
for _ in 1 2 3; do
    setsid "$tare" class "$here/class" --lab 06 --results "$here/r-kill" --resume --quiet --sandbox none >/dev/null 2>&1 &
    killed=$!
    sleep 0.$((RANDOM % 900 + 100))
    kill -9 -$killed 2>/dev/null
    wait $killed 2>/dev/null
done
for result in "$here"/r-kill/*.json; do
    [ -e "$result" ] || continue
    expect "killed: what is there is whole ($(basename "$result"))" 0 "$(jq -e .outcome "$result" >/dev/null; echo $?)"
done
before=$(stat -c '%n %Y %s' "$here"/r-kill/*.json 2>/dev/null)
class "$here/class" --lab 06 --results "$here/r-kill" --resume >/dev/null
expect "killed: all are there in the end" 5 "$(ls "$here"/r-kill/*.json | wc -l)"
expect "killed: what was finished is not repeated" "$before" \
    "$(stat -c '%n %Y %s' "$here"/r-kill/*.json | grep -F -f <(echo "$before" | cut -d' ' -f1) | { [ -n "$before" ] && cat; })"

# Gradebooks: their own export, one column filled in.
printf 'Student,ID,SIS User ID,SIS Login ID,Section,06 short_kernel (77)\n    Points Possible,,,,,10\n"Lee, Ann",340935,,al,1,\n"Smith, ""Bob""",340934,,bs,1,3\nNobody,1,,no,1,4\n' >"$here/canvas.csv"
class "$here/canvas" --lab 06 --results "$here/r-canvas" --report --canvas "$here/canvas.csv" --filled "$here/filled.csv" >/dev/null
points=$(jq .points "$here/r-canvas/340934-06_short_kernel.json")
[ "$(jq -r .outcome "$here/r-canvas/340934-06_short_kernel.json")" = cannot-grade ] && points=3
expect "Canvas: filled" "\"Smith, \"\"Bob\"\"\",340934,,bs,1,$points" "$(sed -n 4p "$here/filled.csv")"
expect "Canvas: nobody's row stays" "Nobody,1,,no,1,4" "$(sed -n 5p "$here/filled.csv")"
printf 'Identifier,Full name,Status,Grade,Last modified (grade)\r\nParticipant 9,Bo B,Submitted,,-\r\n' >"$here/moodle.csv"
class "$here/moodle" --lab 06 --results "$here/r-moodle" --report --moodle "$here/moodle.csv" --filled "$here/filled.csv" >/dev/null
expect "Moodle: filled" "Participant 9,Bo B,Submitted,0,-" "$(sed -n 2p "$here/filled.csv")"

# Calls that cannot be meant.
bad() { expect "$1" "$2" "$("$tare" class "${@:3}" >/dev/null 2>"$here/stderr"; echo $?)"; }
bad "no such folder" 2 "$here/nowhere" --lab 06
bad "an empty folder" 2 "$here/r-bob/rooms" --lab 06 --results "$here/r0"
bad "no such lab" 2 "$here/class" --lab 77 --results "$here/r1"
bad "no such option" 2 "$here/class" --lab 06 --what
bad "no such layout" 2 "$here/class" --layout x
bad "a shard out of range" 2 "$here/class" --shard 2/2
bad "nobody of that name" 2 "$here/class" --lab 06 --only zoe --results "$here/r2"
bad "results in a place that cannot be" 3 "$here/class" --lab 06 --results /dev/null/x
bad "no results to report" 3 "$here/class" --report --results "$here/nowhere"
expect "and help" 0 "$("$tare" class --help | grep -q -- --slurm; echo $?)"
echo "class: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
