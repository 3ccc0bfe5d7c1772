#!/bin/bash
# build.sh GOAL...: makes the goals on every core and counts the files meanwhile: one line that
# changes on a terminal, a line for each tenth elsewhere. What the compilers say is printed at the end.
zh=
case ${TARE_LANG:-${LC_ALL:-${LC_MESSAGES:-$LANG}}} in zh*) zh=yes ;; esac
one_file=' -o [^ ]+|^ar rcs ' # a command that makes a file
total=$(${MAKE:-make} -n V=1 "$@" 2>/dev/null | grep -cE -- "$one_file")
said=$(mktemp) && trap 'rm -f "$said"' EXIT
live=$([ -t 1 ] && [ "${TERM:-dumb}" != dumb ] && echo yes)
set -o pipefail
${MAKE:-make} -j"$(nproc)" V=1 "$@" 2>"$said" | awk -v total="$total" -v live="$live" -v zh="$zh" -v one_file="$one_file" '
    function now(  at) { "date +%s" | getline at; close("date +%s"); return at }
    function tell(end,  seconds, text) {
        seconds = now() - began
        text = sprintf(zh ? "正在编译：%d / %d，%d 秒" : "building: %d of %d files, %d s", made, total, seconds)
        printf live ? "\r%s" end : "%s\n", text
        fflush()
    }
    BEGIN { began = now() }
    $0 !~ one_file { next }
    made < total { made++ }
    live || int(made * 10 / total) > tenth { tenth = int(made * 10 / total); tell("") }
    END { if (live && made) tell("\n") }'
code=$?
cat "$said" >&2
exit $code
