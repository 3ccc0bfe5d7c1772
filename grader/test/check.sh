#!/bin/bash
# The command line of `tare`: exit codes, messages, files, an interrupt. On a workbook
# whose compiler makes shell scripts: no device, no clock.
root=$(mktemp -d) passed=0 failed=0 skipped=0
trap 'rm -rf "$root"' EXIT
build/test/fake_tree "$root/tree" || exit 1
export TARE_ROOT=$root/tree DEVICE=host NO_COLOR=1 TARE_LANG=en
tare=$PWD/build/tare
cd "$root" || exit 1

expect() { # name, exit code, words to find, command ...
    local name=$1 code=$2 words=$3
    shift 3
    "$@" >out 2>&1
    local got=$?
    if [ $got = "$code" ] && { [ -z "$words" ] || grep -qF -- "$words" out; }; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: exit $got, wanted $code and \"$words\":" && sed 's/^/    /' out
    fi
}

expect "right" 0 "pass" "$tare" check 1 tree/solutions/01_fake --json right.json
expect "as shipped" 1 "as shipped" "$tare" check fake
expect "chinese" 1 "尚未修改" env TARE_LANG=zh "$tare" check fake
expect "chinese by locale" 1 "尚未修改" env -u TARE_LANG LC_ALL=zh_CN.UTF-8 "$tare" check fake

skip() { # why
    echo "  skipped $1"
    skipped=$((skipped + 1))
}

# A German locale, made here: with it a number is written 1,0.
export LOCPATH=$root
if localedef -i de_DE -f UTF-8 "$root/de_DE.UTF-8" 2>/dev/null &&
    [ "$(LC_ALL=de_DE.UTF-8 bash -c "printf %.1f 1")" = 1,0 ]; then
    expect "german numbers" 0 "1.000 GB/s" env LC_ALL=de_DE.UTF-8 "$tare" check 1 tree/solutions/01_fake --json german.json
    expect "german json" 0 '"rate": 1.0,' cat german.json
    expect "german verdict" 0 "1.000 GB/s" env LC_ALL=de_DE.UTF-8 "$tare" verdict german.json
else
    skip "german numbers: no localedef, or it knows no de_DE"
fi
unset LOCPATH

# Files that are no submission: each its words, and exit 1; with Windows' line ends it is one.
lab=tree/solutions/01_fake/lab.cu
: >empty.cu
head -c 1100000 /dev/zero | tr '\0' x >huge.cu
printf '\177ELF\2\1\377' >binary.cu
{ cat $lab && printf 'a\0b'; } >nul.cu
grep -v tare: $lab >unfenced.cu
cat $lab $lab >twice.cu
sed '/tare: end/d' $lab >open.cu
sed 's/$/\r/' $lab >windows.cu
expect "an empty file" 1 "the file is empty" "$tare" check 1 empty.cu
expect "a huge file" 1 "larger than 1 MiB" "$tare" check 1 huge.cu
expect "a program" 1 "not text in UTF-8" "$tare" check 1 binary.cu
expect "NUL bytes" 1 "NUL bytes" "$tare" check 1 nul.cu
expect "no fence" 1 "are gone" "$tare" check 1 unfenced.cu
expect "two fences" 1 "there are two pairs" "$tare" check 1 twice.cu
expect "half a fence" 1 "do not make one pair" "$tare" check 1 open.cu
expect "windows' line ends" 0 "pass" "$tare" check 1 windows.cu

# The folder that a check builds in, on a full disk of its own.
if unshare -rm mount -t tmpfs none /mnt 2>/dev/null; then
    expect "full disk under the build" 3 "is the disk full" unshare -rm sh -c \
        'mkdir -p "$TARE_ROOT/build/check" && mount -t tmpfs -o size=4k none "$TARE_ROOT/build/check" &&
            "$1" check 1 tree/solutions/01_fake' sh "$tare"
else
    skip "a full disk: nothing may be mounted here"
fi
# What a verdict says grows with the learner: three stages, and a course's lower limit.
lacks() { # name, words that the last output must not have
    if grep -qF -- "$2" out; then
        failed=$((failed + 1))
        echo "FAILED $1: it says \"$2\":" && sed 's/^/    /' out
    else
        passed=$((passed + 1))
    fi
}
mine=tree/labs/01_fake/lab.cu
cp $mine shipped.cu
rm -rf tree/.tare
printf '# 01\n\n## The question\n\nWhich unit\nis it?\n\n## The idea\n' >tree/labs/01_fake/README.md
printf '# 01\n\n## 问题\n\n是哪个单位？\n' >tree/labs/01_fake/README.zh-CN.md
expect "no prediction yet" 0 "no prediction yet" "$tare" predict 1
expect "no factor" 2 "is no factor" "$tare" predict 1 lots unit
expect "no word" 2 'is not one of these' "$tare" predict 1 2 luck
expect "a prediction" 0 "2 times the true one, by the work" "$tare" predict 1 2 work
expect "untouched: the factors" 1 "unit 0.9313 x work 1.0000" "$tare" check 1
lacks "untouched: no name" "units/gib-as-gb"
lacks "untouched: no true rate" "true 1.000"
lacks "untouched: no answer" "The answer"
expect "next: the goal, and a prediction first" 0 "goal    Ask" "$tare" next
expect "next: predict stands before run" 0 "make predict" sh -c '"$1" next | sed "/make lab/q"' sh "$tare"
expect "a picture of an untouched file may only ask" 0 picture "$tare" lab 1 told
expect "untouched: the question" 1 "question Which unit is it?" "$tare" check 1
expect "untouched: the prediction" 1 "predict  you said 2 times, by the work; it is 0.9313 times, by the unit" "$tare" check 1
expect "untouched, in Chinese" 1 "是哪个单位？" env TARE_LANG=zh "$tare" check 1
expect "asked for: all" 1 "why      A GB is" "$tare" check 1 shipped.cu --reveal
sed 's|^// tare: end|x=1\n&|' shipped.cu >$mine
expect "an attempt: the name" 1 "units/gib-as-gb" "$tare" check 1
lacks "an attempt: no remedy" "why  "
lacks "an attempt: no true rate" "true 1.000"
expect "an attempt: more can be revealed" 1 "REVEAL=1" "$tare" check 1
expect "an attempt: a picture says what it shows" 0 name "$tare" lab 1 told
sed 's|^// tare: end|bad syntax\n&|' shipped.cu >$mine
expect "an attempt that does not build" 1 "build  " "$tare" check 1
lacks "does not build: nothing more to reveal" "REVEAL=1"
cp shipped.cu $mine
expect "tried once: the name" 1 "units/gib-as-gb" "$tare" check 1
"$tare" check 1 --reveal >out 2>&1
expect "revealed once: all" 1 "true 1.000" "$tare" check 1
expect "revealed once: a picture too" 0 all "$tare" lab 1 told
expect "passed: what there was to learn" 0 "learned  The answer" "$tare" check 1 tree/solutions/01_fake
expect "passed, in Chinese" 0 "学到     答案" env TARE_LANG=zh "$tare" check 1 tree/solutions/01_fake
echo "feedback = name" >>tree/labs/01_fake/lab.meta
expect "a course's limit" 1 "your course keeps the rest" "$tare" check 1 --reveal
lacks "a course's limit: no remedy" "why  "
expect "a limit changes no verdict" 0 "pass" "$tare" check 1 tree/solutions/01_fake
sed -i 's/^feedback = .*/feedback = picture/' tree/labs/01_fake/lab.meta
expect "a course of pictures" 0 picture "$tare" lab 1 told
sed -i 's/^feedback = .*/feedback = some/' tree/labs/01_fake/lab.meta
expect "no such limit" 2 "bad value of" "$tare" check 1
sed -i '/^feedback/d' tree/labs/01_fake/lab.meta
rm -r tree/.tare
expect "no such lab" 2 "did you mean 01" "$tare" check fkae
expect "no such file" 1 "there is no such file" "$tare" check 1 nothing.cu
expect "a folder is no file" 1 "no lab.cu in this folder" "$tare" check 1 /tmp
expect "no such option" 2 "no option" "$tare" check --fast
expect "no value" 2 "should be a whole number" "$tare" check 1 --seed zero
expect "no value at all" 2 "--seed needs a value" "$tare" check 1 --seed
for command in check verdict record judged; do
    expect "$command --help" 0 "usage: tare $command" "$tare" $command --help
done
expect "no such device" 2 "should be auto, gpu, host" "$tare" check 1 --device tpu
expect "no command" 2 "usage" "$tare"
expect "help" 0 "check" "$tare" --help
expect "questions" 0 "9 passed, 0 failed" "$tare" check 1 tree/solutions/01_fake --questions
expect "verdict" 0 "pass" "$tare" verdict right.json
expect "brief verdict" 0 "pass" "$tare" verdict --brief right.json
sed 's/"rate": 1.0,/"rate": 8.0,/' right.json >forged.json
expect "verdict from the runs" 1 "units/bits-for-bytes" "$tare" verdict forged.json
# Whatever a file says of its own verdict: the runs give it, at every stage.
fence() { sed "s|^// tare: end|$1\n&|" tree/solutions/01_fake/lab.cu >"$2.cu"; }
fence 'bad syntax' build && fence 'kill -SEGV $$' run && fence 'result=wrong' result && fence 'rate=8' judge
cp unfenced.cu intake.cu
for ended in intake build run result judge; do
    "$tare" check 1 $ended.cu --json $ended.json >/dev/null 2>&1
    for stage in intake build run result judge; do
        jq ".stage = \"$stage\" | .outcome = \"pass\" | .points = 10" $ended.json >forged.json
        expect "fails at $ended, said to pass at $stage" 1 \
            "forged.json says pass at $stage; its runs give fail at $ended" "$tare" verdict --brief forged.json
    done
    jq '.outcome = "not-attempted" | .findings = []' $ended.json >forged.json
    expect "fails at $ended, said to be as shipped" 1 "(recorded otherwise)" "$tare" verdict --brief forged.json
    jq '.cannot = "store" | .outcome = "cannot-grade"' $ended.json >forged.json
    expect "fails at $ended, said to be the machine's fault" 1 "its runs give fail at $ended" "$tare" verdict forged.json
done
jq '.outcome = "fail" | .stage = "run" | .rows = [] | .points = 0' right.json >forged.json
expect "passes, said to fail" 0 "its runs give pass at judge" "$tare" verdict forged.json
jq '.runs = []' right.json >forged.json
expect "a pass without runs" 3 "nothing was measured" "$tare" verdict forged.json
jq '.runs |= map(select(.role == "student"))' right.json >forged.json
expect "a pass without a reference" 3 "nothing was measured" "$tare" verdict forged.json
jq '.cannot = "no-compiler" | .runs = [] | .detail.en = "no cc"' right.json >forged.json
expect "what kept the machine is told" 3 "no cc" "$tare" verdict forged.json

# Recordings: what was observed, and no verdict.
printf '%s\n' '// mistake: units/bits-for-bytes' 'bytes=${TARE_N}000000' 'seconds=$(part 1)' 'rate=8' 'unit=GB/s' >bits.fence
expect "record a file" 0 "" "$tare" record 1 tree/solutions/01_fake --is right -o right.jsonl
expect "record a fence" 0 "fail units/bits-for-bytes" "$tare" record 1 bits.fence -o bits.jsonl
expect "record what was shipped" 0 "" "$tare" record fake tree/labs/01_fake --name shipped -o shipped.jsonl
mkdir -p units/bits-for-bytes
{ printf '// fence: 01_fake.packed\n' && sed 1d bits.fence && printf '\n// fence: 01_fake.other\nrate=9\n'; } >units/bits-for-bytes/fences
expect "record one of many fences" 0 "01_fake.packed: fail units/bits-for-bytes" "$tare" record 1 units/bits-for-bytes/fences#01_fake.packed -o packed.jsonl
expect "its folder says what it is" 0 '"is":"units/bits-for-bytes"' cat packed.jsonl
expect "from within its folder too" 0 '"is":"units/bits-for-bytes"' env -C units/bits-for-bytes "$tare" record 1 fences#01_fake.packed
expect "record a fence that is not there" 2 "there is no fence of this name" "$tare" record 1 units/bits-for-bytes/fences#01_fake.none
expect "its fence says what it is" 0 '"is":"units/bits-for-bytes"' cat bits.jsonl
expect "it is what was shipped" 0 '"is":"shipped"' cat shipped.jsonl
expect "no verdict is in it" 1 "" grep -qE 'outcome|"rows"|points|findings' bits.jsonl
expect "no folder of this machine is" 1 "" grep -q "$root" bits.jsonl right.jsonl shipped.jsonl
expect "record a grading's JSON" 0 "" "$tare" record --from judge.json --is units/bits-for-bytes --name judge -o from.jsonl
jq '.runs = []' right.json >nothing.json
expect "record: nothing was decided" 3 "decided nothing" "$tare" record --from nothing.json --is right
expect "record: as is expected" 0 "" "$tare" record --from nothing.json --is right --expect cannot-grade
expect "record wants to know what it is" 2 "what is the program" "$tare" record --from judge.json
expect "record knows the catalogue" 2 "what is the program" "$tare" record --from judge.json --is units/none
expect "record wants a file" 2 "usage" "$tare" record 1
expect "record in no folder" 3 "no/x.jsonl" "$tare" record --from judge.json --is right -o no/x.jsonl
cat bits.jsonl right.jsonl >two.jsonl
expect "verdict of recordings" 1 "01_fake.bits: fail units/bits-for-bytes" "$tare" verdict --brief two.jsonl
expect "verdict of one of them" 0 "pass" "$tare" verdict two.jsonl --only 01_fake.01_fake
expect "verdict of none of them" 2 'no recording "x"' "$tare" verdict two.jsonl --only x
expect "a recording as JSON" 1 "" "$tare" verdict bits.jsonl --json again.json
expect "is a grading again" 1 "units/bits-for-bytes" "$tare" verdict again.json
expect "judged" 0 "4 passed, 0 failed" "$tare" judged two.jsonl shipped.jsonl from.jsonl
expect "judged by what it is" 0 "units/bits-for-bytes         2         2" "$tare" judged two.jsonl shipped.jsonl from.jsonl
sed 's/"expect":"[^"]*"/"expect":"pass"/' bits.jsonl >other.jsonl
expect "not as expected" 1 'wanted "pass"' "$tare" judged other.jsonl
sed 's/"is":"[^"]*"/"is":"units\/ten-e9"/' bits.jsonl >other.jsonl
expect "named, and not so" 0 "is units/ten-e9, named units/bits-for-bytes" "$tare" judged other.jsonl
expect "two of one name" 1 "two recordings have this name" "$tare" judged bits.jsonl bits.jsonl
expect "judged wants recordings" 2 "holds no recordings" "$tare" judged right.json
head -c -20 bits.jsonl >half.jsonl
expect "half a recording" 2 "half.jsonl" "$tare" judged half.jsonl

head -c 3000 right.json >half.json
expect "half a file" 2 "line" "$tare" verdict half.json
echo '{"schema": "tare-grading/1"}' >empty.json
expect "an empty grading" 2 "wants" "$tare" verdict empty.json
expect "full disk" 3 "No space left" "$tare" check 1 tree/solutions/01_fake --json /dev/full
expect "no folder" 3 "could not be written" "$tare" check 1 tree/solutions/01_fake --json no/x.json
expect "a mistake" 0 "1024^3" "$tare" mistakes units/gib-as-gb
expect "no mistake" 2 "did you mean units/gib-as-gb" "$tare" mistakes gib-as-gb
expect "catalogue" 0 "launch/failed" "$tare" mistakes --json
expect "lab" 0 "0.1" "$tare" lab 1 tolerance
expect "no field" 2 "no field" "$tare" lab 1 colour
mv tree/build/compile.host kept
expect "no compiler" 3 "there is no compiler" "$tare" check 1 tree/solutions/01_fake
mv kept tree/build/compile.host
sed -i.kept 's|^// tare: begin|echo "no CUDA device"; exit 3\n&|' $lab
expect "no device" 3 "no device answers" "$tare" check 1 $lab.kept
mv $lab.kept $lab
expect "no workbook" 2 "holds no workbook" env TARE_ROOT=/tmp "$tare" check 1

sed 's|^// tare: end|echo $$ >"$0.id"; sleep 60\n&|' tree/solutions/01_fake/lab.cu >hangs.cu
expect "interrupt" 3 "interrupted" timeout --preserve-status -s INT 2 "$tare" check 1 hangs.cu --json left.json
for id in $(cat tree/build/check/host/01_fake/*.id); do
    expect "nothing runs on" 1 "" kill -0 "$id"
done
ls tree/build/check/host/01_fake/*.[0-9]* left.json.* >left 2>/dev/null
expect "no half file" 1 "" test -s left
echo "grader_check: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
