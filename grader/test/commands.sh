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
    expect "$command, a wrong option" "2 1" "$? $(grep -c -- 'no option "--waht"' "$here/said")"
    expect "help $command" "$said" "$("$tare" help "$command")"
    for option in $(grep -oE '^  --?[a-z0-9-]+' <<<"$said"); do # the same options, in Chinese
        TARE_LANG=zh "$tare" "$command" --help | grep -e "^  $option " | LC_ALL=C grep -qP '[\xe4-\xe9]' || echo "$option"
    done >"$here/untold"
    expect "$command --help in Chinese" "" "$(cat "$here/untold")"
    expect "$command is completed" 1 "$("$tare" completion of "${command:0:2}" | grep -c "^$command	")"
done
expect "the nearest option is named" 1 "$("$tare" hint --agian 2>&1 | grep -c 'did you mean --again?')"
expect "no such command" "2 2" "$("$tare" chek >/dev/null 2>"$here/said"; echo $?) $(grep -cE '"chek"; did you mean check\?|--help lists' "$here/said")"
expect "a word too many" "2 1" "$("$tare" list extra >/dev/null 2>"$here/said"; echo $?) $(grep -c '"extra" is one word too many' "$here/said")"
expect "no such mistake" "2 0 1" "$("$tare" mistakes nosuch >/dev/null 2>"$here/said"; echo $?) $(grep -c 'did you mean' "$here/said") $(grep -c 'lists all' "$here/said")"
for name in -V --version; do
    expect "$name" "tare $(sed -n 's/^#define TARE_VERSION "\(.*\)".*/\1/p' grader/cmd/cmd.h)" "$("$tare" $name)"
done

# What a shell is told: commands, options, and what an option or a word can be.
of() { "$tare" completion of "$@" | cut -f1 | paste -sd' '; }
expect "completion: options" "--again" "$(of hint --)"
expect "completion: labs" "$(find labs -maxdepth 1 -name "[0-9]*_*" | sed "s,labs/\(..\).*,\1," | sort | tail -1) all" "$("$tare" completion of check '' | cut -f1 | tail -2 | paste -sd' ')"
expect "completion: mistakes" 1 "$(of mistakes '' | grep -c 'units/gib-as-gb')"
expect "completion: a choice, however it is typed" "auto gpu host auto gpu host" "$(of check --device '') $(of check 04 --device = h)"
expect "completion: another program's words are its own" "" "$(of see ./program --)"
expect "completion: commands, for help" "$(of '')" "$(of help '')"
completed=$(bash -c 'source <("$0" completion bash); COMP_WORDS=("$0" ch) COMP_CWORD=1; _tare "$0" ch; echo "${COMPREPLY[*]}"
    COMP_WORDS=("$0" check --device = h) COMP_CWORD=4; _tare "$0" h; echo "${COMPREPLY[*]}"' "$tare" | paste -sd' ')
expect "completion: bash" "check checked host" "$completed"
for shell in zsh fish; do
    expect "completion: $shell has a script" 1 "$("$tare" completion $shell | grep -c 'completion of')"
    command -v $shell >/dev/null || continue
    "$tare" completion $shell >"$here/script"
    expect "completion: $shell can read it" 0 "$($shell -n "$here/script" >/dev/null 2>&1; echo $?)"
done
for language in en zh; do
    TARE_LANG=$language "$tare" man >"$here/tare.1"
    expect "man, $language: every command is there" "$(wc -w <<<"$commands")" "$(grep -c '^\.SS' "$here/tare.1")"
done
if command -v groff >/dev/null; then
    expect "man: groff has nothing to say" "" "$(TARE_LANG=en "$tare" man | groff -man -Tutf8 -ww -P-c -P-b -P-u 2>&1 >"$here/page")"
    expect "man: an option is as it is typed" 1 "$(grep -c -- '^ *--force$' "$here/page")"
fi
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
