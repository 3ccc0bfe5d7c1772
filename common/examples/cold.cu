// cold.cu: the same kernel with its data in the cache, and with empty caches before each run.
//
//     make example EXAMPLE=cold
//
// A small array stays in the L2 cache from one run to the next, so the hot time tells nothing about
// the memory. A program that uses the array only now and then finds the array cold.
#include "tare.h"
#include "tare_device.h"

__global__ void scale(uint64_t n, float *x) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 0.5f;
}

struct work {
    uint64_t n;
    float *x;
};

static int launch(void *context, tare_stream stream) {
    const struct work *work = (const struct work *)context;
    scale<<<(unsigned)((work->n + 255) / 256), 256, 0, stream>>>(work->n, work->x);
    return (int)cudaGetLastError();
}

int main(void) {
    tare_device device;
    tare_time hot, cold;
    tare_options options = {}; // all zero: hot, until the interval is narrow
    if (tare_device_facts(&device) != TARE_OK)
        return puts(tare_why()), 1;
    struct work work = {(device.l2_bytes ? device.l2_bytes : 4 << 20) / 4 / sizeof(float), NULL};
    TARE_CHECK(cudaMalloc((void **)&work.x, work.n * sizeof(float)));

    tare_status status = tare_measure(launch, &work, NULL, &options, &hot);
    options.cold = 1;
    if (status == TARE_OK)
        status = tare_measure(launch, &work, NULL, &options, &cold);
    if (status != TARE_OK)
        return puts(tare_why()), 1;

    uint64_t bytes = 2 * work.n * sizeof(float);
    printf("hot   %8.2f us  %8.1f GB/s, from the cache\n", 1e6 * hot.median,
           tare_gb_per_s(bytes, hot.median));
    printf("cold  %8.2f us  %8.1f GB/s, caches flushed by a %s of %.1f MB\n", 1e6 * cold.median,
           tare_gb_per_s(bytes, cold.median), cold.flush, (double)cold.flush_bytes / 1e6);
}
