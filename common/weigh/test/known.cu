// known.cu: kernels whose work is known by counting: what a weighing must find, on either device.
//
//   known NAME asked_read asked_written flops_f32 flops_f64 flops_f16
//   result NAME hash        the same with and without weighing
//
// An fma counts two operations; an atomic operation reads and writes its word.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 18, SIDE = 512, BLOCK = 256, TILE = 32, BINS = 256, TICKETS = 1024 };

__global__ void vector_add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = x[i] + y[i];
}

__global__ void saxpy(const float *x, float *y, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void saxpy_grid_stride(const float *x, float *y, float a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

__global__ void scale_float4(const float4 *x, float4 *y, float a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = x[i];
    v.x *= a;
    v.y *= a;
    v.z *= a;
    v.w *= a;
    y[i] = v;
}

__global__ void strided_2(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[2 * i] = x[2 * i];
}

__global__ void strided_8(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[8 * i] = x[8 * i];
}

__global__ void strided_32(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[32 * i] = x[32 * i];
}

__global__ void transpose_plain(const float *x, float *y) {
    int column = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    y[column * SIDE + row] = x[row * SIDE + column];
}

__global__ void transpose_tiled(const float *x, float *y) {
    __shared__ float tile[TILE][TILE + 1];
    int column = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = x[row * SIDE + column];
    __syncthreads();
    column = blockIdx.y * TILE + threadIdx.x;
    row = blockIdx.x * TILE + threadIdx.y;
    y[row * SIDE + column] = tile[threadIdx.x][threadIdx.y];
}

__global__ void reduce_block(const float *x, float *sums) {
    __shared__ float part[BLOCK];
    int t = threadIdx.x;
    part[t] = x[blockIdx.x * BLOCK + t];
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            part[t] += part[t + half];
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

__global__ void histogram(const int *x, int *bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[x[i] % BINS], 1);
}

__global__ void tickets(int *counters, int *mine) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    mine[i] = atomicAdd(&counters[i % TICKETS], 1) >= 0;
}

__global__ void half_fma(const __half *x, __half *y, float a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = __hfma(__float2half(a), x[i], y[i]);
}

__global__ void half2_fma(const __half2 *x, __half2 *y, float a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = __hfma2(__float2half2_rn(a), x[i], y[i]);
}

__global__ void double_axpy(const double *x, double *y, double a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = a * x[i] + y[i];
}

__global__ void double_chain(const double *x, double *y, double a, double b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double v = x[i];
    for (int k = 0; k < 16; k++)
        v = fma(v, a, b);
    y[i] = v;
}

__global__ void fma_chain(const float *x, float *y, float a, float b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int k = 0; k < 64; k++)
        v = fmaf(v, a, b);
    y[i] = v;
}

__global__ void divergent(const float *x, float *y, float a, float b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int k = 0; k < (i % 2 ? 8 : 2); k++)
        v = fmaf(v, a, b);
    y[i] = v;
}

__global__ void early_exit(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    y[i] = x[i] * 3.0f;
}

__global__ void data_loop(const int *x, float *y, float a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0;
    for (int k = x[i] % 7; k > 0; k--)
        v += a;
    y[i] = v;
}

__global__ void stencil(const float *x, float *y, float c) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column == 0 || row == 0 || column == SIDE - 1 || row == SIDE - 1)
        return;
    int i = row * SIDE + column;
    y[i] = c * (x[i - 1] + x[i + 1] + x[i - SIDE] + x[i + SIDE]) + x[i];
}

__global__ void gather(const int *index, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[index[i]];
}

__global__ void scatter(const int *index, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[index[i]] = x[i];
}

__global__ void copy_bytes(const char *x, char *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
}

__global__ void whole_numbers(const int *x, int *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i] * 3 + 1;
}

__global__ void product_tiled(const float *a, const float *b, float *c) {
    __shared__ float left[16][16], right[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < SIDE; tile += 16) {
        left[threadIdx.y][threadIdx.x] = a[row * SIDE + tile + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * SIDE + column];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    c[row * SIDE + column] = sum;
}

// ---- the host's side ---------------------------------------------------------------------

// One buffer for each role, of 32 floats an element: the widest stride.
enum { BYTES = 32 * N * 4 };
static char *source, *other, *target;
static int *whole, *order; // whole[i] = i; order: a permutation
static unsigned *back;

static void check(cudaError_t error, const char *what) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "known: %s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

static void prepare(void) {
    int *numbers = (int *)malloc(2 * N * sizeof(int));
    back = (unsigned *)malloc(BYTES);
    if (!numbers || !back)
        exit(1);
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
        numbers[N + i] = (int)((unsigned)i * 40503u % N); // odd: each number once
    }
    check(cudaMalloc((void **)&source, BYTES), "cudaMalloc");
    check(cudaMalloc((void **)&other, BYTES), "cudaMalloc");
    check(cudaMalloc((void **)&target, BYTES), "cudaMalloc");
    check(cudaMalloc((void **)&whole, N * sizeof(int)), "cudaMalloc");
    check(cudaMalloc((void **)&order, N * sizeof(int)), "cudaMalloc");
    check(cudaMemset(source, 0, BYTES), "cudaMemset");
    check(cudaMemset(other, 0, BYTES), "cudaMemset");
    check(cudaMemcpy(whole, numbers, N * sizeof(int), cudaMemcpyHostToDevice), "cudaMemcpy");
    check(cudaMemcpy(order, numbers + N, N * sizeof(int), cudaMemcpyHostToDevice), "cudaMemcpy");
    for (int i = 0; i < N; i++)
        ((float *)back)[i] = (float)(i % 100) / 8;
    check(cudaMemcpy(source, back, N * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
    check(cudaMemcpy(other, back, N * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
    free(numbers);
}

static void clear(void) {
    check(cudaMemset(target, 0, BYTES), "cudaMemset");
}

static void tell(const char *name, double asked_read, double asked_written, double f32, double f64,
                 double f16) {
    unsigned hash = 2166136261u; // FNV-1a, by words
    check(cudaGetLastError(), name);
    check(cudaMemcpy(back, target, N * sizeof(double), cudaMemcpyDeviceToHost), name);
    for (int i = 0; i < 2 * N; i++)
        hash = (hash ^ back[i]) * 16777619u;
    printf("known %s %.0f %.0f %.0f %.0f %.0f\n", name, asked_read, asked_written, f32, f64, f16);
    printf("result %s %08x\n", name, hash);
}

static double sum_of_remainders(void) {
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += i % 7;
    return sum;
}

#define LAUNCH(kernel, grid, block, ...)                                                           \
    clear();                                                                                       \
    kernel<<<grid, block>>>(__VA_ARGS__)

int main(void) {
    const double n = N, inner = (double)(SIDE - 2) * (SIDE - 2);
    const dim3 tiles(SIDE / TILE, SIDE / TILE), tile(TILE, TILE);
    const dim3 squares(SIDE / 16, SIDE / 16), square(16, 16);
    prepare();
    const float *x = (const float *)source, *y = (const float *)other;
    float *z = (float *)target;

    LAUNCH(vector_add, (N + BLOCK - 1) / BLOCK, BLOCK, x, y, z, N - 3);
    tell("vector_add", 8 * (n - 3), 4 * (n - 3), n - 3, 0, 0);
    LAUNCH(saxpy, N / BLOCK, BLOCK, x, z, 2.5f, N);
    tell("saxpy", 8 * n, 4 * n, 2 * n, 0, 0);
    LAUNCH(saxpy_grid_stride, 40, BLOCK, x, z, 2.5f, N);
    tell("saxpy_grid_stride", 8 * n, 4 * n, 2 * n, 0, 0);
    LAUNCH(scale_float4, N / 4 / BLOCK, BLOCK, (const float4 *)x, (float4 *)z, 1.5f);
    tell("scale_float4", 4 * n, 4 * n, n, 0, 0);
    LAUNCH(strided_2, N / BLOCK, BLOCK, x, z);
    tell("strided_2", 4 * n, 4 * n, 0, 0, 0);
    LAUNCH(strided_8, N / BLOCK, BLOCK, x, z);
    tell("strided_8", 4 * n, 4 * n, 0, 0, 0);
    LAUNCH(strided_32, N / BLOCK, BLOCK, x, z);
    tell("strided_32", 4 * n, 4 * n, 0, 0, 0);
    LAUNCH(transpose_plain, tiles, tile, x, z);
    tell("transpose_plain", 4 * n, 4 * n, 0, 0, 0);
    LAUNCH(transpose_tiled, tiles, tile, x, z);
    tell("transpose_tiled", 4 * n, 4 * n, 0, 0, 0);
    LAUNCH(reduce_block, N / BLOCK, BLOCK, x, z);
    tell("reduce_block", 4 * n, 4 * n / BLOCK, (BLOCK - 1) * n / BLOCK, 0, 0);
    LAUNCH(histogram, N / BLOCK, BLOCK, whole, (int *)z);
    tell("histogram", 8 * n, 4 * n, 0, 0, 0);
    LAUNCH(tickets, N / BLOCK, BLOCK, (int *)z, (int *)z + TICKETS);
    tell("tickets", 4 * n, 8 * n, 0, 0, 0);
    LAUNCH(half_fma, N / BLOCK, BLOCK, (const __half *)x, (__half *)z, 0.5f);
    tell("half_fma", 4 * n, 2 * n, 0, 0, 2 * n);
    LAUNCH(half2_fma, N / BLOCK, BLOCK, (const __half2 *)x, (__half2 *)z, 0.5f);
    tell("half2_fma", 8 * n, 4 * n, 0, 0, 4 * n);
    LAUNCH(double_axpy, N / BLOCK, BLOCK, (const double *)x, (double *)z, 0.5);
    tell("double_axpy", 16 * n, 8 * n, 0, 2 * n, 0);
    LAUNCH(double_chain, N / BLOCK, BLOCK, (const double *)x, (double *)z, 0.5, 1.0);
    tell("double_chain", 8 * n, 8 * n, 0, 32 * n, 0);
    LAUNCH(fma_chain, N / BLOCK, BLOCK, x, z, 0.5f, 1.0f);
    tell("fma_chain", 4 * n, 4 * n, 128 * n, 0, 0);
    LAUNCH(divergent, N / BLOCK, BLOCK, x, z, 0.5f, 1.0f);
    tell("divergent", 4 * n, 4 * n, 10 * n, 0, 0);
    LAUNCH(early_exit, N / BLOCK, BLOCK, x, z, N);
    tell("early_exit", n, n, n / 4, 0, 0);
    LAUNCH(data_loop, N / BLOCK, BLOCK, whole, z, 0.5f);
    tell("data_loop", 4 * n, 4 * n, sum_of_remainders(), 0, 0);
    LAUNCH(stencil, squares, square, x, z, 0.25f);
    tell("stencil", 20 * inner, 4 * inner, 5 * inner, 0, 0);
    LAUNCH(gather, N / BLOCK, BLOCK, order, x, z);
    tell("gather", 8 * n, 4 * n, 0, 0, 0);
    LAUNCH(scatter, N / BLOCK, BLOCK, order, x, z);
    tell("scatter", 8 * n, 4 * n, 0, 0, 0);
    LAUNCH(copy_bytes, N / BLOCK, BLOCK, source, target);
    tell("copy_bytes", n, n, 0, 0, 0);
    LAUNCH(whole_numbers, N / BLOCK, BLOCK, whole, (int *)z);
    tell("whole_numbers", 4 * n, 4 * n, 0, 0, 0);
    LAUNCH(product_tiled, squares, square, x, y, z);
    tell("product_tiled", 8 * n * SIDE / 16, 4 * n, 2 * n * SIDE, 0, 0);
    return 0;
}
