// bench_honest.cu: twelve benchmarks without a fault, which `--prove` must not accuse.
//
// They were written without a look at the header's implementation or at its tests. Where a row is
// right by one convention only, a comment says by which. The names end in _a or _b; the second half
// is for the end.
#include "tare_bench.hpp"

#include <vector>

// ---- a batch of kernels in one measure ----------------------------------------------------------

__global__ void axpby(float a, const float *x, float b, float *y, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + b * y[i];
}

// One run is eight launches, and the bytes are those of all eight.
TARE_BENCH(honest_batch_a, n = {1 << 19}, bytes = 8 * 12 * n, flops = 8 * 3 * n) {
    float *x = device<float>(n), *y = device<float>(n);
    cudaMemset(x, 0, n * sizeof(float));
    cudaMemset(y, 0, n * sizeof(float));
    measure([&](tare_stream s) {
        for (int step = 0; step < 8; step++)
            axpby<<<(n + 255) / 256, 256, 0, s>>>(0.5f, x, 0.25f, y, n);
    });
}

// ---- tiles in shared memory, sizes that no tile divides -----------------------------------------

constexpr int tile_size = 16;

template <typename T> __global__ void transpose(const T *in, T *out, int rows, int columns) {
    __shared__ T tile[tile_size][tile_size + 1];
    int column = blockIdx.x * tile_size + threadIdx.x, row = blockIdx.y * tile_size + threadIdx.y;
    if (row < rows && column < columns)
        tile[threadIdx.y][threadIdx.x] = in[row * columns + column];
    __syncthreads();
    column = blockIdx.y * tile_size + threadIdx.x;
    row = blockIdx.x * tile_size + threadIdx.y;
    if (column < rows && row < columns)
        out[row * rows + column] = tile[threadIdx.x][threadIdx.y];
}

// What goes through the tile is not counted: each element is read once and written once.
TARE_BENCH(honest_transpose_a, rows = {1001}, columns = {777}, bytes = 2 * 8 * rows * columns) {
    double *in = device<double>(rows * columns), *out = device<double>(rows * columns);
    dim3 block(tile_size, tile_size);
    dim3 grid((columns + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size);
    measure([&](tare_stream s) {
        transpose<double><<<grid, block, 0, s>>>(in, out, (int)rows, (int)columns);
    });
}

// ---- a function that uses two kernels -----------------------------------------------------------

constexpr unsigned dot_blocks = 256, dot_threads = 128;

__device__ float block_sum(float value) {
    __shared__ float shared[dot_threads];
    shared[threadIdx.x] = value;
    __syncthreads();
    for (unsigned half = dot_threads / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            shared[threadIdx.x] += shared[threadIdx.x + half];
        __syncthreads();
    }
    return shared[0];
}

__global__ void dot_partial(const float *a, const float *b, float *partial, size_t n) {
    float sum = 0;
    for (size_t i = blockIdx.x * dot_threads + threadIdx.x; i < n; i += dot_blocks * dot_threads)
        sum = fmaf(a[i], b[i], sum);
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

__global__ void dot_final(const float *partial, float *result) {
    float sum = block_sum(partial[threadIdx.x] + partial[threadIdx.x + dot_threads]);
    if (threadIdx.x == 0)
        *result = sum;
}

static void dot(const float *a, const float *b, float *partial, float *result, size_t n,
                cudaStream_t stream) {
    dot_partial<<<dot_blocks, dot_threads, 0, stream>>>(a, b, partial, n);
    dot_final<<<1, dot_threads, 0, stream>>>(partial, result);
}

// Both arrays are read, the partial sums are written and read again, the result is written.
TARE_BENCH(honest_dot_a, n = {1 << 21}, bytes = 8 * n + 2 * 4 * 256 + 4, flops = 2 * n) {
    float *a = device<float>(n), *b = device<float>(n);
    float *partial = device<float>(dot_blocks), *result = device<float>(1);
    measure([&](tare_stream s) { dot(a, b, partial, result, n, s); });
}

// ---- a stencil that counts its compulsory bytes -------------------------------------------------

__global__ void jacobi(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    int i = y * width + x;
    out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}

// By the convention of the compulsory bytes: each element of `in` once (the four corners are never
// read) and each inner element of `out` once. The threads ask for 20 bytes each, and the caches
// serve what a neighbour has read already. By the convention of "what the threads ask for" the
// number would be 2.5 times as large.
TARE_BENCH(honest_jacobi_a, w = {2048}, h = {1024}, bytes = 4 * (w * h - 4) + 4 * (w - 2) * (h - 2),
           flops = 4 * (w - 2) * (h - 2)) {
    float *in = device<float>(w * h), *out = device<float>(w * h);
    dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
    measure([&](tare_stream s) { jacobi<<<grid, block, 0, s>>>(in, out, (int)w, (int)h); });
}

// ---- a matrix product with flops only -----------------------------------------------------------

__global__ void matmul_tiled(const float *A, const float *B, float *C, int N) {
    __shared__ float As[16][16], Bs[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float acc = 0.0f;
    for (int m = 0; m < N / 16; ++m) {
        As[ty][tx] = A[row * N + m * 16 + tx];
        Bs[ty][tx] = B[(m * 16 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * N + col] = acc;
}

// 2 N^3 operations, and no claim on the bytes.
TARE_BENCH(honest_matmul_a, n = {256}, flops = 2 * n * n * n) {
    float *A = device<float>(n * n), *B = device<float>(n * n), *C = device<float>(n * n);
    dim3 threads(16, 16), blocks(n / 16, n / 16);
    measure([&](tare_stream s) { matmul_tiled<<<blocks, threads, 0, s>>>(A, B, C, (int)n); });
}

// ---- a copy without a kernel --------------------------------------------------------------------

// Read once and written once. (Who gives the rate of a transfer counts n bytes; within a device's
// memory both directions use the same memory.)
TARE_BENCH(honest_memcpy_a, n = {1 << 24}, bytes = 2 * n) {
    char *from = device<char>(n), *to = device<char>(n);
    measure([&](tare_stream s) { cudaMemcpyAsync(to, from, n, cudaMemcpyDeviceToDevice, s); });
}

// ==== the second half ============================================================================
// ---- a memset -----------------------------------------------------------------------------------

// Written once, and never read.
TARE_BENCH(honest_memset_b, n = {1 << 22}, bytes = sizeof(int) * n) {
    int *values = device<int>(n);
    measure([&](tare_stream s) { cudaMemsetAsync(values, 0, n * sizeof(int), s); });
}

// ---- a gather -----------------------------------------------------------------------------------

__global__ void gather(const float *table, const int *index, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = table[index[i]];
}

// The index reverses groups of 64 elements: each element of the table is read once, and every
// sector that memory moves is used whole. So the bytes that are used are those that are moved.
TARE_BENCH(honest_gather_b, n = {1 << 20}, bytes = 3 * 4 * n) {
    std::vector<int> index(n);
    for (long long i = 0; i < n; i++)
        index[i] = (int)(i ^ 63);
    float *table = device<float>(n), *out = device<float>(n);
    int *d_index = device<int>(n);
    cudaMemcpy(d_index, index.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    measure([&](tare_stream s) { gather<<<(n + 511) / 512, 512, 0, s>>>(table, d_index, out, n); });
}

// ---- types, and an odd size ---------------------------------------------------------------------

template <class T> __global__ void copy(const T *from, T *to, size_t n) {
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        to[i] = from[i];
}

TARE_BENCH_TYPES(honest_copy_b, T, (short, float, double), n = {1000003},
                 bytes = 2 * sizeof(T) * n) {
    T *from = device<T>(n), *to = device<T>(n);
    measure([&](tare_stream s) { copy<T><<<512, 192, 0, s>>>(from, to, n); });
}

// ---- a histogram --------------------------------------------------------------------------------

__global__ void histogram(const unsigned char *data, unsigned *bins, size_t n) {
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[data[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

// The data are read once; each of 32 blocks adds to 256 counters, and an addition in memory is
// counted as a read and a write. (By the convention of the compulsory bytes, the counters are a
// kilobyte that stays in the cache: 1.5 % less.)
TARE_BENCH(honest_histogram_b, n = {1 << 22}, bytes = n + 32 * 256 * 8) {
    std::vector<unsigned char> data(n);
    unsigned state = 1;
    for (unsigned char &one : data)
        one = (unsigned char)((state = state * 1664525u + 1013904223u) >> 24);
    unsigned char *d_data = device<unsigned char>(n);
    unsigned *bins = device<unsigned>(256);
    cudaMemcpy(d_data, data.data(), n, cudaMemcpyHostToDevice);
    measure([&](tare_stream s) { histogram<<<32, 256, 0, s>>>(d_data, bins, n); });
}

// ---- a structure of arrays ----------------------------------------------------------------------

struct particles {
    float *x, *y, *z, *vx, *vy, *vz;
};

__global__ void advance(particles p, float dt, uint64_t n) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    p.x[i] += dt * p.vx[i];
    p.y[i] += dt * p.vy[i];
    p.z[i] += dt * p.vz[i];
}

// Six floats are read and three are written.
TARE_BENCH(honest_particles_b, n = {300007}, bytes = (6 + 3) * sizeof(float) * n, flops = 6 * n) {
    particles p = {device<float>(n), device<float>(n), device<float>(n),
                   device<float>(n), device<float>(n), device<float>(n)};
    measure([&](tare_stream s) { advance<<<(n + 255) / 256, 256, 0, s>>>(p, 1e-3f, n); });
}

// ---- a function of the CPU that waits -----------------------------------------------------------

__global__ void quantise(const float *value, signed char *code, float step, uint64_t n) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        code[i] = (signed char)fminf(fmaxf(rintf(value[i] / step), -128.0f), 127.0f);
}

// The function waits for its kernel. Its time contains one launch and one wait, which are short
// against the kernel: it is the time of the function.
TARE_BENCH(honest_quantise_b, n = {1 << 22}, bytes = (4 + 1) * n) {
    float *value = device<float>(n);
    signed char *code = device<signed char>(n);
    cudaMemset(value, 0, n * sizeof(float));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    measure_host([&] {
        quantise<<<(n + 255) / 256, 256, 0, stream>>>(value, code, 0.05f, n);
        cudaStreamSynchronize(stream);
    });
    cudaStreamDestroy(stream);
}

TARE_BENCH_MAIN
