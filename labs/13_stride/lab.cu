// 13 stride: how hard does a strided read work the memory?
//
// One column of a table that is stored row by row: every thread reads one
// float, and the next thread's float is a whole row away. The program reports
// the throughput of these loads in the memory; stores are not counted.
//
//   make lab LAB=13      build and run it
//   make check LAB=13    is the number true?
#include "tare_lab.h"

struct problem {
    uint64_t rows, columns; // a row is columns * sizeof(float) bytes
    const float *table;
    float *column;
};

__global__ void take(uint64_t rows, uint64_t columns, const float *table,
                     float *column) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < rows)
        column[i] = table[i * columns];
}

static void take_cpu(uint64_t rows, uint64_t columns, const float *table,
                     float *column) {
    for (uint64_t i = 0; i < rows; i++)
        column[i] = table[i * columns];
}

static int run(void *context, tare_stream stream) {
    const struct problem *p = (const struct problem *)context;
    unsigned blocks = (unsigned)((p->rows + 255) / 256);
    take<<<blocks, 256, 0, stream>>>(p->rows, p->columns, p->table, p->column);
    return cudaGetLastError();
}

// tare: begin
// TODO: report the throughput of the loads as the memory sees it.
static tare_claim measure(struct problem *p) {
    tare_options hot = {};
    tare_time time;
    tare_lab_must(tare_measure(run, p, 0, &hot, &time));

    tare_claim claim = {};
    claim.what = "load";
    claim.bytes = p->rows * sizeof(float); // one float a row
    claim.seconds = time.median;
    claim.rate = tare_gb_per_s(claim.bytes, claim.seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "median";
    return claim;
}
// tare: end

int main(void) {
    uint64_t columns = tare_memory_granule() / sizeof(float);
    uint64_t n = tare_memory_working_set() / sizeof(float) / columns;
    tare_lab lab = tare_lab_begin("stride", n);
    n = lab.count;
    float *table = tare_lab_random(&lab, n * columns);
    float *column = tare_lab_random(&lab, n); // overwritten with the CPU's
    struct problem p = {n, columns, tare_lab_to_device(table, n * columns),
                        tare_lab_poisoned(n)};

    TARE_CHECK((cudaError_t)run(&p, 0));
    take_cpu(n, columns, table, column);
    tare_lab_check(&lab, "column", p.column, column, n, 0.0f);

    tare_claim claim = measure(&p);
    tare_report(&claim);
    return tare_lab_end(&lab);
}
