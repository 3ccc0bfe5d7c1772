// ladder.cu: one short kernel, timed in six ways. Each removes an error of the way before.
//
//     make example EXAMPLE=ladder
//
// The first five are plain CUDA. The last is tare_measure, which does all that they do, takes away
// what an empty kernel reads, and stops by itself when its interval is narrow.
#include <algorithm>

#include "tare.h"
#include "tare_device.h"

enum { BATCH = 20, ROUNDS = 15 };

__global__ void saxpy(uint64_t n, float a, const float *x, float *y) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

// Keeps the device busy for some hundred microseconds while the host queues.
__global__ void hold(float *x) {
    float v = x[0];
    for (int step = 0; step < 200000; step++)
        v = v * 0.999f + 1;
    x[0] = v;
}

struct work {
    uint64_t n;
    float *x, *y;
};

static int launch(void *context, tare_stream stream) {
    const struct work *work = (const struct work *)context;
    saxpy<<<(unsigned)((work->n + 255) / 256), 256, 0, stream>>>(work->n, 2, work->x, work->y);
    return (int)cudaGetLastError();
}

// The time of one of so many runs, by a pair of events around all of them.
static double between_events(struct work *work, int runs, int held) {
    float ms;
    cudaEvent_t start, stop;
    TARE_CHECK(cudaEventCreate(&start));
    TARE_CHECK(cudaEventCreate(&stop));
    if (held)
        hold<<<1, 1>>>(work->x);
    TARE_CHECK(cudaEventRecord(start));
    for (int i = 0; i < runs; i++)
        TARE_CHECK((cudaError_t)launch(work, NULL));
    TARE_CHECK(cudaEventRecord(stop));
    TARE_CHECK(cudaEventSynchronize(stop));
    TARE_CHECK(cudaEventElapsedTime(&ms, start, stop));
    TARE_CHECK(cudaEventDestroy(start));
    TARE_CHECK(cudaEventDestroy(stop));
    return ms * 1e-3 / runs;
}

int main(void) {
    struct work work = {1 << 16, NULL, NULL};
    TARE_CHECK(cudaMalloc((void **)&work.x, work.n * sizeof(float)));
    TARE_CHECK(cudaMalloc((void **)&work.y, work.n * sizeof(float)));

    double first = between_events(&work, 1, 0);
    double again = between_events(&work, 1, 0);
    double batch = between_events(&work, BATCH, 0);
    double queued = between_events(&work, BATCH, 1);
    double rounds[ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        rounds[i] = between_events(&work, BATCH, 1);
    std::sort(rounds, rounds + ROUNDS);
    tare_time time;
    if (tare_measure(launch, &work, NULL, NULL, &time) != TARE_OK)
        return puts(tare_why()), 1;

    const struct {
        const char *way;
        double seconds;
    } rungs[] = {{"the first run, between two events", first},
                 {"a later run: nothing is loaded", again},
                 {"a batch: the events are one part in 20", batch},
                 {"behind a full queue: no gaps", queued},
                 {"the median of 15: no outlier", rounds[ROUNDS / 2]},
                 {"tare_measure: no floor, an interval", time.median}};
    for (const auto &rung : rungs)
        printf("%-40s %10.3f us %+10.1f %%\n", rung.way, 1e6 * rung.seconds,
               100 * (rung.seconds / time.median - 1));
    printf("%-40s %10.3f to %.3f us\n", "its interval", 1e6 * time.low, 1e6 * time.high);
}
