#!/bin/bash
# audit.sh: `tare audit` on programs that print true and wrong numbers, and on programs that cannot be
# audited: each ends in a sentence and an exit code.
passed=0 failed=0 code=0
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
check() { # what, whether: 0 is yes
    if [ "$2" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $1 (exit $code)" && tail -n 20 "$folder/out" "$folder/err" | sed 's/^/          /'
    fi
}
audit() {
    build/tare audit --device host --no-color --lang en "$@" >"$folder/out" 2>"$folder/err" </dev/null
    code=$?
}
expect() { # what, the exit code, words that are said
    local what=$1 good=0 words
    [ "$code" = "$2" ] || good=1
    shift 2
    for words; do grep -qaF -- "$words" "$folder/out" "$folder/err" || good=1; done
    check "$what" $good
}

# ---- programs whose numbers another hand wrote --------------------------------------------------

grader/test/audit/set.sh grader/test/audit/open.tar.xz w21_divided_twice w27_mib_per_ms w25_max_as_median \
    r01_saxpy_events r15_best_of r17_end_to_end r29_block_sizes >"$folder/out" 2>&1
code=$?
expect "a part of the open set" 0 "11 numbers: 11 tied" "3 wrong: 3 named right" "8 true: 0 falsely accused"

grader/test/audit/set.sh grader/test/audit/own.tar.xz r_init r_threads r_both_units r_two_medians w_reversed \
    >"$folder/out" 2>&1
code=$?
expect "a part of our own set" 0 "11 numbers: 11 tied" "10 true: 0 falsely accused"

# ---- a rate on the scales -------------------------------------------------------------------------

cat >"$folder/copy.cu" <<'CU'
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void move(const float *a, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[i];
}
int main(int, char **argv) {
    int n = 1 << 20;
    float *a, *b, ms;
    cudaMalloc(&a, n * 4);
    cudaMalloc(&b, n * 4);
    cudaMemset(a, 0, n * 4);
    cudaEvent_t from, to;
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    move<<<n / 256, 256>>>(a, b);
    cudaEventRecord(from);
    for (int i = 0; i < 10; i++) move<<<n / 256, 256>>>(a, b);
    cudaEventRecord(to);
    cudaEventSynchronize(to);
    cudaEventElapsedTime(&ms, from, to);
    printf("copy: %.4f ms, %.4f GB/s\n", ms / 10, atof(argv[1]) * 4 * n / (ms / 10) / 1e6);
}
CU
build/hostcc --weigh "$folder/copy.cu" -o "$folder/copy" && build/hostcc "$folder/copy.cu" -o "$folder/plain"
audit --weigh "$folder/copy" 2
expect "a rate whose work is right" 0 "right" "ask for 8388.61 k bytes" " 0 wrong"
audit --weigh "$folder/copy" 1
expect "a rate that counts one way" 1 "work/one-way" "Proof: the trace alone."
audit "$folder/copy" 1
expect "a rate that is not weighed" 0 "time right, work not weighed" "--weigh counts it"
audit --weigh "$folder/plain" 1
expect "a program that cannot be weighed" 0 "its work was not weighed" "time right, work not weighed"

# ---- programs that end badly, or have nothing to say ---------------------------------------------

cat >"$folder/program.cu" <<'CU'
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
__global__ void spin(float *x) { for (int i = 0; i < 200; i++) x[threadIdx.x] += 1; }
int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    float *x, ms = 0;
    cudaMalloc(&x, 4096);
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    spin<<<8, 64>>>(x);
    cudaEventRecord(a);
    for (int i = 0; i < 50; i++) spin<<<8, 64>>>(x);
    cudaEventRecord(b);
    cudaEventSynchronize(b);
    cudaEventElapsedTime(&ms, a, b);
    if (!strcmp(what, "gone") || !strcmp(what, "dies")) {
        auto begin = std::chrono::steady_clock::now();
        spin<<<8, 64>>>(x);
        cudaDeviceSynchronize();
        std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        printf("took %.6f ms\n", took.count());
        fflush(stdout);
        if (!strcmp(what, "gone")) _exit(0);
        *(volatile int *)0 = 1;
    }
    if (!strcmp(what, "refused")) return spin<<<8, 2048>>>(x), puts("all is well") < 0;
    if (!strcmp(what, "silent")) return 0;
    if (!strcmp(what, "words")) return puts("all is well") < 0;
    if (!strcmp(what, "terminal") && !isatty(1)) return 9;
    if (!strcmp(what, "stderr")) return fprintf(stderr, "batch: %.4f ms\n", ms) < 0;
    if (!strcmp(what, "flood"))
        for (int i = 0; i < 300000; i++) printf("row %d of many\n", i);
    if (!strcmp(what, "binary"))
        for (int i = 0; i < 300000; i++) putchar(i * 2654435761u >> 13 & 255);
    if (!strcmp(what, "many"))
        for (int i = 1; i < 5000; i++) printf("step %d: %d us\n", i, i);
    printf("\nbatch: %.4f ms\nother run: %.4f ms\n", ms, 1.37 * ms + 1);
    if (!strcmp(what, "comma")) printf("Dauer %d,%04d ms\n", (int)(ms + 5e-5), (int)(ms * 1e4 + 0.5) % 10000);
    if (!strcmp(what, "daemon") && fork() == 0) for (;;) sleep(1);
    if (!strcmp(what, "fork") && fork() == 0) return puts("child: 3 ms") < 0;
    if (!strcmp(what, "endless")) for (fflush(stdout);;) sleep(1);
    if (!strcmp(what, "crash")) abort();
    return strcmp(what, "seven") ? 0 : 7;
}
CU
build/hostcc -O1 "$folder/program.cu" -o "$folder/program"
P=$folder/program
audit --json "$folder/a.json" --junit "$folder/a.xml" --svg "$folder/a.svg" --trace "$folder/t.json" "$P"
expect "a right number, and one of another run" 0 "right" "Not tied: no reading" "2 numbers: 1 right"
jq -e -f grader/test/audit/schema.jq "$folder/a.json" >/dev/null; check "its JSON follows the schema" $?
xmllint --noout "$folder/a.xml" "$folder/a.svg"; check "its JUnit report and its picture" $?
printf 'mean of 50: %s us\n' "$(jq '.numbers[0].reading.seconds * 1e6' "$folder/a.json")" >"$folder/claims"
audit --trace "$folder/t.json" --claims "$folder/claims"
expect "a kept trace, and a mean that is a sum" 1 "time/batch-not-divided" "would be true"
build/tare audit --device host --lang zh --trace "$folder/t.json" --claims "$folder/claims" >"$folder/out" 2>&1
code=$?; expect "in Chinese" 1 "错误" "真实的数约为"
audit "$P" silent; expect "no output" 2 "printed nothing"
audit "$P" words; expect "no number" 2 "there is no number with a unit"
audit "$P" stderr; expect "on standard error" 0 "1 right"
audit -- sh -c "$P stderr 2>&1"; expect "through a shell" 0 "1 right"
audit "$P" terminal; expect "needs a terminal" 0 "1 right"
audit "$P" flood; expect "megabytes of output" 0 "1 right"
audit "$P" binary; expect "binary output" 0 "1 right"
audit "$P" many; expect "thousands of numbers" 0 "more numbers were not looked at"
audit "$P" comma; expect "a comma for decimals" 0 "2 right"
audit "$P" daemon; expect "leaves a process behind" 0 "left behind" "1 right"
audit "$P" fork; expect "forks" 0 "1 right"
audit "$P" crash; expect "crashes" 3 "signal 6" "1 right"
audit "$P" dies; expect "its last reading before a crash" 3 "signal 11" "cut short" "0 cannot tell"
audit "$P" gone; expect "its last reading before _exit" 0 "0 cannot tell"
! grep -q "cut short" "$folder/err"; check "_exit is no crash" $?
audit "$P" refused; expect "a refused launch, whatever is printed" 2 "refused 1 of 52 launches"
audit "$P" seven; expect "ends with 7" 3 "ended with 7"
audit --limit 2 "$P" endless; expect "never ends" 3 "ended after 2 s" "1 right"
audit --limit 1 yes "5 ms"; expect "prints without end" 3 "ended after 1 s"
audit echo 5 ms; expect "no CUDA call" 2 "made no CUDA call"
audit "$folder/nothing"; expect "no such program" 2 "No such file"
audit "$folder"; expect "no program" 2 "Permission denied"
audit --fail-on maybe "$P"; expect "a wrong option" 2 "should be suspect, wrong"
audit; expect "no arguments" 2 "usage: tare audit"
audit --trace "$folder/claims" --claims "$folder/claims"; expect "no trace" 2 "claims"
audit --trace "$folder/t.json" --claims "$folder/none"; expect "no claims" 2 "No such file"
audit --json "$folder/no/a.json" "$P"; expect "nowhere to write" 2 "No such file"
printf '#include <stdio.h>\nint main(void) { return puts("5 ms") < 0; }\n' >"$folder/c.c"
cc -static "$folder/c.c" -o "$folder/static" 2>/dev/null &&
    { audit "$folder/static"; expect "linked statically" 2 "linked statically"; }
cc "$folder/c.c" -o "$folder/setuid" && chmod u+s "$folder/setuid"
audit "$folder/setuid"; expect "setuid" 2 "setuid"
audit sh -c "cat; $P"; expect "reads standard input" 0 "1 right"

# ---- compare ---------------------------------------------------------------------------------------

compare() {
    LC_ALL=C build/tare compare "$@" >"$folder/out" 2>"$folder/err" </dev/null
    code=$?
}
seq 10000 10040 >"$folder/drifts"
for ((i = 0; i < 41; i++)); do echo $((10000 + i * 17 % 41)); done >"$folder/a" # in no order
for ((i = 0; i < 41; i++)); do echo $((11000 + i * 23 % 41)); done >"$folder/b"
paste "$folder/a" "$folder/b" >"$folder/ab"
compare "$folder/a" "$folder/a"; expect "the same twice" 0 "same: B takes 1.0000"
compare --fail-on slower "$folder/a" "$folder/b"; expect "slower" 1 "slower: B takes 1.0998"
compare "$folder/b" "$folder/a"; expect "faster" 0 "faster: B takes 0.909"
compare "$folder/ab"; expect "two columns" 0 "slower"
compare "$folder/a" "$folder/none"; expect "no such result" 2 "No such file"
compare --fail-on slower "$folder/drifts" "$folder/b"; expect "samples that drift" 0 "cannot tell" "in turns"
benchmarks() { # name and mean of each row, in turn: nvbench's JSON without samples
    printf '{"benchmarks": ['
    for ((i = 1; i < $#; i += 2)); do
        [ $i = 1 ] || printf ', '
        printf '{"name": "%s", "states": [{"name": "T=1", "summaries": [' "${!i}"
        k=$((i + 1))
        printf '{"tag": "nv/cold/time/gpu/mean", "data": [{"name": "value", "value": "%s"}]},' "${!k}"
        printf '{"tag": "nv/cold/time/gpu/stdev/relative", "data": [{"name": "value", "value": "%s"}]},' "${deviation:-0.01}"
        printf '{"tag": "nv/cold/sample_size", "data": [{"name": "value", "value": "100"}]}]}]}'
    done
    printf ']}\n'
}
benchmarks copy 1 triad 2 >"$folder/m1" && benchmarks copy 1.2 move 2 >"$folder/m2"
compare --fail-on slower "$folder/m1" "$folder/m2"
expect "means with deviations, rows of one side" 1 "slower: B takes 1.2000" "triad T=1: only A" "move T=1: only B"
deviation=0 benchmarks copy 1 >"$folder/m3"
compare "$folder/m3" "$folder/m3"; expect "means alone" 2 "by their means" "nothing that can be compared"
benchmarks moved 1 >"$folder/m4" && benchmarks copied 1 >"$folder/m5"
compare "$folder/m4" "$folder/m5"; expect "one row of other names" 0 "moved T=1 : copied T=1: same"
echo '{"benchmarks": [{"name": "x", "error_occurred": true}, {"name": "y", "real_time": 5}]}' >"$folder/e"
compare "$folder/e" "$folder/e"; expect "a run with an error" 2 "A: 1 runs reported an error"
seq 3 >"$folder/few"
compare "$folder/few" "$folder/few"; expect "too few samples" 2 "at least 5"
compare "$folder/a"; expect "one column" 2 "one series"
compare --rounds 5 -- sh -c 'echo a 5 ms' : sh -c 'echo a 7 ms'; expect "two programs" 0 "slower: B takes 1.4"
compare --rounds 5 -- true : false; expect "a run that fails" 3 "ended with 1"
compare; expect "compare without arguments" 2 "usage: tare compare"

echo "audit: $passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
