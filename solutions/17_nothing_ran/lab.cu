// 17 nothing_ran: do larger blocks add faster?
//
// z = x + y over arrays larger than every cache. The program reports the
// bandwidth that the kernel reached.
//
//   make lab LAB=17      build and run it
//   make check LAB=17    is the number true?
#include "tare_lab.h"

enum { RUNS = 21 };

struct problem {
    uint64_t n;
    const float *x, *y;
    float *z;
};

__global__ void add(uint64_t n, const float *x, const float *y, float *z) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = x[i] + y[i];
}

static void add_cpu(uint64_t n, const float *x, const float *y, float *z) {
    for (uint64_t i = 0; i < n; i++)
        z[i] = x[i] + y[i];
}

static void run(const struct problem *p, unsigned threads) {
    unsigned blocks = (unsigned)((p->n + threads - 1) / threads);
    add<<<blocks, threads>>>(p->n, p->x, p->y, p->z);
}

// tare: begin
// A launch returns nothing: only the next question about errors tells that the
// device refused it.
static tare_claim measure(const struct problem *p) {
    const unsigned threads = 1024; // the most that a block may have
    double samples[RUNS];
    for (int i = 0; i < RUNS; i++) {
        TARE_CHECK(cudaDeviceSynchronize());
        double start = tare_now();
        run(p, threads);
        TARE_CHECK_LAUNCH();
        TARE_CHECK(cudaDeviceSynchronize());
        samples[i] = tare_now() - start;
    }

    tare_claim claim = {};
    claim.what = "add";
    claim.bytes = 3 * p->n * sizeof(float); // reads x and y, writes z
    claim.seconds = tare_median(samples, RUNS);
    claim.rate = tare_gb_per_s(claim.bytes, claim.seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "median";
    return claim;
}
// tare: end

int main(void) {
    uint64_t n = tare_memory_working_set() / (3 * sizeof(float));
    tare_lab lab = tare_lab_begin("nothing_ran", n);
    n = lab.count;
    float *x = tare_lab_random(&lab, n), *y = tare_lab_random(&lab, n);
    float *z = tare_lab_random(&lab, n); // overwritten with the CPU's
    struct problem p = {n, tare_lab_to_device(x, n), tare_lab_to_device(y, n),
                        tare_lab_poisoned(n)};

    run(&p, 256);
    TARE_CHECK_LAUNCH();
    add_cpu(n, x, y, z);
    tare_lab_check(&lab, "add", p.z, z, n, 1e-6f);

    tare_claim claim = measure(&p);
    tare_report(&claim);
    return tare_lab_end(&lab);
}
