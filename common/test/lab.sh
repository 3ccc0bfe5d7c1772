#!/bin/bash
# What every lab does around its measurement: lab.sh build/DEVICE/test_lab
program=$1 passed=0 failed=0
out=$(mktemp) claim=$(mktemp)
trap 'rm -f "$out" "$claim"' EXIT

run() { # settings, program and arguments; keeps what it prints, its claim and its exit code
    env TARE_CLAIM_FD=3 TARE_NONCE=n0 "$@" >"$out" 2>&1 3>"$claim" </dev/null
    echo "exit code $?" >>"$out"
}
check() { # name, expected words, where
    if grep -qE -- "$2" "$3"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "  FAILED  $1: expected $2, found:"
        head -8 "$3" | sed 's/^/          /'
    fi
}

run "$program"
check "right" "^result   right \(twice\)$" "$out"
check "ends well" "^exit code 0$" "$out"
check "says its device" "^device   .+" "$out"
check "says its size" "^size     100003 elements$" "$out"
check "uniform, seed 1" "^mean -?0\.00[0-9] square 0\.33[0-9] same [01] " "$out"
check "begins" "^tare 1 lab=program device=(host|gpu) count=100003 seed=1 nonce=n0$" "$claim"
check "ends" "^end result=right claims=0$" "$claim"
first=$(grep -o "first .*" "$out")
run "$program"
check "the same seed, the same data" "^mean .* $first$" "$out"
run TARE_SEED=2 "$program"
check "another seed" "seed=2 " "$claim"
sed -i "/$first/d" "$out"
check "other data" "^mean " "$out"
run TARE_N=873 "$program"
check "873 in a thousand" "count=87302 seed=1 " "$claim"
run TARE_N=1 "$program"
check "few" "count=100 " "$claim"
for bad in 0 -5 x 1.5 99999999999999999999; do
    run TARE_N=$bad "$program"
    check "TARE_N=$bad" "^TARE_N=$bad: it must be a whole number from 1 to 1000000$" "$out"
    check "TARE_N=$bad ends" "^exit code 1$" "$out"
done
run "$program" wrong
check "wrong" "^result   wrong: twice\[50001\] is -?[0-9.e-]+ and should be .*; 1 of 100003 differ$" "$out"
check "wrong ends" "^exit code 1$" "$out"
check "wrong is told" "^end result=wrong claims=0$" "$claim"
run "$program" report
check "a report that lacks a field ends the program" "^exit code 1$" "$out"
check "and it is said" "^tare_report: twice: statistic must be single" "$out"
run "$program" unwritten
check "poison is seen" "^result   wrong: twice\[100002\] is -?nan " "$out"
run "$program" unchecked
check "unchecked" "^end result=unchecked " "$claim"
run "$program" failing
check "a failed launch names its line" "lab_program.cu:[0-9]+: cudaGetLastError\(\): cudaError[A-Za-z]+: " "$out"
check "and ends the program" "^exit code 1$" "$out"
run "$program" cards
check "too few cards" "^this lab needs 99 cards that reach each other; this machine has [0-9]$" "$out"
check "is skipped" "^exit code 77$" "$out"
run "$program" sizes
check "working sets" "^memory [0-9]{8,} cache [0-9]{5,} " "$out"
read -r _ memory _ cache _ l2 _ < <(head -1 "$out")
echo "memory/l2 $((memory >= 8 * l2)) cache/l2 $((cache * 2 <= l2))" >"$out"
check "beyond and within L2" "memory/l2 1 cache/l2 1" "$out"

echo "library_lab: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
