// 01 kernel_time: how long does a kernel take?
//
// y = a*x + y over arrays larger than every cache. The program reports the
// bandwidth that the kernel reached.
//
//   make lab LAB=01      build and run it
//   make check LAB=01    is the number true?
#include "tare_lab.h"

enum { WARM_UP = 5 };

__global__ void saxpy(uint64_t n, float a, const float *x, float *y) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

static void saxpy_cpu(uint64_t n, float a, const float *x, float *y) {
    for (uint64_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

static void run(uint64_t n, const float *x, float *y) {
    unsigned blocks = (unsigned)((n + 255) / 256);
    saxpy<<<blocks, 256>>>(n, 2.0f, x, y);
    TARE_CHECK_LAUNCH();
}

// tare: begin
// The clock stops when the device has finished, not when it was asked to begin.
static double measure(uint64_t n, const float *x, float *y) {
    TARE_CHECK(cudaDeviceSynchronize()); // no earlier work is left
    double start = tare_now();
    run(n, x, y);
    TARE_CHECK(cudaDeviceSynchronize()); // a launch returns before its kernel
    return tare_now() - start;
}
// tare: end

int main(void) {
    uint64_t n = tare_memory_working_set() / (2 * sizeof(float));
    tare_lab lab = tare_lab_begin("kernel_time", n);
    n = lab.count;
    float *x = tare_lab_random(&lab, n), *y = tare_lab_random(&lab, n);
    float *dx = tare_lab_to_device(x, n), *dy = tare_lab_to_device(y, n);

    run(n, dx, dy);
    saxpy_cpu(n, 2.0f, x, y);
    tare_lab_check(&lab, "saxpy", dy, y, n, 1e-6f);

    for (int i = 0; i < WARM_UP; i++)
        run(n, dx, dy);
    tare_lab_to_host(dy, 1); // a copy waits for what was before it

    double seconds = measure(n, dx, dy);

    uint64_t bytes = 3 * n * sizeof(float); // reads x and y, writes y
    tare_claim claim = {};
    claim.what = "saxpy";
    claim.bytes = bytes;
    claim.seconds = seconds;
    claim.rate = tare_gb_per_s(bytes, seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "single";
    tare_report(&claim);
    return tare_lab_end(&lab);
}
