// bench_faults.cu: twelve benchmarks, each with one fault, for `--prove` to find.
//
// They were written without a look at the header's implementation or at its tests. The line above
// each says which mistake of the catalogue an honest reader would call it. The names end in _a or
// _b; the second half is for the end.
#include "tare_bench.hpp"

// ---- launch not waited for ----------------------------------------------------------------------

__global__ void saxpy(uint64_t n, float a, const float *x, float *y) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

// expects: time/launch-only
// The function returns as soon as the launch is queued, so its time is that of the launch.
TARE_BENCH(fault_host_saxpy_a, n = {1 << 20}, bytes = 12 * n, flops = 2 * n) {
    float *x = device<float>(n), *y = device<float>(n);
    measure_host([&] { saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, x, y); });
}

// ---- hot in the cache, called memory ------------------------------------------------------------

__global__ void copy_float4(uint64_t quads, const float4 *__restrict__ in,
                            float4 *__restrict__ out) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < quads)
        out[i] = in[i];
}

// expects: cache/hot-as-memory
// The bandwidth of DRAM is asked for, and the two arrays together are 512 KiB: they stay in the
// cache from run to run. (As the rate of a cache, the number would be right: nothing but the name
// of the row says that it stands for memory.)
TARE_BENCH(fault_dram_bandwidth_a, n = {1 << 16}, bytes = 8 * n) {
    float4 *in = device<float4>(n / 4), *out = device<float4>(n / 4);
    measure(
        [&](tare_stream s) { copy_float4<<<(n / 4 + 255) / 256, 256, 0, s>>>(n / 4, in, out); });
}

// ---- a wrong count of the bytes -----------------------------------------------------------------

__global__ void stream_triad(double *a, const double *b, const double *c, double scalar,
                             size_t length) {
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < length; i += step)
        a[i] = b[i] + scalar * c[i];
}

// expects: work/two-of-three
// The triad reads b and c and writes a, three doubles for each element; two are counted.
TARE_BENCH(fault_triad_a, n = {1 << 21}, bytes = 2 * sizeof(double) * n, flops = 2 * n) {
    double *a = device<double>(n), *b = device<double>(n), *c = device<double>(n);
    measure([&](tare_stream s) { stream_triad<<<1024, 256, 0, s>>>(a, b, c, 3.0, n); });
}

// ---- work on another stream ---------------------------------------------------------------------

__global__ void scale(float *data, float factor, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        data[i] *= factor;
}

// expects: time/other-stream or ERROR
// The kernel is queued on a stream of the program's own, and the stream that is measured is empty.
TARE_BENCH(fault_own_stream_a, n = {1 << 20}, bytes = 8 * n) {
    float *data = device<float>(n);
    cudaStream_t compute;
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    measure(
        [&](tare_stream) { scale<<<(n + 127) / 128, 128, 0, compute>>>(data, 1.0001f, (int)n); });
    cudaStreamSynchronize(compute);
    cudaStreamDestroy(compute);
}

// ---- copies or allocation inside the time -------------------------------------------------------

__global__ void vector_add(const float *A, const float *B, float *C, int N) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < N)
        C[i] = A[i] + B[i];
}

// expects: time/copies-inside
// The bytes are those of the kernel, and the time is that of two copies in, the kernel and a copy
// out.
TARE_BENCH(fault_vector_add_a, n = {1 << 20}, bytes = 12 * n, flops = n) {
    const size_t size = n * sizeof(float);
    float *h_A, *h_B, *h_C;
    cudaMallocHost((void **)&h_A, size);
    cudaMallocHost((void **)&h_B, size);
    cudaMallocHost((void **)&h_C, size);
    for (long long i = 0; i < n; i++) {
        h_A[i] = (float)i / (float)n;
        h_B[i] = 1.0f - h_A[i];
    }
    float *d_A = device<float>(n), *d_B = device<float>(n), *d_C = device<float>(n);
    measure([&](tare_stream s) {
        cudaMemcpyAsync(d_A, h_A, size, cudaMemcpyHostToDevice, s);
        cudaMemcpyAsync(d_B, h_B, size, cudaMemcpyHostToDevice, s);
        vector_add<<<(n + 255) / 256, 256, 0, s>>>(d_A, d_B, d_C, (int)n);
        cudaMemcpyAsync(h_C, d_C, size, cudaMemcpyDeviceToHost, s);
    });
    cudaFreeHost(h_A);
    cudaFreeHost(h_B);
    cudaFreeHost(h_C);
}

// ---- a launch that failed -----------------------------------------------------------------------

template <typename T> __global__ void leaky_relu(T *__restrict__ x, T slope, size_t n) {
    size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] > T(0) ? x[i] : slope * x[i];
}

// expects: launch/failed or ERROR
// A block of 2048 threads is more than any device takes: nothing runs.
TARE_BENCH(fault_big_block_a, n = {1 << 22}, bytes = 8 * n) {
    constexpr int threads = 2048;
    float *x = device<float>(n);
    measure([&](tare_stream s) {
        leaky_relu<float><<<(n + threads - 1) / threads, threads, 0, s>>>(x, 0.01f, n);
    });
}

// ==== the second half ============================================================================
// ---- launch not waited for ----------------------------------------------------------------------

__global__ void horner(const float *x, float *y, int n) {
    const float c[6] = {0.3f, -1.2f, 0.7f, 2.5f, -0.4f, 1.1f};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float value = c[0];
    for (int k = 1; k < 6; k++)
        value = value * x[i] + c[k];
    y[i] = value;
}

// expects: time/launch-only or time/waited-elsewhere or time/one-of-streams
// The two halves run on two streams, and the function waits for the first of them only: it gives
// the longer part to the second.
TARE_BENCH(fault_wait_for_one_b, n = {1 << 21}, bytes = 8 * n) {
    float *x = device<float>(n), *y = device<float>(n);
    cudaStream_t stream[2];
    for (cudaStream_t &one : stream)
        cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    const int first = (int)(n / 4), second = (int)n - first;
    measure_host([&] {
        horner<<<(first + 255) / 256, 256, 0, stream[0]>>>(x, y, first);
        horner<<<(second + 255) / 256, 256, 0, stream[1]>>>(x + first, y + first, second);
        cudaStreamSynchronize(stream[0]);
    });
    cudaDeviceSynchronize();
    for (cudaStream_t one : stream)
        cudaStreamDestroy(one);
}

// ---- hot in the cache, called memory ------------------------------------------------------------

__global__ void dot_product(const float *a, const float *b, float *result, size_t n) {
    __shared__ float part[256];
    float sum = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(result, part[0]);
}

// expects: cache/hot-as-memory or cache/flush-too-small
// 256 KiB are written once before the measurement, to push 1 MiB of data out of the cache: that is
// too little, and it happens once while the runs are many.
TARE_BENCH(fault_cold_dot_b, n = {1 << 17}, bytes = 8 * n, flops = 2 * n) {
    const size_t flush_size = 256 << 10;
    float *a = device<float>(n), *b = device<float>(n), *result = device<float>(1);
    char *flush = device<char>(flush_size);
    cudaMemset(flush, 1, flush_size); // cold cache
    cudaDeviceSynchronize();
    measure([&](tare_stream s) { dot_product<<<64, 256, 0, s>>>(a, b, result, n); });
}

// ---- a wrong count of the bytes -----------------------------------------------------------------

#define TILE_DIM 32
#define BLOCK_ROWS 8

__global__ void transpose_tiled(float *odata, const float *idata, int width, int height) {
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// expects: work/shared-counted or work/counted-twice or work/element-size
// Each element is read from memory, written to the tile, read from the tile and written to memory:
// four accesses are counted, and two of them never leave the chip. (A factor of two alone cannot
// say which of the mistakes with a factor of two it was.)
TARE_BENCH(fault_transpose_b, n = {1024}, bytes = 4 * sizeof(float) * n * n) {
    float *in = device<float>(n * n), *out = device<float>(n * n);
    dim3 grid(n / TILE_DIM, n / TILE_DIM), block(TILE_DIM, BLOCK_ROWS);
    measure(
        [&](tare_stream s) { transpose_tiled<<<grid, block, 0, s>>>(out, in, (int)n, (int)n); });
}

// ---- work on another stream ---------------------------------------------------------------------

__global__ void widen(const float *single, double *twice, uint64_t n) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        twice[i] = (double)single[i];
}

// expects: time/one-of-streams or time/other-stream
// Half of the array is converted on a second stream, for which the measured one never waits: its
// bytes are counted and its time is not.
TARE_BENCH(fault_side_stream_b, n = {1 << 21}, bytes = 12 * n) {
    float *single = device<float>(n);
    double *twice = device<double>(n);
    cudaStream_t side;
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
    const uint64_t half = n / 2;
    const unsigned blocks = (unsigned)((half + 255) / 256);
    measure([&](tare_stream s) {
        widen<<<blocks, 256, 0, side>>>(single + half, twice + half, half);
        widen<<<blocks, 256, 0, s>>>(single, twice, half);
    });
    cudaStreamSynchronize(side);
    cudaStreamDestroy(side);
}

// ---- copies or allocation inside the time -------------------------------------------------------

__global__ void reduce_sum(const float *__restrict__ in, float *__restrict__ out, int n) {
    extern __shared__ float s[];
    float v = 0.f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        v += in[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int k = blockDim.x >> 1; k; k >>= 1) {
        if ((int)threadIdx.x < k)
            s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (!threadIdx.x)
        out[blockIdx.x] = s[0];
}

// A function of a library: it takes its scratch memory for itself and waits for the result.
static void sum_on_device(const float *in, float *out, int n) {
    const int blocks = 128, threads = 256;
    float *scratch = nullptr;
    cudaMalloc((void **)&scratch, blocks * sizeof(float));
    reduce_sum<<<blocks, threads, threads * sizeof(float)>>>(in, scratch, n);
    reduce_sum<<<1, threads, threads * sizeof(float)>>>(scratch, out, blocks);
    cudaDeviceSynchronize();
    cudaFree(scratch);
}

// expects: time/allocation-inside
// The bytes are those of the two kernels, and each call allocates and frees its scratch memory
// within the time. (As the time of a call of this function it would be right; as the rate of the
// reduction it is not.)
TARE_BENCH(fault_scratch_sum_b, n = {1 << 20}, bytes = 4 * n + 2 * 4 * 128 + 4) {
    float *in = device<float>(n), *out = device<float>(1);
    measure_host([&] { sum_on_device(in, out, (int)n); });
}

// ---- a launch that failed -----------------------------------------------------------------------

// Inclusive scan of one block in shared memory; the block's total goes to sums, where there is one.
__global__ void scan_block(float *data, float *sums, uint64_t n) {
    extern __shared__ float temp[];
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    temp[threadIdx.x] = i < n ? data[i] : 0.0f;
    __syncthreads();
    for (unsigned offset = 1; offset < blockDim.x; offset *= 2) {
        float left = threadIdx.x >= offset ? temp[threadIdx.x - offset] : 0.0f;
        __syncthreads();
        temp[threadIdx.x] += left;
        __syncthreads();
    }
    if (i < n)
        data[i] = temp[threadIdx.x];
    if (sums && threadIdx.x == blockDim.x - 1)
        sums[blockIdx.x] = temp[threadIdx.x];
}

__global__ void add_sums(float *data, const float *sums, uint64_t n) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        data[i] += sums[blockIdx.x - 1];
}

// expects: launch/failed or ERROR
// The second of the three kernels asks for one thread for each of 4096 blocks, in one block: it
// fails, the two others run, and the result is wrong.
TARE_BENCH(fault_scan_b, n = {1 << 20}, bytes = 16 * n + 16 * (n / 256)) {
    const unsigned threads = 256, blocks = (unsigned)(n / threads);
    float *data = device<float>(n), *sums = device<float>(blocks);
    cudaMemset(data, 0, n * sizeof(float));
    measure([&](tare_stream s) {
        scan_block<<<blocks, threads, threads * sizeof(float), s>>>(data, sums, n);
        scan_block<<<1, blocks, blocks * sizeof(float), s>>>(sums, nullptr, blocks);
        add_sums<<<blocks, threads, 0, s>>>(data, sums, n);
    });
}

TARE_BENCH_MAIN
