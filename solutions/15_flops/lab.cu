// 15 flops: how fast does a matrix product compute?
//
// C = A * B for square matrices. The program reports the rate of its
// floating-point operations.
//
//   make lab LAB=15      build and run it
//   make check LAB=15    is the number true?
#include "tare_lab.h"

#include <math.h>

enum { ROWS = 4 };    // of C that one thread computes, four columns of each
enum { CHECKED = 8 }; // rows of C that the CPU computes too

struct problem {
    uint64_t side;
    const float *a, *b;
    float *c;
};

__global__ void matmul(uint64_t side, const float *a, const float *b,
                       float *c) {
    uint64_t column = (blockIdx.x * (uint64_t)blockDim.x + threadIdx.x) * 4;
    uint64_t row = (blockIdx.y * (uint64_t)blockDim.y + threadIdx.y) * ROWS;
    if (column >= side || row >= side)
        return;
    float4 sum[ROWS] = {};
    for (uint64_t k = 0; k < side; k++) {
        float4 y = *(const float4 *)(b + k * side + column);
        for (int r = 0; r < ROWS; r++) {
            float x = a[(row + r) * side + k];
            sum[r].x += x * y.x;
            sum[r].y += x * y.y;
            sum[r].z += x * y.z;
            sum[r].w += x * y.w;
        }
    }
    for (int r = 0; r < ROWS; r++)
        *(float4 *)(c + (row + r) * side + column) = sum[r];
}

static void matmul_cpu(uint64_t side, const float *a, const float *b, float *c,
                       uint64_t rows) {
    for (uint64_t i = 0; i < rows * side; i++)
        c[i] = 0.0f;
    for (uint64_t row = 0; row < rows; row++)
        for (uint64_t k = 0; k < side; k++)
            for (uint64_t column = 0; column < side; column++)
                c[row * side + column] +=
                    a[row * side + k] * b[k * side + column];
}

static int run(void *context, tare_stream stream) {
    const struct problem *p = (const struct problem *)context;
    dim3 block(16, 8); // 64 columns and 32 rows of C
    dim3 grid((unsigned)((p->side + 63) / 64), (unsigned)((p->side + 31) / 32));
    matmul<<<grid, block, 0, stream>>>(p->side, p->a, p->b, p->c);
    return cudaGetLastError();
}

// tare: begin
// A fused multiply-add is one instruction and two operations.
static tare_claim measure(struct problem *p) {
    tare_options hot = {};
    tare_time time;
    tare_lab_must(tare_measure(run, p, 0, &hot, &time));

    uint64_t n = p->side;
    tare_claim claim = {};
    claim.what = "matmul";
    claim.flops = 2 * n * n * n; // n multiplications and n additions a result
    claim.seconds = time.median;
    claim.rate = tare_gflop_per_s(claim.flops, claim.seconds);
    claim.unit = TARE_GFLOP_PER_S;
    claim.statistic = "median";
    return claim;
}
// tare: end

int main(void) {
    tare_device device; // 160000 results for each multiprocessor
    tare_lab_must(tare_device_facts(&device));
    uint64_t results = 160000 * (uint64_t)device.multiprocessors;
    tare_lab lab = tare_lab_begin("flops", results);
    uint64_t side = (uint64_t)sqrt((double)lab.count) / 8 * 8;
    uint64_t n = side * side;
    float *a = tare_lab_random(&lab, n), *b = tare_lab_random(&lab, n);
    float *c = tare_lab_random(&lab, n); // overwritten with the CPU's
    struct problem p = {side, tare_lab_to_device(a, n),
                        tare_lab_to_device(b, n), tare_lab_poisoned(n)};

    TARE_CHECK((cudaError_t)run(&p, 0));
    matmul_cpu(side, a, b, c, CHECKED);
    tare_lab_check(&lab, "matmul", p.c, c, CHECKED * side, 1e-5f);

    tare_claim claim = measure(&p);
    tare_report(&claim);
    return tare_lab_end(&lab);
}
