// 21 speedup: how many times as fast is the new filter?
//
// A filter brightens the red channel of a photo. The old one finds it in
// pixels of four channels, the new one in a plane of its own. The program
// reports the bandwidth of both, and the old time divided by the new one.
//
//   make lab LAB=21      build and run it
//   make check LAB=21    are both numbers true?
#include "tare_lab.h"

enum { RUNS = 9, CHANNELS = 4 };

struct photo {
    uint64_t n; // pixels
    unsigned blocks;
    const float *on_host;
    float4 *pixels;
    float *plane, *red, *result; // the result on the host
};

__global__ void from_pixels(uint64_t n, const float4 *pixels, float *red) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        red[i] = 1.25f * pixels[i].x;
}

__global__ void from_plane(uint64_t n, const float *plane, float *red) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        red[i] = 1.25f * plane[i];
}

static void old_kernel(const struct photo *p) {
    from_pixels<<<p->blocks, 256>>>(p->n, p->pixels, p->red);
    TARE_CHECK_LAUNCH();
}

// The two functions that programs call: until now, and from now on.
[[maybe_unused]] static void old_filter(const struct photo *p) {
    TARE_CHECK(cudaMemcpy(p->pixels, p->on_host, p->n * sizeof(float4),
                          cudaMemcpyHostToDevice));
    old_kernel(p);
    TARE_CHECK(cudaMemcpy(p->result, p->red, p->n * sizeof(float),
                          cudaMemcpyDeviceToHost));
}

static void new_filter(const struct photo *p) {
    from_plane<<<p->blocks, 256>>>(p->n, p->plane, p->red);
    TARE_CHECK_LAUNCH();
}

static tare_claim row_of(const char *what, const struct photo *p,
                         const double *samples, int count) {
    uint64_t bytes = 2 * p->n * sizeof(float); // reads a float, writes a float
    double time = tare_median(samples, count);
    return {what,          bytes,    0,       time, tare_gb_per_s(bytes, time),
            TARE_GB_PER_S, "median", samples, count};
}

// tare: begin
// Both times are of a kernel alone, whose data are on the device already.
static double timed(void (*run)(const struct photo *), const struct photo *p) {
    TARE_CHECK(cudaDeviceSynchronize());
    double start = tare_now();
    run(p);
    TARE_CHECK(cudaDeviceSynchronize());
    return tare_now() - start;
}

static void compare(const struct photo *p, tare_claim *was, tare_claim *is) {
    static double before[RUNS], after[RUNS];
    timed(old_kernel, p); // the first run of each is not counted
    timed(new_filter, p);
    for (int i = 0; i < RUNS; i++) { // in turn: a disturbance meets both
        before[i] = timed(old_kernel, p);
        after[i] = timed(new_filter, p);
    }
    *was = row_of("from_pixels", p, before, RUNS);
    *is = row_of("from_plane", p, after, RUNS);
}
// tare: end

static void tell_speedup(const tare_claim *was, const tare_claim *is) {
    double ratios[RUNS];
    tare_time of = {};
    printf("speed-up    %.2f\n", was->seconds / is->seconds);
    for (int i = 0; i < RUNS && was->count == RUNS && is->count == RUNS; i++)
        ratios[i] = was->samples[i] / is->samples[i], of.samples++;
    if (tare_summarise(ratios, of.samples, 0, &of) == TARE_OK)
        printf("interval    %.2f to %.2f (95 %%)\n", of.low, of.high);
}

int main(void) {
    uint64_t n = tare_memory_working_set() / sizeof(float4);
    tare_lab lab = tare_lab_begin("speedup", n);
    n = lab.count;
    float *photo = tare_lab_random(&lab, CHANNELS * n);
    float *red = tare_lab_random(&lab, 2 * n); // the result behind it
    for (uint64_t i = 0; i < n; i++)
        red[i] = photo[CHANNELS * i];
    float *pixels = tare_lab_to_device(photo, CHANNELS * n);
    float *plane = tare_lab_to_device(red, n), *out = tare_lab_poisoned(n);
    unsigned blocks = (unsigned)((n + 255) / 256);
    struct photo p = {n, blocks, photo, (float4 *)pixels, plane, out, red + n};
    tare_claim was = {}, is = {};
    compare(&p, &was, &is);
    tare_report(&was);
    tare_report(&is);
    tell_speedup(&was, &is);
    for (uint64_t i = 0; i < n; i++)
        red[i] *= 1.25f;
    new_filter(&p);
    tare_lab_check(&lab, "from_plane", p.red, red, n, 1e-6f);
    old_kernel(&p);
    tare_lab_check(&lab, "from_pixels", p.red, red, n, 1e-6f);
    return tare_lab_end(&lab);
}
