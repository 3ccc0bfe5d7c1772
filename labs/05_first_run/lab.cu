// 05 first_run: a camera's frames are corrected one after another.
//
// z = gain*x for every pixel. The gain of a pixel is smoothed over its
// neighbours when it is first needed. The program reports the bandwidth at
// which frames are corrected.
//
//   make lab LAB=05      build and run it
//   make check LAB=05    is the number true?
#include "tare_lab.h"

enum { PASSES = 4, SAMPLES = 11 }; // PASSES: even, so that it ends in gain

struct camera {
    uint64_t n;
    const float *x;
    float *gain, *z;
    int ready;
};

__global__ void smooth(uint64_t n, const float *in, float *out) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (in[i ? i - 1 : 0] + in[i] + in[i + 1 < n ? i + 1 : i]) / 3.0f;
}

__global__ void correct(uint64_t n, const float *gain, const float *x,
                        float *z) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = gain[i] * x[i];
}

static void smooth_cpu(uint64_t n, const float *in, float *out) {
    for (uint64_t i = 1; i + 1 < n; i++)
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3.0f;
    out[0] = (in[0] + in[0] + in[n > 1]) / 3.0f;
    out[n - 1] = (in[n > 1 ? n - 2 : 0] + in[n - 1] + in[n - 1]) / 3.0f;
}

static void frame(struct camera *c) {
    unsigned blocks = (unsigned)((c->n + 255) / 256);
    for (int pass = 0; pass < PASSES && !c->ready; pass += 2) {
        smooth<<<blocks, 256>>>(c->n, c->gain, c->z);
        smooth<<<blocks, 256>>>(c->n, c->z, c->gain);
    }
    c->ready = 1;
    correct<<<blocks, 256>>>(c->n, c->gain, c->x, c->z);
    TARE_CHECK_LAUNCH();
}

[[maybe_unused]] static double timed_frame(struct camera *camera) {
    TARE_CHECK(cudaDeviceSynchronize());
    double start = tare_now();
    frame(camera);
    TARE_CHECK(cudaDeviceSynchronize());
    return tare_now() - start;
}

// tare: begin
// TODO: report the time that a frame takes while the camera is running.
static void measure(struct camera *camera, tare_claim *claim) {
    claim->seconds = timed_frame(camera);
    claim->statistic = "single";
}
// tare: end

int main(void) {
    uint64_t n = tare_memory_working_set() / (3 * sizeof(float));
    tare_lab lab = tare_lab_begin("first_run", n);
    n = lab.count;
    float *x = tare_lab_random(&lab, n), *gain = tare_lab_random(&lab, n);
    struct camera camera = {n, tare_lab_to_device(x, n),
                            tare_lab_to_device(gain, n), tare_lab_poisoned(n),
                            0};

    tare_claim claim = {};
    measure(&camera, &claim);

    float *z = tare_lab_to_host(camera.z, n); // space for the CPU's result
    for (int pass = 0; pass < PASSES; pass += 2) {
        smooth_cpu(n, gain, z);
        smooth_cpu(n, z, gain);
    }
    for (uint64_t i = 0; i < n; i++)
        z[i] = gain[i] * x[i];
    tare_lab_check(&lab, "correct", camera.z, z, n, 1e-5f);

    claim.what = "correct";
    claim.bytes = 3 * n * sizeof(float); // reads gain and x, writes z
    claim.rate = tare_gb_per_s(claim.bytes, claim.seconds);
    claim.unit = TARE_GB_PER_S;
    tare_report(&claim);
    return tare_lab_end(&lab);
}
