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
expect "no such lab" 2 "did you mean 01" "$tare" check fkae
expect "no such file" 1 "there is no such file" "$tare" check 1 nothing.cu
expect "a folder is no file" 1 "not a regular file" "$tare" check 1 /tmp
expect "no such option" 2 "usage" "$tare" check --fast
expect "no value" 2 "wants a value" "$tare" check 1 --seed zero
expect "no such device" 2 "say auto, gpu or host" "$tare" check 1 --device tpu
expect "no command" 2 "usage" "$tare"
expect "help" 0 "check" "$tare" --help
expect "questions" 0 "9 passed, 0 failed" "$tare" check 1 tree/solutions/01_fake --questions
expect "verdict" 0 "pass" "$tare" verdict right.json
expect "brief verdict" 0 "pass" "$tare" verdict --brief right.json
sed 's/"rate": 1.0,/"rate": 8.0,/' right.json >forged.json
expect "verdict from the runs" 1 "units/bits-for-bytes" "$tare" verdict forged.json
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
