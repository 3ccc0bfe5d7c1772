// bench.cu: a benchmark with an axis, its work, and a proof of both.
//
//     make example EXAMPLE=bench
//     build/host/examples/bench --prove
//
// Here `n` stands for each of three sizes, and one run of saxpy moves 12 bytes for each element.
#include "tare_bench.hpp"

__global__ void saxpy(uint64_t n, float a, const float *x, float *y) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

TARE_BENCH(saxpy, n = {1 << 16, 1 << 20, 1 << 24}, bytes = 12 * n, flops = 2 * n) {
    float *x = device<float>(n), *y = device<float>(n);
    measure([&](tare_stream s) { saxpy<<<(n + 255) / 256, 256, 0, s>>>(n, 2, x, y); });
}
TARE_BENCH_MAIN
