#!/bin/bash
# tare watch without a terminal: in each form of standard input it goes on checking, sleeps in between,
# and ends by the first signal; with --manual it ends where its input ends.
set -u
passed=0 failed=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
export TARE_ROOT=$here TARE_LANG=en LC_ALL=C.UTF-8
tare=$PWD/build/tare said=$here/said
cp -r labs solutions "$here/"
ln -s "$PWD/common" "$PWD/build" "$here/"
lab=$here/labs/08_peak/lab.cu
build/lab_file splice solutions/08_peak/lab.cu labs/08_peak/shipped.fence >"$lab"
mkfifo "$here/open" && exec 7<>"$here/open" # a pipe whose writer stays
echo >"$here/line"

expect() { # name, what is expected, what is so
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
        sed 's/^/          /' "$said"
    fi
}
within() { # seconds, COMMAND ...: 0 as soon as the command succeeds
    local end=$((SECONDS + $1))
    shift
    until "$@"; do [ $SECONDS -lt $end ] && sleep 0.1 || return 1; done
}
watches() { # where its input comes from, and options: it runs, and $watch is its process
    # env gives it back the SIGINT that a shell lets no program in the background have
    if [ "$1" = closed ]; then env --default-signal=INT "$tare" watch 08 "${@:2}" <&- >"$said" 2>&1 &
    else env --default-signal=INT "$tare" watch 08 "${@:2}" <"$1" >"$said" 2>&1 & fi
    watch=$!
}
waits() { [ "$(grep -c 'waiting for a save' "$said")" = "$1" ]; }
gone() { case $(cat "/proc/$watch/stat" 2>/dev/null) in *") Z "* | '') ;; *) return 1 ;; esac; }
ended() { # its exit code, if it ends within so many seconds
    within "$1" gone || { kill -KILL "$watch" && echo late && return; }
    wait "$watch"
    echo $?
}
ticks() { awk '{ print $14 + $15 }' "/proc/$watch/stat"; } # hundredths of a second of processor, its own

for input in /dev/null closed "$here/line" "$here/open"; do
    case $input in /dev/null) signal=TERM code=143 ;; closed) signal=INT code=130 ;; *) signal=HUP code=129 ;; esac
    watches "$input"
    expect "$input: it checks, and waits" 0 "$(within 60 waits 1; echo $?)"
    begun=$(ticks) && sleep 2
    expect "$input: it sleeps while it waits" yes "$([ $(($(ticks) - begun)) -lt 20 ] && echo yes || ticks)"
    echo "// saved" >>"$lab"
    expect "$input: it checks at a save" 0 "$(within 60 waits 2; echo $?)"
    kill -$signal "$watch"
    ended 5 >"$here/code"
    expect "$input: a signal ends it" $code "$(cat "$here/code")"
done

for input in /dev/null closed "$here/line"; do
    watches "$input" --manual
    ended 60 >"$here/code"
    expect "$input, by hand: it ends with its input" 0 "$(cat "$here/code")"
done
expect "a line is an Enter" 2 "$(grep -c 'checking lab 08' "$said")"

timeout 60 "$tare" watch 08 </dev/null 2>&1 | head -1 >"$said" # whoever reads is gone
expect "nobody reads what it says" "checking lab 08" "$(grep -o 'checking lab 08' "$said")"
echo "unattended: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
