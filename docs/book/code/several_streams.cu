// several_streams.cu: work in several streams, each timed with its own pair of
// events, and all of it with the host's clock.
#include "check.h"

#include <time.h>

enum { STREAMS = 3 };

struct part {
    cudaStream_t stream;
    cudaEvent_t start, stop;
    float *x, ms;
};

__global__ void scale(size_t n, float a, float *x) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = a * x[i];
}

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

// Milliseconds of all parts; those of each by its own events are left in it.
static double time_streams(size_t n, struct part *part) {
    unsigned blocks = (unsigned)((n + 255) / 256);
    CHECK(cudaDeviceSynchronize()); // no earlier work, in any stream
    double begin = now_ms();
    for (struct part *p = part; p < part + STREAMS; p++) {
        CHECK(cudaEventRecord(p->start, p->stream));
        scale<<<blocks, 256, 0, p->stream>>>(n, 2.0f, p->x);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(p->stop, p->stream));
    }
    CHECK(cudaDeviceSynchronize()); // all streams have finished
    double all = now_ms() - begin;
    for (struct part *p = part; p < part + STREAMS; p++)
        CHECK(cudaEventElapsedTime(&p->ms, p->start, p->stop));
    return all;
}

int main(void) {
    size_t n = 1 << 22;
    struct part part[STREAMS];
    for (struct part *p = part; p < part + STREAMS; p++) {
        CHECK(cudaMalloc(&p->x, n * sizeof(float)));
        CHECK(cudaMemset(p->x, 0, n * sizeof(float)));
        CHECK(cudaStreamCreateWithFlags(&p->stream, cudaStreamNonBlocking));
        CHECK(cudaEventCreate(&p->start));
        CHECK(cudaEventCreate(&p->stop));
    }

    time_streams(n, part); // the first run pays for more
    double all = time_streams(n, part);
    float sum = 0;
    for (struct part *p = part; p < part + STREAMS; p++) {
        printf("one stream: %.3f ms\n", p->ms);
        sum += p->ms;
    }
    printf("added up: %.3f ms; all by the host's clock: %.3f ms\n", sum, all);

    for (struct part *p = part; p < part + STREAMS; p++) {
        CHECK(cudaEventDestroy(p->stop));
        CHECK(cudaEventDestroy(p->start));
        CHECK(cudaStreamDestroy(p->stream));
        CHECK(cudaFree(p->x));
    }
    return 0;
}
