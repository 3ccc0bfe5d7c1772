#!/bin/bash
# Runs `make test-NAME` and writes in build/test: NAME.log, NAME.report (the lines that `make test`
# prints) and NAME.counts (passed, failed, skipped, tries). A test that fails runs once more,
# because the machine is shared; both runs are kept and reported. Prints NAME at the end.
set -m # the test gets its own process group, which Ctrl-C ends like any other
name=$1 log=build/test/$1.log
line='([0-9]+) passed, ([0-9]+) failed(, ([0-9]+) skipped)?'
trap 'kill $! && wait $!; exit 0' INT TERM HUP

attempt() {
    timeout --kill-after=10 "${TEST_LIMIT:-900}" make -s -j"$(nproc)" "test-$name" >"$log" 2>&1 </dev/null &
    wait $!
    status=$?
    closing=$(grep -aE "$line" "$log" | tail -1)
    if [[ ! $closing =~ $line ]]; then
        p=0 f=1 s=0
        [ $status = 124 ] && echo "the test did not end within ${TEST_LIMIT:-900} s" >>"$log"
    else
        p=${BASH_REMATCH[1]} f=${BASH_REMATCH[2]} s=${BASH_REMATCH[4]:-0}
        [ $status != 0 ] && [ "$f" = 0 ] && f=1
        [ $((p + f + s)) = 0 ] && f=1
    fi
    [ "$f" = 0 ]
}

tries=1
{
    if ! attempt; then
        tail -25 "$log" | sed 's/^/    /'
        echo "    $name failed: once more"
        mv "$log" "build/test/$name.first.log"
        tries=2
        attempt
    fi
    times >"build/test/$name.times" # in no pipe: that would be another process
    printf '%-24s %4d passed %2d failed %2d skipped %4d s, %3.0f s of processor\n' "$name" "$p" "$f" "$s" $SECONDS \
        "$(awk -F'[ms ]+' 'NR == 2 { print 60 * ($1 + $3) + $2 + $4 }' "build/test/$name.times")"
} >"build/test/$name.report" 2>/dev/null
echo "$p $f $s $tries" >"build/test/$name.counts"
echo "$name"
