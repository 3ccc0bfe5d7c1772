#!/bin/bash
# checked.sh: each fault of faults.cu is found, in its line and nothing else; what has no fault is
# not accused; and each end has its exit code.
passed=0 failed=0
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
source=common/checked/test/faults.cu
expect() { # what, expected, actual
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected %s\n          actual   %s\n' "$1" "$2" "$3"
    fi
}
checked() {
    build/tare checked --lang en "$@" >"$folder/out" 2>"$folder/err" </dev/null
    code=$?
}
line_of() { grep -n "$1: fault here\|$1 .*: fault here\| $1: fault here" $source | head -1 | cut -d: -f1; }
build/hostcc --checked -Icommon $source -o "$folder/faults" || exit 1

checked --json "$folder/json" "$folder/faults" none
expect "nothing is found where nothing is wrong" "0 0" "$code $(jq '.findings | length' "$folder/json")"
expect "its own output" "its output" "$(head -1 "$folder/out")"
fault() { # name, kind, fault
    checked --json "$folder/json" "$folder/faults" "$1"
    expect "$1" "1 $2 $3 $(line_of "$1")" "$code $(jq -r --argjson line "$(line_of "$1")" '[.findings[] | select(.who.at.line == $line)][0]
        | "\(.kind) \(.fault) \(.who.at.line)"' "$folder/json")"
    expect "$1: the schema" "" "$(jq -r --slurpfile schema common/checked/checked.schema.json -f grader/test/schema.jq "$folder/json")"
}
fault past memcheck past
made=$(grep -n "made here" $source | cut -d: -f1)
expect "how far, and of what" "0 256 $made" "$(jq -r '.findings[0] | "\(.distance) \(.allocation_bytes) \(.made.line)"' "$folder/json")"
expect "only this" 1 "$(jq '.findings | length' "$folder/json")"
fault before memcheck before
fault freed memcheck freed
fault host memcheck host
fault misaligned memcheck misaligned
fault shared memcheck shared
fault dynamic memcheck dynamic
fault unwritten initcheck unwritten
fault threads racecheck threads
fault lanes racecheck threads
fault blocks racecheck blocks
fault fence racecheck blocks
fault barrier synccheck barrier
expect "the sentence" "Threads wait at a barrier that 1 threads of their block never reach; the first of them is thread (63,0,0)." \
    "$(tr -s ' \n' ' ' <"$folder/out" | grep -o 'Threads wait at a barrier.*(63,0,0)\.')"

checked "$folder/faults" fails
expect "a program that fails" 3 "$code"
build/hostcc -Icommon $source -o "$folder/plain"
checked "$folder/plain" past
expect "not compiled for it" "2 yes" "$code $(grep -q 'build/hostcc --checked' "$folder/err" && echo yes)"
checked "$folder/nothing"
expect "no such program" 2 "$code"
echo "checked: $passed passed, $failed failed"
[ "$failed" = 0 ]
