// 05 first_run: the filter runs once a frame. How fast is it?
//
// z = a*x + y over a frame that fits into the cache: the result of one step,
// ready for the next. The program reports the bandwidth of the running filter.
//
//   make lab LAB=05      build and run it
//   make check LAB=05    is the number true?
#include "tare_lab.h"

enum { SAMPLES = 31 };

struct frame {
    uint64_t n;
    const float *x, *y;
    float *z;
};

__global__ void blend(uint64_t n, float a, const float *x, const float *y,
                      float *z) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = a * x[i] + y[i];
}

static void run(const struct frame *f) {
    unsigned blocks = (unsigned)((f->n + 255) / 256);
    blend<<<blocks, 256>>>(f->n, 2.0f, f->x, f->y, f->z);
    TARE_CHECK_LAUNCH();
}

static double timed_run(const struct frame *frame) {
    TARE_CHECK(cudaDeviceSynchronize());
    double start = tare_now();
    run(frame);
    TARE_CHECK(cudaDeviceSynchronize());
    return tare_now() - start;
}

// tare: begin
// The first run pays for loading and waking up. It is thrown away, with a few
// more; the median of the others is what a frame takes.
static double measure(const struct frame *frame) {
    double samples[SAMPLES];
    for (int i = 0; i < 5; i++)
        timed_run(frame);
    for (int i = 0; i < SAMPLES; i++)
        samples[i] = timed_run(frame);
    return tare_median(samples, SAMPLES);
}
// tare: end

int main(void) {
    uint64_t n = tare_cache_working_set() / (3 * sizeof(float));
    tare_lab lab = tare_lab_begin("first_run", n);
    n = lab.count;
    float *x = tare_lab_random(&lab, n), *y = tare_lab_random(&lab, n);
    struct frame frame = {n, tare_lab_to_device(x, n), tare_lab_to_device(y, n),
                          tare_lab_poisoned(n)};

    double seconds = measure(&frame);

    for (uint64_t i = 0; i < n; i++)
        y[i] = 2.0f * x[i] + y[i];
    tare_lab_check(&lab, "blend", frame.z, y, n, 1e-6f);

    uint64_t bytes = 3 * n * sizeof(float); // reads x and y, writes z
    tare_claim claim = {};
    claim.what = "blend";
    claim.bytes = bytes;
    claim.seconds = seconds;
    claim.rate = tare_gb_per_s(bytes, seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "single";
    tare_report(&claim);
    return tare_lab_end(&lab);
}
