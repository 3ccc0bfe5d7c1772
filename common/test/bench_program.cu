// bench_program.cu: honest benchmarks and faults, for bench.sh.
#include <algorithm>
#include <dlfcn.h>

#include "tare_bench.hpp"

__global__ void saxpy(uint64_t n, float a, const float *x, float *y) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

template <typename T> __global__ void duplicate(uint64_t n, const T *from, T *to) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

__global__ void halve(uint64_t n, float *x) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 0.5f;
}

static void spin(double seconds) {
    for (double begin = tare_now(); tare_now() - begin < seconds;)
        ;
}

// 1 in the run that the witness sees.
static double witnessed() {
    return dlsym(RTLD_DEFAULT, "witness_lend") != nullptr;
}

// ---- honest ------------------------------------------------------------------------------

TARE_BENCH(honest_saxpy, n = {1 << 16, 1 << 18}, bytes = 12 * n, flops = 2 * n,
           blocks = (n + 255) / 256) {
    float *x = device<float>(n), *y = device<float>(n);
    measure([&](tare_stream s) { saxpy<<<blocks, 256, 0, s>>>(n, 2, x, y); });
    count("witnessed", witnessed());
}

TARE_BENCH_TYPES(honest_copy, T, (float, double), n = tare::range(1 << 17, 1 << 18),
                 bytes = 2 * n * (long long)sizeof(T)) {
    T *x = device<T>(n), *y = device<T>(n);
    measure([&](tare_stream s) { duplicate<<<(n + 255) / 256, 256, 0, s>>>((uint64_t)n, x, y); });
}

TARE_BENCH(honest_halve, n = {100000}, block = {64, 256}, bytes = 8 * n) {
    float *x = device<float>(n);
    measure([&](tare_stream s) { halve<<<(n + block - 1) / block, block, 0, s>>>(n, x); });
}

// ---- functions of the CPU ----------------------------------------------------------------

TARE_BENCH(cpu_spin, share = {0.5, 1.0}, kind = {"busy"}) {
    measure_host([&] { spin(share.real * 1e-3); });
    count("spun_us", share.real * 1e3);
}

TARE_BENCH(cpu_waits, n = {1 << 18}) {
    float *x = device<float>(n);
    measure_host([&] {
        halve<<<(n + 255) / 256, 256>>>(n, x);
        (void)cudaDeviceSynchronize();
    });
}

TARE_BENCH(cpu_slow, seconds = {1}) {
    measure_host([&] { spin((double)seconds); });
}

// ---- faults ------------------------------------------------------------------------------

TARE_BENCH(fault_not_waited, n = {1 << 20}, bytes = 12 * n) {
    float *x = device<float>(n), *y = device<float>(n);
    measure_host([&] { saxpy<<<(n + 255) / 256, 256>>>(n, 2, x, y); });
}

// So short that the device has done with it when the host asks.
TARE_BENCH(fault_launch_alone, n = {100}) {
    float *x = device<float>(n);
    measure_host([&] { halve<<<1, 128>>>(n, x); });
}

// Its time is true, and its bytes are fifty times as many as it moves.
TARE_BENCH(fault_cpu_rate, n = {1 << 18}, bytes = 400 * n) {
    float *x = device<float>(n);
    measure_host([&] {
        halve<<<(n + 255) / 256, 256>>>(n, x);
        (void)cudaDeviceSynchronize();
    });
}

TARE_BENCH(fault_half_the_bytes, n = {1 << 20}, bytes = 6 * n) {
    float *x = device<float>(n), *y = device<float>(n);
    measure([&](tare_stream s) { saxpy<<<(n + 255) / 256, 256, 0, s>>>(n, 2, x, y); });
}

TARE_BENCH(fault_nothing_queued, n = {1 << 20}, bytes = 12 * n) {
    measure([&](tare_stream) { spin(1e-4); });
}

TARE_BENCH(fault_failed_launch, n = {1 << 20}, bytes = 8 * n) {
    float *x = device<float>(n);
    measure([&](tare_stream s) { halve<<<(n + 4095) / 4096, 4096, 0, s>>>(n, x); });
}

TARE_BENCH(fault_copies_inside, n = {1 << 20}, bytes = 12 * n) {
    float *x = device<float>(n), *y = device<float>(n), *host;
    TARE_CHECK(cudaMallocHost((void **)&host, n * sizeof(float)));
    measure([&](tare_stream s) {
        (void)cudaMemcpyAsync(x, host, n * sizeof(float), cudaMemcpyHostToDevice, s);
        saxpy<<<(n + 255) / 256, 256, 0, s>>>(n, 2, x, y);
    });
    TARE_CHECK(cudaFreeHost(host));
}

TARE_BENCH(fault_not_measured, n = {1}, bytes = n) {
    (void)n;
}

TARE_BENCH_MAIN
