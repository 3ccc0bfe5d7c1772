// 20 flush: how fast is a kernel whose data are in no cache?
//
// y = x, four numbers a thread. The program that uses the kernel does much
// else between two copies, so each run finds its data in memory. Here a flush
// empties the cache before each run, and no launch falls between two marks. The
// program reports the bandwidth of such a cold run.
//
//   make lab LAB=20      build and run it
//   make check LAB=20    is the number true?
#include <unistd.h>

#include "tare_lab.h"

enum { RUNS = 11 };

struct problem {
    uint64_t n; // of four numbers each
    const float4 *x;
    float4 *y;
};

__global__ void copy(uint64_t n, const float4 *x, float4 *y) {
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

static float4 *zeros(uint64_t bytes) {
    float4 *others;
    TARE_CHECK(cudaMalloc(&others, bytes));
    TARE_CHECK(cudaMemset(others, 0, bytes));
    return others;
}

// Reads other data, which then stand in the cache. They are zeros, so nothing
// is written; without the question nothing would be read.
__global__ void visit(uint64_t count, const float4 *others, float4 *y) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    float4 other = i < count ? others[i] : float4{0, 0, 0, 0};
    if (other.x != 0 || other.y != 0 || other.z != 0 || other.w != 0)
        y[0] = other;
}

static void visit_others(const struct problem *p, const float4 *others,
                         uint64_t bytes) {
    uint64_t count = bytes / sizeof(float4);
    visit<<<(unsigned)(count / 256 + 1), 256>>>(count, others, p->y);
    TARE_CHECK_LAUNCH();
}

// Keeps the device from its queue for 5 ms, until the host has filled it.
static void doze(void *) {
    usleep(5000);
}

static void hold_back(void) {
    TARE_CHECK(cudaLaunchHostFunc(0, doze, NULL));
}

// tare: begin
// The flush reads more than all caches hold.
static tare_claim measure(struct problem *p) {
    cudaEvent_t start[RUNS], stop[RUNS];
    double samples[RUNS];
    const uint64_t flush_bytes = tare_memory_working_set();
    float4 *flush = zeros(flush_bytes);
    for (int i = 0; i < RUNS; i++) {
        TARE_CHECK(cudaEventCreate(&start[i]));
        TARE_CHECK(cudaEventCreate(&stop[i]));
    }
    hold_back();
    for (int i = 0; i < RUNS; i++) {
        visit_others(p, flush, flush_bytes);
        TARE_CHECK(cudaEventRecord(start[i]));
        TARE_CHECK((cudaError_t)run(p, 0));
        TARE_CHECK(cudaEventRecord(stop[i]));
    }
    TARE_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < RUNS; i++) {
        float ms = 0;
        TARE_CHECK(cudaEventElapsedTime(&ms, start[i], stop[i]));
        samples[i] = ms / 1e3;
    }

    tare_claim claim = {};
    claim.what = "copy";
    claim.bytes = 2 * p->n * sizeof(float4); // reads x, writes y
    claim.seconds = tare_median(samples, RUNS);
    claim.rate = tare_gb_per_s(claim.bytes, claim.seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "median";
    return claim;
}
// tare: end

int main(void) {
    uint64_t n = tare_cache_working_set() / sizeof(float4);
    tare_lab lab = tare_lab_begin("flush", n);
    n = lab.count;
    float *x = tare_lab_random(&lab, 4 * n);
    struct problem p = {n, (const float4 *)tare_lab_to_device(x, 4 * n),
                        (float4 *)tare_lab_poisoned(4 * n)};

    TARE_CHECK((cudaError_t)run(&p, 0));
    tare_lab_check(&lab, "copy", (const float *)p.y, x, 4 * n, 0);

    visit_others(&p, p.x, 0); // loads the kernel
    TARE_CHECK(cudaDeviceSynchronize());
    tare_claim claim = measure(&p);
    tare_report(&claim);
    return tare_lab_end(&lab);
}
