#!/bin/bash
# A class over a real Slurm on this machine, a node lost in the middle; and over GNU
# parallel. Needs root, slurm-wlm, munge; not part of `make test`.
set -u
passed=0 failed=0 skipped=0
here=$(mktemp -d)
chmod 755 "$here"
for tool in slurmctld slurmd munged sbatch; do
    command -v $tool >/dev/null || { echo "slurm: 0 passed, 0 failed, 1 skipped ($tool is missing: apt-get install slurm-wlm)"; exit; }
done
. grader/test/slurm_cluster.sh "$here"
trap 'cluster_down 2>/dev/null; rm -rf "$here"' EXIT
expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
verdicts() { jq -r '.submission.id + " " + .outcome + " " + ([.findings[].mistake] | join(","))' "$1"/*.json | sort; }
class() { timeout 300 build/tare class "$here/class" --lab 08 --device host --seed 8 "$@"; }

lab=solutions/08_peak/lab.cu
for i in 1 2 3 4 5 6 7 8; do
    mkdir -p "$here/class/s$i"
    case $i in
    2 | 6) cp labs/08_peak/lab.cu "$here/class/s$i/" ;;
    3 | 7) sed 's|bus_bits / 8|bus_bits|' $lab >"$here/class/s$i/lab.cu" ;;
    5) sed 's|clock_hz / 1e9|clock_hz / 1e9 +|' $lab >"$here/class/s$i/lab.cu" ;;
    *) cp $lab "$here/class/s$i/" ;;
    esac
done
class --results "$here/plain" --quiet >/dev/null
expect "plain: all graded" 8 "$(verdicts "$here/plain" | wc -l)"

cluster_up
expect "two nodes are idle: $(tail -1 "$here/ctld.log" 2>/dev/null)" 0 $?
class --results "$here/array" --slurm 4 >"$here/said" 2>&1
expect "array: ended well: $(tail -2 "$here/said")" 0 $?
expect "array: the verdicts of a plain run" "$(verdicts "$here/plain")" "$(verdicts "$here/array")"
expect "array: both nodes worked" "n0 n1" "$(grep -ohE 'NodeList=n[01]|to n[01]|on n[01]' "$here/ctld.log" | grep -oE 'n[01]' | sort -u | xargs)"

# One node is lost while its shard is being graded.
class --results "$here/lost" --slurm 4 --sbatch --no-requeue >"$here/said" 2>&1 &
grading=$!
for _ in $(seq 300); do
    [ -n "$(holders SLURMD_NODENAME=n1)" ] && [ -n "$(ls "$here"/lost/*.json 2>/dev/null)" ] && break
    sleep 0.1
done
before=$(ls "$here"/lost/*.json 2>/dev/null | wc -l)
node_dies n1
expect "lost: in the middle" true "$([ "$before" -gt 0 ] && [ "$before" -lt 8 ] && echo true || echo "$before of 8")"
wait $grading
expect "lost: ended well: $(tail -2 "$here/said")" 0 $?
expect "lost: was submitted again" yes "$(grep -q 'once more' "$here/said" && echo yes)"
expect "lost: the verdicts of a plain run" "$(verdicts "$here/plain")" "$(verdicts "$here/lost")"

if command -v parallel >/dev/null; then
    export here
    timeout 300 parallel --will-cite -j 2 'build/tare class "$here/class" --lab 08 --device host --seed 8 \
        --results "$here/parallel" --resume --quiet --shard {}/4' ::: 0 1 2 3
    expect "parallel: ended well" 0 $?
    expect "parallel: the verdicts of a plain run" "$(verdicts "$here/plain")" "$(verdicts "$here/parallel")"
else
    skipped=1
fi
echo "slurm: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
