// google.cu: the kernels and the faults of tare.cu, for Google Benchmark. It knows nothing of a
// device, so its users put a pair of events around each run, and a flush before it.
#include <benchmark/benchmark.h>
#include <cuda_runtime.h>

__global__ void saxpy(size_t n, float a, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void copy(size_t n, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i];
}

struct floats {
    float *data = nullptr;
    explicit floats(size_t n) {
        cudaMalloc((void **)&data, n * sizeof(float));
        cudaMemset(data, 0, n * sizeof(float));
    }
    ~floats() {
        cudaFree(data);
    }
};

// The lines that are counted:
template <typename Launch>
static void timed(benchmark::State &state, size_t bytes, size_t flushed, Launch launch) {
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    floats flush(flushed / sizeof(float));
    for (auto _ : state) {
        float ms = 0;
        if (flushed)
            cudaMemsetAsync(flush.data, 0, flushed);
        cudaEventRecord(start);
        launch();
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        cudaEventElapsedTime(&ms, start, stop);
        state.SetIterationTime(1e-3 * ms);
    }
    state.SetBytesProcessed(state.iterations() * bytes);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
}
static void saxpy_hot(benchmark::State &state) {
    size_t n = state.range(0);
    floats x(n), y(n);
    timed(state, 12 * n, 0, [&] { saxpy<<<(n + 255) / 256, 256>>>(n, 2, x.data, y.data); });
}
BENCHMARK(saxpy_hot)->RangeMultiplier(4)->Range(1 << 16, 1 << 28)->UseManualTime();
// End.

static const size_t enough = 256 << 20, too_small = 1 << 20; // bytes of a flush

static void copy_hot(benchmark::State &state) {
    size_t n = state.range(0);
    floats x(n), y(n);
    timed(state, 8 * n, 0, [&] { copy<<<(n + 255) / 256, 256>>>(n, x.data, y.data); });
}
BENCHMARK(copy_hot)->RangeMultiplier(4)->Range(1 << 16, 1 << 28)->UseManualTime();

static void saxpy_cold(benchmark::State &state) {
    size_t n = state.range(0);
    floats x(n), y(n);
    timed(state, 12 * n, enough, [&] { saxpy<<<(n + 255) / 256, 256>>>(n, 2, x.data, y.data); });
}
BENCHMARK(saxpy_cold)->RangeMultiplier(4)->Range(1 << 16, 1 << 28)->UseManualTime();

static void copy_cold(benchmark::State &state) {
    size_t n = state.range(0);
    floats x(n), y(n);
    timed(state, 8 * n, enough, [&] { copy<<<(n + 255) / 256, 256>>>(n, x.data, y.data); });
}
BENCHMARK(copy_cold)->RangeMultiplier(4)->Range(1 << 16, 1 << 28)->UseManualTime();

static void other_stream(benchmark::State &state) {
    size_t n = state.range(0);
    floats x(n), y(n);
    cudaStream_t own;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    timed(state, 12 * n, 0, [&] { saxpy<<<(n + 255) / 256, 256, 0, own>>>(n, 2, x.data, y.data); });
    cudaDeviceSynchronize();
    cudaStreamDestroy(own);
}
BENCHMARK(other_stream)->Arg(1 << 24)->UseManualTime()->Iterations(1000);

static void not_waited(benchmark::State &state) {
    size_t n = state.range(0);
    floats x(n), y(n);
    for (auto _ : state)
        saxpy<<<(n + 255) / 256, 256>>>(n, 2, x.data, y.data);
    state.SetBytesProcessed(state.iterations() * 12 * n);
}
BENCHMARK(not_waited)->Arg(1 << 24)->Iterations(500);

// Two arrays of 1 MiB, then of 16 MiB, in the cache: without a flush, and with one of 1 MiB.
static void in_cache(benchmark::State &state) {
    copy_hot(state);
}
BENCHMARK(in_cache)->Arg(1 << 18)->Arg(1 << 22)->UseManualTime();

static void small_flush(benchmark::State &state) {
    size_t n = state.range(0);
    floats x(n), y(n);
    timed(state, 8 * n, too_small, [&] { copy<<<(n + 255) / 256, 256>>>(n, x.data, y.data); });
}
BENCHMARK(small_flush)->Arg(1 << 18)->Arg(1 << 22)->UseManualTime();

// The bytes that are read are counted, and not those that are written.
static void half_bytes(benchmark::State &state) {
    size_t n = state.range(0);
    floats x(n), y(n);
    timed(state, 4 * n, 0, [&] { copy<<<(n + 255) / 256, 256>>>(n, x.data, y.data); });
}
BENCHMARK(half_bytes)->Arg(1 << 26)->UseManualTime();
BENCHMARK_MAIN();
