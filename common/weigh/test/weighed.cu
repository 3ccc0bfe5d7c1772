// weighed.cu: kernels of known work, over N elements. weighed.sh has what each reads and writes.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

enum { N = 1 << 14, SIDE = 128, SMALL = 64, LONG = 4 };

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define ROW (int)(blockIdx.y * blockDim.y + threadIdx.y)

// ---- vectors

template <class T> __global__ void copy(const T *x, T *y) {
    y[INDEX] = x[INDEX];
}
__global__ void saxpy(float a, const float *x, float *y) {
    y[INDEX] += a * x[INDEX];
}
__global__ void daxpy(double a, const double *x, double *y) {
    y[INDEX] += a * x[INDEX];
}
__global__ void strided(const float *x, float *y) {
    y[8 * INDEX] = x[8 * INDEX];
}
__global__ void shifted(const float *x, float *y) {
    y[INDEX] = x[INDEX + 1];
}
__global__ void broadcast(const float *x, float *y) {
    y[INDEX] = x[0];
}
__global__ void grid_stride(const float *x, float *y) {
    for (int i = INDEX; i < N; i += (int)(gridDim.x * blockDim.x))
        y[i] = x[i];
}

// ---- threads that part

__global__ void divergent(const float *x, float *y) {
    if (INDEX % 2 == 0)
        y[INDEX] = x[INDEX];
}
__global__ void early_exit(const float *x, float *y) {
    if (INDEX >= N / 4)
        return;
    y[INDEX] = x[INDEX];
}
__global__ void data_loop(const int *length, const float *x, float *y) {
    float sum = 0;
    for (int k = 0; k < length[INDEX]; k++)
        sum += x[k * N + INDEX];
    y[INDEX] = sum;
}

// ---- two dimensions

__global__ void plane(const float *x, float *y) {
    y[ROW * SIDE + INDEX] = x[ROW * SIDE + INDEX];
}
__global__ void turned(const float *x, float *y) {
    y[INDEX * SIDE + ROW] = x[ROW * SIDE + INDEX];
}
__global__ void tiled(const float *x, float *y) {
    __shared__ float tile[32][33];
    tile[threadIdx.y][threadIdx.x] = x[ROW * SIDE + INDEX];
    __syncthreads();
    int column = (int)(blockIdx.y * 32 + threadIdx.x), row = (int)(blockIdx.x * 32 + threadIdx.y);
    y[row * SIDE + column] = tile[threadIdx.x][threadIdx.y];
}
__global__ void matmul(const float *a, const float *b, float *c) {
    float sum = 0;
    for (int k = 0; k < SMALL; k++)
        sum += a[ROW * SMALL + k] * b[k * SMALL + INDEX];
    c[ROW * SMALL + INDEX] = sum;
}

// ---- sums

__global__ void reduction(const float *x, float *sums) {
    extern __shared__ float part[];
    unsigned t = threadIdx.x;
    part[t] = x[INDEX];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}
__global__ void shuffled(const float *x, float *sums) {
    float sum = x[INDEX];
    for (int delta = 16; delta > 0; delta /= 2)
        sum += __shfl_down_sync(~0u, sum, delta);
    if (threadIdx.x % 32 == 0)
        sums[INDEX / 32] = sum;
}
__global__ void histogram(const int *x, int *bins) {
    atomicAdd(&bins[x[INDEX] & 255], 1);
}
__global__ void float_sum(const float *x, float *sum) {
    atomicAdd(sum, x[INDEX]);
}
__global__ void swapped(int *flags) {
    atomicCAS(&flags[INDEX], 0, 0);
}
__global__ void shared_atomic(const int *x, int *count) {
    __shared__ int mine;
    if (threadIdx.x == 0)
        mine = 0;
    __syncthreads();
    atomicAdd(&mine, x[INDEX]);
    __syncthreads();
    if (threadIdx.x == 0)
        count[blockIdx.x] = mine;
}

// ---- several numbers at once

struct particle {
    float x, y, z, w;
};
__global__ void structures(const particle *x, particle *y) {
    particle p = x[INDEX];
    p.x *= 2, p.y *= 2, p.z *= 2, p.w *= 2;
    y[INDEX] = p;
}
__global__ void one_member(const particle *x, float *y) {
    y[INDEX] = x[INDEX].z;
}
__global__ void vectors(const float4 *x, float4 *y) {
    float4 v = x[INDEX];
    y[INDEX] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
}
__global__ void pairs(const double2 *x, double2 *y) {
    double2 v = x[INDEX];
    v.x += v.y;
    y[INDEX] = v;
}
struct wide { // its alignment is not told
    float number[6];
};
__global__ void wide_structures(const wide *x, wide *y) {
    y[INDEX] = x[INDEX];
}

// gcc does not tell of a structure that a call takes or returns, nor of a gather.
__global__ void halves(const half2 *x, half2 *y) {
    y[INDEX] = __hfma2(x[INDEX], x[INDEX], x[INDEX]);
}
__device__ __noinline__ float gathered(const int *at, const float *x) {
    float sum = 0;
    for (int i = 0; i < SMALL; i++)
        sum += x[at[i]];
    return sum;
}
__global__ void gather(const int *at, const float *x, float *y) {
    y[INDEX] = gathered(at, x);
}

int main() {
    enum { THREADS = 256, BLOCKS = N / THREADS };
    char *x, *y, *managed, *mapped;
    int *length;
    static int lengths[N];
    const dim3 square(16, 16), across(SIDE / 16, SIDE / 16), tile(32, 32),
        tiles(SIDE / 32, SIDE / 32);
    for (int i = 0; i < N; i++)
        lengths[i] = i % LONG;
    cudaMalloc(&x, 16 * N);
    cudaMalloc(&y, 16 * N);
    cudaMalloc(&length, sizeof lengths);
    cudaMallocManaged(&managed, 4 * N);
    cudaHostAlloc(&mapped, 4 * N, cudaHostAllocMapped);
    cudaMemset(x, 0, 16 * N);
    memset(managed, 0, 4 * N);
    cudaMemcpy(length, lengths, sizeof lengths, cudaMemcpyHostToDevice);
    float *fx = (float *)x, *fy = (float *)y;
    for (int i = 0; i < 3; i++)
        saxpy<<<BLOCKS, THREADS>>>(2, fx, fy);
    saxpy<<<BLOCKS / 2, THREADS>>>(2, fx, fy);
    copy<<<BLOCKS, THREADS>>>(x, y);
    copy<<<BLOCKS, THREADS>>>((short *)x, (short *)y);
    copy<<<BLOCKS, THREADS - 1>>>((float *)managed, (float *)mapped);
    daxpy<<<BLOCKS, THREADS>>>(2, (double *)x, (double *)y);
    strided<<<BLOCKS / 8, THREADS>>>(fx, fy);
    shifted<<<BLOCKS, THREADS>>>(fx, fy);
    broadcast<<<BLOCKS, THREADS>>>(fx, fy);
    grid_stride<<<4, THREADS>>>(fx, fy);
    divergent<<<BLOCKS, THREADS>>>(fx, fy);
    early_exit<<<BLOCKS, THREADS>>>(fx, fy);
    data_loop<<<BLOCKS, THREADS>>>(length, fx, fy);
    plane<<<across, square>>>(fx, fy);
    turned<<<across, square>>>(fx, fy);
    tiled<<<tiles, tile>>>(fx, fy);
    matmul<<<dim3(SMALL / 16, SMALL / 16), square>>>(fx, fx + SMALL * SMALL, fy);
    reduction<<<BLOCKS, THREADS, THREADS * sizeof(float)>>>(fx, fy);
    shuffled<<<BLOCKS, THREADS>>>(fx, fy);
    histogram<<<BLOCKS, THREADS>>>((int *)x, (int *)y);
    float_sum<<<BLOCKS, THREADS>>>(fx, fy);
    cudaMemset(y, 0, 4 * N); // so that none fails, which clang does not tell
    swapped<<<BLOCKS, THREADS>>>((int *)y);
    shared_atomic<<<BLOCKS, THREADS>>>((int *)x, (int *)y);
    structures<<<BLOCKS / 4, THREADS>>>((particle *)x, (particle *)y);
    one_member<<<BLOCKS / 4, THREADS>>>((particle *)x, fy);
    vectors<<<BLOCKS / 4, THREADS>>>((float4 *)x, (float4 *)y);
    pairs<<<BLOCKS / 4, THREADS>>>((double2 *)x, (double2 *)y);
    wide_structures<<<BLOCKS / 8, THREADS>>>((wide *)x, (wide *)y);
    halves<<<BLOCKS, THREADS>>>((half2 *)x, (half2 *)y);
    gather<<<1, THREADS>>>(length, fx, fy);
    cudaMemcpy(lengths, y, 16, cudaMemcpyDeviceToHost);
    cudaError_t error = cudaDeviceSynchronize();
    puts(cudaGetErrorString(error));
    return error != cudaSuccess;
}
