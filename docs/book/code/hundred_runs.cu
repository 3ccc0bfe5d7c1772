// hundred_runs.cu: one kernel, a hundred runs, each with its own pair of
// events; prints every time, the first one too. The figure of chapter 3 is
// drawn from its output.
#include "check.h"

enum { RUNS = 100 };

__global__ void saxpy(size_t n, float a, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

int main(void) {
    size_t n = 1 << 24;
    float *x, *y, ms[RUNS];
    cudaEvent_t mark[RUNS + 1];
    CHECK(cudaMalloc(&x, n * sizeof(float)));
    CHECK(cudaMalloc(&y, n * sizeof(float)));
    CHECK(cudaMemset(x, 0, n * sizeof(float)));
    CHECK(cudaMemset(y, 0, n * sizeof(float)));
    for (int i = 0; i <= RUNS; i++)
        CHECK(cudaEventCreate(&mark[i]));

    CHECK(cudaEventRecord(mark[0]));
    for (int i = 0; i < RUNS; i++) {
        saxpy<<<(unsigned)((n + 255) / 256), 256>>>(n, 2.0f, x, y);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(mark[i + 1]));
    }
    CHECK(cudaDeviceSynchronize());

    printf("run,us\n");
    for (int i = 0; i < RUNS; i++) {
        CHECK(cudaEventElapsedTime(&ms[i], mark[i], mark[i + 1]));
        printf("%d,%.3f\n", i + 1, ms[i] * 1e3);
    }
    return 0;
}
