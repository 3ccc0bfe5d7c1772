// 16 roofline: which roof does this kernel stand under?
//
// A polynomial of degree 128 is evaluated for every x (Horner's scheme). The
// program reports the arithmetic intensity, flops for each byte of memory
// traffic, and draws the kernel under the device's two roofs.
//
//   make lab LAB=16      build and run it
//   make check LAB=16    is the number true?
#include "tare_lab.h"

enum { DEGREE = 128, PER_PROCESSOR = 1 << 17 };

static const uint64_t most_checked = 1 << 16; // by the CPU, which is slow

struct problem {
    uint64_t n;
    const float *x;
    float *y;
};

__constant__ float c[DEGREE + 1];

__global__ void polynomial(uint64_t n, const float *x, float *y) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = c[DEGREE], t = x[i];
        for (int k = DEGREE - 1; k >= 0; k--)
            sum = sum * t + c[k];
        y[i] = sum;
    }
}

static void polynomial_cpu(uint64_t n, const float *coefficients,
                           const float *x, float *y) {
    for (uint64_t i = 0; i < n; i++) {
        y[i] = coefficients[DEGREE];
        for (int k = DEGREE - 1; k >= 0; k--)
            y[i] = y[i] * x[i] + coefficients[k];
    }
}

static int run(void *context, tare_stream stream) {
    const struct problem *p = (const struct problem *)context;
    unsigned blocks = (unsigned)((p->n + 255) / 256);
    polynomial<<<blocks, 256, 0, stream>>>(p->n, p->x, p->y);
    return cudaGetLastError();
}

// tare: begin
// Intensity counts the bytes that must move to and from memory: x once and y
// once. The coefficients stay on the chip, however often they are used.
static tare_claim measure(struct problem *p) {
    tare_options hot = {};
    tare_time time;
    tare_lab_must(tare_measure(run, p, 0, &hot, &time));

    uint64_t loads = p->n;  // x
    uint64_t stores = p->n; // y
    tare_claim claim = {};
    claim.what = "polynomial";
    claim.flops = 2 * DEGREE * p->n; // a multiplication and an addition a term
    claim.bytes = (loads + stores) * sizeof(float);
    claim.seconds = time.median;
    claim.rate = (double)claim.flops / (double)claim.bytes;
    claim.unit = TARE_FLOP_PER_BYTE;
    claim.statistic = "median";
    return claim;
}
// tare: end

static void draw(const tare_claim *claim, const tare_device *device) {
    tare_point point = {claim->what, claim->rate,
                        (double)claim->flops / claim->seconds};
    tare_roofline roofs = {};
    roofs.bytes_per_s = device->peak_bytes_per_s;
    roofs.flop_per_s = device->peak_flop_per_s;
    roofs.points = &point;
    roofs.count = 1;
    printf("reached  %.4g GFLOP/s\n", point.flop_per_s / 1e9);
    if (roofs.bytes_per_s > 0 && roofs.flop_per_s > 0)
        tare_lab_must(tare_roofline_text(&roofs, stdout));
    else
        puts("roofs    not told by this device; make roofline measures");
}

int main(void) {
    tare_device device;
    tare_lab_must(tare_device_facts(&device));
    uint64_t n = PER_PROCESSOR * (uint64_t)device.multiprocessors;
    tare_lab lab = tare_lab_begin("roofline", n);
    n = lab.count;
    uint64_t checked = n < most_checked ? n : most_checked;
    float *x = tare_lab_random(&lab, n), *y = tare_lab_random(&lab, n);
    float harmonic[DEGREE + 1]; // y is -log(1 - x) / x, nearly
    for (int k = 0; k <= DEGREE; k++)
        harmonic[k] = 1.0f / (float)(k + 1);
    TARE_CHECK(cudaMemcpyToSymbol(c, harmonic, sizeof harmonic));
    struct problem p = {n, tare_lab_to_device(x, n), tare_lab_poisoned(n)};

    TARE_CHECK((cudaError_t)run(&p, 0));
    polynomial_cpu(checked, harmonic, x, y);
    tare_lab_check(&lab, "polynomial", p.y, y, checked, 1e-5f);

    tare_claim claim = measure(&p);
    tare_report(&claim);
    draw(&claim, &device);
    return tare_lab_end(&lab);
}
