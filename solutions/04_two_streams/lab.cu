// 04 two_streams: the kernel has a stream of its own.
//
// y = a*x + y in a stream that waits for no other stream, so that copies may
// run at the same time. Two events time the kernel. The program reports its
// bandwidth.
//
//   make lab LAB=04      build and run it
//   make check LAB=04    is the number true?
#include "tare_lab.h"

enum { WARM_UP = 5 };

__global__ void saxpy(uint64_t n, float a, const float *x, float *y) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

static void saxpy_cpu(uint64_t n, float a, const float *x, float *y) {
    for (uint64_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

static void run(uint64_t n, const float *x, float *y, cudaStream_t stream) {
    unsigned blocks = (unsigned)((n + 255) / 256);
    saxpy<<<blocks, 256, 0, stream>>>(n, 2.0f, x, y);
    TARE_CHECK_LAUNCH();
}

// tare: begin
// An event marks the work of the stream it is recorded in, and of no other.
static double measure(uint64_t n, const float *x, float *y,
                      cudaStream_t stream) {
    cudaEvent_t start, stop;
    float ms = 0;
    TARE_CHECK(cudaEventCreate(&start));
    TARE_CHECK(cudaEventCreate(&stop));
    TARE_CHECK(cudaEventRecord(start, stream));
    run(n, x, y, stream);
    TARE_CHECK(cudaEventRecord(stop, stream));
    TARE_CHECK(cudaEventSynchronize(stop));
    TARE_CHECK(cudaEventElapsedTime(&ms, start, stop));
    TARE_CHECK(cudaEventDestroy(start));
    TARE_CHECK(cudaEventDestroy(stop));
    return ms / 1e3;
}
// tare: end

int main(void) {
    uint64_t n = tare_memory_working_set() / (2 * sizeof(float));
    tare_lab lab = tare_lab_begin("two_streams", n);
    n = lab.count;
    float *x = tare_lab_random(&lab, n), *y = tare_lab_random(&lab, n);
    float *dx = tare_lab_to_device(x, n), *dy = tare_lab_to_device(y, n);
    cudaStream_t stream;
    TARE_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));

    run(n, dx, dy, stream);
    TARE_CHECK(cudaStreamSynchronize(stream));
    saxpy_cpu(n, 2.0f, x, y);
    tare_lab_check(&lab, "saxpy", dy, y, n, 1e-6f);

    for (int i = 0; i < WARM_UP; i++)
        run(n, dx, dy, stream);
    TARE_CHECK(cudaStreamSynchronize(stream));
    double seconds = measure(n, dx, dy, stream);

    uint64_t bytes = 3 * n * sizeof(float); // reads x and y, writes y
    tare_claim claim = {};
    claim.what = "saxpy";
    claim.bytes = bytes;
    claim.seconds = seconds;
    claim.rate = tare_gb_per_s(bytes, seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "single";
    tare_report(&claim);
    return tare_lab_end(&lab);
}
