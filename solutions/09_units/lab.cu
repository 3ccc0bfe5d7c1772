// 09 units: what is a GB?
//
// y = a*x over arrays larger than every cache, timed by the library, so that
// its time is right. The program computes a rate from it.
//
//   make lab LAB=09      build and run it
//   make check LAB=09    is the number true?
#include "tare_lab.h"

// Four floats a thread: enough bytes are on their way to keep a card busy.
__global__ void scale(uint64_t n, float a, const float *x, float *y) {
    uint64_t i = 4 * (blockIdx.x * (uint64_t)blockDim.x + threadIdx.x);
    if (i < n) {
        float4 v = *(const float4 *)(x + i);
        *(float4 *)(y + i) = make_float4(a * v.x, a * v.y, a * v.z, a * v.w);
    }
}

struct job {
    uint64_t n; // a multiple of 4
    const float *x;
    float *y;
};

static int run(void *context, tare_stream stream) {
    const struct job *job = (const struct job *)context;
    unsigned blocks = (unsigned)((job->n / 4 + 255) / 256);
    scale<<<blocks, 256, 0, stream>>>(job->n, 2.0f, job->x, job->y);
    return (int)cudaGetLastError();
}

// tare: begin
// A GB is 10^9 bytes; 2^30 bytes are a GiB.
static void rate(tare_claim *claim) {
    double gb = (double)claim->bytes / 1e9;
    claim->rate = gb / claim->seconds;
    claim->unit = TARE_GB_PER_S;
}
// tare: end

int main(void) {
    uint64_t n = tare_memory_working_set() / (2 * sizeof(float));
    tare_lab lab = tare_lab_begin("units", n);
    lab.count = lab.count / 4 * 4;
    float *x = tare_lab_random(&lab, lab.count);
    struct job job = {lab.count, tare_lab_to_device(x, lab.count),
                      tare_lab_poisoned(lab.count)};

    tare_time time;
    tare_options options = {};
    tare_lab_must(tare_measure(run, &job, 0, &options, &time));
    for (uint64_t i = 0; i < lab.count; i++)
        x[i] *= 2.0f;
    tare_lab_check(&lab, "scale", job.y, x, lab.count, 1e-6f);

    tare_claim claim = {};
    claim.what = "scale";
    claim.bytes = 2 * lab.count * sizeof(float); // reads x, writes y
    claim.seconds = time.median;
    claim.statistic = "median";
    rate(&claim);
    tare_report(&claim);
    return tare_lab_end(&lab);
}
