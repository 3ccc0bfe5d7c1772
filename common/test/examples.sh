#!/bin/bash
# What the examples print, by its meaning: examples.sh FOLDER. Each relation between times gets
# three tries: another program may disturb a run.
folder=$1 passed=0 failed=0 skipped=0
export LC_ALL=C
out=$(mktemp)
picture=$(mktemp)
trap 'rm -f "$out" "$picture"' EXIT

check() { # name, an awk program that exits with 0 when the output is right, arguments
    local name=$1 program=$2 try
    shift 2
    for try in 1 2 3; do
        "$folder/$name" "$@" >"$out" 2>&1 </dev/null
        if grep -q cudaErrorInsufficientDriver "$out"; then
            echo "  skipped $name: no card" && skipped=$((skipped + 1))
            return
        fi
        awk "function near(a, b) { return a > 0.99 * b && a < 1.01 * b }
             { line[NR] = \$0 } function right() { $program }
             END { exit !right() }" "$out" && passed=$((passed + 1)) && return
    done
    failed=$((failed + 1))
    echo "  FAILED  $name, after $try tries:"
    sed 's/^/          /' "$out"
}

# 2^26 floats, read and written; the interval holds the median.
# shellcheck disable=SC2016 # awk's own $
check scale 'gsub(/[(),]/, "", line[1]); split(line[1], v, " ")
    return v[1] >= v[3] && v[1] <= v[5] && near(v[1] * v[6] * 1e3, 2^29)'
check cold 'split(line[1], hot, " "); split(line[2], cold, " ")
    return hot[1] == "hot" && cold[1] == "cold" && cold[2] > hot[2] &&
        near(hot[2] * hot[4], cold[2] * cold[4]) && line[2] ~ /flushed by a (read|write) of [0-9]/'
check copy 'split(line[1], call, " "); split(line[2], copy, " ")
    return call[4] < copy[4] / 2 && near(copy[4] * copy[6] * 1e3, 2^26) &&
        near(copy[6] * 1e9, copy[9] * 2^30)'
check ceiling 'split(line[1], kernel, " "); split(line[2], roof, " ")
    return kernel[2] > 0 && kernel[3] == "GB/s" && line[3] ~ /^peak +(unknown|[0-9])/ &&
        near(100 * kernel[2] / roof[2] + 100, roof[7] + 100)'
check ladder 'for (i = 1; i <= 6; i++) {
        n = split(line[i], v, " ")
        if (v[n] != "%" || v[n - 2] != "us") return 0
        us[i] = v[n - 3]; off[i] = v[n - 1]
    }
    for (i = 1; i <= 6; i++) if (us[6] > 0 && !near(1000 + off[i], 900 + 100 * us[i] / us[6])) return 0
    n = split(line[7], v, " ")
    return off[6] == 0 && us[2] > us[4] && v[n - 3] <= us[6] && v[n - 1] >= us[6]'
check samples 'return line[1] == "mean      159.8 us" && line[3] ~ /the median, not the mean$/ &&
    line[2] == "median    100.5 us, in 99.0 to 103.0 at 95 %"'
check roofline 'split(line[1], memory, " ")
    for (i = NR - 1; i <= NR; i++) {
        n = split(line[i], v, " "); first = i == NR ? 3 : 2
        if (v[first] != (i == NR ? 128 : 0.25)) return 0
        if (i == NR - 1 && !near(v[first + 2], memory[3] * v[first])) return 0
        if (!near(100 + v[first + 3], 100 + 100 * v[first + 1] / v[first + 2])) return 0
    }
    return n > 5' "$picture"
check bench 'for (i = 1; i <= NR; i++) {
        if (line[i] !~ /^saxpy n=/) continue
        split(line[i], v, " "); rows++
        if (!near(v[3] * v[8] * 1e3, 12 * 2^(12 + 4 * rows)) || line[i] !~ /\[unproven\]$/) return 0
    }
    return rows == 3'
if [ $skipped = 0 ] && [ "$(grep -c '<circle' "$picture")" = 2 ] && grep -q '^</svg>$' "$picture"; then
    passed=$((passed + 1))
elif [ $skipped = 0 ]; then
    echo "  FAILED  roofline FILE draws a picture of two points" && failed=$((failed + 1))
fi

echo "library_examples: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
