// own_program.cu: a program that is no lab. It brightens an image and prints
// what it measured; nobody has said whether its numbers are true. Compiled with
// -shared, it is the library of own_program.py.
#include "check.h"

__global__ void brighten(size_t n, const float *in, float *out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.25f * in[i];
}

extern "C" float *image_new(size_t n) {
    float *image;
    CHECK(cudaMalloc(&image, n * sizeof(float)));
    CHECK(cudaMemset(image, 0, n * sizeof(float)));
    return image;
}

extern "C" void brighten_start(size_t n, const float *in, float *out) {
    brighten<<<(unsigned)((n + 255) / 256), 256>>>(n, in, out);
    CHECK(cudaGetLastError());
}

extern "C" void device_wait(void) {
    CHECK(cudaDeviceSynchronize());
}

static float milliseconds(cudaEvent_t start, cudaEvent_t stop) {
    float ms;
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    return ms;
}

int main(void) {
    const size_t n = 1 << 20;
    const int runs = 20;
    float *picture = (float *)calloc(n, sizeof(float));
    float *in = image_new(n), *out = image_new(n);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    brighten_start(n, in, out); // the first run pays for more

    CHECK(cudaEventRecord(start));
    CHECK(cudaMemcpy(in, picture, n * sizeof(float), cudaMemcpyHostToDevice));
    brighten_start(n, in, out);
    CHECK(cudaEventRecord(stop));
    printf("brighten kernel: %.4f ms\n", milliseconds(start, stop));

    CHECK(cudaEventRecord(start));
    for (int i = 0; i < runs; i++)
        brighten_start(n, in, out);
    CHECK(cudaEventRecord(stop));
    float ms = milliseconds(start, stop) / runs;
    printf("mean of %d runs: %.4f ms, ", runs, ms);
    printf("%.3f GB/s\n", n * sizeof(float) / (ms * 1e-3) / 1e9);
    printf("a frame may take 16.6667 ms\n");

    free(picture);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
