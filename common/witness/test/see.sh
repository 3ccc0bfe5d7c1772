#!/bin/bash
# see.sh: `tare see` on programs that do well and on programs that do not.
passed=0 failed=0 code=0
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
check() { # what, whether: 0 is yes
    if [ "$2" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $1" && sed 's/^/          /' "$folder/out" "$folder/err"
    fi
}
see() {
    build/tare see --device host --no-color --lang en "$@" >"$folder/out" 2>"$folder/err"
    code=$?
}
expect() { # what, the exit code, words that are said
    local what=$1 good=0 words
    [ "$code" = "$2" ] || good=1
    shift 2
    for words; do grep -qF -- "$words" "$folder/out" "$folder/err" || good=1; done
    check "$what" $good
}

cat >"$folder/program.cu" <<'CU'
#include <cstdio>
#include <cstdlib>
__global__ void spin(float *x) { for (int i = 0; i < 20000; i++) x[threadIdx.x] += 1; }
int main(int argc, char **argv) {
    float *x;
    cudaMalloc(&x, 4096);
    spin<<<8, 64>>>(x);
    cudaDeviceSynchronize();
    puts("its output");
    fflush(stdout);
    if (argc > 1) abort();
    _Exit(3);
}
CU
build/hostcc -O1 "$folder/program.cu" -o "$folder/program"

for _ in 1 2 3 4 5; do # a busy machine may let the kernel end before the clock is read
    see --trace "$folder/shipped.json" build/host/shipped/01_kernel_time
    grep -q "none of the kernel" "$folder/out" && break
done
expect "a launch alone" 0 "none of the kernel" "Your stopwatch saw"
see --ask --trace "$folder/shipped.json"
! grep -qE "none of the kernel|true for" "$folder/out" && grep -q '^ stopwatch ' "$folder/out"
check "the same as a question" $?
jq -e -f common/witness/test/trace_event.jq "$folder/shipped.json" >/dev/null
check "its trace is of the Trace Event Format" $?
see --facts --trace "$folder/shipped.json"
[ "$(jq -r '.[0].terms[0].mistake' "$folder/out")" = time/launch-only ]; check "its facts" $?
see --svg "$folder/a.svg" --lang zh --trace "$folder/shipped.json"
expect "in Chinese" 0 你的秒表看到了
xmllint --noout "$folder/a.svg"; check "an SVG" $?
see --facts build/host/solutions/01_kernel_time
jq -e '.[0] | .kernels == 1 and .account.after == 0 and .busy_ns == .kernel_ns and .finding == "stopwatch"' \
    "$folder/out" >/dev/null
check "the solution" $?

# How long it waits is this machine's; that it waits on one processor with two others is not.
if [ -r /proc/thread-self/schedstat ]; then
    cpu=$(taskset -pc $$ | sed 's/.*: *//; s/[-,].*//') loops=()
    for _ in 1 2; do taskset -c "$cpu" bash -c 'while :; do :; done' & loops+=($!); done
    code=$(taskset -pc "$cpu" "$BASHPID" >&2; see --facts build/host/solutions/01_kernel_time; echo "$code")
    kill "${loops[@]}" && wait "${loops[@]}" 2>/dev/null
    jq -e '.[0].account | .others > 0 and .own > 0 and .window_ns == .own + .earlier + .copies +
        .memsets + .kernels + .context + .allocation + .calls + .host + .others' "$folder/out" >/dev/null
    check "another program had the processor" $?
fi

see --trace "$folder/left.json" "$folder/program"
expect "ends with 3 and no farewell" 3 "its output" "cut short" spin
[ "$(tr -d '\0' <"$folder/left.json" | wc -c)" = "$(wc -c <"$folder/left.json")" ]
check "its trace has no empty pages" $?
cp "$folder/program" "$folder/of_a_rather_long_name"
see "$folder/of_a_rather_long_name"; expect "the whole name" 3 " of_a_rather_long_name · "
see build/host/shipped/22_share_of_peak
expect "a claim of no clock" 0 "No clock is in this claim; there is nothing to draw."
! grep -q 'time  ' "$folder/out"; check "and nothing is drawn" $?
see --lang zh build/host/shipped/22_share_of_peak; expect "the same in Chinese" 0 "没有什么可画"
see "$folder/program" crash; expect "crashes" 134 "signal 6" "cut short" spin
see true; expect "no CUDA" 0 "no CUDA call"
see --trace "$folder/none.json" true; [ ! -e "$folder/none.json" ]; check "and no trace" $?
see "$folder/absent"; expect "absent" 127 "No such file"
see "$folder"; expect "a folder" 126 "Permission denied"
see --trace /dev/null/t.json "$folder/program"
expect "nowhere to write" 3 "/dev/null/t.json" "runs unseen" "its output"
! grep -q "no CUDA call" "$folder/err"; check "and no other reason" $?
see --lang zh --trace /nowhere/t.json "$folder/program"
expect "the same in Chinese" 3 "/nowhere/t.json：没有这个文件或文件夹" "its output"
mkfifo "$folder/pipe"
see --trace "$folder/pipe" "$folder/program"; expect "a pipe as trace" 3 "is not a file"
[ -p "$folder/pipe" ]; check "the pipe is left" $?
code=$(ulimit -f 100; see "$folder/program"; echo $code)
expect "no room for the trace" 3 "cannot write the trace"
! grep -q "no CUDA call" "$folder/err"; check "and no other reason" $?
code=$(ulimit -f 100; see --lang zh "$folder/program"; echo $code)
expect "no room, in Chinese" 3 "记录写不下去：超过了文件大小的限制"
see --trace "$folder/program.cu"; expect "no trace" 2 "not a trace of the witness"
see --lang zh --trace "$folder/program.cu"; expect "the same in Chinese" 2 "不能当作记录读取（不是见证器写的记录）"
see --no-such-option; expect "usage" 2 "tare see --help"
mkdir "$folder/alone" && cp build/tare "$folder/alone/"
"$folder/alone/tare" see "$folder/program" >"$folder/out" 2>"$folder/err"; code=$?
expect "no witness.so" 3 "build it: make witness"
"$folder/alone/tare" see --lang zh "$folder/program" >"$folder/out" 2>"$folder/err"; code=$?
expect "the same in Chinese" 3 "先构建它：make witness"

sed "s/return tare_now() - start;/return 1.0 * (tare_now() - start);/" build/shipped/01_kernel_time.cu |
    sed "/TODO/d" >"$folder/lab.cu"
for _ in 1 2 3 4 5; do # a busy machine may not be able to grade
    TARE_LANG=en build/tare check 01 "$folder/lab.cu" --device host \
        >"$folder/out" 2>"$folder/err"; code=$?
    grep -q "time/launch-only" "$folder/out" && break
done
expect "a wrong time in a check" 1 "time/launch-only" "stopwatch  " "none of the kernel"
echo "witness see: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
