// 18 published: a table of bandwidths, as such tables are published.
//
// Five kernels over arrays larger than every cache, five rows. Each row makes
// a mistake of its own; each row that is true earns its points.
//
//   make lab LAB=18      build and run it
//   make check LAB=18    which rows are true?
#include "tare_lab.h"

enum { COPY, SCALE, ADD, TRIAD, SAXPY, ROWS, SETTLES = 4 };

struct problem {
    uint64_t n;
    const float *a;
    float *b, *c;
    int row, fresh; // the kernel to run; passes that b needs before it
};

// A kernel, its launch, and the same for the CPU.
#define ROW(name, value)                                                       \
    __global__ void name(uint64_t n, const float *a,                           \
                         [[maybe_unused]] const float *b, float *c) {          \
        uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;          \
        if (i < n)                                                             \
            c[i] = value;                                                      \
    }                                                                          \
    static void name##_run(const struct problem *p, tare_stream stream) {      \
        unsigned blocks = (unsigned)((p->n + 255) / 256);                      \
        name<<<blocks, 256, 0, stream>>>(p->n, p->a, p->b, p->c);              \
    }                                                                          \
    static void name##_cpu(uint64_t n, const float *a,                         \
                           [[maybe_unused]] const float *b, float *c) {        \
        for (uint64_t i = 0; i < n; i++)                                       \
            c[i] = value;                                                      \
    }
ROW(copy, a[i])
ROW(scale, 3.0f * a[i])
ROW(add, a[i] + b[i])
ROW(triad, a[i] + 3.0f * b[i])
ROW(saxpy, 3.0f * a[i] + c[i])
ROW(settle, 0.5f * (a[i] + b[i]))

static int run(void *context, tare_stream stream) {
    static void (*const launch[])(const struct problem *, tare_stream) = {
        copy_run, scale_run, add_run, triad_run, saxpy_run};
    struct problem *p = (struct problem *)context;
    struct problem settled = {p->n, p->a, p->b, p->b, 0, 0}; // b = (a + b) / 2
    for (; p->fresh > 0; p->fresh--)
        settle_run(&settled, stream);
    launch[p->row](p, stream);
    return cudaGetLastError();
}

static tare_claim row_of(const char *what, uint64_t bytes, double seconds) {
    double gb_per_s = tare_gb_per_s(bytes, seconds);
    return {what, bytes, 0, seconds, gb_per_s, TARE_GB_PER_S, "batch", NULL, 0};
}

// tare: begin
// TODO: make every row of the table true.
enum { RUNS = 4 };

// The seconds of `runs` runs: the median of `batches` such times.
static double timed(struct problem *p, int row, int batches, int runs) {
    double samples[5];
    p->row = row;
    for (int batch = 0; batch < batches; batch++) {
        TARE_CHECK(cudaDeviceSynchronize());
        double start = tare_now();
        for (int i = 0; i < runs; i++)
            TARE_CHECK((cudaError_t)run(p, 0));
        TARE_CHECK(cudaDeviceSynchronize());
        samples[batch] = tare_now() - start;
    }
    return tare_median(samples, batches);
}

static void publish(struct problem *p, tare_claim *table) {
    uint64_t array = p->n * sizeof(float);
    table[COPY] = row_of("copy", 2 * array, timed(p, COPY, 1, 1));
    table[SCALE] = row_of("scale", 2 * array, timed(p, SCALE, 5, RUNS) / RUNS);
    table[SCALE].rate = 2 * array / table[SCALE].seconds / (1 << 30);
    p->row = ADD;
    double start = tare_now();
    TARE_CHECK((cudaError_t)run(p, 0));
    table[ADD] = row_of("add", 3 * array, tare_now() - start);
    table[TRIAD] = row_of("triad", 3 * array, timed(p, TRIAD, 5, RUNS));
    table[SAXPY] = row_of("saxpy", 2 * array, timed(p, SAXPY, 5, RUNS) / RUNS);
}
// tare: end

int main(void) {
    static void (*const on_cpu[])(uint64_t, const float *, const float *,
                                  float *) = {copy_cpu, scale_cpu, add_cpu,
                                              triad_cpu, saxpy_cpu};
    uint64_t n = tare_memory_working_set() / (3 * sizeof(float));
    tare_lab lab = tare_lab_begin("published", n);
    n = lab.count;
    float *a = tare_lab_random(&lab, n), *b = tare_lab_random(&lab, n);
    float *c = tare_lab_random(&lab, n); // overwritten with the CPU's
    struct problem p = {n,
                        tare_lab_to_device(a, n),
                        tare_lab_to_device(b, n),
                        tare_lab_poisoned(n),
                        COPY,
                        SETTLES};

    tare_claim table[ROWS] = {};
    publish(&p, table);

    for (int i = 0; i < SETTLES; i++)
        settle_cpu(n, a, b, b);
    for (p.row = COPY; p.row < ROWS; p.row++) {
        tare_report(&table[p.row]);
        TARE_CHECK((cudaError_t)run(&p, 0));
        on_cpu[p.row](n, a, b, c);
        tare_lab_check(&lab, "of that row", p.c, c, n, 1e-5f);
    }
    return tare_lab_end(&lab);
}
