// ceiling.cu: is a bandwidth good? Compares it with the memory's ceiling and the theoretical peak.
//
//     make example EXAMPLE=ceiling
//
// The kernel reads two arrays and writes one, so the measured triad is its ceiling. The peak is
// higher than any kernel can reach.
#include "tare.h"
#include "tare_device.h"

__global__ void add(uint64_t n, const float *a, const float *b, float *c) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

static const uint64_t n = 1 << 25; // 3 arrays of 134 MB

static int launch(void *arrays, tare_stream stream) {
    float **x = (float **)arrays;
    add<<<(unsigned)((n + 255) / 256), 256, 0, stream>>>(n, x[0], x[1], x[2]);
    return (int)cudaGetLastError();
}

int main(void) {
    float *x[3];
    for (int i = 0; i < 3; i++)
        TARE_CHECK(cudaMalloc((void **)&x[i], n * sizeof(float)));
    tare_time time;
    tare_ceilings ceilings;
    tare_device device;
    tare_status status = tare_measure(launch, x, NULL, NULL, &time);
    if (status == TARE_OK)
        status = tare_measure_ceilings(&ceilings);
    if (status == TARE_OK)
        status = tare_device_facts(&device);
    if (status != TARE_OK)
        return puts(tare_why()), 1;

    double rate = tare_gb_per_s(3 * n * sizeof(float), time.median);
    printf("kernel   %8.1f %s\n", rate, tare_unit_name(TARE_GB_PER_S));
    printf("ceiling  %8.1f GB/s: the kernel reaches %.0f %%\n", ceilings.triad / 1e9,
           1e11 * rate / ceilings.triad);
    if (device.peak_bytes_per_s > 0)
        printf("peak     %8.1f GB/s: the kernel reaches %.0f %% (from %s)\n",
               device.peak_bytes_per_s / 1e9, 1e11 * rate / device.peak_bytes_per_s,
               tare_source_name(device.peak_source));
    else
        printf("peak      unknown: the device does not give its memory clock and bus\n");
}
