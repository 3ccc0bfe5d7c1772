#!/bin/bash
# ways.sh HOSTCC: the kernels that must run split at their waits do. On stacks they are as right
# and many times slower, and no other test would see it.
hostcc=$(realpath "$1") passed=0 failed=0 skipped=0
room=$(mktemp -d) && trap 'rm -rf "$room"' EXIT
split='split at its waits' loop='a loop over its threads, which never wait'
steps="$loop, in each step of their own loop"
stacks='a stack for each thread: not split at its waits'
refused='a stack for each thread: the compiler refused its split form'

report() { # arguments: reports on the file to $room/report
    "$hostcc" --report -Icommon "$@" >"$room/report" 2>"$room/errors" ||
        { cat "$room/errors" && : >"$room/report"; }
}
runs() { # kernel, the words of its line
    if grep -q ": $1: $2\$" "$room/report"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "  FAILED  $1: $2; it is:$(grep -o ": $1: .*" "$room/report" || echo ' not reported')"
    fi
}

report -c common/host/test/quick.cu -o "$room/quick.o"
for kernel in transpose matmul reduce_barriers reduce_shuffles; do
    runs $kernel "$split"
done
for kernel in copy saxpy_strided copy_float4 nothing; do
    runs $kernel "$loop"
done
for folder in labs solutions; do
    report -c $folder/14_transpose/lab.cu -o "$room/lab.o" && runs transpose "$split"
    report -c $folder/15_flops/lab.cu -o "$room/lab.o" && runs matmul "$loop"
done


# Forms that a pattern of words does not see, and a tree does.
report -Icommon/test -Icommon/witness -c common/host/test/lang_paths.cu -o "$room/paths.o"
for kernel in two_steps leaves_loops many_names totals anew; do
    runs $kernel "$split"
done
for kernel in product columns running_sums; do
    runs $kernel "$steps"
done
runs triangle "$loop"
report -Icommon/test -Icommon/witness -c common/host/test/lang_launch.cu -o "$room/launch.o"
for kernel in const_pointers_wait names_that_wait changed_and_waits; do
    runs $kernel "$split"
done
runs const_pointers "$loop"

report -Icommon/test -c common/host/test/lang_groups.cu -o "$room/groups.o"
for kernel in reverse rounds split_tiles split_total; do
    runs $kernel "$split"
done

# A kernel that the compiler refuses in phases does not take the others with it.
cat >"$room/four.cu" <<'END_OF_SOURCE'
struct ends {
    int v;
    __device__ ends(int x) : v(x) {}
    __device__ ~ends() {}
};
__global__ void splits(int *p) {
    __shared__ int part[32];
    part[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = part[31 - threadIdx.x];
}
template <class T> __global__ void holds(T *p) {
    __shared__ T part[32];
    ends one = p[threadIdx.x];
    part[threadIdx.x] = one.v;
    __syncthreads();
    p[threadIdx.x] = part[31 - threadIdx.x] + one.v;
}
__global__ void parts(int *p) {
    if (threadIdx.x < 32)
        __syncthreads();
    p[threadIdx.x]++;
}
__global__ void counts(int *p) {
    p[threadIdx.x] += threadIdx.x;
}
int main() { // thread 3: 28, 28 + 3, 32, 35
    int *p, v[32];
    for (int i = 0; i < 32; i++)
        v[i] = i;
    cudaMalloc(&p, sizeof v);
    cudaMemcpy(p, v, sizeof v, cudaMemcpyHostToDevice);
    splits<<<1, 32>>>(p);
    holds<<<1, 32>>>(p);
    parts<<<1, 32>>>(p);
    counts<<<1, 32>>>(p);
    cudaMemcpy(v, p, sizeof v, cudaMemcpyDeviceToHost);
    return v[3];
}
END_OF_SOURCE
report "$room/four.cu" -o "$room/four"
runs splits "$split"
runs holds "$refused"
runs parts "$stacks"
runs counts "$loop"
"$room/four" 2>"$room/said"
if [ $? = 35 ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1)) && echo "  FAILED  kernels of all ways in one file: a wrong result"
fi
# The program says so itself, once for each such kernel, with the line.
if [ "$(grep -c '^host device: kernel .* not comparable: .*four.cu:[0-9]*: ' "$room/said")" = 2 ] &&
    grep -q 'kernel holds .*four.cu:14: one is of a class with members' "$room/said" &&
    grep -q 'kernel parts .*four.cu:20: a barrier under a condition' "$room/said"; then
    passed=$((passed + 1))
else
    failed=$((failed + 1)) && echo "  FAILED  what slow kernels say at run time:" && cat "$room/said"
fi
# A plain object with a constructor is no reason for stacks, and one that reads threadIdx is none.
cat >"$room/objects.cu" <<'END_OF_SOURCE'
struct made {
    int v;
    __device__ made(int x) : v(x + threadIdx.x) {}
    __device__ operator int() const { return v; }
};
__global__ void objects(int *p, float4 *q) {
    __shared__ int part[32];
    made one = 3;
    float4 four = q[threadIdx.x];
    part[threadIdx.x] = one;
    __syncthreads();
    p[threadIdx.x] = part[31 - threadIdx.x] + one + (int)four.x;
}
END_OF_SOURCE
report -c "$room/objects.cu" -o "$room/objects.o"
runs objects "$split"

# An operator somewhere that takes a number by reference: what is added to SIDE must be seen to be a number.
# Where the name is an object's, its operator may keep or change the other number.
cat >"$room/numbers.cu" <<'END_OF_SOURCE'
#include <string>
struct less_red { unsigned char operator()(const unsigned char &v) const { return v / 2; } };
struct text { explicit text(const std::string &) {} };
struct box { int v; };
__device__ int operator+(const box &a, int &b) { b = threadIdx.x; return a.v; }
__device__ const box EDGE = {5};
constexpr int STEP = 2;
template <int N> __device__ int plus(int x) { return x + N - STEP; }
template <int SIDE> __global__ void tiles(int *p, int width) {
    __shared__ int part[SIDE];
    for (int a = SIDE * width, b = 1; a < width + SIDE * 3 + STEP; a += SIDE, b += STEP) {
        part[threadIdx.x] = plus<STEP>(a) + STEP * b;
        __syncthreads();
        p[threadIdx.x] += part[SIDE - 1 - threadIdx.x];
    }
}
template <int EDGE> __global__ void names_it(int *p) { p[threadIdx.x] = EDGE; }
__global__ void changes(int *p) {
    __shared__ int part[32];
    int x = 7;
    part[threadIdx.x] = EDGE + x;
    __syncthreads();
    p[threadIdx.x] += part[31 - threadIdx.x] + x;
}
int main() { // tiles: 32 + 2, 64 + 6, 96 + 10; thread 3: 210 + 5 + 3
    int *p, v[32];
    cudaMalloc(&p, sizeof v);
    cudaMemset(p, 0, sizeof v);
    tiles<32><<<1, 32>>>(p, 1);
    changes<<<1, 32>>>(p);
    cudaMemcpy(v, p, sizeof v, cudaMemcpyDeviceToHost);
    return v[3];
}
END_OF_SOURCE
report "$room/numbers.cu" -o "$room/numbers"
runs tiles "$split"
"$room/numbers" 2>"$room/said"
status=$?
if [ $status = 218 ]; then passed=$((passed + 1)); else
    failed=$((failed + 1)) && echo "  FAILED  numbers beside an object with an operator: $status, not 218" && cat "$room/report"
fi

# A header whose classes read threadIdx does not make each kernel of the file lay it down.
printf '%s\n' '#include <cooperative_groups.h>' '__global__ void plain(int *p) { p[threadIdx.x] = 1; }' >"$room/groups.cu"
"$hostcc" --keep-rewritten -c "$room/groups.cu" -o "$room/groups.o" &&
    grep -q 'hostcu_asks_index() { return false' "$room"/groups*.ii && passed=$((passed + 1)) ||
    { failed=$((failed + 1)) && echo "  FAILED  a header's classes make a kernel ask for its index"; }

# Forms of every course.
cat >"$room/forms.cu" <<'END_OF_SOURCE'
#include <cstdio>
template <class T> __device__ T warp_sum(T v) { for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d); return v; }
template <class T, int N> __device__ T block_sum(T v) {
    static __shared__ T part[N];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    v = warp_sum(v);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    v = threadIdx.x < N ? part[lane] : T(0);
    return warp_sum<T>(v);
}
__device__ void add_sum(float &x, const float *s) { __syncthreads(); x += s[0]; }
template <class T> __global__ void sums_blocks(const T *a, T *o, int rows) {
    __shared__ T s[64];
    T v = block_sum<T, 2>(a[threadIdx.x]);
    T w = block_sum<T, 2>(2 * a[threadIdx.x]);
    s[threadIdx.x] = v + w;
    __syncthreads();
    o[threadIdx.x] = s[0];
}
__global__ void many_forms(const float *a, float *o, int rows, int n) {
    __shared__ float s[64];
    float x = a[threadIdx.x];
    s[threadIdx.x] = x;
    add_sum(x, s);
    const int R = 3;
    float y[R];
    for (int i = 0; i < R; i++) y[i] = x * i;
    __syncthreads();
    do { x += s[n]; __syncthreads(); n /= 2; } while (n > 0);
    if (threadIdx.x < rows) {
        for (int i = 0; i < 2; i++) { s[threadIdx.x] = x + y[2]; __syncthreads(); x += s[(threadIdx.x + 1) % rows]; __syncthreads(); }
        o[threadIdx.x] = x;
    }
}
int main() { float *a, *o; cudaMallocManaged(&a, 256); cudaMallocManaged(&o, 256); for (int i = 0; i < 64; i++) a[i] = i, o[i] = -1;
 sums_blocks<<<1, 64>>>(a, o, 3); cudaDeviceSynchronize(); printf("%g\n", o[5]); for (int i = 0; i < 64; i++) o[i] = -1; many_forms<<<1, 64>>>(a, o, 40, 8); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); for (int i = 0; i < 64; i++) printf("%g ", o[i]); puts(""); }
END_OF_SOURCE
report "$room/forms.cu" -o "$room/forms"
runs sums_blocks "$split"
runs many_forms "$split"
"$hostcc" --general "$room/forms.cu" -o "$room/forms_general" && "$room/forms_general" >"$room/right"
if "$room/forms" | cmp - "$room/right" && grep -q 6048 "$room/right"; then
    passed=$((passed + 1))
else
    failed=$((failed + 1)) && echo "  FAILED  the forms of every course: a wrong result"
fi

# A volatile of another scope is another variable.
cat >"$room/volatile.cu" <<'END_OF_SOURCE'
static double host_sum(void) {
    volatile double s = 0;
    return s += 1;
}
__global__ void sums(float *p) {
    __shared__ float s[64];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    p[threadIdx.x] = s[0];
}
__device__ void in_step(volatile float *s) { s[threadIdx.x] += s[threadIdx.x + 16]; }
__global__ void polls(float *p) {
    __shared__ float s[64];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    in_step(s);
}
END_OF_SOURCE
report -c "$room/volatile.cu" -o "$room/volatile.o"
runs sums "$split"
runs polls "$stacks"

# A host function named as one that waits, made for a type that is named.
cat >"$room/made.cu" <<'END_OF_SOURCE'
#include <cooperative_groups/reduce.h>
template <class T> __global__ void sums(T *o) {
    __shared__ T s[32];
    s[threadIdx.x] = o[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] += s[31 - threadIdx.x];
}
template <class T> void reduce(T *o, int n) { sums<<<1, n>>>(o); }
template void reduce<int>(int *o, int n);
END_OF_SOURCE
report -c "$room/made.cu" -o "$room/made.o"
runs sums "$split"

# What is wrong on a card is told: lanes in step at build, a lane outside its mask when it runs.
cat >"$room/races.cu" <<'END_OF_SOURCE'
__global__ void in_step(int *o) {
    __shared__ int s[32];
    int i = threadIdx.x;
    s[i] = 1;
    __syncwarp();
    s[i] += s[i ^ 8];
    __syncwarp();
    if (i < 16) s[i] += s[i + 16];
    if (i < 8) s[i] += s[i + 8];
    o[i] = s[i];
}
__device__ void old_warp(volatile int *s, int lane) {
    s[lane] += s[lane + 32];
    s[lane] += s[lane + 16];
}
__device__ void halves(float *s) {
    const int lane = threadIdx.x;
    s[lane] += s[lane ^ 4];
    __syncwarp();
    s[lane] += s[lane ^ 8];
    __syncwarp();
    s[lane] += s[lane ^ 16];
}
__global__ void jacobi(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n - 1)
        return;
    x[i] = (x[i - 1] + x[i + 1]) / 2;
}
__global__ void scan(int *o) {
    __shared__ int s[64];
    s[threadIdx.x] = o[threadIdx.x];
    old_warp(s, threadIdx.x);
    __syncthreads();
    halves((float *)s);
    for (int d = 1; d < 64; d *= 2) {
        if (threadIdx.x >= d)
            s[threadIdx.x] += s[threadIdx.x - d];
        __syncthreads();
    }
}
__global__ void reads_outside(int *o) {
    unsigned mask = 0xff;
    if (threadIdx.x < 8)
        o[threadIdx.x] = __shfl_down_sync(mask, threadIdx.x, 16);
}
int main() {
    int *o;
    cudaMalloc(&o, 256);
    reads_outside<<<1, 32>>>(o);
    reads_outside<<<1, 32>>>(o);
    return cudaDeviceSynchronize();
}
END_OF_SOURCE
cat >"$room/right.cu" <<'END_OF_SOURCE'
__device__ void other_half(int *s, int *own, int at) {
    if (threadIdx.x < 4)
        s[threadIdx.x] += s[threadIdx.x + 4];
    own[at] += own[at ^ 1];
    s[threadIdx.x + 64] += s[threadIdx.x];
}
__device__ void rows_of_eight(float *s) {
    s[threadIdx.x] += s[threadIdx.x + 8];
}
__global__ void with_rows(float *o) {
    rows_of_eight(o + threadIdx.y * 16);
}
__global__ void right(int *o, int n, int half) {
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = o[i];
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    for (int d = 1; d < 64; d *= 2) {
        if (t % (2 * d) == 0)
            s[t] = s[t] + s[t + d];
        __syncthreads();
    }
    for (int d = 1; d < blockDim.x; d *= 2) {
        int at = 2 * d * t;
        if (at < blockDim.x)
            s[at] += s[at + d];
        __syncthreads();
    }
    if (i < half)
        o[i] += o[i + half];
    if (t < n)
        s[t] += s[t + 16];
    s[0] += s[0];
    if (t >= 16)
        return;
    s[t] += s[t + 16];
}
int main() { }
END_OF_SOURCE
says() { # what, words, file
    if grep -q -- "$2" "$3"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) && echo "  FAILED  $1: \"$2\" is not in:" && cat "$3"
    fi
}
report "$room/races.cu" -o "$room/races"
for line in 6 9 14 18 20 22 28 38; do
    says "a race at build" "races.cu:$line: warning: a lane reads an element of" "$room/errors"
done
for how in "" --general; do
    "$hostcc" $how "$room/races.cu" -o "$room/races" 2>"$room/errors"
    "$room/races" 2>"$room/said"
    says "a shuffle $how" "races.cu:45: lane 0 of a warp reads lane 16, which is not in the mask 0xff:" \
        "$room/said"
    says "once $how" "^1\$" <(grep -c 'not in the mask' "$room/said")
done
report "$room/right.cu" -o "$room/right"
says "no race" "^0\$" <(grep -c . "$room/errors")

# An address that the host passes to a function is no constructor that may change a kernel's numbers.
cat >"$room/host.cu" <<'END_OF_SOURCE'
#include <utility>
template <int BS> __global__ void tiles(float *p, int n) {
    int step = BS;
    for (int a = 0; a <= n; a += step) {
        p[threadIdx.x] += a;
        __syncthreads();
    }
}
template <class F> void pair(F f) { f(); }
int main() { pair([&] { tiles<16><<<1, 16>>>(nullptr, 0); }); }
END_OF_SOURCE
report -c "$room/host.cu" -o "$room/host.o"
runs tiles "$split"

# What is slower than plain C though it is no stack has its line; what is as quick has none.
cat >"$room/slow.cu" <<'END_OF_SOURCE'
__global__ void multiples(float *o) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = o[t];
    for (unsigned d = 1; d < 64; d *= 2) {
        __syncthreads();
        if (t % (2 * d) == 0) s[t] += s[t + d];
    }
    if (t % 2 == 0) o[t] = s[t];
}
__global__ void product(const float *a, const float *b, float *c, int n) {
    int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[y * n + i] *
             b[i * n + x];
    c[y * n + x] = s;
}
__global__ void border(float *o, int n) {
    __shared__ float s[16][16];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    s[y][x] = o[y * 16 + x];
    __syncthreads();
    if (x > 0 && y > 0) o[y * 16 + x] = s[y - 1][x - 1];
    if (x > 0 && n > 0) o[y * 16 + x] += 1;
}
__global__ void own(float *o) {
    float four[4] = {};
    four[threadIdx.x % 4] = 1;
    __syncthreads();
    o[threadIdx.x] = four[1];
}
__global__ void few(const float *a, float *o) {
    __shared__ float s[64];
    const int t = threadIdx.x;
    s[t] = a[blockIdx.x * 64 + t];
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) o[blockIdx.x] = s[0];
}
__global__ void many(const float *a, float *o, int n) {
    __shared__ float s[64];
    const int t = threadIdx.x;
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += a[i];
    s[t] = v;
    for (int d = 32; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) s[t] += s[t + d];
    }
    if (t == 0) o[blockIdx.x] = s[0];
}
__global__ void scan(const float *a, float *o, float *sums) {
    __shared__ float s[64];
    const int t = threadIdx.x;
    s[t] = a[blockIdx.x * 64 + t];
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        float v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
    }
    if (t == 63) sums[blockIdx.x] = s[t];
    o[blockIdx.x * 64 + t] = s[t];
}
END_OF_SOURCE
report -c "$room/slow.cu" -o "$room/slow.o"
says "lines of what is slow" "^7 16 24 28 38 \$" \
    <(sed -n 's/.*slow.cu:\([0-9]*\): \(every\|each\|the block keeps\).*/\1/p' "$room/report" | tr '\n' ' ')

# A host function called pair is no constructor of std::pair, whatever it calls: the kernel is still
# one loop over the threads of a row of blocks.
cat >"$room/named.cu" <<'END_OF_SOURCE'
#include <cooperative_groups.h>
#include <utility>
#include <vector>
__global__ void copy(int n, const float *a, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i];
}
template <class F> static void pair(F f) { std::vector<int> all(3); f(all.size()); }
int main() { pair([](size_t n) { copy<<<1, 16>>>(n, nullptr, nullptr); }); }
END_OF_SOURCE
report --keep-rewritten -c "$room/named.cu" -o "$room/named.o"
says "a function called pair" "^1\$" <(grep -c 'hostcu_linear() { return true' "$room/named.ii")

report --general "$room/four.cu" -c -o "$room/four.o"
runs splits "$stacks"

echo "host_ways: $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
