// roofline.c: the roofs over a kernel: how to measure them, and a table and CSV of them.
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "roofline_svg.h"
#include "tare_internal.h"

// ---- the ceilings: what memory gives to kernels that do nothing else -----------------

// Half of a wider interval: somebody else uses the machine.
static const double widest = 0.05; // a share of the median; by convention
enum { SAMPLES = 9 };              // for an interval of the median: 6 are the fewest

// The best shape of one pattern; `at` is its place in the intervals.
static tare_status best_of_shapes(struct tare_traffic *traffic, uint64_t bytes, double *rate,
                                  tare_ceilings *ceilings, int at) {
    tare_device device;
    TARE_TRY(tare_device_facts(&device));
    int shapes = device.is_host ? 2 : tare_traffic_shapes(); // the others are slower on a CPU
    unsigned warnings = 0;
    *rate = 0;
    for (traffic->shape = 0; traffic->shape < shapes; traffic->shape++) {
        tare_options options = {.samples = SAMPLES};
        tare_time time;
        TARE_TRY(tare_measure(tare_launch_traffic, traffic, NULL, &options, &time));
        if (!((double)bytes / time.median > *rate))
            continue;
        *rate = (double)bytes / time.median;
        ceilings->low[at] = (double)bytes / time.high;
        ceilings->high[at] = (double)bytes / time.low;
        warnings = time.warnings;
        if (time.high - time.low > 2 * widest * time.median)
            warnings |= TARE_NOT_PRECISE;
    }
    ceilings->warnings |=
        warnings & (TARE_DRIFT | TARE_TWO_MODES | TARE_CLOCK_LOW | TARE_NOT_PRECISE);
    return TARE_OK;
}

static tare_status measure_patterns(void *memory, tare_ceilings *ceilings) {
    uint64_t all = ceilings->bytes, half = all / 2, third = all / 48 * 16;
    char *at = memory;
    struct tare_traffic read = {.pattern = TARE_READ, .count = all / 16, .a = at, .b = at};
    struct tare_traffic write = {.pattern = TARE_WRITE, .count = all / 16, .a = at};
    struct tare_traffic copy = {.pattern = TARE_COPY, .count = half / 16, .a = at, .b = at + half};
    struct tare_traffic triad = {
        .pattern = TARE_TRIAD, .count = third / 16, .a = at, .b = at + third, .c = at + 2 * third};
    // The write is the first, because it fills the memory.
    TARE_TRY(best_of_shapes(&write, all, &ceilings->write, ceilings, TARE_WRITE));
    TARE_TRY(best_of_shapes(&read, all, &ceilings->read, ceilings, TARE_READ));
    TARE_TRY(best_of_shapes(&copy, 2 * half, &ceilings->copy, ceilings, TARE_COPY));
    return best_of_shapes(&triad, 3 * third, &ceilings->triad, ceilings, TARE_TRIAD);
}

// So large that the launch and the last blocks take only some thousandths of the time.
static tare_status working_set(uint64_t *bytes) {
    tare_device device;
    TARE_TRY(tare_device_facts(&device));
    uint64_t cache = tare_largest_cache(&device);
    if (device.is_host) // a server's cache of 300 MiB is not one program's: a lab stops at 128 MiB
        *bytes = 4 * cache < 64u << 20    ? 64u << 20
                 : 4 * cache > 256u << 20 ? 256u << 20
                                          : 4 * cache;
    else
        *bytes = 64 * cache < 1u << 30 ? 1u << 30 : 64 * cache;
    size_t available = 0, total = 0;
    TARE_TRY_CUDA(cudaMemGetInfo(&available, &total));
    if (*bytes > available / 4)
        *bytes = available / 4;
    *bytes = *bytes / (1u << 20) << 20;
    if (*bytes < 8 * device.l2_bytes || *bytes == 0)
        return tare_fail(TARE_NO_MEMORY,
                         "too little free memory for the ceilings: %llu MB; 32 x L2 must be free",
                         (unsigned long long)(available / 1000000));
    return TARE_OK;
}

tare_status tare_measure_ceilings(tare_ceilings *ceilings) {
    TARE_COVER();
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static tare_ceilings kept;
    static int kept_of = -1;
    if (!ceilings)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_measure_ceilings: ceilings is NULL");
    TARE_TRY(tare_need_device());
    pthread_mutex_lock(&lock);
    tare_status status = TARE_OK;
    if (kept_of != tare_current_device()) {
        tare_ceilings found = {0};
        void *memory = NULL;
        status = working_set(&found.bytes);
        if (status == TARE_OK) {
            cudaError_t error = cudaMalloc(&memory, found.bytes);
            status = error == cudaSuccess ? measure_patterns(memory, &found)
                                          : tare_fail_cuda(error, "cudaMalloc for the ceilings");
            (void)cudaFree(memory);
        }
        if (status == TARE_OK) {
            kept = found;
            kept_of = tare_current_device();
        }
    }
    if (status == TARE_OK)
        *ceilings = kept;
    pthread_mutex_unlock(&lock);
    return status;
}

// ---- the roofline as a table, as CSV and as a picture
// ----------------------------------------------

static tare_status check(const tare_roofline *roofline, const FILE *out) {
    if (!roofline || !out)
        return tare_fail(TARE_BAD_ARGUMENT, "the roofline or the file is NULL");
    if (!(roofline->bytes_per_s > 0) || isinf(roofline->bytes_per_s))
        return tare_fail(TARE_BAD_ARGUMENT, "a roofline needs a bandwidth: measure the ceilings");
    if (!(roofline->flop_per_s >= 0) || isinf(roofline->flop_per_s))
        return tare_fail(TARE_BAD_ARGUMENT, "flop_per_s must be 0 (unknown) or more");
    if (roofline->count < 0 || (roofline->count > 0 && !roofline->points))
        return tare_fail(TARE_BAD_ARGUMENT, "count is negative, or there are no points");
    for (int i = 0; i < roofline->count; i++) {
        const tare_point *p = &roofline->points[i];
        if (!p->name || !(p->flop_per_byte > 0) || isinf(p->flop_per_byte) ||
            !(p->flop_per_s > 0) || isinf(p->flop_per_s))
            return tare_fail(TARE_BAD_ARGUMENT,
                             "point %d (%.40s): flop/byte and flop/s are numbers above 0", i,
                             p->name ? p->name : "no name");
    }
    return TARE_OK;
}

static int under_memory(const tare_roofline *roofline, double flop_per_byte) {
    return roofline->flop_per_s <= 0 ||
           roofline->bytes_per_s * flop_per_byte < roofline->flop_per_s;
}

static tare_status written(FILE *out) {
    if (fflush(out) != 0 || ferror(out))
        return tare_fail(TARE_IO_ERROR, "the roofline could not be written");
    return TARE_OK;
}

tare_status tare_roofline_text(const tare_roofline *roofline, FILE *out) {
    TARE_TRY(check(roofline, out));
    fprintf(out, "memory roof   %.1f GB/s\n", roofline->bytes_per_s / 1e9);
    if (roofline->flop_per_s > 0)
        fprintf(out, "compute roof  %.1f GFLOP/s\nthey meet at  %.3g flop/byte\n",
                roofline->flop_per_s / 1e9, roofline->flop_per_s / roofline->bytes_per_s);
    else
        fprintf(out, "compute roof  unknown\n");
    if (roofline->count)
        fprintf(out, "\n%-20s %10s %12s %12s %8s  %s\n", "kernel", "flop/byte", "GFLOP/s", "roof",
                "of roof", "under");
    for (int i = 0; i < roofline->count; i++) {
        const tare_point *p = &roofline->points[i];
        double roof = tare_roof(roofline, p->flop_per_byte), part = p->flop_per_s / roof;
        fprintf(out, "%-20s %10.4g %12.2f %12.2f %6.1f %%  %s%s\n", p->name, p->flop_per_byte,
                p->flop_per_s / 1e9, roof / 1e9, 100 * part,
                under_memory(roofline, p->flop_per_byte) ? "memory" : "compute",
                part > 1.02 ? "  above its roof: check work and time" : "");
    }
    return written(out);
}

static void csv_name(const char *name, FILE *out) {
    fputc('"', out);
    for (; *name; name++) {
        if (*name == '"')
            fputc('"', out);
        fputc(*name, out);
    }
    fputc('"', out);
}

tare_status tare_roofline_csv(const tare_roofline *roofline, FILE *out) {
    TARE_TRY(check(roofline, out));
    void *before = tare_plain_numbers();
    fprintf(out, "name,flop_per_byte,flop_per_s,roof_flop_per_s,under\n");
    for (int i = 0; i < roofline->count; i++) {
        const tare_point *p = &roofline->points[i];
        csv_name(p->name, out);
        fprintf(out, ",%.9g,%.9g,%.9g,%s\n", p->flop_per_byte, p->flop_per_s,
                tare_roof(roofline, p->flop_per_byte),
                under_memory(roofline, p->flop_per_byte) ? "memory" : "compute");
    }
    tare_numbers_as_before(before);
    return written(out);
}

tare_status tare_roofline_svg(const tare_roofline *roofline, FILE *out) {
    TARE_TRY(check(roofline, out));
    void *before = tare_plain_numbers();
    tare_roofline_draw(roofline, NULL, 0, out);
    tare_numbers_as_before(before);
    return written(out);
}
