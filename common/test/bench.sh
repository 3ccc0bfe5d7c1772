#!/bin/bash
# tare_bench.hpp on the host device: bench.sh build/tare PROGRAM. Sweeps, options, forms, and proofs:
# each fault is named, and no honest row.
tare=$1 program=$2
# shellcheck source=common/test/bench_checks.sh
. "$(dirname "$0")/bench_checks.sh"
export TARE_PROGRAM=$tare LC_ALL=C TARE_LANG=en
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

show() { head -n 12 < <(cat "$folder/out" "$folder/err"); }

run() {
    "$program" "$@" >"$folder/out" 2>"$folder/err" </dev/null
    code=$?
}

says() { # name, exit code, words, arguments: what the program prints
    local name=$1 expected=$2 words=$3
    shift 3
    run "$@"
    [ $code = "$expected" ] && cat "$folder/out" "$folder/err" | grep -qE -- "$words"
    check "$name: exit code $code, expected $expected; words expected: $words" $?
}

json() { # name, what jq must find true, arguments
    local name=$1 right=$2
    shift 2
    run "$@" --json
    jq -e "$right" "$folder/out" >/dev/null 2>"$folder/err"
    check "$name: $right" $?
}

# ---- axes and options ----------------------------------------------------------------------

run --list
[ "$(grep -c honest "$folder/out")" = 8 ] && grep -qx 'honest_halve n=100000 block=256' "$folder/out" &&
    grep -qx 'honest_copy<double> n=262144' "$folder/out" && grep -qx 'cpu_spin share=0.5 kind=busy' "$folder/out"
check "--list has each point of each axis, range and type" $?
run --list --filter 'n=65536'
[ "$(cat "$folder/out")" = "honest_saxpy n=65536" ]
check "--filter keeps the rows with this text" $?
says "a filter that nothing passes" 2 'no row contains "absent".*--list' --filter absent
says "an unknown option" 2 'no option --quick' --quick
says "a number that is none" 2 'no option --budget' --budget soon
says "unproven is said" 0 'honest_saxpy n=65536 .* us .*GB/s.*GFLOP/s.*256 blocks.*\[unproven\]' --filter n=65536
says "a missed precision is said" 0 'warning: the interval is wider' --filter n=65536 --precision 1e-9 --budget 0.05
says "cold" 0 '\[unproven\]' --filter n=65536 --cold
says "Markdown" 0 '^\| --- \|' --filter honest_halve --markdown
says "CSV" 0 '^honest_halve n=100000 block=64,[0-9.]+,' --filter honest_halve --csv
says "CSV tells what is doubtful" 0 '^honest_halve.*the interval is wider' --filter honest_halve --csv --precision 1e-9
json "JSON" '.schema == "tare-bench-1" and (.rows | length) == 2 and .rows[0].axes.n == "65536" and
    .rows[0].low_us <= .rows[0].time_us and .rows[0].time_us <= .rows[0].high_us and
    .rows[0].blocks == 256 and .rows[0].proof == "unproven"' --filter honest_saxpy
json "the rate is the work over the time" '.rows[0] | (."GB/s" * .time_us * 1e3 / (12 * 65536) - 1 | fabs) < 1e-6' \
    --filter n=65536
json "a column of the body" '.rows[0].spun_us == 500' --filter share=0.5
run --profile --filter honest
[ $code = 0 ] && [ ! -s "$folder/out" ]
check "--profile runs each row once and says nothing" $?
run --filter honest_saxpy --svg "$folder/sweep.svg" --roofline "$folder/roofline.svg"
[ "$(grep -c '<circle' "$folder/sweep.svg")" = 2 ] && [ "$(grep -c '<circle' "$folder/roofline.svg")" = 2 ]
check "the sweep and the roofline are drawn" $?

# ---- a function of the CPU -----------------------------------------------------------------

json "a function of the CPU has its time" '.rows[0].time_us > 499 and .rows[0].time_us < 600' --filter share=0.5
begun=$(date +%s%N)
json "a slow one is run no more often than the budget allows" \
    '.rows[0].time_us > 999000 and (.rows[0].warnings | any(contains("wider than was asked")))' --filter cpu_slow
[ $(($(date +%s%N) - begun)) -lt 3500000000 ]
check "and takes two runs at most" $?

# ---- faults that need no proof -------------------------------------------------------------

says "a launch that nobody waits for" 1 'ERROR .*time/launch-only.*synchronise' --filter fault_not_waited
says "nothing queued" 1 'ERROR .*queued nothing on the stream.*launch on the stream' --filter fault_nothing
says "a failed launch" 1 'ERROR .*the launch that is measured.*invalid' --filter fault_failed
says "nothing measured" 1 'ERROR .*0 times: call one of them once' --filter fault_not_measured
json "JSON of an error" '.rows[0].error | contains("queued nothing")' --filter fault_nothing

# ---- proofs --------------------------------------------------------------------------------

# On a busy machine a proof may say that another program had the processor; then it is none.
run --prove --json --filter honest
jq -e --argjson code "$code" '[.rows[].proof] | length == 8
    and all(.[]; (startswith("time proven, ") and contains("weighed")) or (startswith("note") and contains("program")))
    and (any(.[]; startswith("note")) == ($code == 1))' "$folder/out" >/dev/null
check "honest rows are proven, and none is named falsely" $?
says "half the bytes" 1 '\[wrong work/element-size: Weighed' --prove --filter fault_half
"$tare" audit --device host --scales "$program.weigh" --csv "$folder/said" "$program" --claim 0 --filter fault_half >"$folder/out" 2>&1
grep -q 'work/element-size' "$folder/said"
check "tare audit weighs whoever names the scales" $?
says "copies inside" 1 '\[(wrong|suspect) time/copies-inside' --prove --filter fault_copies
says "a kernel that nobody waits for, however short" 1 '((wrong|suspect) time/launch-only.*still running|ERROR +time/launch-only)' --prove --filter fault_launch_alone
# On a busy machine the row is refused before its proof; the proof alone names it each time.
"$tare" audit --device host --csv "$folder/said" "$program" --claim 0 --filter fault_launch_alone >"$folder/out" 2>&1
grep -q 'time/launch-only' "$folder/said" && ! grep -q 'host-overhead' "$folder/said"
check "what nobody waits for ends after the call" $?
says "a function of the CPU that waits" 0 '\[a time of the CPU, which left no work' --prove --filter cpu_waits
says "but not the rate of one" 1 '\[(wrong work/term-added|a time of the CPU, whose work is not weighed)' --prove --filter fault_cpu_rate
says "and one without the device" 0 '\[a time of the CPU, which left no work' --prove --filter share=0.5
json "a row has the time of the run without the witness" '.rows[0].witnessed == 0' --prove --filter n=65536
for fault in not_waited failed; do
    says "fault_$fault under --prove" 1 'ERROR ' --prove --filter fault_$fault
done
# On a busy machine the witness's own work can be read as a time; the audit ties no work to it.
says "nothing queued under --prove" 1 'ERROR |\[cannot-tell' --prove --filter fault_nothing
TARE_PROGRAM=$folder/absent says "no tare here" 1 'is not here.*TARE_PROGRAM' --prove --filter n=65536
cp "$program" "$folder/alone"
program=$folder/alone
says "no scales" 1 'work not weighed.*hostcc --weigh' --prove --filter n=65536
program=$2

# ---- what other commands read --------------------------------------------------------------

"$program" --json --filter honest_saxpy >"$folder/a" && "$program" --json --filter honest_saxpy >"$folder/b"
"$tare" compare "$folder/a" "$folder/b" >"$folder/out" 2>"$folder/err"
[ $? -le 1 ] && [ "$(grep -c 'honest_saxpy n=' "$folder/out")" -ge 2 ]
check "tare compare reads two results" $?

echo "library_bench: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
