// Odd layouts are what is tested here.
// clang-format off
// lang_warps.cu: warp functions and barriers where hostcc splits a kernel at them, and where it
// must not: in loops, in divergent code, with partial masks, in functions of functions.
#include "language.h"

#pragma GCC diagnostic ignored "-Wsign-compare" // as kernels are written, and what it means is tested

// ---- shuffles

template <class T> __global__ void shift(T *to, unsigned by, int width, int how) {
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    T value = (T)(t * 3 + 1);
    T taken = value;
    if (how == 0)
        taken = __shfl_up_sync(0xffffffffu, value, by, width);
    if (how == 1)
        taken = __shfl_down_sync(0xffffffffu, value, by, width);
    if (how == 2)
        taken = __shfl_xor_sync(0xffffffffu, value, (int)by, width);
    if (how == 3)
        taken = __shfl_sync(0xffffffffu, value, (int)by, width);
    to[t] = taken;
}

static int lane_from(int lane, int by, int width, int how) {
    int low = lane & ~(width - 1), high = lane | (width - 1);
    if (how == 0)
        return lane - by < low ? lane : lane - by;
    if (how == 1)
        return lane + by > high ? lane : lane + by;
    if (how == 2)
        return (lane ^ by) > high ? lane : lane ^ by;
    return low | (by & (width - 1));
}

template <class T> static int shifts_wrong(dim3 block) {
    int count = (int)(block.x * block.y), bad = 0;
    static T have[1024];
    for (int how = 0; how < 4; how++)
        for (int width = 4; width <= 32; width *= 2)
            for (int by : {0, 1, 2, 3, 4, 5, 8, 16, 17, 31}) {
                shift<T><<<1, block>>>((T *)out, (unsigned)by, width, how);
                OK_FATAL(cudaMemcpy(have, out, (size_t)count * sizeof(T), cudaMemcpyDeviceToHost));
                for (int t = 0; t < count; t++)
                    bad += have[t] != (T)((t / 32 * 32 + lane_from(t % 32, by, width, how)) * 3 + 1);
            }
    return bad;
}

static void shuffles(void) {
    CU_ASSERT_EQUAL(shifts_wrong<int>(32), 0);
    CU_ASSERT_EQUAL(shifts_wrong<unsigned>(96), 0);
    CU_ASSERT_EQUAL(shifts_wrong<float>(dim3(16, 8)), 0);
    CU_ASSERT_EQUAL(shifts_wrong<double>(256), 0);
    CU_ASSERT_EQUAL(shifts_wrong<long long>(dim3(8, 16)), 0);
    CU_ASSERT_EQUAL(shifts_wrong<float>(1024), 0);
}

// ---- in loops

__global__ void halving(int *to) {
    int v = threadIdx.x + 1;
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, offset);
    if (threadIdx.x % 32 == 0)
        to[threadIdx.x / 32] = v;
}
__global__ void rounds_given(int *to, int rounds) {
    int v = threadIdx.x;
    for (int i = 0; i < rounds; i++)
        v = __shfl_sync(0xffffffffu, v, (threadIdx.x + 1) % 32) + 1;
    to[threadIdx.x] = v;
}
__global__ void while_any(int *to) {
    int left = threadIdx.x % 32, rounds = 0;
    while (__any_sync(0xffffffffu, left > 0)) {
        left--;
        rounds++;
    }
    to[threadIdx.x] = rounds;
}
__global__ void prefix(int *to) {
    int lane = threadIdx.x & 31, v = lane + 1;
    for (int d = 1; d < 32; d *= 2) {
        int before = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d)
            v += before;
    }
    to[threadIdx.x] = v;
}
__global__ void two_in_one(int *to) {
    int t = threadIdx.x, v = t;
    for (int d = 1; d < 8; d <<= 1)
        v = __shfl_xor_sync(0xffffffffu, v, d) + __shfl_xor_sync(0xffffffffu, v, 2 * d);
    to[t] = v;
}
__global__ void nested_loops(int *to, int n) {
    int v = 1;
    for (int i = 0; i < n; i++)
        for (int d = 16; d > 0; d /= 2)
            v = (v + __shfl_xor_sync(0xffffffffu, v, d)) % 1000;
    to[threadIdx.x] = v;
}

static void in_loops(void) {
    halving<<<1, 256>>>(out);
    CU_ASSERT_EQUAL(wrong(8, [](int w) { return 32 * (w * 32) + 33 * 16; }), 0);
    for (int rounds : {0, 1, 5, 40}) {
        rounds_given<<<1, 64>>>(out, rounds);
        CU_ASSERT_EQUAL(wrong(64, [=](int t) {
            return t / 32 * 32 + (t + rounds) % 32 + rounds;
        }), 0);
    }
    while_any<<<1, 96>>>(out);
    CU_ASSERT_EQUAL(wrong(96, [](int) { return 31; }), 0);
    prefix<<<1, 128>>>(out);
    CU_ASSERT_EQUAL(wrong(128, [](int t) { return (t % 32 + 1) * (t % 32 + 2) / 2; }), 0);
    two_in_one<<<1, 64>>>(out);
    int v[64], next[64];
    for (int t = 0; t < 64; t++)
        v[t] = t;
    for (int d = 1; d < 8; d *= 2) {
        for (int t = 0; t < 64; t++)
            next[t] = v[t ^ d] + v[t ^ (2 * d)];
        memcpy(v, next, sizeof v);
    }
    CU_ASSERT_EQUAL(wrong(64, [&](int t) { return v[t]; }), 0);
    nested_loops<<<1, 64>>>(out, 3);
    int value = 1;
    for (int i = 0; i < 15; i++)
        value = 2 * value % 1000;
    CU_ASSERT_EQUAL(wrong(64, [=](int) { return value; }), 0);
}

// ---- in divergent code

__device__ int warp_sum(int v) {
    for (int offset = 16; offset > 0; offset /= 2)
        v += __shfl_down_sync(0xffffffffu, v, offset);
    return v;
}
__device__ int block_sum(int v, int *part) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    v = warp_sum(v);
    if (lane == 0)
        part[warp] = v;
    __syncthreads();
    v = 0;
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? part[lane] : 0;
        v = warp_sum(v);
    }
    return v;
}
__global__ void sum_of_block(int *to) {
    __shared__ int part[32];
    int v = threadIdx.x + blockIdx.x;
    int sum = block_sum(v, part);
    if (threadIdx.x == 0)
        to[blockIdx.x] = sum;
}
__global__ void one_warp_only(int *to) {
    int warp = threadIdx.x / 32, v = threadIdx.x;
    if (warp == 1) {
        v = __shfl_xor_sync(0xffffffffu, v, 31);
        v = v * 2;
    }
    to[threadIdx.x] = v;
}
__global__ void halves(int *to) {
    int lane = threadIdx.x & 31, v = lane;
    if (lane < 16)
        v = 100 + __shfl_xor_sync(0x0000ffffu, v, 1);
    else
        v = 200 + __shfl_down_sync(0xffff0000u, v, 2);
    to[threadIdx.x] = v;
}
__global__ void odd_lanes(int *to) {
    int lane = threadIdx.x & 31, v = lane;
    if (lane % 2)
        for (int d = 2; d < 8; d *= 2)
            v += __shfl_xor_sync(0xaaaaaaaau, v, d);
    to[threadIdx.x] = v;
}
__global__ void both_sides(int *to) { // a card lets the two meet, the same as here
    int lane = threadIdx.x & 31, v = 0;
    if (lane == 3)
        v = (int)__ballot_sync(0xffffffffu, 1);
    else
        v = (int)__ballot_sync(0xffffffffu, 0);
    to[threadIdx.x] = v;
}
__global__ void some_left(int *to, int stay) {
    int t = threadIdx.x;
    if (t >= stay)
        return;
    int v = __shfl_xor_sync(0x000000ffu, t, 3);
    to[t] = v + 1;
}

static void divergent(void) {
    for (int threads : {32, 64, 256, 1024}) {
        sum_of_block<<<3, threads>>>(out);
        CU_ASSERT_EQUAL(wrong(3, [=](int b) { return threads * (threads - 1) / 2 + b * threads; }), 0);
    }
    one_warp_only<<<1, 96>>>(out);
    CU_ASSERT_EQUAL(wrong(96, [](int t) { return t / 32 == 1 ? (t ^ 31) * 2 : t; }), 0);
    halves<<<1, 64>>>(out);
    CU_ASSERT_EQUAL(wrong(64, [](int t) {
        int lane = t % 32;
        return lane < 16 ? 100 + (lane ^ 1) : 200 + (lane + 2 > 31 ? lane : lane + 2);
    }), 0);
    odd_lanes<<<1, 32>>>(out);
    CU_ASSERT_EQUAL(wrong(32, [](int lane) {
        return lane % 2 ? lane + (lane ^ 2) + (lane ^ 4) + (lane ^ 6) : lane;
    }), 0);
    both_sides<<<1, 32>>>(out);
    CU_ASSERT_EQUAL(wrong(32, [](int) { return 8; }), 0);
    some_left<<<1, 32>>>(out, 8);
    CU_ASSERT_EQUAL(wrong(32, [](int t) { return t < 8 ? (t ^ 3) + 1 : 0; }), 0);
}

// ---- votes

__global__ void votes(int *to) {
    int t = threadIdx.x, lane = t % 32, bits = 0;
    for (int i = 0; i < 4; i++) {
        unsigned who = __ballot_sync(0xffffffffu, lane % (i + 2) == 0);
        bits += __popc(who);
        if (__all_sync(0xffffffffu, lane < 32 - i))
            bits += 1000;
        if (__any_sync(0xffffffffu, lane == 30 + i))
            bits += 100000;
    }
    to[t] = bits;
}
__global__ void rank_among(int *to) {
    int lane = threadIdx.x & 31;
    bool mine = lane % 3 == 1;
    unsigned all = __ballot_sync(0xffffffffu, mine);
    if (mine)
        to[threadIdx.x] = __popc(all & ((1u << lane) - 1)) + 1;
}

static void voting(void) {
    votes<<<1, 128>>>(out);
    CU_ASSERT_EQUAL(wrong(128, [](int) { return 16 + 11 + 8 + 7 + 1000 + 200000; }), 0);
    rank_among<<<1, 64>>>(out);
    CU_ASSERT_EQUAL(wrong(64, [](int t) { return t % 32 % 3 == 1 ? t % 32 / 3 + 1 : 0; }), 0);
}

// ---- barriers in loops, guards that cut a row of threads short

__global__ void as_many_as_said(int *to, const int *rounds) {
    __shared__ int line[128];
    __shared__ int count;
    int t = threadIdx.x;
    if (t == 0)
        count = *rounds;
    line[t] = t;
    __syncthreads();
    for (int i = 0; i < count; i++) {
        int v = line[(t + 1) % 128];
        __syncthreads();
        line[t] = v;
        __syncthreads();
    }
    to[t] = line[t];
}
__global__ void reduce_down(int *to) {
    __shared__ int part[256];
    unsigned tid = threadIdx.x;
    part[tid] = tid * 2;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        to[blockIdx.x] = part[0];
}
__global__ void reduce_up(int *to) {
    __shared__ int part[256];
    int tid = threadIdx.x;
    part[tid] = tid;
    __syncthreads();
    for (int s = 1; s < (int)blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < (int)blockDim.x)
            part[index] += part[index + s];
        __syncthreads();
    }
    if (threadIdx.x == 5)
        to[blockIdx.x] = part[0];
}
__global__ void guards(int *to, int below, unsigned size, int only, float part) {
    __shared__ int line[64];
    int tid = threadIdx.x;
    line[tid] = 0;
    __syncthreads();
    if (tid < below)
        line[tid] += 1;
    if (threadIdx.x < below) // unsigned: a negative bound is a large one
        line[threadIdx.x] += 10;
    if (threadIdx.x < size)
        line[tid] += 100;
    if (threadIdx.x == only)
        line[only] += 1000;
    if (tid < part)
        line[tid] += 10000;
    if (tid < below) {
        line[tid] += 100000;
        if (tid == 1) {
            to[1] = line[1]; // after a return no barrier hands it to the others
            return;
        }
    } else
        line[tid] += 200000;
    line[tid] += 1000000;
    __syncthreads();
    to[threadIdx.x] = line[threadIdx.x];
}

static void cut_short(void) {
    for (int rounds : {0, 1, 7}) {
        OK(cudaMemcpy(out + 4095, &rounds, sizeof rounds, cudaMemcpyHostToDevice));
        as_many_as_said<<<1, 128>>>(out, out + 4095);
        CU_ASSERT_EQUAL(wrong(128, [=](int t) { return (t + rounds) % 128; }), 0);
    }
    for (int threads : {1, 2, 64, 256}) {
        reduce_down<<<2, threads>>>(out);
        CU_ASSERT_EQUAL(wrong(2, [=](int) { return threads * (threads - 1); }), 0);
    }
    reduce_up<<<2, 256>>>(out);
    CU_ASSERT_EQUAL(wrong(2, [](int) { return 255 * 128; }), 0);
    // Below -3 as unsigned is every thread; ptxas 13.0 takes that for the signed comparison beside
    // it, and none (not with -Xptxas -O0).
    for (int below : {on_host_device() ? -3 : 0, 0, 1, 17, 64, 1000})
        for (int only : {-1, 0, 5, 63, 64}) {
            guards<<<1, 64>>>(out, below, (unsigned)below, only < 0 ? 3 : only, 2.5f);
            int at = only < 0 ? 3 : only;
            CU_ASSERT_EQUAL(wrong(64, [=](int t) {
                bool in = t < below, wide = (unsigned)t < (unsigned)below;
                return in + 10 * wide + 100 * wide + 1000 * (t == at) + 10000 * (t < 2.5f) +
                       (in ? 100000 : 200000) + (in && t == 1 ? 0 : 1000000);
            }), 0);
        }
}

// ---- sums of threadIdx.x that wrap, and loops that only store

__global__ void wraps(int *to, int base, unsigned ubase, int back) {
    __shared__ int line[96];
    int i = base + threadIdx.x;
    unsigned u = threadIdx.x + ubase;
    line[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x >= 3)
        line[threadIdx.x + back] = i; // back is -3: the unsigned sum wraps
    __syncthreads();
    to[threadIdx.x] = line[threadIdx.x];
    to[blockDim.x + threadIdx.x] = (int)(u >> 1);
    to[2 * blockDim.x + threadIdx.x] = (long long)i < 0;
    to[3 * blockDim.x + threadIdx.x] = i < 100 && u > 5;
}
__global__ void columns(const int *from, int *to, int n) { // n x n, blocks of 16 x 4
    __shared__ int square[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    for (int j = 0; j < 16; j += blockDim.y)
        square[threadIdx.y + j][threadIdx.x] = from[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    for (int j = 0; j < 16; j += blockDim.y)
        to[(y + j) * n + x] = square[threadIdx.x][threadIdx.y + j];
}
__global__ void own_column(int *to, int rows) { // each step reads what the one before stored
    __shared__ int line[8 * 32];
    int own[8];
    line[threadIdx.x] = threadIdx.x;
    for (int j = 1; j < rows; j++)
        line[j * 32 + threadIdx.x] = line[(j - 1) * 32 + threadIdx.x] + j;
    for (int j = 0; j < rows; j++)
        own[j] = line[j * 32 + threadIdx.x] * 2;
    __syncthreads();
    for (int j = 0; j < rows; j++)
        to[j * 32 + threadIdx.x] = own[rows - 1 - j];
}

static void sums(void) {
    for (int base : {0, -50, 0x7fffffff - 40, 0x7fffffff - 63, 0x7fffffff}) {
        unsigned ubase = (unsigned)base * 2 + 60;
        wraps<<<1, 64>>>(out, base, ubase, -3);
        CU_ASSERT_EQUAL(wrong(256, [=](int t) {
            int x = t % 64, i = (int)((unsigned)base + (unsigned)x);
            unsigned u = ubase + (unsigned)x;
            return t < 64    ? (x < 61 ? (int)((unsigned)base + (unsigned)x + 3) : 0)
                   : t < 128 ? (int)(u >> 1)
                   : t < 192 ? i < 0
                             : i < 100 && u > 5;
        }), 0);
    }
    int n = 32;
    for (int i = 0; i < n * n; i++)
        seen[i] = i * 7;
    int *from = out + 2048;
    OK(cudaMemcpy(from, seen, (size_t)(n * n) * sizeof *seen, cudaMemcpyHostToDevice));
    columns<<<dim3(2, 2), dim3(16, 4)>>>(from, out, n);
    CU_ASSERT_EQUAL(wrong(n * n, [=](int i) { return (i % n * n + i / n) * 7; }), 0);
    own_column<<<1, 32>>>(out, 8);
    CU_ASSERT_EQUAL(wrong(256, [](int i) {
        int j = 7 - i / 32;
        return (i % 32 + j * (j + 1) / 2) * 2;
    }), 0);
}

static const struct test tests[] = {
    {"shuffles of every kind, type and width", shuffles},
    {"shuffles in loops", in_loops},
    {"shuffles in divergent code", divergent},
    {"votes", voting},
    {"barriers in loops, guards that cut a row short", cut_short},
    {"sums that wrap, loops that only store", sums},
};

LANGUAGE_MAIN("lang_warps", tests)
