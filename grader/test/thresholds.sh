#!/bin/bash
# thresholds.sh SOURCE...: a number that decides (a line "static const double|int|uint64_t NAME = NUMBER;",
# with a comment that says where it comes from) is moved down and up by a factor of two, and a test must
# fall in one direction at least (BOTH=1: in each). Every source is compiled once more, so that such numbers
# ask the environment, and each test is linked once.
# PROGRAMS: objects with a main; OBJECTS: what is linked to each; RECORDINGS: for tare judged. FEW=word:
# only the numbers of sources whose path contains it. TELL=1: which program felt what.
set -u
passed=0 failed=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
read -ra compile <<<"$COMPILE"
read -ra libraries <<<"$LIBRARIES"
read -ra recordings <<<"$RECORDINGS"
type='(double|int|uint64_t)'

fail() {
    failed=$((failed + 1))
    printf '  FAILED  %s\n' "$1"
}

cat >"$here/moved.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
double moved(const char *file, int line, double number) {
    const char *wanted = getenv("MOVED");
    char place[400];
    snprintf(place, sizeof place, "%s:%d", file, line);
    return wanted && strcmp(wanted, place) == 0 ? number * atof(getenv("BY")) : number;
}
END
"${compile[@]}" -c "$here/moved.c" -o "$here/moved.o" || exit 1

# SOURCE: its object, in which each threshold is what moved() says. One outside of all functions is
# set before main.
compile_movable() {
    local object=$here/${1%.c}.o number="static const $type ([a-z_0-9]+) = ([^;]+);.*"
    local asked='(\1)moved(__FILE__, __LINE__, \3)'
    mkdir -p "$(dirname "$object")"
    {
        echo 'double moved(const char *file, int line, double number);'
        echo "#line 1 \"$1\""
        sed -E "s/^$number/static \1 \2; __attribute__((constructor)) static void move_\2(void) { \2 = $asked; }/
            s/^ +$number/const \1 \2 = $asked;/" "$1"
    } >"$here/movable.c"
    "${compile[@]}" -iquote "$(dirname "$1")" -c "$here/movable.c" -o "$object"
}

programs=()
declare -A room_of
link_programs() { # each with the new objects in place of the old ones
    local objects=("$here/moved.o") object new program
    for object in $OBJECTS; do
        new=$here/${object#*/c/}
        [ -e "$new" ] && objects+=("$new") || objects+=("$object")
    done
    for program in $PROGRAMS; do
        "${compile[@]}" "$program" "${objects[@]}" "${libraries[@]}" -o "$here/$(basename "$program" .o)" || exit 1
        programs+=("$(basename "$program" .o)")
        room_of[$(basename "$program" .o)]=$(sed -E 's,.*/c/([a-z]+)/.*,\1,' <<<"$program")
    done
}

falls() { # PROGRAM, perhaps a word of the tests' names: one fails; a crash and a time-out are no answer
    local arguments=("${@:2}")
    [ "$1" = main ] && arguments=(judged "${recordings[@]}")
    MOVED=${MOVED:-} BY=${BY:-1} timeout 60 "$here/$1" "${arguments[@]}" >/dev/null 2>&1
    [ $? = 1 ]
}

# First the tests that are named after thresholds, then all of the same room. decide_test simulates, for
# seconds: only for decide.c.
felt=''
is_felt() { # SOURCE
    local own
    own=$(basename "$1" .c)
    for felt in "${quick[@]}"; do
        [[ ${room_of[$felt]} == "${1%%/*}" ]] && falls "$felt" threshold && return
    done
    for felt in "${programs[@]}"; do
        [[ $felt == main || ${room_of[$felt]} == "${1%%/*}" ]] || continue
        [[ $felt != decide_test || $own == decide ]] && falls "$felt" && return
    done
    felt=''
    return 1
}

for source in "$@"; do
    compile_movable "$source" || exit 1
done
link_programs
quick=() # programs with tests that are named after thresholds; without one, the word alone fails
for program in "${programs[@]}"; do
    [ "$program" = main ] || falls "$program" threshold || quick+=("$program")
    falls "$program" && fail "$program, and nothing was moved"
done

numbers=$(grep -nE "static const $type [a-z_0-9]+ =" "$@" | grep -E "${FEW:-}")
while IFS= read -r line; do
    place=$(cut -d: -f1,2 <<<"$line")
    name=$(sed -E "s/.*static const $type ([a-z_0-9]+) =.*/\2/" <<<"$line")
    before=$(sed -n "$((${place#*:} - 1))p" "${place%:*}")
    [[ $line =~ =\ [0-9.e-]+\; ]] || fail "$place: $name is not one number on a line of its own"
    [[ $line =~ // || $before =~ ^\ *// ]] || fail "$place: $name has no comment that says where it comes from"
    moves='' # in which directions a test falls
    for by in 0.5 2; do
        [ -z "$moves" ] || [ -n "${BOTH:-}" ] || continue
        MOVED=$place BY=$by is_felt "${place%:*}" && moves+=" $by"
    done
    case "${BOTH:+both}$moves" in
    '' | both | 'both 2' | 'both 0.5') fail "$place: $name, times 2 or 0.5: a test falls only at:${moves:- none}" ;;
    *) passed=$((passed + 1)) ;;
    esac
    [ -z "${TELL:-}" ] || echo "$place $name$moves $felt"
done <<<"$numbers"
# The rules of a time may stand in any order: what is named depends on how a rule knows, not on its place.
rules=grader/grade/naming/name.c
say_judged() { MOVED='' "$here/main" judged "${recordings[@]}" 2>&1; }
row='\{BY_[A-Z]+, name_[a-z_]+\}'
if [ -e "$here/${rules%.c}.o" ]; then
    as_written=$(say_judged)
    for seed in 1 2 3; do
        shuffled=$(grep -oE "$row" "$rules" | shuf --random-source=<(yes "$seed") | paste -sd,)
        sed -E "/\} time_rules\[\] = \{/,/^\};/{/\} time_rules/b;/^\};/b;d}" "$rules" |
            sed -E "s/\} time_rules\[\] = \{/&$shuffled/" >"$here/shuffled.c"
        grep -qF "$shuffled" "$here/shuffled.c" &&
            "${compile[@]}" -iquote "$(dirname "$rules")" -c "$here/shuffled.c" -o "$here/${rules%.c}.o" || exit 1
        programs=()
        link_programs
        if [ "$as_written" = "$(say_judged)" ]; then
            passed=$((passed + 1))
        else
            fail "order $seed of the rules names something else: $shuffled"
        fi
    done
fi
echo "grader_thresholds: $passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
