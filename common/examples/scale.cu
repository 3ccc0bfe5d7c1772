// scale.cu: the time of a kernel, with its interval, and the rate of its memory traffic.
//
//     make example EXAMPLE=scale
#include "tare.h"
#include "tare_device.h"

__global__ void scale(uint64_t n, float *x) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 0.5f;
}

static const uint64_t n = 1 << 26; // 268 MB: on a card with more than 32 MB of L2, take more

static int launch(void *x, tare_stream stream) {
    scale<<<(unsigned)((n + 255) / 256), 256, 0, stream>>>(n, (float *)x);
    return (int)cudaGetLastError();
}

int main(void) {
    float *x;
    tare_time t;
    TARE_CHECK(cudaMalloc((void **)&x, n * sizeof(float)));
    if (tare_measure(launch, x, NULL, NULL, &t) != TARE_OK)
        return puts(tare_why()), 1;
    printf("%.1f us (%.1f to %.1f), %.1f GB/s\n", 1e6 * t.median, 1e6 * t.low, 1e6 * t.high,
           tare_gb_per_s(2 * n * sizeof(float), t.median)); // read once, written once
    for (unsigned bit = 1; bit <= TARE_NOT_PRECISE; bit *= 2)
        if (t.warnings & bit)
            printf("warning: %s\n", tare_advice((enum tare_warning)bit));
}
