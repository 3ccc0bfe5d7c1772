#!/bin/bash
# Recorded gradings of real runs (made.*: a few of them altered, for mistakes that no run
# shows on demand), judged again from their runs alone: the outcome and the
# names must be those of grader/test/gradings/expected. No device, no clock.
cd grader/test/gradings || exit 1
tare=../../../build/tare passed=0 failed=0
while read -r name wanted; do
    said=$($tare verdict --brief "$name.json" 2>&1 | tail -1)
    if [ "$said" = "$wanted" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: \"$said\", wanted \"$wanted\""
    fi
done <expected
# Every recording is expected to say something.
for file in *.json; do
    grep -q "^${file%.json} " expected || { failed=$((failed + 1)) && echo "FAILED $file is not expected"; }
done
echo "grader_naming: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ] && [ $passed -gt 0 ]
