// lang_threads.cu: threads of a block that wait for each other: barriers, warps, atomics.
#include "language.h"

// ---- barriers

__global__ void left_early(int *to) {
    if (threadIdx.x >= 40)
        return;
    __syncthreads();
    to[threadIdx.x] = threadIdx.x + 1;
}
__global__ void in_a_loop(int *to, int rounds) {
    __shared__ int line[96];
    int t = threadIdx.x, n = blockDim.x;
    line[t] = t;
    for (int i = 0; i < rounds; i++) {
        __syncthreads();
        int next = line[(t + 1) % n];
        __syncthreads();
        line[t] = next;
    }
    __syncthreads();
    to[blockIdx.x * n + t] = line[t];
}
__global__ void counting(int *to) {
    int t = threadIdx.x, count = __syncthreads_count(t % 3 == 0);
    int all = __syncthreads_and(t < 96), none = __syncthreads_and(t > 0);
    int any = __syncthreads_or(t == 95), never = __syncthreads_or(t > 95);
    to[t] = count * 10000 + (all != 0) * 1000 + (none != 0) * 100 + (any != 0) * 10 + (never != 0);
}
__device__ void wait_in_function(void) {
    __syncthreads();
}
__global__ void through_function(int *to) {
    __shared__ int line[64];
    line[threadIdx.x] = threadIdx.x;
    wait_in_function();
    to[threadIdx.x] = line[63 - threadIdx.x];
}
__global__ void in_two_dimensions(int *to) {
    __shared__ int square[8][9];
    square[threadIdx.y][threadIdx.x] = threadIdx.y * 8 + threadIdx.x;
    __syncthreads();
    to[threadIdx.y * 8 + threadIdx.x] = square[threadIdx.x][threadIdx.y];
}

static void barriers(void) {
    clear();
    left_early<<<1, 64>>>(out);
    look(64);
    CU_ASSERT_EQUAL(seen[39], 40);
    CU_ASSERT_EQUAL(seen[40], 0);
    in_a_loop<<<3, 96>>>(out, 5);
    look(288);
    for (int i = 0; i < 288; i++)
        CU_ASSERT_EQUAL(seen[i], (i % 96 + 5) % 96);
    counting<<<1, 96>>>(out);
    look(96);
    for (int i = 0; i < 96; i++)
        CU_ASSERT_EQUAL(seen[i], 321010);
    through_function<<<1, 64>>>(out);
    look(64);
    CU_ASSERT_EQUAL(seen[0], 63);
    in_two_dimensions<<<1, dim3(8, 8)>>>(out);
    look(64);
    CU_ASSERT_EQUAL(seen[1], 8);
    CU_ASSERT_EQUAL(seen[62], 55);
}

__device__ int block_sum(int value) {
    __shared__ int part[32];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffffu, value, offset);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
        for (int offset = 16; offset > 0; offset /= 2)
            value += __shfl_down_sync(0xffffffffu, value, offset);
    }
    return value;
}
__global__ void sum_up(const int *from, int *to, int count) {
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        sum += from[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        atomicAdd(to, sum);
}
__global__ void histogram(const int *from, int count, int *to) {
    __shared__ int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[from[i] & 255], 1);
    __syncthreads();
    atomicAdd(&to[threadIdx.x], bins[threadIdx.x]);
}

static void reductions(void) {
    int *numbers = NULL, made[5000];
    for (int i = 0; i < 5000; i++)
        made[i] = i * 7;
    OK(cudaMalloc(&numbers, sizeof made));
    OK(cudaMemcpy(numbers, made, sizeof made, cudaMemcpyHostToDevice));
    clear();
    sum_up<<<3, 256>>>(numbers, out, 5000);
    look(1);
    CU_ASSERT_EQUAL(seen[0], 7 * 4999 * 2500);
    clear();
    histogram<<<4, 256>>>(numbers, 5000, out);
    look(256);
    int total = 0;
    for (int i = 0; i < 256; i++) {
        total += seen[i];
        CU_ASSERT(seen[i] == 19 || seen[i] == 20);
    }
    CU_ASSERT_EQUAL(total, 5000);
    OK(cudaFree(numbers));
}

// ---- warps

__global__ void shuffles(int *to) {
    int t = threadIdx.x, lane = t % 32;
    unsigned all = 0xffffffffu;
    int a = __shfl_sync(all, t, 3), b = __shfl_up_sync(all, t, 2), c = __shfl_down_sync(all, t, 5);
    int d = __shfl_xor_sync(all, t, 17), e = __shfl_sync(all, lane, 2, 8);
    int f = __shfl_up_sync(all, lane, 3, 8), g = __shfl_down_sync(all, lane, 3, 8);
    double wide = __shfl_down_sync(all, t * 0.5, 1);
    long long longer = __shfl_sync(all, (long long)t << 33, 31);
    int base = t - lane;
    bool right = a == base + 3 && b == (lane < 2 ? t : t - 2) && c == (lane > 26 ? t : t + 5) &&
                 d == base + (lane ^ 17) && e == lane / 8 * 8 + 2 &&
                 f == (lane % 8 < 3 ? lane : lane - 3) && g == (lane % 8 > 4 ? lane : lane + 3) &&
                 wide == (lane == 31 ? t : t + 1) * 0.5 && longer == (long long)(base + 31) << 33;
    to[blockIdx.x * blockDim.x + t] = right;
}
__global__ void votes(int *to) {
    int t = threadIdx.x, lane = t % 32;
    unsigned all = 0xffffffffu;
    bool right = __ballot_sync(all, lane % 2) == 0xaaaaaaaau && __any_sync(all, lane == 9) &&
                 !__any_sync(all, lane == 40) && __all_sync(all, lane < 32) &&
                 !__all_sync(all, lane < 31);
    __syncwarp();
    to[blockIdx.x * blockDim.x + t] = right;
}
__global__ void half_a_warp(int *to) {
    int lane = threadIdx.x;
    if (lane < 16) {
        int sum = lane;
        for (int offset = 8; offset > 0; offset /= 2)
            sum += __shfl_xor_sync(0x0000ffffu, sum, offset);
        to[lane] = sum;
        __syncwarp(0x0000ffffu);
    } else {
        to[lane] = __popc(__ballot_sync(0xffff0000u, lane != 20));
    }
}
__global__ void active(int *to) {
    int lane = threadIdx.x % 32;
    if (lane % 4 == 1)
        to[threadIdx.x] = __activemask() == 0x22222222u;
    else
        to[threadIdx.x] = __popc(__activemask()) == 24;
}
#define ASK_IN_A_LINE(condition, mask)                                                             \
    if (condition)                                                                                 \
        mask = __activemask();                                                                     \
    else                                                                                           \
        mask = __activemask()
__global__ void active_in_a_line(unsigned *to) {
    int lane = threadIdx.x % 32;
    unsigned mask;
    ASK_IN_A_LINE(lane % 3 == 0, mask);
    to[threadIdx.x] = mask;
}

static void warps(void) {
    for (int i = 0; i < 2; i++) {
        clear();
        i ? votes<<<2, 96>>>(out) : shuffles<<<2, 96>>>(out);
        look(96);
        for (int t = 0; t < 96; t++)
            CU_ASSERT_EQUAL(seen[t], 1);
    }
    half_a_warp<<<1, 32>>>(out);
    look(32);
    CU_ASSERT_EQUAL(seen[5], 120);
    CU_ASSERT_EQUAL(seen[31], 15);
    active<<<1, 64>>>(out);
    look(64);
    for (int t = 0; t < 64; t++)
        CU_ASSERT_EQUAL(seen[t], 1);
    active_in_a_line<<<1, 32>>>((unsigned *)out);
    look(32);
    for (int t = 0; t < 32; t++)
        CU_ASSERT_EQUAL((unsigned)seen[t], t % 3 ? 0xb6db6db6u : 0x49249249u);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800 || defined(__HOST_DEVICE__)
__global__ void newer(int *to) {
    int t = threadIdx.x;
    unsigned all = 0xffffffffu;
    bool right = __reduce_add_sync(all, t) == 496 && __reduce_min_sync(all, t - 5) == -5 &&
                 __reduce_max_sync(all, t - 5) == 26 && __reduce_or_sync(all, 1u << t) == all &&
                 __reduce_and_sync(all, (unsigned)t | 64) == 64 &&
                 __reduce_xor_sync(all, 1u << t) == all;
    int whole = 5;
    right = right && __match_any_sync(all, t / 8) == 0xffu << (t / 8 * 8) &&
            __match_all_sync(all, 4, &whole) == all && whole &&
            __match_all_sync(all, t, &whole) == 0 && !whole;
    to[t] = right;
}
#else
__global__ void newer(int *to) {
    to[threadIdx.x] = 1;
}
#endif

static void warp_reductions(void) {
    newer<<<1, 32>>>(out);
    look(32);
    for (int t = 0; t < 32; t++)
        CU_ASSERT_EQUAL(seen[t], 1);
}

// ---- atomics

struct Cells {
    int add, sub, smallest, largest, exchanged, swapped, bits_or, bits_and, bits_xor;
    unsigned increased, decreased, u;
    unsigned long long wide;
    float f;
    double d;
};
__global__ void atomics(Cells *c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&c->add, 2);
    atomicSub(&c->sub, 3);
    atomicMin(&c->smallest, -i);
    atomicMax(&c->largest, i);
    atomicExch(&c->exchanged, 7);
    atomicCAS(&c->swapped, 0, 9);
    atomicOr(&c->bits_or, 1 << (i % 31));
    atomicAnd(&c->bits_and, ~(1 << (i % 31)));
    atomicXor(&c->bits_xor, i);
    atomicInc(&c->increased, 99);
    atomicDec(&c->decreased, 99);
    atomicAdd(&c->u, 1u);
    atomicAdd(&c->wide, 1ull << 32);
    atomicAdd(&c->f, 0.5f);
    atomicAdd(&c->d, 0.25);
    unsigned long long *as_bits = (unsigned long long *)&c->wide;
    atomicMax(as_bits, 5ull);
}

static void all_atomics(void) {
    Cells *c = (Cells *)out, now = {};
    now.bits_and = -1;
    OK(cudaMemcpy(c, &now, sizeof now, cudaMemcpyHostToDevice));
    atomics<<<8, 125>>>(c);
    OK(cudaGetLastError());
    OK(cudaMemcpy(&now, c, sizeof now, cudaMemcpyDeviceToHost));
    CU_ASSERT_EQUAL(now.add, 2000);
    CU_ASSERT_EQUAL(now.sub, -3000);
    CU_ASSERT_EQUAL(now.smallest, -999);
    CU_ASSERT_EQUAL(now.largest, 999);
    CU_ASSERT_EQUAL(now.exchanged, 7);
    CU_ASSERT_EQUAL(now.swapped, 9);
    CU_ASSERT_EQUAL(now.bits_or, 0x7fffffff);
    CU_ASSERT_EQUAL(now.bits_and, (int)0x80000000);
    CU_ASSERT_EQUAL(now.bits_xor, 0);
    CU_ASSERT_EQUAL(now.increased, 0);
    CU_ASSERT_EQUAL(now.decreased, 0);
    CU_ASSERT_EQUAL(now.u, 1000);
    CU_ASSERT_EQUAL(now.wide, 1000ull << 32);
    CU_ASSERT_EQUAL(now.f, 500.0f);
    CU_ASSERT_EQUAL(now.d, 250.0);
}

__global__ void locked(int *lock, int *count) {
    bool done = false;
    while (!done)
        if (atomicCAS(lock, 0, 1) == 0) {
            *(volatile int *)count = *(volatile int *)count + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
}
__global__ void handed_over(int *flag, int *to) {
    if (threadIdx.x == 0) {
        while (atomicAdd(flag, 0) == 0)
            ;
        *to = 5;
    } else if (threadIdx.x == 63) {
        atomicExch(flag, 1);
    }
}
__global__ void last_block(int *done, int *to) {
    __shared__ bool last;
    atomicAdd(&to[1], threadIdx.x);
    __threadfence();
    if (threadIdx.x == 0)
        last = atomicAdd(done, 1) == (int)gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0)
        to[0] = to[1];
}

static void waiting_by_atomics(void) {
    clear();
    locked<<<4, 64>>>(out, out + 1);
    look(2);
    CU_ASSERT_EQUAL(seen[1], 256);
    clear();
    handed_over<<<1, 64>>>(out, out + 1);
    look(2);
    CU_ASSERT_EQUAL(seen[1], 5);
    clear();
    last_block<<<10, 64>>>(out, out + 1);
    look(2);
    CU_ASSERT_EQUAL(seen[1], 20160);
}

// ---- warps in step, as programs older than CUDA 9 count on: no barrier between lanes

template <typename T> __device__ void sum_of_warp(volatile T *line, unsigned lane) {
    line[lane] += line[lane + 32];
    line[lane] += line[lane + 16];
    line[lane] = line[lane] + line[lane + 8];
    if (lane < 4)
        line[lane] += line[lane + 4];
    line[lane] += line[lane + 2];
    line[lane] += line[lane + 1];
}

template <unsigned size> __global__ void sum_in_step(const int *from, int *to) {
    extern __shared__ int line[];
    unsigned t = threadIdx.x;
    int sum = line[t] = from[blockIdx.x * 2 * size + t] + from[blockIdx.x * 2 * size + size + t];
    __syncthreads();
    if (size >= 256) {
        if (t < 128)
            line[t] = sum = sum + line[t + 128];
        __syncthreads();
    }
    if (t < 64)
        line[t] = sum = sum + line[t + 64];
    __syncthreads();
    if (t < 32) {
        volatile int *mine = line;
        if (size >= 64)
            mine[t] = sum = sum + mine[t + 32];
        for (int by = 16; by > 0; by >>= 1)
            mine[t] = sum = sum + mine[t + by];
    }
    if (t == 0)
        to[blockIdx.x] = line[0];
}

__global__ void sum_by_function(const int *from, int *to) {
    __shared__ int line[128];
    line[threadIdx.x] = from[blockIdx.x * 128 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 64)
        line[threadIdx.x] += line[threadIdx.x + 64];
    __syncthreads();
    if (threadIdx.x < 32)
        sum_of_warp(line, threadIdx.x);
    if (threadIdx.x == 0)
        to[blockIdx.x] = line[0];
}

__global__ void scan_in_step(const int *from, int *to) {
    volatile __shared__ int line[64];
    int i = threadIdx.x, lane = i % 32;
    line[i] = from[i];
    if (lane >= 1)
        line[i] += line[i - 1];
    if (lane >= 2)
        line[i] += line[i - 2];
    if (lane >= 4)
        line[i] += line[i - 4];
    if (lane >= 8)
        line[i] += line[i - 8];
    if (lane >= 16)
        line[i] += line[i - 16];
    to[i] = line[i];
}

static void in_step(void) {
    enum { COUNT = 2048 };
    int *from, values[COUNT];
    if (!on_host_device())
        suite_skip("a card of today promises no lockstep");
    for (int i = 0; i < COUNT; i++)
        values[i] = i % 7;
    OK_FATAL(cudaMalloc(&from, sizeof values));
    OK(cudaMemcpy(from, values, sizeof values, cudaMemcpyHostToDevice));
    sum_in_step<256><<<4, 256, 256 * sizeof(int)>>>(from, out);
    sum_by_function<<<4, 128>>>(from, out + 4);
    scan_in_step<<<1, 64>>>(from, out + 8);
    look(8 + 64);
    int sum = 0;
    for (int i = 0; i < 512; i++)
        sum += values[i];
    CU_ASSERT_EQUAL(seen[0], sum);
    sum = 0;
    for (int i = 0; i < 128; i++)
        sum += values[i];
    CU_ASSERT_EQUAL(seen[4], sum);
    sum = 0;
    for (int i = 0; i < 64; i++) {
        sum = i % 32 ? sum + values[i] : values[i];
        CU_ASSERT_EQUAL(seen[8 + i], sum);
    }
    OK(cudaFree(from));
}

// do without braces, in functions that wait: some of them spin, some do not
__device__ int halvings(int n) {
    int count = 0;
    __syncwarp();
    do
        n /= 2, count++;
    while (n > 1);
    return count;
}
__global__ void loops_of_do(int *to, volatile int *flag) {
    if (threadIdx.x == 33)
        *flag = 7;
    else
        do
            ;
        while (*flag == 0);
    int count = halvings(threadIdx.x + 2);
    do {
    } while (atomicAdd((int *)flag + 1, 0) != 0);
    to[threadIdx.x] = count * 10 + *flag;
}

static void do_loops(void) {
    clear();
    loops_of_do<<<1, 64>>>(out, out + 64);
    look(64);
    for (int t = 0; t < 64; t++) {
        int count = 0;
        for (int n = t + 2; n > 1; n /= 2)
            count++;
        CU_ASSERT_EQUAL(seen[t], count * 10 + 7);
    }
}

static const struct test tests[] = {
    {"__syncthreads and its forms", barriers},
    {"block reductions and histograms", reductions},
    {"warps in step", in_step},
    {"shuffles, votes and __activemask", warps},
    {"warp reductions and matches", warp_reductions},
    {"atomics", all_atomics},
    {"locks and flags", waiting_by_atomics},
    {"do without braces", do_loops},
};

LANGUAGE_MAIN("lang_threads", tests)
