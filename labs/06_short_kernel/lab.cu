// 06 short_kernel: a kernel too short to be timed alone.
//
// y = a*x + y over arrays that stay in the cache. One run ends before a clock
// has counted to ten, so a whole batch runs between two events. The program
// reports the bandwidth of one run.
//
//   make lab LAB=06      build and run it
//   make check LAB=06    is the number true?
#include "tare_lab.h"

enum { BATCH = 500 };

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
// TODO: report the time of one run.
static double measure(uint64_t n, const float *x, float *y) {
    cudaEvent_t start, stop;
    float ms = 0;
    TARE_CHECK(cudaEventCreate(&start));
    TARE_CHECK(cudaEventCreate(&stop));
    TARE_CHECK(cudaEventRecord(start));
    for (int i = 0; i < BATCH; i++)
        run(n, x, y);
    TARE_CHECK(cudaEventRecord(stop));
    TARE_CHECK(cudaEventSynchronize(stop));
    TARE_CHECK(cudaEventElapsedTime(&ms, start, stop));
    TARE_CHECK(cudaEventDestroy(start));
    TARE_CHECK(cudaEventDestroy(stop));
    return ms / 1e3;
}
// tare: end

int main(void) {
    uint64_t n = tare_cache_working_set() / sizeof(float);
    tare_lab lab = tare_lab_begin("short_kernel", n);
    n = lab.count;
    float *x = tare_lab_random(&lab, n), *y = tare_lab_random(&lab, n);
    float *dx = tare_lab_to_device(x, n), *dy = tare_lab_to_device(y, n);

    run(n, dx, dy);
    saxpy_cpu(n, 2.0f, x, y);
    tare_lab_check(&lab, "saxpy", dy, y, n, 1e-6f);

    for (int i = 0; i < BATCH; i++) // warm up
        run(n, dx, dy);
    double seconds = measure(n, dx, dy);

    uint64_t bytes = 3 * n * sizeof(float); // reads x and y, writes y
    tare_claim claim = {};
    claim.what = "saxpy";
    claim.bytes = bytes;
    claim.seconds = seconds;
    claim.rate = tare_gb_per_s(bytes, seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "batch";
    tare_report(&claim);
    return tare_lab_end(&lab);
}
