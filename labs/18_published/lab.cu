// 18 published: a table of bandwidths, as one finds it.
//
// Five kernels over arrays larger than every cache, five rows. Each row makes
// a mistake of its own; each row that is true earns its points.
//
//   make lab LAB=18      build and run it
//   make check LAB=18    which rows are true?
#include "tare_lab.h"

enum { COPY, SCALE, ADD, TRIAD, SAXPY, ROWS };
enum { SETTLES = 4 };

struct problem {
    uint64_t n;
    const float *a;
    float *b, *c;
    int row;   // the kernel that run() launches
    int fresh; // passes of settle() that b needs before the first row
};

// A kernel, its launch, and the same for the CPU.
#define ROW(name, value)                                                       \
    __global__ void name(uint64_t n, const float *a, const float *b,           \
                         float *c) {                                           \
        uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;          \
        (void)b;                                                               \
        if (i < n)                                                             \
            c[i] = value;                                                      \
    }                                                                          \
    static void name##_run(const struct problem *p, tare_stream stream) {      \
        unsigned blocks = (unsigned)((p->n + 255) / 256);                      \
        name<<<blocks, 256, 0, stream>>>(p->n, p->a, p->b, p->c);              \
    }                                                                          \
    static void name##_cpu(uint64_t n, const float *a, const float *b,         \
                           float *c) {                                         \
        (void)b;                                                               \
        for (uint64_t i = 0; i < n; i++)                                       \
            c[i] = value;                                                      \
    }
ROW(copy, a[i])
ROW(scale, 3.0f * a[i])
ROW(add, a[i] + b[i])
ROW(triad, a[i] + 3.0f * b[i])
ROW(saxpy, 3.0f * a[i] + c[i])
ROW(settle, 0.5f * (a[i] + b[i]))

static const struct {
    const char *name;
    void (*launch)(const struct problem *, tare_stream);
    void (*cpu)(uint64_t, const float *, const float *, float *);
} rows[ROWS] = {{"copy", copy_run, copy_cpu},
                {"scale", scale_run, scale_cpu},
                {"add", add_run, add_cpu},
                {"triad", triad_run, triad_cpu},
                {"saxpy", saxpy_run, saxpy_cpu}};

static int run(void *context, tare_stream stream) {
    struct problem *p = (struct problem *)context;
    struct problem settled = {p->n, p->a, p->b, p->b, 0, 0}; // b = (a + b) / 2
    for (; p->fresh > 0; p->fresh--)
        settle_run(&settled, stream);
    rows[p->row].launch(p, stream);
    return cudaGetLastError();
}

static tare_claim claim_of(const char *what, uint64_t bytes, double seconds) {
    tare_claim claim = {};
    claim.what = what;
    claim.bytes = bytes;
    claim.seconds = seconds;
    claim.rate = tare_gb_per_s(bytes, seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "batch";
    return claim;
}

// tare: begin
// TODO: make every row of the table true.
enum { RUNS = 10 };

static double time_of(struct problem *p, int row, int runs) {
    tare_stopwatch *watch;
    double seconds;
    p->row = row;
    tare_lab_must(tare_stopwatch_new(&watch));
    tare_lab_must(tare_start(watch, 0));
    for (int i = 0; i < runs; i++)
        TARE_CHECK((cudaError_t)run(p, 0));
    tare_lab_must(tare_stop(watch, 0));
    tare_lab_must(tare_read(watch, &seconds));
    tare_stopwatch_free(watch);
    return seconds;
}

static void publish(struct problem *p, tare_claim *table) {
    uint64_t array = p->n * sizeof(float);
    double seconds = time_of(p, COPY, 1);
    table[COPY] = claim_of("copy", 2 * array, seconds);

    seconds = time_of(p, SCALE, RUNS) / RUNS;
    table[SCALE] = claim_of("scale", 2 * array, seconds);
    table[SCALE].rate = (double)(2 * array) / seconds / (1 << 30);

    p->row = ADD;
    double start = tare_now();
    for (int i = 0; i < RUNS; i++)
        TARE_CHECK((cudaError_t)run(p, 0));
    seconds = (tare_now() - start) / RUNS;
    table[ADD] = claim_of("add", 3 * array, seconds);

    seconds = time_of(p, TRIAD, RUNS);
    table[TRIAD] = claim_of("triad", 3 * array, seconds);

    seconds = time_of(p, SAXPY, RUNS) / RUNS;
    table[SAXPY] = claim_of("saxpy", 2 * array, seconds);
}
// tare: end

int main(void) {
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
        TARE_CHECK((cudaError_t)run(&p, 0));
        rows[p.row].cpu(n, a, b, c);
        tare_lab_check(&lab, rows[p.row].name, p.c, c, n, 1e-5f);
    }
    for (int row = COPY; row < ROWS; row++)
        tare_report(&table[row]);
    return tare_lab_end(&lab);
}
