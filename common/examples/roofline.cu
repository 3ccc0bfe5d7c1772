// roofline.cu: two measured kernels under the roofs of this device, as a table; with a file's name
// also as a picture.
//
//     make example EXAMPLE=roofline
//     build/host/examples/roofline roofline.svg
//
// Both kernels read and write each float once. One multiplies it once, the other 512 times.
#include "tare.h"
#include "tare_device.h"

template <int TIMES> __global__ void multiply(uint64_t n, float *x) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float value = x[i];
    for (int k = 0; k < TIMES; k++)
        value = value * 0.999f + 0.001f; // 2 flops
    x[i] = value;
}

struct work {
    uint64_t n;
    float *x;
};

template <int TIMES> static int launch(void *context, tare_stream stream) {
    const struct work *work = (const struct work *)context;
    multiply<TIMES><<<(unsigned)((work->n + 255) / 256), 256, 0, stream>>>(work->n, work->x);
    return (int)cudaGetLastError();
}

template <int TIMES>
static tare_status measure(const char *name, uint64_t n, float *x, tare_point *point) {
    tare_time time;
    struct work work = {n, x};
    tare_status status = tare_measure(launch<TIMES>, &work, NULL, NULL, &time);
    double flops = 2.0 * TIMES * (double)n, bytes = 2.0 * sizeof(float) * (double)n;
    *point = (tare_point){name, flops / bytes, flops / time.median};
    return status;
}

int main(int count, char **words) {
    const uint64_t n = 1 << 26; // 268 MB
    float *x;
    TARE_CHECK(cudaMalloc((void **)&x, n * sizeof(float)));
    tare_point points[2];
    tare_ceilings ceilings;
    tare_device device;
    tare_status status = measure<1>("once", n, x, &points[0]);
    if (status == TARE_OK) // limited by arithmetic, so a part of the array is enough
        status = measure<512>("512 times", n / 16, x, &points[1]);
    if (status == TARE_OK)
        status = tare_measure_ceilings(&ceilings);
    if (status == TARE_OK)
        status = tare_device_facts(&device);
    if (status == TARE_OK) {
        tare_roofline roofline = {ceilings.copy, device.peak_flop_per_s, points, 2, "en"};
        status = tare_roofline_text(&roofline, stdout);
        FILE *picture = status == TARE_OK && count > 1 ? fopen(words[1], "w") : NULL;
        if (picture) {
            status = tare_roofline_svg(&roofline, picture);
            fclose(picture);
        }
    }
    if (status != TARE_OK)
        return puts(tare_why()), 1;
}
