#!/bin/bash
# random_kernels.sh HOSTCC WRITER: kernels at random (random_kernels.cpp) give what plain C++ gives,
# in the way that hostcc chose and with --general. RANDOM_KERNELS says how many; RANDOM_SEED, the
# first file's seed.
hostcc=$(realpath "$1") writer=$(realpath "$2") passed=0 failed=0 split=0
kernels=${RANDOM_KERNELS:-50} first=${RANDOM_SEED:-1} each=25 here=$(dirname "$(realpath "$0")")
room=$(mktemp -d) && trap 'rm -rf "$room"' EXIT
for ((seed = first; (seed - first) * each < kernels; seed++)); do
    "$writer" $seed $each >"$room/x.cu"
    for how in "" "--general -O0"; do
        # shellcheck disable=SC2086 # none or several words
        if "$hostcc" $how -w -DPLAIN -I"$here" -c "$room/x.cu" -o "$room/plain.o" 2>"$room/said" &&
            "$hostcc" --report $how -I"$here" "$room/x.cu" "$room/plain.o" -o "$room/x" >"$room/report" 2>"$room/said"; then
            timeout 120 "$room/x" >"$room/wrong" 2>"$room/said"
            status=$?
        else
            status=2
        fi
        wrong=$(grep -c '^k' "$room/wrong")
        [ -z "$how" ] && split=$((split + $(grep -c ': split at its waits$' "$room/report")))
        [ $status -gt 1 ] && wrong=$each
        failed=$((failed + wrong)) passed=$((passed + each - wrong))
        if [ $status != 0 ]; then
            echo "  FAILED  seed $seed $how: exit status $status (write it again: $2 $seed $each)"
            head -3 "$room/wrong" "$room/said" | sed 's/^/          /'
        fi
        : >"$room/wrong"
    done
done
# Where all run on stacks, nothing is compared.
if [ $((split * 8)) -lt "$kernels" ]; then
    failed=$((failed + 1)) && echo "  FAILED  only $split of $kernels kernels are split"
fi
echo "host_random: $passed passed, $failed failed, 0 skipped ($split of $kernels split)"
[ "$failed" = 0 ]
