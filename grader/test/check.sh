#!/bin/bash
# The command line of `tare`: exit codes, messages, files, an interrupt. On a workbook
# whose compiler makes shell scripts: no device, no clock.
root=$(mktemp -d) passed=0 failed=0
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
expect "german numbers" 0 "1.000 GB/s" env LC_ALL=de_DE.UTF-8 "$tare" check 1 tree/solutions/01_fake
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
expect "no workbook" 2 "holds no workbook" env TARE_ROOT=/tmp "$tare" check 1

sed 's|^// tare: end|echo $$ >"$0.id"; sleep 60\n&|' tree/solutions/01_fake/lab.cu >hangs.cu
expect "interrupt" 3 "interrupted" timeout --preserve-status -s INT 2 "$tare" check 1 hangs.cu --json left.json
for id in $(cat tree/build/check/host/01_fake/*.id); do
    expect "nothing runs on" 1 "" kill -0 "$id"
done
ls tree/build/check/host/01_fake/*.[0-9]* left.json.* >left 2>/dev/null
expect "no half file" 1 "" test -s left
echo "grader_check: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
