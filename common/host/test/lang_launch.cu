// Odd layouts are what is tested here.
// clang-format off
// lang_launch.cu: every way in which courses write a kernel and its launch. The same source
// for nvcc and for the host device.
#include <iostream>
#include <vector>

#include "language.h"

// ---- forms of <<<>>>

__global__ void configuration(int *to) {
    extern __shared__ int dynamic[];
    dynamic[0] = 5;
    if (blockIdx.x == 0) {
        to[0] = gridDim.x * 100 + blockDim.x;
        to[1] = dynamic[0];
    }
}

#define LAUNCH(kernel, count, ...) kernel<<<((count) + 63) / 64, 64>>>(__VA_ARGS__)
#define PASTE(a, b) a##b

__global__ void fill(int *to, int value, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = value;
}

static void configurations(void) {
    configuration<<<2, 3, sizeof(int)>>>(out);
    look(2);
    CU_ASSERT_EQUAL(seen[0], 203);
    CU_ASSERT_EQUAL(seen[1], 5);
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    configuration<<<dim3(3, 1, 1), dim3{4}, 16, stream>>>(out);
    OK(cudaStreamSynchronize(stream));
    OK(cudaStreamDestroy(stream));
    look(1);
    CU_ASSERT_EQUAL(seen[0], 304);
    configuration<<<{4, 1, 1}, {5}, 16>>>(out);
    look(1);
    CU_ASSERT_EQUAL(seen[0], 405);
    dim3 grid(6), block = 7;
    configuration
        <<<grid,
           block, // a comment
           16, 0>>>(
            out);
    look(1);
    CU_ASSERT_EQUAL(seen[0], 607);
    configuration<<<(8 >> 1) > 2 ? 4 : 2, 1 << 3, 16, NULL>>>(out);
    look(1);
    CU_ASSERT_EQUAL(seen[0], 408);
}

static void macros(void) {
    clear();
    LAUNCH(fill, 100, out, 3, 100);
    look(101);
    CU_ASSERT_EQUAL(seen[99], 3);
    CU_ASSERT_EQUAL(seen[100], 0);
    PASTE(fi, ll)<<<1, 10>>>(out, 4, 10);
    look(10);
    CU_ASSERT_EQUAL(seen[9], 4);
}

static void branches(void) {
    for (int way = 0; way < 2; way++) {
        if (way)
            fill<<<1, 4>>>(out, 10, 4);
        else
            fill<<<1, 4>>>(out, 20, 4);
        look(4);
        CU_ASSERT_EQUAL(seen[3], way ? 10 : 20);
    }
    switch (seen[0]) {
    case 10:
        fill<<<1, 4>>>(out, 11, 4);
        break;
    default:
        fill<<<1, 4>>>(out, 12, 4);
    }
    look(1);
    CU_ASSERT_EQUAL(seen[0], 11);
    for (int i = 0; i < 3; fill<<<1, 1>>>(out, i, 1), i++)
        ;
    look(1);
    CU_ASSERT_EQUAL(seen[0], 2);
    auto later = [&](int value) { fill<<<1, 4>>>(out, value, 4); };
    later(77);
    look(4);
    CU_ASSERT_EQUAL(seen[3], 77);
}

static void not_launches(void) {
    const char *text = "k<<<1, 2>>>(x)", *raw = R"(a<<<b>>>(c) " ')";
    std::vector<std::vector<std::vector<int>>> nested(1);
    long large = 1'000'000;
    std::ostream none(nullptr);
    none << text << raw << nested.size() << (large >> 3) << '<';
    CU_ASSERT_EQUAL(strlen(text) + strlen(raw), 29);
    CU_ASSERT_EQUAL(large >> 3, 125000);
}

// ---- kinds of kernels

namespace one {
__global__ void named(int *to) {
    to[0] = 1;
}
namespace inner {
__global__ void declared(int *to, int count);
}
template <typename T, int N> __global__ void templated(T *to, T value) {
    to[threadIdx.x] = value + T(N);
}
} // namespace one
namespace two {
__global__ void named(int *to) {
    to[0] = 2;
}
} // namespace two
namespace {
__global__ void hidden(int *to) {
    to[0] = 3;
}
} // namespace

__global__ void one::inner::declared(int *to, int count) {
    int i = threadIdx.x;
    if (i < count)
        to[i] = 4;
}

__global__ void forward(int *, int);
extern "C" __global__ void __launch_bounds__(128) c_name(int *to) {
    to[threadIdx.x] = 6;
}
extern "C" {
__global__ void in_c_block(int *to) {
    to[0] = 7;
}
}
__global__ void overloaded(int *to) {
    to[0] = 8;
}
__global__ void overloaded(int *to, float add) {
    to[0] = 8 + (int)add;
}
void __global__ __launch_bounds__(256, 2) words_in_another_order(int *to, int) {
    to[0] = 9;
}
static __global__ __launch_bounds__(64) void bounded(int *__restrict__ to, const int value) {
    to[0] = value;
}
template <typename T> __global__ void special(T *to, T value) {
    to[0] = value;
}
template <> __global__ void special<int>(int *to, int value) {
    to[0] = -value;
}
template <class... A> __global__ void packed(int *to, A... values) {
    int sum = 0, each[] = {values...};
    for (int one : each)
        sum += one;
    to[0] = sum;
}
template <class T, class = void> struct is_float {
    static const int value = 0;
};
template <class T> struct is_float<T, typename std::enable_if<sizeof(T) == 4>::type> {
    static const int value = 4;
};
template <typename T, typename = typename std::enable_if<sizeof(T) != 1>::type>
__global__ void unnamed_parameter(T *to, typename std::enable_if<sizeof(T) != 2, T>::type value) {
    to[0] = value + is_float<T>::value;
}

// Names that what hostcc writes might use itself.
__global__ void kernel(int *to) {
    to[0] = 100;
}
__global__ void launch(int *where, int all) {
    where[0] = all;
}

static void kinds(void) {
    int wanted[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 9, 33, -5, 10, 46, 99, 100, 101};
    for (int i = 0; i < 17; i++) {
        switch (i) {
        case 0: one::named<<<1, 1>>>(out); break;
        case 1: ::two::named<<<1, 1>>>(out); break;
        case 2: hidden<<<1, 1>>>(out); break;
        case 3: one::inner::declared<<<1, 8>>>(out, 8); break;
        case 4: forward<<<1, 8>>>(out, 8); break;
        case 5: c_name<<<1, 128>>>(out); break;
        case 6: in_c_block<<<1, 1>>>(out); break;
        case 7: overloaded<<<1, 1>>>(out); break;
        case 8: overloaded<<<1, 1>>>(out, 2); break;
        case 9: words_in_another_order<<<1, 1>>>(out, 0); break;
        case 10: bounded<<<1, 64>>>(out, 33); break;
        case 11: special<<<1, 1>>>(out, 5); break;
        case 12: packed<<<1, 1>>>(out, 1, 2, 3, 4); break;
        case 13: unnamed_parameter<<<1, 1>>>(out, 42); break;
        case 14: from_header<<<1, 1>>>(out, 99); break;
        case 15: kernel<<<1, 1>>>(out); break;
        case 16: launch<<<1, 1>>>(out, 101); break;
        }
        look(1);
        CU_ASSERT_EQUAL(seen[0], wanted[i]);
    }
    one::templated<int, (4 > 3)><<<1, 2>>>(out, 41);
    look(2);
    CU_ASSERT_EQUAL(seen[1], 42);
    one::templated<int, (16 >> 2)><<<1, 2>>>(out, 41);
    look(2);
    CU_ASSERT_EQUAL(seen[1], 45);
}

struct Runner {
    int *to;
    template <class T> void run(T value) const {
        one::templated<T, 3><<<1, 32>>>((T *)to, value);
    }
    void (*kernel)(int *, int, int);
};

template <class K> static void launch_any(K kernel, int *to) {
    kernel<<<1, 4>>>(to, 6, 4);
}

static void pointers(void) {
    void (*pointer)(int *, int, int) = fill;
    void (*table[])(int *, int, int) = {nullptr, fill};
    Runner runner = {out, fill}, *same = &runner;
    for (int i = 0; i < 6; i++) {
        clear();
        switch (i) {
        case 0: pointer<<<1, 4>>>(out, 6, 4); break;
        case 1: (*pointer)<<<1, 4, 0, 0>>>(out, 6, 4); break;
        case 2: table[1]<<<1, 4>>>(out, 6, 4); break;
        case 3: runner.kernel<<<1, 4>>>(out, 6, 4); break;
        case 4: same->kernel<<<1, 4>>>(out, 6, 4); break;
        case 5: launch_any(fill, out); break;
        }
        look(4);
        CU_ASSERT_EQUAL(seen[3], 6);
    }
    runner.run(7);
    look(32);
    CU_ASSERT_EQUAL(seen[31], 10);
}

// ---- arguments

struct Pair {
    int a, b;
};
__global__ void null(int *to, const float *nothing, const Pair *nor) {
    to[0] = nothing == nullptr && !nor;
}
__global__ void converted(int *to, double d, long long wide, char small, Pair pair) {
    to[0] = (int)(d * 2) + (int)(wide >> 32) + small + pair.a * pair.b;
}
__global__ void changed(int *to, int count) {
    count += threadIdx.x; // its own copy
    to[threadIdx.x] = count;
}
__global__ void arrays(int to[], const int (*rows)[4]) {
    to[0] = rows[1][2];
}
template <class F> __global__ void applied(int *to, F f) {
    to[threadIdx.x] = f(to[threadIdx.x]);
}
struct Twice {
    __host__ __device__ int operator()(int x) const {
        return 2 * x;
    }
};
struct Large {
    int values[200];
};
__global__ void large(int *to, Large l) {
    to[threadIdx.x] = l.values[threadIdx.x];
}

static void arguments(void) {
    null<<<1, 1>>>(out, NULL, 0);
    look(1);
    CU_ASSERT_EQUAL(seen[0], 1);
    converted<<<1, 1>>>(out, 3, 1ll << 33, 'a', {3, 5});
    look(1);
    CU_ASSERT_EQUAL(seen[0], 6 + 2 + 97 + 15);
    changed<<<1, 64>>>(out, 5);
    look(64);
    CU_ASSERT_EQUAL(seen[0], 5);
    CU_ASSERT_EQUAL(seen[63], 68);
    fill<<<1, 8>>>(out, 21, 8);
    arrays<<<1, 1>>>(out + 8, (const int(*)[4])out);
    look(9);
    CU_ASSERT_EQUAL(seen[8], 21);
    applied<<<1, 8>>>(out, Twice());
    int by = 3;
    applied<<<1, 8>>>(out, [=] __device__(int x) { return x + by; });
    look(8);
    CU_ASSERT_EQUAL(seen[7], 45);
    Large l;
    for (int i = 0; i < 200; i++)
        l.values[i] = i * i;
    large<<<1, 200>>>(out, l);
    l.values[199] = 0; // the launch has its copy
    look(200);
    CU_ASSERT_EQUAL(seen[199], 199 * 199);
}

// ---- by address

static void by_address(void) {
    int *to = out, value = 12, count = 5;
    void *list[] = {&to, &value, &count};
    clear();
    OK(cudaLaunchKernel((void *)fill, dim3(1), dim3(8), list, 0, 0));
    look(6);
    CU_ASSERT_EQUAL(seen[4], 12);
    CU_ASSERT_EQUAL(seen[5], 0);
    value = 13;
    OK(cudaLaunchKernel(fill, dim3(1), dim3(8), list));
    look(1);
    CU_ASSERT_EQUAL(seen[0], 13);
    int number = 30;
    void *two[] = {&to, &number};
    OK(cudaLaunchKernel((const void *)one::templated<int, 5>, dim3(1), dim3(8), two, 0, 0));
    look(8);
    CU_ASSERT_EQUAL(seen[7], 35);
    cudaFuncAttributes attributes;
    OK(cudaFuncGetAttributes(&attributes, bounded));
    CU_ASSERT_EQUAL(attributes.maxThreadsPerBlock, 64);
    OK(cudaFuncGetAttributes(&attributes, (const void *)fill));
    CU_ASSERT_EQUAL(attributes.maxThreadsPerBlock, 1024);
    CU_ASSERT_EQUAL(attributes.sharedSizeBytes, 0);
    bounded<<<1, 65>>>(out, 1);
    GIVES(cudaGetLastError(), cudaErrorInvalidValue);
}

// ---- where a thread is

__global__ void places(int *to) {
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    to[block * blockDim.x * blockDim.y * blockDim.z + thread] = block * 100 + thread;
}
__device__ int place_in_function() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}
__global__ void place_through_function(int *to) {
    int i = place_in_function();
    to[i] = i * 3;
}
__device__ int through_reference(const uint3 &where, dim3 size) {
    return where.x * 10 + size.x;
}
__global__ void place_as_a_whole(int *to) {
    uint3 mine = threadIdx;
    dim3 size = blockDim;
    to[threadIdx.x] = through_reference(mine, size) + through_reference(blockIdx, gridDim);
    auto inside = [](int x) { return x + (int)threadIdx.x; };
    to[threadIdx.x] += inside(1000);
    struct Local {
        static __device__ int y() {
            return (int)blockDim.y;
        }
    };
    to[threadIdx.x] += Local::y() * 10000;
}

static void where(void) {
    places<<<dim3(2, 3, 4), dim3(4, 2, 2)>>>(out);
    look(384);
    for (int i = 0; i < 384; i++)
        if (seen[i] != i / 16 * 100 + i % 16)
            CU_FAIL("a thread has another place");
    place_through_function<<<4, 32>>>(out);
    look(128);
    for (int i = 0; i < 128; i++)
        CU_ASSERT_EQUAL(seen[i], 3 * i);
    place_as_a_whole<<<1, 8>>>(out);
    look(8);
    CU_ASSERT_EQUAL(seen[7], 70 + 8 + 0 + 1 + 1007 + 10000);
}

__global__ void forward(int *to, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = 5;
}

// ---- parameters

struct Element {
    int value, times;
};
__global__ void const_pointers(int * const to, const int *__restrict__ const from, int const n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[n - 1 - i] + 1;
}
__global__ void const_pointers_wait(int * const to, int const * const from, const unsigned n) {
    __shared__ int line[64];
    line[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < n)
        to[threadIdx.x] = line[n - 1 - threadIdx.x];
}
__global__ void names_of_types(int *to, int dim1, int dim2, int dim3) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = dim1 * 100 + dim2 * 10 + dim3;
}
__global__ void names_that_wait(int *to, int dim3, int uint3) {
    __shared__ int line[64];
    line[threadIdx.x] = dim3;
    __syncthreads();
    to[threadIdx.x] = line[63 - threadIdx.x] + uint3;
}
__global__ void by_reference(Element &e, const Element &by) {
    atomicAdd(&e.value, by.times);
}
__global__ void changed_and_waits(int *to, int count) {
    __shared__ int line[64];
    count += threadIdx.x; // its own copy, kept across the barrier
    line[threadIdx.x] = count;
    __syncthreads();
    to[threadIdx.x] = line[63 - threadIdx.x] * 1000 + count;
}

static void parameters(void) {
    clear();
    fill<<<1, 64>>>(out, 5, 64);
    const_pointers<<<2, 32>>>(out + 64, out, 40);
    const_pointers_wait<<<1, 64>>>(out + 128, out + 64, 41);
    look(192);
    CU_ASSERT_EQUAL(seen[64 + 39], 6);
    CU_ASSERT_EQUAL(seen[64 + 40], 0);
    CU_ASSERT_EQUAL(seen[128], 0);
    CU_ASSERT_EQUAL(seen[128 + 1], 6);
    names_of_types<<<2, 32>>>(out, 1, 2, 3);
    names_that_wait<<<1, 64>>>(out + 64, 7, 4);
    look(128);
    CU_ASSERT_EQUAL(seen[63], 123);
    CU_ASSERT_EQUAL(seen[64], 11);
    Element *e;
    OK_FATAL(cudaMallocManaged(&e, 2 * sizeof *e));
    e[0] = {10, 0};
    e[1] = {0, 3};
    by_reference<<<2, 16>>>(e[0], e[1]);
    OK(cudaDeviceSynchronize());
    CU_ASSERT_EQUAL(e[0].value, 10 + 32 * 3);
    OK(cudaFree(e));
    changed_and_waits<<<1, 64>>>(out, 5);
    look(64);
    CU_ASSERT_EQUAL(seen[0], 68 * 1000 + 5);
    CU_ASSERT_EQUAL(seen[63], 5 * 1000 + 68);
}

// Only its bytes go to the device: no thread copies or ends it, and the host does as often the one
// as the other.
static int copied, ended;

struct owner {
    int *memory;
    owner() : memory(nullptr) { OK(cudaMalloc(&memory, 128)); }
    owner(const owner &other) : memory(other.memory) { copied++; }
    ~owner() {
        if (ended++ == copied) // the first of them
            OK(cudaFree(memory));
    }
};

__global__ void owned(const owner it, int *to) {
    it.memory[threadIdx.x] = threadIdx.x + 1;
    to[threadIdx.x] = it.memory[threadIdx.x];
}

__global__ void owned_and_waits(owner it, int *to) {
    __shared__ int part[32];
    part[threadIdx.x] = threadIdx.x;
    __syncthreads();
    it.memory[threadIdx.x] = part[31 - threadIdx.x];
    to[threadIdx.x] = it.memory[threadIdx.x];
}

static void objects(void) {
    {
        owner it;
        clear();
        owned<<<1, 32>>>(it, out);
        look(32);
        CU_ASSERT_EQUAL(seen[31], 32);
        owned_and_waits<<<1, 32>>>(it, out);
        look(32);
        CU_ASSERT_EQUAL(seen[31], 0);
        CU_ASSERT_EQUAL(ended, copied);
    }
    CU_ASSERT_EQUAL(ended, copied + 1);
}

static const struct test tests[] = {
    {"1 to 4 configuration arguments, across lines", configurations},
    {"launches in macros", macros},
    {"launches in branches, loops and lambdas", branches},
    {"what looks like a launch and is none", not_launches},
    {"kinds of kernels", kinds},
    {"pointers to kernels", pointers},
    {"arguments", arguments},
    {"kernels by address", by_address},
    {"threadIdx and its kin", where},
    {"parameters", parameters},
    {"objects as arguments", objects},
};

LANGUAGE_MAIN("lang_launch", tests)
