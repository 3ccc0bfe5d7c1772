// 14 transpose: which bandwidth does a tiled transpose reach?
//
// A square matrix is transposed through tiles in shared memory, so that both
// the reads and the writes of global memory are coalesced. The program reports
// the bandwidth of global memory.
//
//   make lab LAB=14      build and run it
//   make check LAB=14    is the number true?
#include "tare_lab.h"

#include <math.h>

enum { TILE = 32, ROWS = 8 }; // a block moves a tile, ROWS rows at a time

struct problem {
    uint64_t side;
    const float *in;
    float *out;
};

__global__ void transpose(uint64_t side, const float *in, float *out) {
    __shared__ float tile[TILE][TILE + 1]; // + 1: a column in many banks
    uint64_t x = blockIdx.x * TILE + threadIdx.x;
    uint64_t y = blockIdx.y * TILE + threadIdx.y;
    for (int r = 0; r < TILE; r += ROWS)
        if (x < side && y + r < side)
            tile[threadIdx.y + r][threadIdx.x] = in[(y + r) * side + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int r = 0; r < TILE; r += ROWS)
        if (x < side && y + r < side)
            out[(y + r) * side + x] = tile[threadIdx.x][threadIdx.y + r];
}

static void transpose_cpu(uint64_t side, const float *in, float *out) {
    for (uint64_t y = 0; y < side; y++)
        for (uint64_t x = 0; x < side; x++)
            out[x * side + y] = in[y * side + x];
}

static int run(void *context, tare_stream stream) {
    const struct problem *p = (const struct problem *)context;
    unsigned tiles = (unsigned)((p->side + TILE - 1) / TILE);
    dim3 grid(tiles, tiles), block(TILE, ROWS);
    transpose<<<grid, block, 0, stream>>>(p->side, p->in, p->out);
    return cudaGetLastError();
}

// tare: begin
// Shared memory is on the chip: its reads and writes never reach the DRAM.
static tare_claim measure(struct problem *p) {
    tare_options hot = {};
    tare_time time;
    tare_lab_must(tare_measure(run, p, 0, &hot, &time));

    uint64_t matrix = p->side * p->side * sizeof(float);
    tare_claim claim = {};
    claim.what = "transpose";
    claim.bytes = 2 * matrix; // one is read, one is written
    claim.seconds = time.median;
    claim.rate = tare_gb_per_s(claim.bytes, claim.seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "median";
    return claim;
}
// tare: end

int main(void) {
    tare_device device;
    tare_lab_must(tare_device_facts(&device));
    uint64_t n = tare_memory_working_set() / (2 * sizeof(float));
    if (device.is_host) {
        puts("note     tiles pay on a card; on a CPU their barrier costs more");
        n /= 8;
    }
    tare_lab lab = tare_lab_begin("transpose", n);
    uint64_t side = (uint64_t)sqrt((double)lab.count);
    n = side * side;
    float *in = tare_lab_random(&lab, n), *out = tare_lab_random(&lab, n);
    struct problem p = {side, tare_lab_to_device(in, n), tare_lab_poisoned(n)};

    TARE_CHECK((cudaError_t)run(&p, 0));
    transpose_cpu(side, in, out);
    tare_lab_check(&lab, "transpose", p.out, out, n, 0.0f);

    tare_claim claim = measure(&p);
    tare_report(&claim);
    return tare_lab_end(&lab);
}
