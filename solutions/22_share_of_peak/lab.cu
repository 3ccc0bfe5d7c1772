// 22 share_of_peak: what share of its peak does a matrix product reach?
//
// C = A * B in fp32. From a card's data sheet the program reports the highest
// rate that this kernel could reach on it, and the share that it does reach.
// If the table does not have the device, one of its cards stands in for it.
//
//   make lab LAB=22      build and run it
//   make check LAB=22    is the number true?
#include "tare_lab.h"

#include <math.h>

// FLOP of one multiprocessor in one cycle, as data sheets have them.
struct sheet {
    const char *card;
    int capability, multiprocessors;
    double clock_hz;
    uint64_t fp32, fp16, tf32_tensor, fp16_tensor;
    uint64_t tf32_sparse, fp16_sparse; // where half of the factors are 0
};
static const struct sheet sheets[] = {
    {"A30", 80, 56, 1440e6, 128, 512, 1024, 2048, 2048, 4096},
    {"A100", 80, 108, 1410e6, 128, 512, 1024, 2048, 2048, 4096},
    {"H100 PCIe", 90, 114, 1755e6, 256, 512, 2048, 4096, 4096, 8192},
    {"H200", 90, 132, 1980e6, 256, 512, 2048, 4096, 4096, 8192},
    {"RTX A6000", 86, 84, 1800e6, 256, 256, 512, 1024, 1024, 2048},
    {"L40S", 89, 142, 2520e6, 256, 256, 512, 1024, 1024, 2048}};
enum { SHEETS = sizeof sheets / sizeof *sheets, STAND_INS = 4, CHECKED = 8 };

struct problem {
    uint64_t side;
    const float *a, *b;
    float *c;
};

__global__ void product(uint64_t side, const float *a, const float *b,
                        float *c) {
    uint64_t column = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    uint64_t row = blockIdx.y * (uint64_t)blockDim.y + threadIdx.y;
    if (column >= side || row >= side)
        return;
    float sum = 0;
    for (uint64_t k = 0; k < side; k++)
        sum += a[row * side + k] * b[k * side + column];
    c[row * side + column] = sum;
}

static int run(void *context, tare_stream stream) {
    const struct problem *p = (const struct problem *)context;
    dim3 block(32, 8);
    dim3 grid((unsigned)((p->side + 31) / 32), (unsigned)((p->side + 7) / 8));
    product<<<grid, block, 0, stream>>>(p->side, p->a, p->b, p->c);
    return cudaGetLastError();
}

static void product_cpu(const struct problem *p, const float *a, const float *b,
                        float *c) {
    for (uint64_t i = 0; i < CHECKED * p->side; i++) {
        c[i] = 0;
        for (uint64_t k = 0; k < p->side; k++)
            c[i] += a[i / p->side * p->side + k] * b[k * p->side + i % p->side];
    }
}

// 1: the device's own, by its attributes.
static int own_sheet(const tare_device *device, struct sheet *own) {
    int khz = 0, capability = 10 * device->major + device->minor;
    TARE_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
    for (int i = 0; i < SHEETS; i++)
        if (khz > 0 && sheets[i].capability == capability) {
            *own = sheets[i];
            own->card = device->name;
            own->multiprocessors = device->multiprocessors;
            own->clock_hz = 1e3 * khz;
            return 1;
        }
    return 0;
}

// tare: begin
// The kernel's instructions are FMAs of floats: the fp32 lanes do them.
static void roof(const struct sheet *sheet, tare_claim *claim) {
    claim->flops = (uint64_t)sheet->multiprocessors * sheet->fp32;
    claim->seconds = 1 / sheet->clock_hz; // one cycle
    claim->rate = (double)claim->flops * sheet->clock_hz / 1e12;
    claim->unit = TARE_TFLOP_PER_S;
}
// tare: end

int main(void) {
    tare_device device;
    tare_lab_must(tare_device_facts(&device));
    struct sheet sheet;
    int own = own_sheet(&device, &sheet);
    tare_lab lab = tare_lab_begin("share_of_peak", own ? 1 << 24 : 160000);
    if (!own)
        sheet = sheets[lab.seed % STAND_INS];
    uint64_t side = (uint64_t)sqrt((double)lab.count), n = side * side;
    float *a = tare_lab_random(&lab, n), *b = tare_lab_random(&lab, n),
          *c = tare_lab_random(&lab, n);
    struct problem p = {side, tare_lab_to_device(a, n),
                        tare_lab_to_device(b, n), tare_lab_poisoned(n)};
    tare_time time;
    tare_options options = {};
    tare_lab_must(tare_measure(run, &p, 0, &options, &time));
    product_cpu(&p, a, b, c);
    tare_lab_check(&lab, "product", p.c, c, CHECKED * side, 1e-5f);

    tare_claim claim = {};
    claim.what = "roof";
    claim.statistic = "single";
    roof(&sheet, &claim);
    printf("card     %s\n", sheet.card);
    tare_report(&claim);
    double reached = own ? tare_tflop_per_s(2 * n * side, time.median) : 10;
    printf("share    %.3g TFLOP/s are %.1f %% of it\n", reached,
           100 * reached / claim.rate);
    return tare_lab_end(&lab);
}
