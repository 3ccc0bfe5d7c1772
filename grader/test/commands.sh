#!/bin/bash
# What holds for every command of build/tare: help, wrong options, output that does not arrive,
# and a learner's folder with strange files.
set -u
passed=0 failed=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
tare=$PWD/build/tare
export TARE_LANG=en TARE_ROOT=$here/tree
mkdir -p "$here/tree/build" && ln -s "$PWD/build/host" "$here/tree/build/host" && cp -r labs solutions "$here/tree/" && ln -s "$PWD/common" "$PWD/grader" "$here/tree/"
expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
commands=$("$tare" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
expect "there are commands" 1 "$(($(wc -w <<<"$commands") > 15))"
for command in $commands; do
    said=$(DEVICE=host "$tare" "$command" --help 2>/dev/null)
    expect "$command --help" "0 usage: tare $command" "$? $(head -1 <<<"$said" | grep -o "usage: tare $command")"
    DEVICE=host "$tare" "$command" --waht >/dev/null 2>"$here/said"
    expect "$command, a wrong option" "2 1" "$? $(grep -c -- '--waht' "$here/said")"
done
expect "the nearest option is named" 1 "$("$tare" hint --agian 2>&1 | grep -c 'did you mean --again?')"
expect "no such command" "2 1" "$("$tare" chek >/dev/null 2>"$here/said"; echo $?) $(grep -c '"chek"' "$here/said")"
for command in list next mistakes "lab all" --help; do
    # shellcheck disable=SC2086
    "$tare" $command >/dev/full 2>"$here/said"
    expect "$command: output that does not arrive" "3 1" "$? $(grep -c 'standard output: No space left' "$here/said")"
done

# make adds no word to an answer of no, and ends with 1; what is no answer is make's own failure.
made() { # FILE: make's exit code, and how many lines of its own
    (unset MAKEFLAGS MAKELEVEL TARE_ROOT && make DEVICE=host verdict FILE="$1" >/dev/null 2>"$here/said")
    echo "$? $(grep -c '^make' "$here/said")"
}
expect "make: an answer of yes" "0 0" "$(made "grader/test/gradings/reports.jsonl --only ann-09_units")"
expect "make: an answer of no" "1 0" "$(made "grader/test/gradings/reports.jsonl --only bob-09_units")"
expect "make: no answer" "2 1" "$(made "$here/none")"

mkdir -p "$here/tree/.tare"
echo '2026-01-01T00:00:00.000000Z 01 pass' >"$here/tree/.tare/progress-mine"
mkfifo "$here/tree/.tare/progress-pipe" && ln -s /dev/zero "$here/tree/.tare/progress-zero"
timeout 10 "$tare" list >"$here/said" 2>"$here/errors"
expect "progress: strange files are left out" "0 1" "$? $(grep -c '  1 of' "$here/said")"
expect "progress: and named" "progress-pipe progress-zero" "$(grep -oE 'progress-(pipe|zero) is left out' "$here/errors" | cut -d' ' -f1 | sort -u | xargs)"
echo "grader_commands: $passed passed, $failed failed"
[ $failed = 0 ]
