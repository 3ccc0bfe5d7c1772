// figures.h: what the programs beside it share: kernels, a pair of events, a median.
#ifndef FIGURES_H
#define FIGURES_H

#include "../book/code/check.h"

#include <chrono>
#include <string.h>

static double now(void) { // microseconds
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

__global__ void saxpy(size_t n, float a, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void strided(size_t n, size_t stride, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i * stride] = x[i * stride];
}

// Reads alone are strided; what is written fills whole sectors.
__global__ void gathered(size_t n, size_t stride, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i * stride];
}

// Sixteen bytes a thread: one float a thread cannot draw what the memory gives.
__global__ void copied(size_t fours, const float4 *x, float4 *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < fours)
        y[i] = x[i];
}

__global__ void spin(long long cycles) {
    long long start = clock64();
    while (clock64() - start < cycles)
        ;
}

enum { TILE = 32 };

// The product of two squares of n x n: an element a thread.
__global__ void product(int n, const float *a, const float *b, float *c) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[(size_t)row * n + k] * b[(size_t)k * n + column];
    c[(size_t)row * n + column] = sum;
}

// The same; a block keeps a tile of each factor in shared memory.
__global__ void tiled(int n, const float *a, const float *b, float *c) {
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y,
        column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int at = 0; at < n; at += TILE) {
        left[y][x] = a[(size_t)row * n + at + x];
        right[y][x] = b[(size_t)(at + y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += left[y][k] * right[k][x];
        __syncthreads();
    }
    c[(size_t)row * n + column] = sum;
}

static cudaEvent_t from, to;
static inline unsigned blocks(size_t n) {
    return (unsigned)((n + 255) / 256);
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}
static double median(float *v, int n) {
    qsort(v, n, sizeof *v, by_size);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2.0;
}

// Microseconds between the events; the second must have been recorded.
static inline float between(void) {
    float ms;
    CHECK(cudaGetLastError());
    CHECK(cudaEventSynchronize(to));
    CHECK(cudaEventElapsedTime(&ms, from, to));
    return ms * 1e3f;
}

static long long cycles_per_us = 1000;

// Cycles of the clock in a microsecond, by two spins of different length.
static inline void learn_cycles(void) {
    float us[2];
    for (int i = 0; i < 2; i++) {
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventRecord(from));
        spin<<<1, 1>>>((i + 1) * 4000000LL);
        CHECK(cudaEventRecord(to));
        us[i] = between();
    }
    cycles_per_us = (long long)(4e6 / (us[1] - us[0]));
}

// Holds the device for so long that the host has queued what follows.
static inline void hold(double us) {
    spin<<<1, 1>>>((long long)(us * (double)cycles_per_us));
}

static inline void warm(size_t n, const float *x, float *y) {
    for (double begin = now(), runs = 0; now() - begin < 50e3 || runs < 3; runs++) {
        saxpy<<<blocks(n), 256>>>(n, 2, x, y);
        CHECK(cudaDeviceSynchronize());
    }
}

static inline float *floats(size_t n) {
    float *p;
    CHECK(cudaMalloc(&p, n * sizeof *p));
    CHECK(cudaMemset(p, 0, n * sizeof *p));
    return p;
}

#endif
