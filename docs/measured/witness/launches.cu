// launches: what 10,000 launches of an empty kernel cost the host, in nanoseconds each.
// cost.sh runs it with and without the witness.
#include <cstdio>
#include <ctime>

#include "tare_device.h"

__global__ void nothing() {}

static double now() {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main() {
    enum { LAUNCHES = 10000, PART = 500 };
    nothing<<<1, 1>>>();
    TARE_CHECK(cudaDeviceSynchronize());
    double sum = 0;
    for (int i = 0; i < LAUNCHES; i += PART) { // the queue never fills
        double start = now();
        for (int j = 0; j < PART; j++)
            nothing<<<1, 1>>>();
        sum += now() - start;
        TARE_CHECK_LAUNCH();
        TARE_CHECK(cudaDeviceSynchronize());
    }
    printf("%.0f\n", sum / LAUNCHES);
    return 0;
}
