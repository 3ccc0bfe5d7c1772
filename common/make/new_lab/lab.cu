// @NN@ @NAME@: TODO(lab): the lab's question
//
// TODO(lab): two or three lines: what the program does, what number it reports
// TODO(lab): the program below is the template's: it copies; put yours here
//
//   make lab LAB=@NN@      build and run it
//   make check LAB=@NN@    is the number true?
#include "tare_lab.h"

enum { RUNS = 15 };

struct problem {
    uint64_t n;
    const float *x;
    float *y;
};

__global__ void copy(uint64_t n, const float *x, float *y) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i];
}

static void run(const struct problem *p, unsigned threads) {
    unsigned blocks = (unsigned)((p->n + threads - 1) / threads);
    copy<<<blocks, threads>>>(p->n, p->x, p->y);
}

// tare: begin
// TODO: report the bandwidth that copy reaches.
static tare_claim measure(const struct problem *p) {
    static double samples[RUNS];
    for (int i = 0; i < RUNS; i++) {
        TARE_CHECK(cudaDeviceSynchronize()); // the device is idle
        double start = tare_now();
        run(p, 256);
        TARE_CHECK(cudaDeviceSynchronize()); // the kernel has ended
        samples[i] = tare_now() - start;
    }

    tare_claim claim = {};
    claim.what = "copy";
    claim.bytes = 2 * p->n * sizeof(float); // reads x, writes y
    claim.samples = samples;
    claim.count = RUNS;
    claim.seconds = tare_median(samples, RUNS);
    claim.rate = tare_gb_per_s(claim.bytes, claim.seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "median";
    return claim;
}
// tare: end

int main(void) {
    uint64_t n = tare_memory_working_set() / (2 * sizeof(float));
    tare_lab lab = tare_lab_begin("@NAME@", n);
    n = lab.count;
    float *x = tare_lab_random(&lab, n);
    struct problem p = {n, tare_lab_to_device(x, n), tare_lab_poisoned(n)};

    run(&p, 256);
    TARE_CHECK_LAUNCH();
    tare_lab_check(&lab, "copy", p.y, x, n, 0);

    tare_claim claim = measure(&p);
    tare_report(&claim);
    return tare_lab_end(&lab);
}
