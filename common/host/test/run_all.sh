#!/bin/bash
# run_all.sh NAME PROGRAM...: runs test programs one after another and adds up their last lines.
name=$1 passed=0 failed=0 skipped=0
shift
for program in "$@"; do
    output=$("$program" 2>&1)
    status=$?
    echo "$output"
    if [[ $output =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped ]]; then
        passed=$((passed + BASH_REMATCH[1])) skipped=$((skipped + BASH_REMATCH[3]))
        if [ "$status" != 0 ] && [ "${BASH_REMATCH[2]}" = 0 ]; then
            echo "  FAILED  $program ended with $status"
            failed=$((failed + 1))
        fi
        failed=$((failed + BASH_REMATCH[2]))
    else
        echo "  FAILED  $program ended with $status and no closing line"
        failed=$((failed + 1))
    fi
done
echo "$name: $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
