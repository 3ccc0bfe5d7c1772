// tare.cu: saxpy and copy as TARE_BENCH measures them, and the faults. run.sh says how they are
// run. The axis of a fault is called `floats`, so that --filter can tell the faults from the
// kernels.
#include "tare_bench.hpp"

__global__ void saxpy(size_t n, float a, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void copy(size_t n, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i];
}

// The lines that are counted:
TARE_BENCH(saxpy, n = tare::range(1 << 16, 1 << 28, 4), bytes = 12 * n) {
    float *x = device<float>(n), *y = device<float>(n);
    measure([&](tare_stream s) { saxpy<<<(n + 255) / 256, 256, 0, s>>>(n, 2, x, y); });
}
// End.

TARE_BENCH(copy, n = tare::range(1 << 16, 1 << 28, 4), bytes = 8 * n) {
    float *x = device<float>(n), *y = device<float>(n);
    measure([&](tare_stream s) { copy<<<(n + 255) / 256, 256, 0, s>>>(n, x, y); });
}

TARE_BENCH(other_stream, floats = {1 << 24}, bytes = 12 * floats) {
    float *x = device<float>(floats), *y = device<float>(floats);
    cudaStream_t own;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    measure([&](tare_stream) { saxpy<<<(floats + 255) / 256, 256, 0, own>>>(floats, 2, x, y); });
}

TARE_BENCH(not_waited, floats = {1 << 24}, bytes = 12 * floats) {
    float *x = device<float>(floats), *y = device<float>(floats);
    measure_host([&] { saxpy<<<(floats + 255) / 256, 256>>>(floats, 2, x, y); });
}

// Two arrays of 1 MiB, then of 16 MiB, which stay in the cache from one run to the next.
TARE_BENCH(dram_in_cache, floats = {1 << 18, 1 << 22}, bytes = 8 * floats) {
    float *x = device<float>(floats), *y = device<float>(floats);
    measure([&](tare_stream s) { copy<<<(floats + 255) / 256, 256, 0, s>>>(floats, x, y); });
}

// The bytes that are read are counted, and not those that are written.
TARE_BENCH(half_bytes, floats = {1 << 26}, bytes = 4 * floats) {
    float *x = device<float>(floats), *y = device<float>(floats);
    measure([&](tare_stream s) { copy<<<(floats + 255) / 256, 256, 0, s>>>(floats, x, y); });
}
TARE_BENCH_MAIN
