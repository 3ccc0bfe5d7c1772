// 12 small_buffer: how fast does the memory feed a kernel?
//
// Eight exposures of one picture are averaged, pixel by pixel: eight reads
// and one write a pixel. The program reports the memory's bandwidth.
//
//   make lab LAB=12      build and run it
//   make check LAB=12    is the number true?
#include "tare_lab.h"

enum { FRAMES = 8 };

struct problem {
    uint64_t pixels;  // of the picture that is averaged
    unsigned repeats; // of the whole average in one launch
    uint64_t pitch;   // from one exposure to the next, in pixels
    const float *frames;
    float *mean;
};

__global__ void average(uint64_t pixels, uint64_t pitch, const float *frames,
                        float *mean) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < pixels) {
        float sum = 0.0f;
        for (int f = 0; f < FRAMES; f++)
            sum += frames[f * pitch + i];
        mean[i] = sum / FRAMES;
    }
}

static void average_cpu(uint64_t pixels, const float *frames, float *mean) {
    for (uint64_t i = 0; i < pixels; i++) {
        float sum = 0.0f;
        for (int f = 0; f < FRAMES; f++)
            sum += frames[f * pixels + i];
        mean[i] = sum / FRAMES;
    }
}

static int run(void *context, tare_stream stream) {
    const struct problem *p = (const struct problem *)context;
    dim3 grid((unsigned)((p->pixels + 255) / 256), p->repeats);
    average<<<grid, 256, 0, stream>>>(p->pixels, p->pitch, p->frames, p->mean);
    return cudaGetLastError();
}

// tare: begin
// TODO: report the bandwidth at which memory feeds the kernel.
static tare_claim measure(const struct problem *whole) {
    struct problem p = *whole;
    p.repeats = 64; // one small picture would be too short for the clock
    p.pixels = whole->pixels / p.repeats;
    tare_options hot = {};
    tare_time time;
    tare_lab_must(tare_measure(run, &p, 0, &hot, &time));

    tare_claim claim = {};
    claim.what = "average";
    claim.bytes = p.repeats * p.pixels * (FRAMES + 1) * sizeof(float);
    claim.seconds = time.median;
    claim.rate = tare_gb_per_s(claim.bytes, claim.seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "median";
    return claim;
}
// tare: end

int main(void) {
    uint64_t n = tare_memory_working_set() / ((FRAMES + 1) * sizeof(float));
    tare_lab lab = tare_lab_begin("small_buffer", n);
    n = lab.count / 1024 * 1024;
    float *frames = tare_lab_random(&lab, FRAMES * n);
    float *mean = tare_lab_random(&lab, n); // overwritten with the CPU's
    struct problem p = {n, 1, n, tare_lab_to_device(frames, FRAMES * n),
                        tare_lab_poisoned(n)};

    TARE_CHECK((cudaError_t)run(&p, 0));
    average_cpu(n, frames, mean);
    tare_lab_check(&lab, "average", p.mean, mean, n, 1e-6f);

    tare_claim claim = measure(&p);
    tare_report(&claim);
    return tare_lab_end(&lab);
}
