// event_pair.cu: times one kernel with a pair of events, every call checked.
#include "check.h"

__global__ void scale(size_t n, float a, float *x) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = a * x[i];
}

// Milliseconds that the device spent between the two events of this stream.
static float time_scale(size_t n, float *x, cudaStream_t stream) {
    cudaEvent_t start, stop;
    float ms;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    CHECK(cudaEventRecord(start, stream));
    scale<<<(unsigned)((n + 255) / 256), 256, 0, stream>>>(n, 2.0f, x);
    CHECK(cudaGetLastError()); // was the launch accepted?
    CHECK(cudaEventRecord(stop, stream));

    CHECK(cudaEventSynchronize(stop)); // until the device came by
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    return ms;
}

int main(void) {
    size_t n = 1 << 22;
    float *x;
    cudaStream_t stream;
    CHECK(cudaMalloc(&x, n * sizeof(float)));
    CHECK(cudaMemset(x, 0, n * sizeof(float)));
    CHECK(cudaStreamCreate(&stream));

    time_scale(n, x, stream); // the first run pays for more
    float ms = time_scale(n, x, stream);
    double bytes = 2.0 * n * sizeof(float); // reads x, writes x
    printf("%.3f ms, %.1f GB/s\n", ms, bytes / (ms * 1e-3) / 1e9);

    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(x));
    return ms > 0 ? 0 : 1;
}
