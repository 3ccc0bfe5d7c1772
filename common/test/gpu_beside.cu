// gpu_beside.cu: what other tools would measure in the same run. The times here use nothing of the
// library: they have their own events, flush and spinning kernel.
#include "gpu_measure.h"

#include <cuda_runtime.h>

#include "tare_device.h"

enum { ROUNDS = 5, RUNS = 60 };

__global__ void hold(volatile int *released) {
    while (!*released)
        ;
}

struct plain {
    cudaEvent_t start, stop;
    volatile int *released;
    void *flush;
    size_t flush_bytes;
};

// Flush by a memset of the cache's size, wait, hold the stream, run between two events.
static double one_cold(const struct plain *p, tare_launch launch, struct work *w) {
    float milliseconds = 0;
    TARE_CHECK(cudaMemsetAsync(p->flush, 0, p->flush_bytes, NULL));
    TARE_CHECK(cudaStreamSynchronize(NULL));
    *p->released = 0;
    hold<<<1, 1>>>(p->released);
    TARE_CHECK(cudaEventRecord(p->start, NULL));
    TARE_CHECK((cudaError_t)launch(w, NULL));
    TARE_CHECK(cudaEventRecord(p->stop, NULL));
    *p->released = 1;
    TARE_CHECK(cudaEventSynchronize(p->stop));
    TARE_CHECK(cudaEventElapsedTime(&milliseconds, p->start, p->stop));
    return 1e-3 * (double)milliseconds;
}

// Many runs between two events.
static double one_batch(const struct plain *p, tare_launch launch, struct work *w, int runs) {
    float milliseconds = 0;
    *p->released = 0;
    hold<<<1, 1>>>(p->released);
    TARE_CHECK(cudaEventRecord(p->start, NULL));
    for (int i = 0; i < runs; i++)
        TARE_CHECK((cudaError_t)launch(w, NULL));
    TARE_CHECK(cudaEventRecord(p->stop, NULL));
    *p->released = 1;
    TARE_CHECK(cudaEventSynchronize(p->stop));
    TARE_CHECK(cudaEventElapsedTime(&milliseconds, p->start, p->stop));
    return 1e-3 * (double)milliseconds / runs;
}

// These tools report the mean.
static double plainly(const struct plain *p, tare_launch launch, struct work *w, int cold) {
    double sum = 0;
    int times = cold ? RUNS : 5;
    for (int i = -3; i < times; i++) {
        double seconds = cold ? one_cold(p, launch, w) : one_batch(p, launch, w, 60);
        sum += i < 0 ? 0 : seconds;
    }
    return sum / times;
}

void beside(const char *folder, struct work *w, int largest) {
    tare_device d;
    struct plain p;
    void *pinned = NULL;
    must(tare_device_facts(&d));
    p.flush_bytes = d.l2_bytes;
    TARE_CHECK(cudaEventCreate(&p.start));
    TARE_CHECK(cudaEventCreate(&p.stop));
    TARE_CHECK(cudaHostAlloc(&pinned, sizeof *p.released, cudaHostAllocMapped));
    TARE_CHECK(cudaMalloc(&p.flush, p.flush_bytes));
    p.released = (volatile int *)pinned;
    FILE *out = table(folder, "beside",
                      "kernel,log2_n,mode,tare_gb_per_s,plain_gb_per_s,difference_percent");
    for (int kernel = 0; kernel < 2; kernel++)
        for (int log2_n = 20; log2_n <= largest; log2_n += 2)
            for (int cold = 0; cold < 2; cold++) {
                tare_launch launch = kernel ? launch_copy : launch_saxpy;
                tare_options options = {};
                double ours[ROUNDS], theirs[ROUNDS];
                options.cold = cold;
                w->n = UINT64_C(1) << log2_n;
                for (int i = 0; i < ROUNDS; i++) {
                    tare_time t;
                    must(tare_measure(launch, w, NULL, &options, &t));
                    ours[i] = t.median;
                    theirs[i] = plainly(&p, launch, w, cold);
                }
                uint64_t bytes = (kernel ? 2 : 3) * w->n * sizeof(float);
                double mine = tare_gb_per_s(bytes, tare_median(ours, ROUNDS));
                double plain = tare_gb_per_s(bytes, tare_median(theirs, ROUNDS));
                fprintf(out, "%s,%d,%s,%.2f,%.2f,%+.2f\n", kernel ? "copy" : "saxpy", log2_n,
                        cold ? "cold" : "hot", mine, plain, 100 * (mine / plain - 1));
            }
    fclose(out);
    TARE_CHECK(cudaFree(p.flush));
    TARE_CHECK(cudaFreeHost(pinned));
}

// ---- one copy, many launches ---------------------------------------------------------------

template <typename T> __global__ void strided_copy(uint64_t n, const T *x, T *y) {
    uint64_t step = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; i < n; i += step)
        y[i] = x[i];
}

struct shaped {
    uint64_t n;
    const struct work *memory;
    int doubles;
    unsigned blocks, threads;
};

static int launch_shaped(void *context, tare_stream stream) {
    const struct shaped *s = (const struct shaped *)context;
    if (s->doubles)
        strided_copy<<<s->blocks, s->threads, 0, stream>>>(s->n, (const double *)s->memory->x,
                                                           (double *)s->memory->y);
    else
        strided_copy<<<s->blocks, s->threads, 0, stream>>>(s->n, s->memory->x, s->memory->y);
    return (int)cudaGetLastError();
}

void copies(const char *folder, struct work *w, int largest) {
    static const unsigned per_multiprocessor[] = {0, 2, 4, 8, 16, 32, 64, 128}; // 0: one element
    tare_device d;
    must(tare_device_facts(&d));
    FILE *out =
        table(folder, "copies", "type,threads,blocks,blocks_a_multiprocessor,gb_per_s,low,high");
    for (int doubles = 0; doubles < 2; doubles++)
        for (unsigned threads = 128; threads <= 1024; threads *= 2)
            for (int i = 0; i < 8; i++) {
                unsigned per = per_multiprocessor[i];
                uint64_t n = (UINT64_C(1) << largest) >> doubles;
                struct shaped s = {n, w, doubles,
                                   per ? per * (unsigned)d.multiprocessors
                                       : (unsigned)((n + threads - 1) / threads),
                                   threads};
                tare_options options = {};
                options.cold = 1;
                options.samples = 11;
                tare_time t;
                must(tare_measure(launch_shaped, &s, NULL, &options, &t));
                double moved = (doubles ? 16.0 : 8.0) * (double)n / 1e9;
                fprintf(out, "%s,%u,%u,%u,%.1f,%.1f,%.1f\n", doubles ? "double" : "float", threads,
                        s.blocks, per, moved / t.median, moved / t.high, moved / t.low);
            }
    fclose(out);
}
