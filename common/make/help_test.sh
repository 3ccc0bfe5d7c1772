#!/bin/bash
# make's own help, in both languages, and a goal that does not exist. The goals are on standard input.
passed=0 failed=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cat >"$here/goals"
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES
export DEVICE=host LC_ALL=C.UTF-8
expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
listed() { TARE_LANG=$1 make help | awk '$1 == "make"' >"$here/$1" && awk '{ print $2 }' "$here/$1" | sort; }
expect "every goal has a line in Chinese, and every line a goal" "" \
    "$(diff <(cut -d'|' -f2 "$here/goals" | sort -u) <(cut -d'|' -f1 common/make/help.zh | sort))"
expect "both languages list the same goals" "$(listed en)" "$(listed zh)"
expect "and all of them" "$(cut -d'|' -f2 "$here/goals" | sort -u | wc -l)" "$(wc -l <"$here/zh")"
expect "none in English" 0 "$(LC_ALL=C grep -cvP '[\xe4-\xe9]' "$here/zh")"
# shellcheck disable=SC2046 # all of them
expect "every goal exists" "" "$(make -nk 'ready=exit;' $(cut -d'|' -f2 "$here/goals" | cut -d' ' -f1) </dev/null 2>&1 | grep -E '^make: there is no (goal|file)')"
{ make help 2>"$here/errors"; echo $? >"$here/code"; } | head -1 >"$here/first"
expect "a reader who has seen enough" "0 0" "$(cat "$here/code") $(wc -l <"$here/errors")"
expect "own-labs tells the way, in each language" "1 1" "$(for language in en zh; do
    TARE_LANG=$language make own-labs | grep -c '^    make new-lab NAME=fused TARE_LABS=../ours$'
done | paste -sd' ')"
slip() { TARE_LANG=$1 make "${@:2}" 2>&1 | grep -m1 '^make[:：]'; }
expect "a slip" 'make: there is no goal "chek"; did you mean: make check?' "$(slip en chek)"
expect "a slip, in Chinese" 'make：没有目标“chek”；你是想输入 make check 吗？' "$(slip zh chek)"
expect "a slip, of which nothing is run" 'make: there is no goal "chek"; did you mean: make check?' "$(slip en -n chek)"
expect "nothing is near" 'make: there is no goal "xylophone"; make alone lists all goals' "$(slip en xylophone)"
expect "a file that is not there" 'make: there is no file "labs/nosuch.c", and no rule makes one' "$(slip en labs/nosuch.c)"
expect "it fails" 2 "$(make chek >/dev/null 2>&1; echo $?)"
expect "a file that is there stays" 0 "$(make common/tare.h >/dev/null 2>&1; echo $?)"
echo "help: $passed passed, $failed failed"
[ $failed = 0 ]
