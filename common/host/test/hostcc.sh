#!/bin/bash
# hostcc.sh HOSTCC: the compiler driver's arguments, messages and files.
hostcc=$(realpath "$1") passed=0 failed=0 skipped=0
room=$(mktemp -d) && trap 'rm -rf "$room"' EXIT
cd "$room" && mkdir temporary && export TMPDIR=$room/temporary

cat >good.cu <<'END'
#include "part.h"
__global__ void set(int *p) { p[threadIdx.x] = VALUE; }
int plain(void);
extern "C" int in_c(void);
int main() {
    int *p, v = 0;
    cudaMalloc(&p, 128);
    set<<<1, 32>>>(p);
    cudaMemcpy(&v, p + 31, sizeof v, cudaMemcpyDeviceToHost);
    return v + plain() + in_c() == 42 + 5 + 6 ? 0 : 1;
}
END
mkdir -p inc && echo '#define VALUE 42' >inc/part.h
echo 'int plain(void) { return 5; }' >plain.cpp
echo 'int in_c(void) { int new = 6; return new; }' >in_c.c
printf '__global__ void k(int *p) {\n    int i = threadIdx.x;\n    p[i] = nowhere;\n}\n' >bad.cu
printf 'void f();\n__global__ void k();\nvoid g() {\n    k<<<1>>>();\n}\n' >few.cu
printf 'void g() {\n    k<<<1, 2>>;\n}\n' >open.cu
printf '#include <assert.h>\n__global__ void k(int *p) {\n    int unused = 3;\n}\n' >warns.cu

check() { # name, a command that must succeed
    if eval "$2" >log 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) && echo "  FAILED  $1" && sed 's/^/          /' log | head -5
    fi
}
says() { # name, arguments, words of the message of a failure
    check "$1" "! '$hostcc' $2 2>message && grep -F -- '$3' message"
}

printf '__device__ int lane() {\n    int l;\n    asm("mov.u32 %%0, %%laneid;" : "=r"(l));\n    return l;\n}\n' >ptx.cu
printf '__global__ void inner() {}\n__global__ void outer() {\n    inner<<<1, 1>>>();\n}\n' >nested.cu
printf '#include <curand_kernel.h>\n' >library.cu
printf '#include "helpers.h"\n' >helpers.cu
printf '#define ADD(a, b) ((a) + (b))\n\nint f(int *p) {\n    return ADD(p,\n               "text" * 2);\n}\n' >macro.cu
printf 'template <class T> __global__ void k(T *p) {\n    *p = p->none;\n}\nvoid g(int *p) {\n    k<<<1, 1>>>(p);\n}\n' >template.cu
printf '#pragma once\n__global__ void k(int *p) {\n    *p = missing;\n}\n' >inc/kernel.cuh
printf '#include "kernel.cuh"\n' >header.cu
printf '%s\n' '-Iinc -DOTHER="a b"' "-o 'from file'" >arguments
echo 'int main() { return -1; }' >one.cu
printf '__device__ int f(int x) {\n    asm volatile("" ::: "memory");\n    return x;\n}\n' >fence.cu

printf '__device__ int shared_by_files = 40;\n__device__ int twice(int x) { return 2 * x; }\n' >there.cu
cat >here.cu <<'END'
extern __device__ int shared_by_files;
__device__ int twice(int x);
__global__ void k(int *p) { *p = shared_by_files + twice(1); }
int main() {
    int *p, v = 0;
    cudaMalloc(&p, sizeof v);
    k<<<1, 1>>>(p);
    cudaMemcpy(&v, p, sizeof v, cudaMemcpyDeviceToHost);
    return v != 42;
}
END
for header in cuda_runtime cuda_runtime_api device_launch_parameters vector_types vector_functions \
    builtin_types driver_types host_defines device_functions device_atomic_functions math_functions \
    cuda_profiler_api cuda; do
    echo "#include <$header.h>"
done >headers.cu
# shellcheck disable=SC2034 # read where the check is evaluated
absent='cudaIpcGetMemHandle cudaMallocMipmappedArray cudaGraphicsMapResources cuInit'
printf '__host__ __device__ int f(int x) { return x; }\n__global__ void k(int *p) { *p = f(1); }\n' >>headers.cu

cat >vectors.cu <<'END'
template <class T> __global__ void any(const T *a, float4 *b) {
    T v = a[threadIdx.x];
    b[threadIdx.x] = v;
}
__global__ void k(float4 *a, float4 *__restrict__ b, int2 **c, int2 *d) {
    int i = threadIdx.x;
    float4 &r = a[i];
    auto &&q = a[i];
    const float4 &w = a[i];
    float4 v = a[i], *p = &v;
    auto u = a[i];
    b[i] = a[31 - i];
    int2 *x = c[i];
    *d = x[0];
    d[i] = c[0][i];
    b[i].x += r.x + q.y + w.z + p->w + u.x;
    for (int j = i; j < 32; j += 32)
        r = b[j];
}
int main() {
    float4 *a, *b;
    int2 **c, *d;
    cudaMallocManaged(&a, 32 * 16);
    cudaMallocManaged(&b, 32 * 16);
    cudaMallocManaged(&c, 32 * 8);
    cudaMallocManaged(&d, 32 * 8);
    for (int i = 0; i < 32; i++) {
        a[i] = float4{(float)i, 1, 2, 3};
        c[i] = d;
        d[i] = int2{i, i};
    }
    any<float4><<<1, 32>>>(a, b);
    cudaDeviceSynchronize();
    if (b[5].x != 5 || b[5].w != 3)
        return 1;
    k<<<1, 1>>>(a, b, c, d);
    cudaDeviceSynchronize();
    return !(b[0].x == 31 + 0 + 1 + 2 + 3 + 0 && b[0].w == 3 && a[0].x == b[0].x);
}
END

cat >unused.cu <<'END'
template <class T> __device__ T ticks(T x) {
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(x));
    return x;
}
#ifdef USED
__global__ void k(unsigned long long *p) {
    *p = ticks(*p);
}
#endif
END
cat >both.cu <<'END'
__host__ __device__ static inline unsigned lane(void) {
#ifdef __CUDA_ARCH__
    unsigned l;
    asm("mov.u32 %0, %%laneid;" : "=r"(l));
    return l;
#else
    return 0;
#endif
}
__global__ void k(unsigned *p) {
#ifdef USED
    *p = lane();
#endif
}
END
cat >arch.cu <<'END'
#include <stdio.h>
__host__ __device__ int level(void) { return __CUDA_ARCH__; }
__global__ void k(int *p) {
#if __CUDA_ARCH__ >= 600 && defined(__HOST_DEVICE__)
    *p = level();
#endif
}
int main() {
    int *p, v = 0;
    cudaDeviceProp about;
    cudaGetDeviceProperties(&about, 0);
    cudaMalloc(&p, sizeof v);
    k<<<1, 1>>>(p);
    cudaMemcpy(&v, p, sizeof v, cudaMemcpyDeviceToHost);
    return v != about.major * 100 + about.minor * 10;
}
END
cat >columns.cu <<'END'
__global__ void k(float *p, int n, nowhere q) {
    p[0] = n;
}
__global__ void waits(float *p, int n) {
    __syncthreads();
    p[threadIdx.x + 1] = n + absent;
}
__global__ void guarded(float *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && missing) p[i] = n;
}
void launches(float *p) {
    waits<<<1, unknown>>>(p, 3); waits<<<1, 2>>>(p, 3, none);
}
END
cat >phases.cu <<'END'
__global__ void mirror(int *p) {
    __shared__ int part[32];
    int t = threadIdx.x;
    part[t] = p[t];
    __syncthreads();
    p[t] = part[31 - t];
}
__global__ void half(int *p) {
    if (threadIdx.x < 16)
        __syncthreads();
    p[threadIdx.x]++;
}
__global__ void add(int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i]++;
}
END

check "compiles C++, C and CUDA together" \
    "'$hostcc' -Iinc good.cu plain.cpp in_c.c -o good && ./good"
check "takes objects and archives" \
    "'$hostcc' -c -I inc good.cu && '$hostcc' -c plain.cpp in_c.c && ar rcs libparts.a plain.o in_c.o \
    && '$hostcc' good.o -L. -lparts -o good && ./good"
check "takes what people give nvcc" \
    "'$hostcc' -O2 -g -G -lineinfo -std=c++14 -arch=sm_80 -gencode arch=compute_90,code=sm_90 \
    -Xcompiler -Wall,-Wextra -Xcompiler=-O1 -Xlinker -z,now -Xptxas -v --use_fast_math -rdc=true \
    --extended-lambda --expt-relaxed-constexpr -maxrregcount=32 -cudart static -DOTHER=1 -UOTHER \
    -Wno-deprecated-gpu-targets --Werror all-warnings -x cu -Iinc -include part.h -lcudart -t 2 \
    -m64 -I. -c -o good2.o good.cu && test -s good2.o"
check "whole vectors copied, and references to them" \
    "'$hostcc' -Xcompiler -Wall,-Wextra,-Werror vectors.cu -o vectors && ./vectors"
check "device code of another file" "'$hostcc' -rdc=true here.cu there.cu -o far && ./far"
check "the headers that programs include" "'$hostcc' -Xcompiler -Wall,-Werror -c headers.cu"
check "what is not there is named" \
    "(for name in \$absent; do echo \"void *p = (void *)\$name;\" >absent_name.cu
        ! '$hostcc' -c absent_name.cu 2>message && grep -q \"absent_name.cu:1:.*\$name\" message || exit 1
    done)"
check "-E shows the preprocessed text" "'$hostcc' -E -Iinc good.cu | grep -q 'p.threadIdx.x. = 42'"
check "-MD writes what the object needs" \
    "'$hostcc' -MD -MP -MF good.d -Iinc -c good.cu -o x.o && grep -q 'x.o:.*good.cu' good.d &&
    grep -q inc/part.h good.d"
check "-M prints it" "'$hostcc' -M -Iinc good.cu | grep -q inc/part.h"
check "-run runs the program" "'$hostcc' -run -Iinc good.cu plain.cpp in_c.c -o good"
check "-shared makes a library" \
    "'$hostcc' -shared -Iinc plain.cpp -Xcompiler -fPIC -o libplain.so && test -s libplain.so"
check "CXX chooses the compiler" \
    "CXX=$(command -v g++ || command -v clang++) '$hostcc' -v -c -Iinc good.cu 2>words && grep -q '++' words"
if command -v clang++ >/dev/null; then
    check "clang compiles the same" \
        "'$hostcc' -ccbin clang++ -Iinc good.cu plain.cpp in_c.c -o good && ./good"
else
    skipped=$((skipped + 1))
fi
check "takes a file of arguments" \
    "'$hostcc' @arguments good.cu plain.cpp in_c.c && './from file' &&
    '$hostcc' -optf arguments good.cu plain.cpp in_c.c && './from file'"
check "takes the rest of nvcc's arguments" \
    "'$hostcc' --compiler-options='-Wall -Wextra' -Xcompiler -fopenmp --ptxas-options=-v -Xptxas -dlcm=cg \
    --gpu-architecture=sm_90 -code=sm_90 -arch native --machine 64 -m 64 -dlto -cudadevrt static -src-in-ptx \
    -Wmissing-launch-bounds -Wreorder --diag-suppress 177 -Xcudafe --diag_suppress=177 -default-stream null \
    --threads 0 -split-compile 2 -ftemplate-depth 900 -objtemp -res-usage --optimize 2 --std c++20 \
    --include-path inc --define-macro A=1 --undefine-macro A --library-path . -O 3 -ftz=true -prec-div false \
    -odir inc -c good.cu && test -s inc/good.o"
check "forwards what it does not know when asked to" \
    "'$hostcc' -forward-unknown-to-host-compiler -fno-inline -c -Iinc good.cu -o x.o &&
    ! '$hostcc' -fno-inline -c -Iinc good.cu -o x.o"
check "-M, -MM and -MMD with a target" \
    "'$hostcc' -MM -Iinc -MT there good.cu | grep -q '^there:.*good.cu' &&
    '$hostcc' -MMD -MF good.d -MT there -Iinc -c good.cu -o x.o && grep -q '^there:' good.d"
check "-x cu takes any name" "cp one.cu one.txt && '$hostcc' -x cu one.txt -o one && ! ./one"
check "--version and -V" "'$hostcc' --version && '$hostcc' -V"
check "an empty asm is a fence" "'$hostcc' -c fence.cu"
check "--help lists the arguments" "'$hostcc' --help | grep -q -- '-Xcompiler'"
says "names an unknown argument" "--no-such-thing good.cu" "unknown argument --no-such-thing"
says "names what it refuses" "-ptx good.cu" "-ptx is not supported"
says "names a missing file" "-c absent.cu" "absent.cu: no such file"
says "wants an input" "-c" "no input file"
says "wants a value" "good.cu -o" "-o needs a value"
says "an error has the user's file and line" "-c bad.cu" "bad.cu:3:"
says "a launch with too few arguments" "-c few.cu" "few.cu:4: error: a launch takes 2 to 4"
says "a launch that does not end" "-c open.cu" "open.cu:2: error: <<< without >>>"
says "a warning has the user's file and line" "-Xcompiler -Wall,-Werror -c warns.cu" "warns.cu:3:"
says "an error in a macro" "-c macro.cu" "macro.cu:4:"
says "an error in a template" "-c template.cu" "template.cu:2:"
says "an error in a header" "-Iinc -c header.cu" "kernel.cuh:3:"
says "inline PTX is refused" "-c ptx.cu" "ptx.cu:3: error: inline PTX"
check "inline PTX of a template that is not used" "'$hostcc' -c unused.cu"
says "inline PTX of a template that is used" "-DUSED -c unused.cu" "unused.cu:2:"
check "inline PTX beside host code, not used" "'$hostcc' -c both.cu"
says "inline PTX beside host code, used" "-DUSED -c both.cu" "both.cu:4:"
check "__CUDA_ARCH__ is what the device says" "'$hostcc' arch.cu -o arch && ./arch"
columns() { # line:column and the word there, for each error
    "$hostcc" -c columns.cu 2>&1 | sed -n 's/^columns.cu:\([0-9:]*\): error: .*/\1/p' | sort -u
}
check "an error has the user's column" \
    "columns >found; for at in 1:36 6:30 10:18 13:16 13:56; do grep -qx \"\$at\" found || { cat found; exit 1; }; done;
    ! awk -F: '\$2 > 80' found | grep ."
check "--explain prints the phases in the user's lines" \
    "'$hostcc' --explain phases.cu >said && grep -q 'mirror: split at its waits' said &&
    grep -A1 'phase 1' said | grep -q '4      part\[t\] = p\[t\];' &&
    grep -A1 'phase 2' said | grep -q '6      p\[t\] = part\[31 - t\];' &&
    grep -q 'phases.cu:9: a barrier under a condition' said && grep -q 'one loop, where i < n' said &&
    test ! -e a.out && test ! -e phases.o"
check "--report says why a kernel is not split" \
    "'$hostcc' --report -c phases.cu | grep -q 'phases.cu:9: a barrier under a condition'"
cat >letters.cu <<'END'
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void add(int *sum) { *sum += N + n; __syncthreads(); }
int main() {
    int *sum;
    cudaMallocManaged(&sum, 4);
    add<<<1, 1>>>(sum);
    return cudaDeviceSynchronize() || *sum != 2048;
}
END
letters=$(printf -- '-D%s=1024 ' {A..Z} {a..z})
check "all macros of one letter leave the headers alone" \
    "'$hostcc' $letters letters.cu -o letters && ./letters"
check "headers of the toolkit are named" \
    "for header in nvperf_host.h mma.h cublas_v2.h curand.h; do
        echo \"#include <\$header>\" >toolkit.cu
        ! '$hostcc' -c toolkit.cu 2>message && grep -q \"\$header is of the CUDA toolkit\" message || exit 1
    done"
cat >calls.cu <<'END'
#include <vector>
#include <cmath>
#include <algorithm>
int helper(int x) { return (int)std::vector<int>(x).size(); }
template <class T> T twice(T x) { return 2 * x; }
constexpr int three() { return 3; }
float max(float a, float b, float c) { return a > b ? a : c; }
__host__ __device__ int both(int x);
int both(int x) { return x; }
struct S {
    int n;
    int size() const { return n; }
    __device__ int twice() const { return size() + n; }
};
int size() { return 1; }
__device__ int device(int x) {
#ifdef IN_DEVICE
    x = helper(x);
#endif
    return x;
}
__global__ void k(int *o, S s) {
    auto helper_of = [](int x) { return x; };
    *o = twice(3) + three() + max(1, 2) + both(1) + s.twice() + device(2) + helper_of(2) +
         (int)std::max(sqrtf(2.0f), 1.0f);
#ifdef IN_KERNEL
    *o = helper(3);
#endif
}
int main() { return helper(0); }
END
check "functions that a kernel may call" "'$hostcc' calls.cu -o calls && ./calls"
says "a host function in a kernel is refused" "-DIN_KERNEL -c calls.cu" \
    'calls.cu:27: error: calling a __host__ function("helper") from a __global__ function("k")'
says "a host function in a device function is refused" "-DIN_DEVICE -c calls.cu" \
    'calls.cu:18: error: calling a __host__ function("helper") from a __device__ function("device")'
cat >lacks.cu <<'END'
#include <cuda.h>
#ifdef REFERENCE
texture<float, 2> t;
#elif defined CUBE
__global__ void k(cudaTextureObject_t t, float *o) { *o = texCubemap<float>(t, 1.f, 0.f, 0.f); }
#else
CUdevice device;
#endif
END
says "the driver API" "-c lacks.cu" "CUdevice: this is of the driver API"
says "texture references" "-DREFERENCE -c lacks.cu" "make a cudaTextureObject_t"
says "cube maps" "-DCUBE -c lacks.cu" "tex2DLayered<float>(object, x, y, face)"
cat >inside.cu <<'END'
template <class T> __global__ void any(T *p) { *p = p->none; }
__global__ void waits(float *p) { __syncthreads(); p[threadIdx.x] = absent; }
struct P { int x; };
__global__ void plain(P p, int *o) { o[0] = p.y; }
void g(int *p) { any<<<1, 1>>>(p); }
END
check "errors have the user's names" \
    "! '$hostcc' -c inside.cu 2>message && ! grep hostcu message && grep 'void waits(float' message &&
    grep 'void plain(P, int' message && grep 'void any(T.*T = int' message"
cat >plain.cu <<'END'
template <class T> __global__ void fills(T *o) { o[threadIdx.x] = 1; }
__global__ void clears(int *o) { o[threadIdx.x] = 0; }
__global__ void halves(int *o) { o[threadIdx.x] /= 2; }
static void halves(int *o, int n) { halves<<<1, n>>>(o); }
namespace ns {
__global__ void adds(int *o);
template <class T> __global__ void takes(T *o) { o[threadIdx.x] = 1; }
template __global__ void takes<long>(long *);
struct Adds { Adds(int) {} };
struct Both : Adds { Both() : Adds(1) {} };
} // namespace ns
using ns::adds;
__global__ void ns::adds(int *o) { o[threadIdx.x]++; }
__global__ void calls(int *o) {
#ifdef KERNEL
    clears(o);
#endif
}
int main() {
    int *o;
    cudaMalloc(&o, 128);
    clears<<<1, 32>>>(o);
    halves(o, 32);
    ns::adds<<<1, 32>>>(o);
    ns::takes<int><<<1, 32>>>(o);
    calls<<<1, 1>>>(o);
#ifdef CALL
    CALL;
#endif
#ifdef POINTER
    void (*f)(int *) = POINTER;
    f<<<1, 32>>>(o);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    f(o);
    return cudaGetLastError() == cudaErrorMissingConfiguration ? 0 : 1;
#endif
    return cudaDeviceSynchronize();
}
END
check "a function named as a kernel is may be called" "'$hostcc' plain.cu -o plain && ./plain"
says "a kernel without <<<>>> is refused" "'-DCALL=clears(o)' -c plain.cu" "clears<<<blocks, threads>>>(...)"
says "one that a kernel calls is refused" "-DKERNEL -c plain.cu" \
    "plain.cu:16: error: a __global__ function call must be configured"
for call in "fills<int>(o)" "ns::adds(o)" "::ns::adds(o)" "ns::takes<int>(o)" "if (o) adds(o)" \
    "if (!o) ; else adds(o)" "(void)adds(o)" "return adds(o), 0" "[o] { return adds(o); }()"; do
    says "$call is refused" "'-DCALL=$call' -c plain.cu" \
        "plain.cu:28: error: a __global__ function call must be configured"
done
for kernel in clears "fills<int>" ns::adds halves; do
    name=${kernel##*:} name=${name%<*}
    check "a pointer to $kernel without <<<>>> is told" \
        "'$hostcc' '-DPOINTER=$kernel' plain.cu -o plain && ./plain 2>message &&
        grep \"^kernel $name was called without <<<>>>\" message"
done
if command -v script >/dev/null; then # it lends a terminal
    shown() { TERM=$1 script -qec "'$hostcc' -c inside.cu" /dev/null </dev/null >message; }
    check "errors are coloured on a terminal" "! shown xterm && grep -q \$'\033.*error: ' message && ! grep hostcu message"
    check "but not on one without colours" "! shown dumb && ! grep \$'\033' message"
else
    skipped=$((skipped + 1))
fi
says "a launch in a kernel is refused" "-c nested.cu" "nested.cu:3: error: a launch in device code"
says "a header of the toolkit is named" "-c library.cu" "curand_kernel.h is of the CUDA toolkit"
check "another missing header is the user's" \
    "! '$hostcc' -c helpers.cu 2>message && grep 'helpers.h' message && ! grep toolkit message"
check "an error is said once" "'$hostcc' -c bad.cu 2>&1 | grep -c 'error:' | grep -qx 1"
check "no temporary file is left" "ls -A temporary; test -z \"\$(ls -A temporary)\""
check "it is installed alone" \
    "make -s -C '$(dirname "$(dirname "$hostcc")")' install-hostcc DESTDIR=$room/root PREFIX=/usr >message &&
    grep -q 'hostcc program.cu' message && mv root moved && moved/usr/bin/hostcc -Iinc -c good.cu -o good.o &&
    moved/usr/bin/hostcc -M -Iinc good.cu | grep -q 'moved/usr/lib/hostcc/include/cuda_runtime.h'"
check "a missing runtime is named" \
    "mkdir -p lonely/build lonely/common && cp '$hostcc' lonely/build/ &&
    ln -s '$(dirname "$(dirname "$hostcc")")/common/host' lonely/common/host &&
    ! lonely/build/hostcc -Iinc good.cu 2>message && grep -q 'runtime is not at' message"
check "missing headers are named" \
    "mkdir -p alone && cp '$hostcc' alone/ && ! alone/hostcc good.cu 2>message &&
    grep -q 'headers are not at' message"

echo "hostcc: $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
