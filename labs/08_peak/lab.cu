// 08 peak: how fast could this memory be?
//
// The theoretical bandwidth of a card, from its memory clock and the width of
// its bus, and beside it what a kernel reached. If the device does not report
// its memory clock, a published card takes its place, chosen by the seed.
//
//   make lab LAB=08      build and run it
//   make check LAB=08    is the number true?
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
// TODO: claim the bytes that the bus moves in one cycle of the memory clock.
static void theoretical(double clock_hz, int bus_bits, tare_claim *claim) {
    claim->bytes = (uint64_t)bus_bits / 8;
    claim->seconds = 1 / clock_hz;
    claim->rate = (double)claim->bytes * clock_hz / 1e9;
    claim->unit = TARE_GB_PER_S;
}
// tare: end

int main(void) {
    tare_device device;
    tare_lab_must(tare_device_facts(&device));
    // Without a memory clock there is no peak to hold a rate against.
    uint64_t n = device.memory_clock_hz > 0
                     ? tare_memory_working_set() / (2 * sizeof(float))
                     : 1 << 20;
    tare_lab lab = tare_lab_begin("peak", n);
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

    const char *name = device.name;
    double clock_hz = device.memory_clock_hz, reached = 0;
    int bus_bits = device.bus_bits, cards = 0;
    if (clock_hz > 0 && bus_bits > 0) {
        reached = tare_gb_per_s(2 * lab.count * sizeof(float), time.median);
    } else {
        const tare_card *card = tare_cards(&cards) + lab.seed % (uint64_t)cards;
        name = card->name;
        clock_hz = card->memory_clock_hz;
        bus_bits = card->bus_bits;
    }
    printf("card    %s: memory clock %.0f MHz, bus %d bit\n", name,
           clock_hz / 1e6, bus_bits);

    tare_claim claim = {};
    claim.what = "peak";
    claim.statistic = "single";
    theoretical(clock_hz, bus_bits, &claim);
    tare_report(&claim);
    if (reached > 0)
        printf("scale   %.0f GB/s: %.0f %% of it\n", reached,
               100 * reached / claim.rate);
    return tare_lab_end(&lab);
}
