// python_kernel.cu: a kernel that Python queues by ctypes, for python_test.py.
#include <stdint.h>

__global__ static void scale(uint64_t n, float *x) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 0.5f;
}

extern "C" float *new_floats(uint64_t n) {
    float *x = NULL;
    return cudaMalloc((void **)&x, n * sizeof *x) == cudaSuccess ? x : NULL;
}

extern "C" cudaStream_t new_stream(void) {
    cudaStream_t stream = NULL;
    return cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess ? stream : NULL;
}

extern "C" int queue_scale(uint64_t n, float *x, cudaStream_t stream) {
    scale<<<(unsigned)((n + 255) / 256), 256, 0, stream>>>(n, x);
    return (int)cudaGetLastError();
}
