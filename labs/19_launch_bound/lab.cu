// 19 launch_bound: how fast is a kernel that a framework launches?
//
// z = x + y over arrays that stay in the cache. A framework launches the
// kernel: for each launch it writes down what the arguments are, and looks for
// the variant that it has compiled for them. The program reports the bandwidth
// of the kernel.
//
//   make lab LAB=19      build and run it
//   make check LAB=19    is the number true?
#include <stdio.h>
#include <string.h>

#include "tare_lab.h"

enum { VARIANTS = 4096, SIGNATURE = 96, BATCH = 200 };

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

// The framework: the signatures of the variants that it has compiled so far.
static char variants[VARIANTS][SIGNATURE];

static void sign(const struct problem *p, int variant, char *signature) {
    snprintf(signature, SIGNATURE, "add(n=%llu,x=f32@%p,y=f32@%p,z=f32@%p)/%d",
             (unsigned long long)p->n, (const void *)p->x, (const void *)p->y,
             (const void *)p->z, variant);
}

static int run(void *context, tare_stream stream) {
    const struct problem *p = (const struct problem *)context;
    char wanted[SIGNATURE];
    sign(p, VARIANTS - 1, wanted);
    for (int i = 0; strcmp(variants[i], wanted) != 0; i++)
        if (i == VARIANTS - 1)
            return cudaErrorInvalidDeviceFunction;
    unsigned blocks = (unsigned)((p->n + 255) / 256);
    add<<<blocks, 256, 0, stream>>>(p->n, p->x, p->y, p->z);
    return cudaGetLastError();
}

// tare: begin
// TODO: report the bandwidth of the kernel.
static tare_claim measure(struct problem *p) {
    TARE_CHECK(cudaDeviceSynchronize());
    double start = tare_now();
    for (int i = 0; i < BATCH; i++)
        TARE_CHECK((cudaError_t)run(p, 0));
    TARE_CHECK(cudaDeviceSynchronize());
    double batch = tare_now() - start;

    tare_claim claim = {};
    claim.what = "add";
    claim.bytes = 3 * p->n * sizeof(float); // reads x and y, writes z
    claim.seconds = batch / BATCH;
    claim.rate = tare_gb_per_s(claim.bytes, claim.seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "batch";
    return claim;
}
// tare: end

int main(void) {
    uint64_t n = tare_cache_working_set() / 5 / (3 * sizeof(float));
    tare_lab lab = tare_lab_begin("launch_bound", n);
    n = lab.count;
    float *x = tare_lab_random(&lab, n), *y = tare_lab_random(&lab, n);
    float *z = tare_lab_random(&lab, n); // overwritten with the CPU's
    struct problem p = {n, tare_lab_to_device(x, n), tare_lab_to_device(y, n),
                        tare_lab_poisoned(n)};
    for (int i = 0; i < VARIANTS; i++)
        sign(&p, i, variants[i]);

    TARE_CHECK((cudaError_t)run(&p, 0));
    add_cpu(n, x, y, z);
    tare_lab_check(&lab, "add", p.z, z, n, 1e-6f);

    for (int i = 0; i < BATCH; i++) // warm up
        TARE_CHECK((cudaError_t)run(&p, 0));
    tare_claim claim = measure(&p);
    tare_report(&claim);
    return tare_lab_end(&lab);
}
