// 10 bytes_moved: which bandwidth does saxpy reach?
//
// y = a*x + y over arrays larger than every cache, timed hot, in batches, with
// events. The program reports the bandwidth that the kernel reached.
//
//   make lab LAB=10      build and run it
//   make check LAB=10    is the number true?
#include "tare_lab.h"

struct problem {
    uint64_t n;
    const float *x;
    float *y;
};

__global__ void saxpy(uint64_t n, float a, const float *x, float *y) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

static void saxpy_cpu(uint64_t n, float a, const float *x, float *y) {
    for (uint64_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

static int run(void *context, tare_stream stream) {
    const struct problem *p = (const struct problem *)context;
    unsigned blocks = (unsigned)((p->n + 255) / 256);
    saxpy<<<blocks, 256, 0, stream>>>(p->n, 2.0f, p->x, p->y);
    return cudaGetLastError();
}

// tare: begin
// TODO: report the bandwidth that saxpy reaches.
static tare_claim measure(struct problem *p) {
    tare_options hot = {};
    tare_time time;
    tare_lab_must(tare_measure(run, p, 0, &hot, &time));

    uint64_t read = p->n * sizeof(float);    // x
    uint64_t written = p->n * sizeof(float); // y
    tare_claim claim = {};
    claim.what = "saxpy";
    claim.bytes = read + written;
    claim.seconds = time.median;
    claim.rate = tare_gb_per_s(claim.bytes, claim.seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "median";
    return claim;
}
// tare: end

int main(void) {
    uint64_t n = tare_memory_working_set() / (2 * sizeof(float));
    tare_lab lab = tare_lab_begin("bytes_moved", n);
    n = lab.count;
    float *x = tare_lab_random(&lab, n), *y = tare_lab_random(&lab, n);
    struct problem p = {n, tare_lab_to_device(x, n), tare_lab_to_device(y, n)};

    TARE_CHECK((cudaError_t)run(&p, 0));
    saxpy_cpu(n, 2.0f, x, y);
    tare_lab_check(&lab, "saxpy", p.y, y, n, 1e-6f);

    tare_claim claim = measure(&p);
    tare_report(&claim);
    return tare_lab_end(&lab);
}
