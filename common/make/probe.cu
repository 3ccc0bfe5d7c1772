// probe.cu: can a kernel run here? Prints the card's name, or CUDA's words.
#include <stdio.h>

__global__ void answer(int *where) {
    *where = 42;
}

int main(void) {
    int *where = NULL, got = 0;
    cudaDeviceProp facts;
    cudaError_t error = cudaMalloc(&where, sizeof *where);
    if (error == cudaSuccess) {
        answer<<<1, 1>>>(where);
        error = cudaMemcpy(&got, where, sizeof got, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess)
        error = cudaGetDeviceProperties(&facts, 0);
    if (error != cudaSuccess || got != 42) {
        printf("%s\n", error != cudaSuccess ? cudaGetErrorString(error) : "a wrong result");
        return 1;
    }
    printf("%s ran a small kernel\n", facts.name);
    return 0;
}
