// mended.cu: bench.cu, with the copies outside of the two events.
#include <stdio.h>
#include <stdlib.h>

__global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

int main(void) {
    const int n = 1 << 24, blocks = (n + 255) / 256;
    const size_t bytes = n * sizeof(float);
    float ms, *x, *y, *result = (float *)calloc(n, sizeof(float));
    cudaEvent_t start, stop;
    cudaMalloc((void **)&x, bytes);
    cudaMalloc((void **)&y, bytes);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaMemset(x, 0, bytes);
    saxpy<<<blocks, 256>>>(n, 2.0f, x, y); // the first run is slower, and is not timed
    cudaDeviceSynchronize();

    cudaMemcpy(y, result, bytes, cudaMemcpyHostToDevice);
    cudaEventRecord(start);
    saxpy<<<blocks, 256>>>(n, 2.0f, x, y);
    cudaEventRecord(stop);
    cudaMemcpy(result, y, bytes, cudaMemcpyDeviceToHost);
    cudaEventSynchronize(stop);

    cudaEventElapsedTime(&ms, start, stop);
    printf("saxpy kernel: %.3f ms, memory bandwidth %.2f GB/s\n", ms, 3.0 * bytes / ms / 1e6);
    return 0;
}
