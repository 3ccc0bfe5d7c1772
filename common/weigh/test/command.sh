#!/bin/bash
# command.sh: `tare weigh` on programs that can be weighed and on those that cannot: each ends in a sentence
# and an exit code.
passed=0 failed=0 code=0
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
check() { # what, whether: 0 is yes
    if [ "$2" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $1 (exit $code)" && tail -n 20 "$folder/out" "$folder/err" | sed 's/^/          /'
    fi
}
weigh() {
    build/tare weigh --lang en "$@" >"$folder/out" 2>"$folder/err" </dev/null
    code=$?
}
expect() { # what, the exit code, words that are said
    local what=$1 good=0 words
    [ "$code" = "$2" ] || good=1
    shift 2
    for words; do grep -qaF -- "$words" "$folder/out" "$folder/err" || good=1; done
    check "$what" $good
}

cat >"$folder/program.cu" <<'CU'
#include <cstdio>
#include <cstdlib>
#include <cstring>
__global__ void fill(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void endless(volatile int *x) { while (!*x) ; }
__global__ void bad(int *x) { x[1 << 28] = 1; }
int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int *x;
    cudaMalloc(&x, 1 << 20);
    cudaMemset(x, 0, 1 << 20);
    puts("its output");
    if (!strcmp(what, "none")) return 0;
    for (int i = 1; i <= (strcmp(what, "shapes") ? 1 : 50); i++) fill<<<i, 64>>>(x);
    cudaDeviceSynchronize();
    if (!strcmp(what, "dies")) abort();
    if (!strcmp(what, "endless")) { cudaMemset(x, 0, 4); endless<<<1, 1>>>(x); }
    if (!strcmp(what, "bad")) bad<<<1, 1>>>(x);
    cudaDeviceSynchronize();
    return !strcmp(what, "fails") ? 7 : 0;
}
CU
cp "$folder/program.cu" "$folder/wrong.cu" && echo 'int here = ' >>"$folder/wrong.cu"
build/hostcc -O1 "$folder/program.cu" -o "$folder/plain"
build/hostcc --weigh "$folder/program.cu" -o "$folder/program"

weigh "$folder/program.cu"
expect "a file" 0 "its output" "fill 1x64" "256 B" "memset: 1.049 MB in 1" "Weighing took" "Operations are not counted"
weigh "$folder/program"
expect "a program" 0 "its output" "fill 1x64"
weigh --allocations "$folder/program"
expect "by allocation" 0 "allocation 0, 1.049 MB"
weigh "$folder/program" none
expect "no kernel" 2 "launched no kernel"
weigh "$folder/plain"
expect "not compiled for it" 2 "its output" "build/hostcc --weigh" "tare weigh FILE.cu"
weigh /bin/true
expect "no CUDA" 2 "launched no kernel that could be seen" "make weigh-card"
weigh "$folder/program" dies
expect "it dies" 3 "signal 6" "fill 1x64"
weigh "$folder/program" fails
expect "it fails" 3 "exit code 7" "fill 1x64"
weigh "$folder/program" bad
expect "a kernel that fails" 1 "fill 1x64" "Not weighed: bad failed"
weigh --seconds 1 "$folder/program" endless
expect "a kernel that does not end" 3 "was ended after 1 s" "fill 1x64" "endless 1x1" "had not ended"
weigh --shapes 20 "$folder/program" shapes
expect "more shapes than the limit" 1 "fill 20x64" "beyond the limit that --shapes N sets (20)"
grep -q "fill 21x64" "$folder/out"
check "and none beyond" $((! $?))
# A card's collector asks for several runs; this one stands in for it.
cat >"$folder/card" <<'SH'
#!/bin/bash
echo "its output in turn $TARE_WEIGH_TURN"
metrics=(dram__bytes_read dram__bytes_write smsp__sass_thread_inst_executed_op_ffma_pred_on)
shape=$'name=axpy\tgrid=8,1,1\tblock=128,1,1'
{
    printf 'device\tname=Fake\tkind=card\tpeak_bytes_per_s=1e12\tpeak_flops_f32=1e13\n'
    printf 'turns\tcount=3\tasked=%s,%s,%s\n' "${metrics[@]}"
    [ "$TARE_WEIGH_TURN" = "$DIES_IN" ] && kill -9 $$
    printf 'counted\t%s\t%s=2048\nlaunched\t%s\tlaunches=3\n' "$shape" "${metrics[TARE_WEIGH_TURN]}" "$shape"
} >>"$TARE_WEIGH_FILE"
SH
chmod +x "$folder/card"
weigh "$folder/card"
expect "the turns of a card, summed" 0 "axpy 8x128" "4.096 kB" "4.096 k      1  memory" "what the DRAM read" "in turn 0"
grep -q "in turn [12]" "$folder/out"
check "the output of the first alone is seen" $((! $?))
DIES_IN=1 weigh "$folder/card"
expect "a later turn fails" 3 "signal 9" "axpy 8x128"
# The same stands in with what an H200 counted.
printf '#!/bin/bash\ncat common/weigh/test/h200.weighing >>"$TARE_WEIGH_FILE"\n' >"$folder/kept"
chmod +x "$folder/kept"
for language in en zh; do
    weigh --lang $language --svg "$folder/$language.svg" "$folder/kept"
    expect "a picture ($language)" 0 "double_chain"
    [ "$(xmllint --xpath 'count(//*[local-name()="circle"])' "$folder/$language.svg")" = 5 ]
    check "and it is XML ($language)" $?
done
weigh --svg - "$folder/kept"
expect "a picture alone on standard output" 0 "double_chain"
cmp -s "$folder/out" "$folder/en.svg"; check "and it is the same" $?
weigh --svg /dev/full "$folder/kept"
expect "no room for a picture" 2 "No space left"
weigh --svg "$folder/none.svg" "$folder/program"
expect "no picture without operations" 2 "no picture was drawn" "fill 1x64"
[ ! -e "$folder/none.svg" ]; check "and no file" $?
weigh "$folder/wrong.cu"
expect "a file that does not compile" 2 "error" "does not compile"
weigh "$folder/none"
expect "no such program" 2 "No such file"
weigh --seconds 0 "$folder/program"
expect "no time" 2 "is wrong"
weigh --json - "$folder/program"
expect "JSON alone on standard output" 0 "its output"
[ "$(jq -r '.kernels[0].name' "$folder/out")" = fill ]; check "and it is JSON" $?
weigh --csv "$folder/a.csv" "$folder/program" shapes
[ "$(cut -d, -f1,2,5,10 "$folder/a.csv" | sed -n '2p;51p')" = $'"fill",1,64,256\n"fill",50,64,12800' ]
check "CSV" $?
weigh --csv /dev/full "$folder/program"
expect "a full disk" 2 "No space left"
weigh --csv "$folder/no/a.csv" "$folder/program"
expect "a file that cannot be made" 2 "No such file"
TARE_LANG=zh build/tare weigh "$folder/plain" >"$folder/out" 2>"$folder/err"; code=$?
expect "in Chinese" 2 "没有称量"
"$folder/program" >"$folder/out"; code=$?
expect "unwatched, it runs as ever" 0 "its output"
echo "weigh_command: $passed passed, $failed failed"
[ "$failed" = 0 ]
