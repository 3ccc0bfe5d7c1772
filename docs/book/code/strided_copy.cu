// strided_copy.cu: the same number of floats, read from neighbours and from
// every eighth place. Chapter 7 shows what a profiler's counters say about the
// two.
#include "check.h"

__global__ void strided_copy(size_t n, size_t stride, const float *x,
                             float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i * stride];
}

int main(void) {
    size_t n = 1 << 24, strides[] = {1, 8};
    float *x, *y;
    CHECK(cudaMalloc(&x, 8 * n * sizeof(float)));
    CHECK(cudaMalloc(&y, n * sizeof(float)));
    CHECK(cudaMemset(x, 0, 8 * n * sizeof(float)));
    for (size_t stride : strides) {
        strided_copy<<<(unsigned)((n + 255) / 256), 256>>>(n, stride, x, y);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
    printf("%zu floats read and written, at strides 1 and 8\n", n);
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
    return 0;
}
