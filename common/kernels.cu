// kernels.cu: the library's kernels: some that move no data, for the blocker and the clocks, and
// some that do nothing but move data, for the ceilings and the flush.
#include "tare_internal.h"

// ---- kernels that move no data -------------------------------------------------------

static __device__ unsigned long long nanoseconds(void) {
#if defined(__CUDA_ARCH__) && !defined(__HOST_DEVICE__)
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
#else
    return (unsigned long long)clock64(); // the host device counts nanoseconds
#endif
}

// One thread. The deadline is on the device's clock, so the kernel ends even if the host does not
// release it.
__global__ void tare_blocker(volatile unsigned *released, unsigned generation,
                             unsigned long long patience) {
    unsigned long long start = nanoseconds();
    while ((int)(released[0] - generation) < 0)
        if (nanoseconds() - start > patience) {
            released[1] = generation;
            return;
        }
}

__global__ void tare_empty(void) {}

__global__ void tare_cycles(unsigned long long wanted, unsigned long long *result) {
    unsigned long long start = nanoseconds(), elapsed = 0;
    long long cycles = clock64();
    while (elapsed < wanted)
        elapsed = nanoseconds() - start;
    result[0] = (unsigned long long)(clock64() - cycles);
    result[1] = elapsed;
}

extern "C" cudaError_t tare_launch_blocker(volatile unsigned *released, unsigned generation,
                                           uint64_t patience, cudaStream_t stream) {
    tare_blocker<<<1, 1, 0, stream>>>(released, generation, patience);
    return cudaGetLastError();
}

extern "C" int tare_launch_empty(void *context, cudaStream_t stream) {
    (void)context;
    tare_empty<<<1, 1, 0, stream>>>();
    return (int)cudaGetLastError();
}

extern "C" cudaError_t tare_launch_cycles(uint64_t wanted, uint64_t *result, cudaStream_t stream) {
    tare_cycles<<<1, 1, 0, stream>>>(wanted, (unsigned long long *)result);
    return cudaGetLastError();
}

// ---- kernels that only move data -----------------------------------------------------

// Every thread has ITEMS independent accesses of 16 bytes in flight. Each block owns one stretch
// of every array, and neighbours in a warp access neighbours in memory.

// Nothing here reads again what it wrote: a card may drop these lines from its caches first.
static __device__ void store(float4 *at, float4 value) {
#if defined(__CUDA_ARCH__) && !defined(__HOST_DEVICE__)
    __stcs(at, value);
#else
    *at = value;
#endif
}

// One thread's part of a pattern. All blocks but an array's last one are WHOLE: no item needs a
// test, so the loads follow each other directly.
template <enum tare_pattern PATTERN, int ITEMS, bool WHOLE>
static __device__ void move(uint64_t first, uint64_t count, float4 *a, const float4 *b,
                            const float4 *c) {
    float4 item[ITEMS], other[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        uint64_t i = first + (uint64_t)k * blockDim.x;
        if (PATTERN != TARE_WRITE && (WHOLE || i < count))
            item[k] = b[i];
        else
            item[k] = make_float4(0.5f, 0.25f, 0.125f, 0.0625f);
        other[k] = PATTERN == TARE_TRIAD && (WHOLE || i < count) ? c[i] : item[k];
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        uint64_t i = first + (uint64_t)k * blockDim.x;
        if (PATTERN == TARE_TRIAD)
            item[k] = make_float4(item[k].x + 0.5f * other[k].x, item[k].y + 0.5f * other[k].y,
                                  item[k].z + 0.5f * other[k].z, item[k].w + 0.5f * other[k].w);
        if (WHOLE || i < count)
            store(&a[i], item[k]);
    }
}

// Makes the compiler keep the reads. On a card, whether the test holds (once in 2^96) depends on
// the data, so they must be read. On a CPU the test would take longer than the read, so the
// compiler is told that the value is used.
static __device__ void need(uint4 all, uint4 *a) {
#if defined(__CUDA_ARCH__) && !defined(__HOST_DEVICE__)
    if (all.x == 0x7a12e001 && all.y == 0x7a12e002 && (all.z ^ all.w) == 0x7a12e003)
        a[0] = all;
#else
    (void)a;
    asm volatile("" : : "m"(all));
#endif
}

template <int ITEMS, bool WHOLE>
static __device__ void read(uint64_t first, uint64_t count, uint4 *a, const uint4 *b) {
    uint4 all = {0, 0, 0, 0};
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        uint64_t i = first + (uint64_t)k * blockDim.x;
        if (WHOLE || i < count) {
            uint4 item = b[i];
            all.x ^= item.x;
            all.y ^= item.y;
            all.z ^= item.z;
            all.w ^= item.w;
        }
    }
    need(all, a);
}

template <enum tare_pattern PATTERN, int ITEMS>
__global__ void tare_traffic_kernel(uint64_t count, float4 *a, const float4 *b, const float4 *c) {
    uint64_t stretch = (uint64_t)blockDim.x * ITEMS, first = blockIdx.x * stretch;
    if (PATTERN == TARE_READ && first + stretch <= count)
        read<ITEMS, true>(first + threadIdx.x, count, (uint4 *)a, (const uint4 *)b);
    else if (PATTERN == TARE_READ)
        read<ITEMS, false>(first + threadIdx.x, count, (uint4 *)a, (const uint4 *)b);
    else if (first + stretch <= count)
        move<PATTERN, ITEMS, true>(first + threadIdx.x, count, a, b, c);
    else
        move<PATTERN, ITEMS, false>(first + threadIdx.x, count, a, b, c);
}

template <int ITEMS>
static cudaError_t launch(const struct tare_traffic *t, unsigned threads, cudaStream_t stream) {
    uint64_t blocks = (t->count + (uint64_t)threads * ITEMS - 1) / ((uint64_t)threads * ITEMS);
    if (blocks == 0 || blocks > 0x7fffffff)
        return cudaErrorInvalidValue;
    float4 *a = (float4 *)t->a;
    const float4 *b = (const float4 *)t->b, *c = (const float4 *)t->c;
    unsigned grid = (unsigned)blocks;
    switch (t->pattern) {
    case TARE_READ:
        tare_traffic_kernel<TARE_READ, ITEMS><<<grid, threads, 0, stream>>>(t->count, a, b, c);
        break;
    case TARE_WRITE:
        tare_traffic_kernel<TARE_WRITE, ITEMS><<<grid, threads, 0, stream>>>(t->count, a, b, c);
        break;
    case TARE_COPY:
        tare_traffic_kernel<TARE_COPY, ITEMS><<<grid, threads, 0, stream>>>(t->count, a, b, c);
        break;
    case TARE_TRIAD:
        tare_traffic_kernel<TARE_TRIAD, ITEMS><<<grid, threads, 0, stream>>>(t->count, a, b, c);
        break;
    default:
        return cudaErrorInvalidValue;
    }
    return cudaGetLastError();
}

// Which shape is best depends on the device: the ceilings try all of them, on a CPU the first two.
static const struct {
    int items;
    unsigned threads;
} shapes[] = {{1, 256}, {1, 1024}, {4, 256}, {2, 512}, {4, 512}, {8, 256}, {8, 512}};

extern "C" int tare_traffic_shapes(void) {
    return (int)(sizeof shapes / sizeof shapes[0]);
}

extern "C" int tare_launch_traffic(void *traffic, cudaStream_t stream) {
    const struct tare_traffic *t = (const struct tare_traffic *)traffic;
    if (t->shape < 0 || t->shape >= tare_traffic_shapes())
        return (int)cudaErrorInvalidValue;
    unsigned threads = shapes[t->shape].threads;
    switch (shapes[t->shape].items) {
    case 1:
        return (int)launch<1>(t, threads, stream);
    case 2:
        return (int)launch<2>(t, threads, stream);
    case 4:
        return (int)launch<4>(t, threads, stream);
    default:
        return (int)launch<8>(t, threads, stream);
    }
}
