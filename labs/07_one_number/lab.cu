// 07 one_number: fifteen samples, one number.
//
// y = a*x + y on a device that another user has too: now and then that user's
// job runs in between, as on any shared machine. The program takes samples and
// reports the bandwidth that this kernel typically reaches.
//
//   make lab LAB=07      build and run it
//   make check LAB=07    is the number true?
#include "tare_lab.h"

enum { SAMPLES = 15, THEIRS = 6, WARM_UP = 5 };

struct job {
    uint64_t n, seed;
    const float *x;
    float *y, *theirs;
};

__global__ void saxpy(uint64_t n, float a, const float *x, float *y) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

static void saxpy_cpu(uint64_t n, float a, const float *x, float *y) {
    for (uint64_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

static void run(const struct job *job, float *y) {
    unsigned blocks = (unsigned)((job->n + 255) / 256);
    saxpy<<<blocks, 256>>>(job->n, 2.0f, job->x, y);
    TARE_CHECK_LAUNCH();
}

// The other user's job. It runs in this process, so that it is the same every
// day: in every fifth sample, beginning with the one that the seed chooses.
static double sample(const struct job *job, tare_stopwatch *watch, int i) {
    double seconds = 0;
    tare_lab_must(tare_start(watch, 0));
    if ((uint64_t)i % 5 == job->seed % 5)
        for (int k = 0; k < THEIRS; k++)
            run(job, job->theirs);
    run(job, job->y);
    tare_lab_must(tare_stop(watch, 0));
    tare_lab_must(tare_read(watch, &seconds));
    return seconds;
}

// tare: begin
// TODO: report the time that this kernel typically takes.
static void summarise(const double *samples, int count, tare_claim *claim) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += samples[i];
    claim->seconds = sum / count;
    claim->statistic = "mean";
}
// tare: end

int main(void) {
    uint64_t n = tare_memory_working_set() / (3 * sizeof(float));
    tare_lab lab = tare_lab_begin("one_number", n);
    n = lab.count;
    float *x = tare_lab_random(&lab, n), *y = tare_lab_random(&lab, n);
    struct job job = {n, lab.seed, tare_lab_to_device(x, n),
                      tare_lab_to_device(y, n), tare_lab_to_device(y, n)};

    run(&job, job.y);
    saxpy_cpu(n, 2.0f, x, y);
    tare_lab_check(&lab, "saxpy", job.y, y, n, 1e-6f);

    for (int i = 0; i < WARM_UP; i++) // the device was idle during the check
        run(&job, job.theirs);
    TARE_CHECK(cudaDeviceSynchronize());

    double samples[SAMPLES];
    tare_stopwatch *watch;
    tare_lab_must(tare_stopwatch_new(&watch));
    for (int i = 0; i < SAMPLES; i++)
        samples[i] = sample(&job, watch, i);
    tare_stopwatch_free(watch);

    tare_claim claim = {};
    claim.what = "saxpy";
    claim.bytes = 3 * n * sizeof(float); // reads x and y, writes y
    claim.unit = TARE_GB_PER_S;
    claim.samples = samples;
    claim.count = SAMPLES;
    summarise(samples, SAMPLES, &claim);
    claim.rate = tare_gb_per_s(claim.bytes, claim.seconds);
    tare_report(&claim);
    return tare_lab_end(&lab);
}
