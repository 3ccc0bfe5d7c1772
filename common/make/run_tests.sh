#!/bin/bash
# Runs `make test-NAME` for each name and adds up the closing lines
# "N passed, N failed[, N skipped]". A test that fails runs once more: the machine is
# shared, and both runs are kept in build/test and told.
passed=0 failed=0 skipped=0 again=() broken=()
mkdir -p build/test
line='([0-9]+) passed, ([0-9]+) failed(, ([0-9]+) skipped)?'

run_one() { # name, log
    timeout --kill-after=10 "${TEST_LIMIT:-900}" make -s -j"$(nproc)" "test-$1" >"$2" 2>&1 </dev/null
    status=$?
    closing=$(grep -aE "$line" "$2" | tail -1)
    if [[ ! $closing =~ $line ]]; then
        p=0 f=1 s=0
        [ $status = 124 ] && echo "no end within ${TEST_LIMIT:-900} s" >>"$2"
    else
        p=${BASH_REMATCH[1]} f=${BASH_REMATCH[2]} s=${BASH_REMATCH[4]:-0}
        [ $status != 0 ] && [ "$f" = 0 ] && f=1
        [ $((p + f + s)) = 0 ] && f=1
    fi
    [ "$f" = 0 ]
}

for name in "$@"; do
    start=$SECONDS
    if ! run_one "$name" "build/test/$name.log"; then
        tail -25 "build/test/$name.log" | sed 's/^/    /'
        echo "    $name failed: once more"
        mv "build/test/$name.log" "build/test/$name.first.log"
        run_one "$name" "build/test/$name.log" && again+=("$name")
    fi
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    printf '%-28s %4d passed %3d failed %3d skipped  %3d s\n' "$name" "$p" "$f" "$s" $((SECONDS - start))
    [ "$f" = 0 ] || broken+=("$name")
done
echo
[ ${#again[@]} = 0 ] || echo "passed only at the second try: ${again[*]} (build/test/NAME.first.log)"
for name in "${broken[@]}"; do
    echo "---- $name (build/test/$name.log)"
    grep -aE 'FAILED|failed|error' "build/test/$name.log" | tail -30
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
