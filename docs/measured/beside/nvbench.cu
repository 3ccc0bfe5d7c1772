// nvbench.cu: the kernels and the faults of tare.cu, for NVIDIA's nvbench.
#include <nvbench/nvbench.cuh>

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

// Memory of the device until the end of a body, as nvbench's users take it from Thrust.
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
static void run_saxpy(nvbench::state &state) {
    size_t n = state.get_int64("n");
    floats x(n), y(n);
    state.add_global_memory_reads<float>(2 * n);
    state.add_global_memory_writes<float>(n);
    state.exec([&](nvbench::launch &launch) {
        saxpy<<<(n + 255) / 256, 256, 0, launch.get_stream()>>>(n, 2, x.data, y.data);
    });
}
NVBENCH_BENCH(run_saxpy).set_name("saxpy").add_int64_power_of_two_axis("n",
                                                                       nvbench::range(16, 28, 2));
// End.

static void run_copy(nvbench::state &state) {
    size_t n = state.get_int64("n");
    floats x(n), y(n);
    state.add_global_memory_reads<float>(n);
    state.add_global_memory_writes<float>(n);
    state.exec([&](nvbench::launch &launch) {
        copy<<<(n + 255) / 256, 256, 0, launch.get_stream()>>>(n, x.data, y.data);
    });
}
NVBENCH_BENCH(run_copy).set_name("copy").add_int64_power_of_two_axis("n",
                                                                     nvbench::range(16, 28, 2));

static void other_stream(nvbench::state &state) {
    size_t n = state.get_int64("n");
    floats x(n), y(n);
    cudaStream_t own;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    state.add_global_memory_reads<float>(2 * n);
    state.add_global_memory_writes<float>(n);
    state.exec(
        [&](nvbench::launch &) { saxpy<<<(n + 255) / 256, 256, 0, own>>>(n, 2, x.data, y.data); });
    cudaStreamDestroy(own);
}
NVBENCH_BENCH(other_stream).add_int64_power_of_two_axis("n", {24});

static void not_waited(nvbench::state &state) {
    size_t n = state.get_int64("n");
    floats x(n), y(n);
    state.add_global_memory_reads<float>(2 * n);
    state.add_global_memory_writes<float>(n);
    state.exec([&](nvbench::launch &) { saxpy<<<(n + 255) / 256, 256>>>(n, 2, x.data, y.data); });
}
NVBENCH_BENCH(not_waited).set_is_cpu_only(true).add_int64_power_of_two_axis("n", {24});

// Two arrays of 1 MiB, then of 16 MiB: only the batch is hot.
static void in_cache(nvbench::state &state) {
    run_copy(state);
}
NVBENCH_BENCH(in_cache).add_int64_power_of_two_axis("n", {18, 22});

// The bytes that are read are counted, and not those that are written.
static void half_bytes(nvbench::state &state) {
    size_t n = state.get_int64("n");
    floats x(n), y(n);
    state.add_global_memory_reads<float>(n);
    state.exec([&](nvbench::launch &launch) {
        copy<<<(n + 255) / 256, 256, 0, launch.get_stream()>>>(n, x.data, y.data);
    });
}
NVBENCH_BENCH(half_bytes).add_int64_power_of_two_axis("n", {26});
NVBENCH_MAIN
