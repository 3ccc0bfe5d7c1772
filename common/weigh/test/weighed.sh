#!/bin/bash
# weighed.sh PROGRAM: what the host device counts of kernels whose work is known, to the byte. The numbers
# below were worked out from weighed.cu by hand. n is its N; w = n / 32, its warps.
passed=0 failed=0
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
build/tare weigh --lang en --json "$folder/json" "$1" >"$folder/out" 2>"$folder/err"
expect "the program, and how it ended" "0 no error" "$? $(head -1 "$folder/out")"

# kernel, threads of a block; then read and written: asked for, sectors (- where they cannot be known),
# lines, shared memory. copy (2) is another kernel of the name.
# shellcheck disable=SC2034 # row reads them
n=16384 w=512 blocks=64
row() {
    local want=() word
    for word in "${@:3}"; do want+=("$([ "$word" = - ] && echo null || echo $((word)))"); done
    expect "$1" "${want[*]}" "$(jq -r --arg name "$1" --argjson threads "$2" '.kernels[]
        | select(.name == $name and (.block | .[0] * .[1] * .[2]) == $threads and (.grid[0] != 32)) | .counted
        | [.asked_read, .asked_written, .sector_read, .sector_written, .line_read, .line_written,
            .shared_read, .shared_written] | map(. // "null" | tostring) | join(" ")' "$folder/json")"
}
#   kernel         threads read written    sectors          lines               shared
row saxpy            256 8*n     4*n       8*n  4*n         8*n      4*n        0 0
row copy             256 n       n         n    n           n        n          0 0
row "copy (2)"       256 2*n     2*n       2*n  2*n         2*n      2*n        0 0
row daxpy            256 16*n    8*n       16*n 8*n         16*n     8*n        0 0
row strided          256 n/2     n/2       4*n  4*n         4*n      4*n        0 0
row shifted          256 4*n     4*n       5*n  4*n         4*n+64   4*n        0 0
row broadcast        256 4*n     4*n       n    4*n         64       4*n        0 0
row grid_stride      256 4*n     4*n       4*n  4*n         4*n      4*n        0 0
row divergent        256 2*n     2*n       4*n  4*n         4*n      4*n        0 0
row early_exit       256 n       n         n    n           n        n          0 0
row plane            256 4*n     4*n       4*n  4*n         4*n      4*n        0 0
row turned           256 4*n     4*n       4*n  16*n        4*n      4*n        0 0
row tiled           1024 4*n     4*n       4*n  4*n         4*n      4*n        4*n 4*n
row matmul           256 128*n   n         64*n n           2*n      n          0 0
row reduction        256 4*n     4*blocks  4*n  32*blocks   4*n      4*blocks   2044*blocks 2044*blocks
row shuffled         256 4*n     4*w       4*n  32*w        4*n      4*w        0 0
row histogram        256 8*n     4*n       5*n  n           4*n+64   64         0 0
row float_sum        256 8*n     4*n       5*n  n           4*n+64   64         0 0
row swapped          256 4*n     4*n       4*n  4*n         4*n      4*n        0 0
row shared_atomic    256 4*n     4*blocks  4*n  32*blocks   4*n      4*blocks   "4*n+4*blocks" "4*n+4*blocks"
row structures       256 4*n     4*n       16*n 16*n        4*n      4*n        0 0
row one_member       256 n       n         4*n  n           4*n      n          0 0
row vectors          256 4*n     4*n       4*n  4*n         4*n      4*n        0 0
row pairs            256 4*n     4*n       4*n  4*n         4*n      4*n        0 0
row halves           256 4*n     4*n       4*n  4*n         4*n      4*n        0 0
row gather           256 128*1024 1024     8*64*64 1024     64*5     1024       0 0
row wide_structures  256 3*n     3*n       -    -           3*n      3*n        0 0
# Each thread reads its length once and 0 to 3 elements; a card reads every sector for the longest.
row data_loop        256 10*n    4*n       16*n 4*n         16*n     4*n        0 0

# With 255 threads in each of the 64 blocks.
expect "managed and mapped memory" "$((4 * 64 * 255)) $((4 * 64 * 255))" "$(jq -r '.kernels[]
    | select(.block[0] == 255) | "\(.counted.asked_read) \(.counted.asked_written)"' "$folder/json")"
expect "by allocation" "3:0:$((4 * 64 * 255)) 4:$((4 * 64 * 255)):0" "$(jq -r '[.kernels[]
    | select(.block[0] == 255) | .allocations | sort_by(.allocation)[]
    | "\(.allocation):\(.written):\(.read)"] | join(" ")' "$folder/json")"
expect "launches" "3 1" "$(jq -r '[.kernels[] | select(.name == "saxpy") | .launches] | join(" ")' "$folder/json")"
expect "the same kernel on half the grid" $((4 * n)) "$(jq '.kernels[] | select(.name == "saxpy" and .grid[0] == 32) | .counted.asked_read' "$folder/json")"
expect "copies" "h2d:$((4 * n)):1 d2h:16:1 memset:$((20 * n)):2" "$(jq -r '[.copies[] | "\(.kind):\(.bytes):\(.count)"] | join(" ")' "$folder/json")"
expect "its JSON follows the schema" "" "$(jq -r --slurpfile schema common/weigh/weigh.schema.json -f grader/test/schema.jq "$folder/json")"
echo "weigh_host: $passed passed, $failed failed"
[ "$failed" = 0 ]
