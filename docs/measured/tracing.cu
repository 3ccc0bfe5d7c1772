// tracing.cu: one saxpy, in a batch and alone between two events. tracing.sh runs it, and runs it
// under the witness.
#include "figures.h"

enum { RUNS = 31, BATCH = 20 };

static float run(int times, size_t n, const float *x, float *y) {
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventRecord(from));
    for (int i = 0; i < times; i++)
        saxpy<<<blocks(n), 256>>>(n, 2, x, y);
    CHECK(cudaEventRecord(to));
    return between() / (float)times;
}

int main(int count, char **words) {
    size_t n = (size_t)1 << (count > 1 ? atoi(words[1]) : 22);
    float *x = floats(n), *y = floats(n), batch[RUNS], pair[RUNS];
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    warm(n, x, y);
    for (int r = 0; r < RUNS; r++) {
        batch[r] = run(BATCH, n, x, y);
        pair[r] = run(1, n, x, y);
    }
    printf("batch,%.4g\npair,%.4g\n", median(batch, RUNS), median(pair, RUNS));
    return 0;
}
