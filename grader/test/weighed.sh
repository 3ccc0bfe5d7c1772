#!/bin/bash
# The scales in the labs: an author's model that is not what the kernel does is found, a learner who
# passed sees what was asked for and what moved, and a wrong count that has no name gets one.
# weighed.sh [all]: also every lab as it is, and the checks that say nothing.
set -u
passed=0 failed=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
export TARE_LANG=en NO_COLOR=1 DEVICE=host LC_ALL=C.UTF-8
expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
        tail -8 "$here/said" | sed 's/^/          | /'
    fi
}
has() { # what, words that are said: once or more
    expect "$1: $2" 1 "$(($(grep -c -- "$2" "$here/said") > 0))"
}

# A tree of which only the labs and their solutions may be changed.
mkdir "$here/tree"
for part in common build grader docs; do ln -s "$PWD/$part" "$here/tree/$part"; done
cp -r labs solutions "$here/tree"

# ---- make lint-lab: the author's model
weigh() { TARE_ROOT=$here/tree build/course --weigh "$@" >"$here/said" 2>&1; }
model() { # what, exit code, words, lab, file, sed's script
    local file=$here/tree/$5
    cp "$file" "$here/kept" && sed -i "$6" "$file"
    weigh "$4"
    expect "$1: exit code" "$2" $?
    has "$1" "$3"
    cp "$here/kept" "$file"
}
# shellcheck disable=SC2046 # the numbers of all labs
weigh $([ $# = 1 ] || echo 08 10 11 13)
expect "labs as they are" 0 $?
has "a claim" 'lab 10, claim saxpy: it counts 4026528 bytes, .* asked for 4026528 bytes. The two agree'
has "a term" 'The term "reads y" is 1342176 bytes; the kernel reads as many from array 2'
has "lines" 'lab 13, claim load: it counts 2684352 bytes, .* read from lines of 2684352 bytes. The two agree'
has "no kernel" 'lab 11 is not weighed: its program launches no kernel'
has "no work" 'lab 08 is not weighed: its claim is about no kernel'
m10=labs/10_bytes_moved/lab.meta m13=labs/13_stride/lab.meta
model "a term is missing" 1 'The kernel reads 1342176 bytes from array 2; no term' 10 $m10 '/reads y/d'
model "a term is another" 1 'The term "writes y" is .*; no access' 10 $m10 's/reads y/writes z/'
model "the model of lines is twice too large" 1 'the terms of lab.meta are 5368704 bytes' 13 $m13 's/= granule \* n |/= 2 * granule * n |/'
model "lines are counted, and nothing says so" 1 'asked for 335544 bytes. The two differ' 13 $m13 '/^weighed/d'
model "lab.meta says why" 0 'lab.meta says why: the lines of the table' 13 $m13 's/^weighed.*/weighed = apart the lines of the table/'
model "there is nothing to say why" 1 'but they agree. Remove that line' 10 $m10 '$aweighed = apart the cache keeps y'
model "a word that is none" 1 'bad value of "weighed"' 10 $m10 '$aweighed = perhaps'
model "the solution's claim is wrong" 1 'it counts 2684352 bytes, .* The two differ' 10 solutions/10_bytes_moved/lab.cu 's/read + written/2 * written/'

# ---- tare check: after a pass, and where nothing else names a count
# How often a verdict is right is not asked here (test-course_run does): the best of three gradings counts,
# because other programs disturb a clock.
check() { # exit code, lab, file, options
    local code=$1 got try
    shift
    for try in 1 2 3; do
        build/tare check "$@" --device host --budget $((6 * try)) >"$here/said" 2>&1
        got=$?
        [ $got != "$code" ] || break
    done
    expect "tare check $*: exit code" "$code" $got
}
solved=solutions/13_stride/lab.cu
check 0 13 $solved --json "$here/pass.json"
has "asked" '^asked    the threads of take asked for 167.8 kB to read and 167.8 kB to write, at 20/1000'
has "moved" '^moved    the lines of 64 bytes .*: 2.684 MB read, 167.8 kB written$'
has "used" '^used     .* loads 12.5 %, stores 100 %$'
expect "the run is kept, in no pair, and judged again it passes" "-1 20 take pass" \
    "$(jq -r '.runs[] | select(.role == "weighed") | "\(.pair) \(.part) \(.weights[0].kernel)"' "$here/pass.json") $(
        build/tare verdict "$here/pass.json" --brief | grep -o pass)"
expect "it follows the schema" "" \
    "$(jq -r --slurpfile schema grader/grade/grading/grading.schema.json -f grader/test/schema.jq "$here/pass.json")"
TARE_LANG=zh check 0 15 solutions/15_flops/lab.cu
has "in Chinese" '^请求     matmul 的线程请求读 1.024 MB、写 25.60 kB'
has "threads that share a word" '读 154 %，写 100 %；超过 100，'
if [ $# = 1 ]; then
    check 0 13 $solved --no-weigh
    expect "--no-weigh: no word" 0 "$(grep -c '^asked' "$here/said")"
    check 0 09 solutions/09_units/lab.cu
    expect "a lab that does not show it: no word" 0 "$(grep -c '^asked' "$here/said")"
fi

sed 's/= read + written;/= (read + written) * 5 \/ 6;/' solutions/10_bytes_moved/lab.cu >"$here/lab.cu"
check 1 10 "$here/lab.cu" --json "$here/fail.json"
has "a term is missing" '^perhaps  work/term-missing: .*you claim 3.355 MB; in the kernel saxpy there are the read of x (1.342 MB), the read of y (1.342 MB), the write of y (1.342 MB)'
expect "it was weighed at two sizes" "20 9" "$(jq -r '[.runs[] | select(.role == "weighed").part] | join(" ")' "$here/fail.json")"
expect "judged again, on any machine" "fail work/term-missing?" "$(build/tare verdict "$here/fail.json" --brief | sed 's/.*: //')"
sed 's/= read + written;/= read + written + (p->n + 255) \/ 256 * 1000;/' solutions/10_bytes_moved/lab.cu >"$here/lab.cu"
check 1 10 "$here/lab.cu"
has "more for each block" 'You counted 1000 bytes for each block of the grid'
sed 's/= read + written;/= (read + written) * 5 \/ 6;/' solutions/10_bytes_moved/lab.cu >"$here/lab.cu"
check 1 10 "$here/lab.cu" --no-weigh
has "--no-weigh: it has no name" 'no mistake of the catalogue fits'

echo "grader_weighed: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
