// @NN@ @NAME@: TODO(lab): the lab's question
//
// TODO(lab): two or three lines: what the program does, what number it reports
// TODO(lab): the program below is the template's: it copies; put yours here
//
//   make lab LAB=@NN@      build and run it
//   make check LAB=@NN@    is the number true?
#include "tare_lab.h"

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

static int run(void *context, tare_stream stream) {
    const struct problem *p = (const struct problem *)context;
    unsigned blocks = (unsigned)((p->n + 255) / 256);
    copy<<<blocks, 256, 0, stream>>>(p->n, p->x, p->y);
    return cudaGetLastError();
}

// tare: begin
// TODO: report the bandwidth that copy reaches.
static tare_claim measure(struct problem *p) {
    tare_options hot = {};
    tare_time time;
    tare_lab_must(tare_measure(run, p, 0, &hot, &time));

    tare_claim claim = {};
    claim.what = "copy";
    claim.bytes = p->n * sizeof(float);
    claim.seconds = time.median;
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
    float *x = tare_lab_random(&lab, n), *y = tare_lab_random(&lab, n);
    struct problem p = {n, tare_lab_to_device(x, n), tare_lab_to_device(y, n)};

    TARE_CHECK((cudaError_t)run(&p, 0));
    tare_lab_check(&lab, "copy", p.y, x, n, 0);

    tare_claim claim = measure(&p);
    tare_report(&claim);
    return tare_lab_end(&lab);
}
