// vector_add.cu: a whole CUDA program: c = a + b, timed by two events.
#include "check.h"

__global__ void vector_add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main(void) {
    const int n = 1 << 20;
    size_t bytes = n * sizeof(float);
    float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes),
          *c = (float *)malloc(bytes);
    for (int i = 0; i < n; i++) {
        a[i] = (float)i;
        b[i] = 2.0f * (float)i;
    }

    float *device_a, *device_b, *device_c;
    CHECK(cudaMalloc(&device_a, bytes));
    CHECK(cudaMalloc(&device_b, bytes));
    CHECK(cudaMalloc(&device_c, bytes));
    CHECK(cudaMemcpy(device_a, a, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_b, b, bytes, cudaMemcpyHostToDevice));

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    int threads = 256, blocks = (n + threads - 1) / threads;
    for (int run = 1; run <= 5; run++) {
        float ms;
        CHECK(cudaEventRecord(start));
        vector_add<<<blocks, threads>>>(device_a, device_b, device_c, n);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaEventElapsedTime(&ms, start, stop));
        printf("run %d: %.4f ms\n", run, ms);
    }

    CHECK(cudaMemcpy(c, device_c, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        if (c[i] != a[i] + b[i]) {
            printf("c[%d] is %g, not %g\n", i, c[i], a[i] + b[i]);
            return 1;
        }
    printf("the result is right\n");

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFree(device_c));
    free(a);
    free(b);
    free(c);
    return 0;
}
