// weighed.cu: each kernel that the chapters on memory and arithmetic speak of and no lab has,
// launched once. weighed.sh weighs it. A shape of a kernel is weighed once, so no two launches of a
// kernel have the same grid.
#include "figures.h"

// Reads rows and writes columns.
__global__ void turned(size_t side, const float *x, float *y) {
    size_t column = blockIdx.x * (size_t)TILE + threadIdx.x;
    size_t row = blockIdx.y * (size_t)TILE + threadIdx.y;
    y[column * side + row] = x[row * side + column];
}

int main(int count, char **words) {
    int last = count > 1 ? atoi(words[1]) : 24, side = last > 26 ? 4096 : 512;
    size_t most = (size_t)1 << last;
    float *x = floats(most), *y = floats(most);
    for (size_t stride = 1; stride <= 32; stride *= 2) {
        strided<<<blocks(most / stride), 256>>>(most / stride, stride, x, y);
        gathered<<<blocks(most / stride), 256>>>(most / stride, stride, x, y);
    }
    strided<<<blocks(most - 256), 256>>>(most - 256, 1, x + 1, y);
    dim3 square(TILE, TILE), grid(side / TILE, side / TILE);
    unsigned across = 1u << (last / 2); // of all the floats
    turned<<<dim3(across / TILE, across / TILE), square>>>(across, x, y);
    product<<<grid, square>>>(side, x, x + side * side, y);
    tiled<<<grid, square>>>(side, x, x + side * side, y);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    return 0;
}
