#!/bin/bash
# The library's commands as a person types them: commands.sh build/DEVICE/tare
tare=$1 passed=0 failed=0 skipped=0
out=$(mktemp) err=$(mktemp)
trap 'rm -f "$out" "$err"' EXIT

check() { # name, exit code, words expected in what it says, command
    local name=$1 code=$2 words=$3 got
    shift 3
    "$@" >"$out" 2>"$err" </dev/null
    got=$?
    if [ $got = "$code" ] && cat "$out" "$err" | grep -qE -- "$words"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "  FAILED  $name: exit code $got, expected $code; words expected: $words"
        head -5 "$out" "$err" | sed 's/^/          /'
    fi
}

check "nothing said" 2 "usage: tare COMMAND" "$tare"
check "help" 0 "roofline" "$tare" --help
check "unknown command" 2 "no command dance" "$tare" dance
for command in device peak ceilings roofline; do
    check "$command --help" 0 "usage: tare $command" "$tare" $command --help
done
check "peak of a card" 0 "898\.0 GB/s +836\.4 GiB/s" "$tare" peak V100
check "peak of numbers" 0 "148\.4 GB/s" "$tare" peak 1546 384
check "peak table" 0 "H200 .*4916\.7 GB/s" "$tare" peak
check "peak names a source" 0 "Best Practices Guide" "$tare" peak v100
check "ECC on GDDR" 0 "20 % less" "$tare" peak "RTX 3090"
check "no such card" 2 "no card V900" "$tare" peak V900
check "no such clock" 2 "number above 0, not fast" "$tare" peak fast 384
check "half a bit" 2 "whole number of bits" "$tare" peak 877 0.5
check "three words" 2 "takes a card" "$tare" peak 1 2 3
check "roofline" 0 "saxpy .* 75\.[0-9] %  memory" "$tare" roofline --bandwidth 4000 --peak 60000 saxpy:0.1667:500
check "roofline CSV" 0 '^"saxpy",0\.1667,5e\+11,' "$tare" roofline --csv --bandwidth 4000 saxpy:0.1667:500
check "roofline picture" 0 "</svg>" "$tare" roofline --svg --zh --bandwidth 4000 --peak 60000 'a<b:1:1'
if command -v xmllint >/dev/null; then
    check "picture is XML" 0 "<svg" sh -c "'$tare' roofline --svg --bandwidth 9 'a<b:1:1' | xmllint -"
else
    skipped=$((skipped + 1)) # the picture's text is checked in roofline_test
fi
check "no number" 2 "not saxpy:x:1" "$tare" roofline --bandwidth 1 saxpy:x:1
check "half a point" 2 "not saxpy:1" "$tare" roofline --bandwidth 1 saxpy:1
check "two forms" 2 "not both" "$tare" roofline --bandwidth 1 --svg --csv a:1:1
check "no value" 2 "needs a number" "$tare" roofline --bandwidth
check "unknown option" 2 "no option --fast" "$tare" roofline --fast
check "unknown word" 2 "not --json" "$tare" ceilings --json
check "a mistake shows the usage" 2 "usage: tare peak" "$tare" peak 1 2 3
for command in device peak ceilings roofline; do
    check "build/tare $command --help" 0 "usage: tare $command" build/tare $command --help
done
check "device" 0 "event clock +[0-9]+ ns" "$tare" device
check "ceilings" 0 "triad .* GB/s" "$tare" ceilings
check "full disk" 1 "could not be written" sh -c "'$tare' roofline --bandwidth 1 a:1:1 >/dev/full"

echo "library_commands: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
