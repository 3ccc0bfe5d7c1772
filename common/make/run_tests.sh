#!/bin/bash
# run_tests.sh LONG... -- SHORT... -- MEASURING...: runs each test by run_test.sh, as many at a time as
# there are cores. Of the tests that measure, only one runs at a time, beside others that do not.
# Prints a line for each test that has ended, on a terminal also which ones run, and the sums.
set -m # so that the lanes are one process group, and end as one
room=build/test/queues
rm -rf $room && mkdir -p $room && touch $room/beside $room/measuring $room/lock
into=beside parts=0
for name in "$@"; do
    if [ "$name" = -- ]; then parts=$((parts + 1)) && [ $parts = 1 ] || into=measuring; else
        echo "$name" >>$room/$into
        rm -f "build/test/$name.counts"
        count=$((${count:-0} + 1))
    fi
done

take() { # QUEUE: removes its first name, and prints it
    {
        flock 9
        head -n 1 "$room/$1"
        sed -i 1d "$room/$1"
    } 9>$room/lock
}
lane() { # QUEUE...: runs what they hold, in this order
    local queue name
    for queue in "$@"; do
        while name=$(take "$queue") && [ "$name" ]; do
            echo "+$name"
            common/make/run_test.sh "$name"
        done
    done
}
coproc lanes {
    lane measuring beside &
    for ((i = 1; i < $(nproc); i++)); do lane beside & done
    wait
}
group=$!
exec {ended}<&"${lanes[0]}"
trap 'kill -- -$group; cat <&$ended >/dev/null; exit 130' INT TERM HUP

live=$([ -t 1 ] && [ "${TERM:-dumb}" != dumb ] && echo yes)
clear=${live:+$'\r\e[K'} width=${COLUMNS:-$(tput cols 2>/dev/null || echo 80)}
passed=0 failed=0 skipped=0 done=0 again=() broken=()
declare -A runs=()
while read -r name <&$ended; do
    if [[ $name == +* ]]; then runs[${name#+}]=1; else
        unset "runs[$name]"
        read -r p f s tries <"build/test/$name.counts"
        passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s)) done=$((done + 1))
        [ "$f" = 0 ] || broken+=("$name")
        [ "$f$tries" != 02 ] || again+=("$name")
        printf '%s%3d of %d  %s\n' "$clear" $done "$count" "$(cat "build/test/$name.report")"
    fi
    [ -z "$live" ] || { now="$SECONDS s, $((count - done)) left: ${!runs[*]}" && printf '%s%s' "$clear" "${now:0:width-1}"; }
done
printf '%s\n' "$clear"
[ ${#again[@]} = 0 ] || echo "passed only at the second try: ${again[*]} (build/test/NAME.first.log)"
for name in "${broken[@]}"; do
    echo "---- $name (build/test/$name.log)"
    grep -aE 'FAILED|failed|error' "build/test/$name.log" | tail -30
done
[ "$done" = "$count" ] || { echo "these did not end: ${!runs[*]} $(cat $room/beside $room/measuring)" && failed=$((failed + 1)); }
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
