// 03 event_time: a stopwatch of events.
//
// y = a*x + y, first over a quarter of the data, which is checked, then over
// all of them. One stopwatch times both. The program reports the bandwidth of
// the whole.
//
//   make lab LAB=03      build and run it
//   make check LAB=03    is the number true?
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
// TODO: watch_read returns the seconds between start and stop.
struct watch {
    cudaEvent_t start, stop;
    float ms;
};

static void watch_start(struct watch *watch) {
    if (!watch->start) {
        TARE_CHECK(cudaEventCreate(&watch->start));
        TARE_CHECK(cudaEventCreate(&watch->stop));
    }
    TARE_CHECK(cudaEventRecord(watch->start));
}

static void watch_stop(struct watch *watch) {
    TARE_CHECK(cudaEventRecord(watch->stop));
}

static double watch_read(struct watch *watch) {
    cudaEventElapsedTime(&watch->ms, watch->start, watch->stop);
    return watch->ms / 1e3;
}
// tare: end

int main(void) {
    uint64_t n = tare_memory_working_set() / (2 * sizeof(float));
    tare_lab lab = tare_lab_begin("event_time", n);
    n = lab.count;
    float *x = tare_lab_random(&lab, n), *y = tare_lab_random(&lab, n);
    float *dx = tare_lab_to_device(x, n), *dy = tare_lab_to_device(y, n);

    run(n, dx, dy); // warm up
    saxpy_cpu(n, 2.0f, x, y);

    struct watch watch = {};
    watch_start(&watch);
    run(n / 4, dx, dy);
    watch_stop(&watch);
    saxpy_cpu(n / 4, 2.0f, x, y);
    tare_lab_check(&lab, "saxpy", dy, y, n, 1e-6f);
    printf("quarter %.4g ms\n", watch_read(&watch) * 1e3);

    for (int i = 0; i < WARM_UP; i++) // the device was idle during the check
        run(n, dx, dy);
    TARE_CHECK(cudaDeviceSynchronize());
    watch_start(&watch);
    run(n, dx, dy);
    watch_stop(&watch);
    double seconds = watch_read(&watch);
    printf("whole   %.4g ms\n", seconds * 1e3);

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
