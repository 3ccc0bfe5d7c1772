// plain_stream.c: see plain_stream.h. The threads wait for each other before and after
// every pass; the first one holds the clock.
#define _GNU_SOURCE
#include "plain_stream.h"

#include <pthread.h>
#include <stdlib.h>

#include "tare.h"

enum { READ, WRITE, COPY, TRIAD, PATTERNS, TRIES = 11 };
static const int arrays_of[PATTERNS] = {1, 1, 2, 3};

struct part {
    pthread_barrier_t *together;
    double *a, *b, *c;
    uint64_t count; // of each array, of this thread
    int pattern, first;
    double seconds[TRIES], sum;
};

static void pass(struct part *p) {
    double *restrict a = p->a, *restrict b = p->b, *restrict c = p->c, sum[8] = {0};
    uint64_t n = p->count / 8 * 8;
    switch (p->pattern) {
    case READ:
        for (uint64_t i = 0; i < n; i += 8)
            for (int k = 0; k < 8; k++)
                sum[k] += a[i + (uint64_t)k];
        for (int k = 0; k < 8; k++)
            p->sum += sum[k];
        break;
    case WRITE:
        for (uint64_t i = 0; i < n; i++)
            a[i] = 0.5;
        break;
    case COPY:
        for (uint64_t i = 0; i < n; i++)
            a[i] = b[i];
        break;
    default:
        for (uint64_t i = 0; i < n; i++)
            a[i] = b[i] + 0.5 * c[i];
    }
}

static void *work(void *context) {
    struct part *p = context;
    for (int try = -1; try < TRIES; try++) { // the first try warms up
        pthread_barrier_wait(p->together);
        double start = tare_now();
        pass(p);
        pthread_barrier_wait(p->together);
        if (p->first && try >= 0)
            p->seconds[try] = tare_now() - start;
    }
    return NULL;
}

static int one_pattern(int pattern, double *memory, uint64_t bytes, int threads, double *rate) {
    struct part *parts = calloc((size_t)threads, sizeof *parts);
    pthread_t *ids = calloc((size_t)threads, sizeof *ids);
    pthread_barrier_t together;
    uint64_t each = bytes / sizeof(double) / (uint64_t)arrays_of[pattern];
    uint64_t share = each / (uint64_t)threads / 64 * 64;
    int failed =
        !parts || !ids || share == 0 || pthread_barrier_init(&together, NULL, (unsigned)threads);
    for (int t = 0; !failed && t < threads; t++) {
        double *a = memory + (uint64_t)t * share;
        parts[t] = (struct part){.together = &together,
                                 .a = a,
                                 .b = a + each,
                                 .c = a + 2 * each,
                                 .count = share,
                                 .pattern = pattern,
                                 .first = t == 0};
        if (pthread_create(&ids[t], NULL, work, &parts[t]) != 0)
            abort(); // else the other threads would wait for ever
    }
    for (int t = 0; !failed && t < threads; t++)
        pthread_join(ids[t], NULL);
    if (!failed)
        *rate = (double)(share * (uint64_t)threads * sizeof(double)) * arrays_of[pattern] /
                tare_median(parts[0].seconds, TRIES);
    free(parts);
    free(ids);
    return failed;
}

int plain_stream_measure(uint64_t bytes, int threads, struct plain_stream *found) {
    double *memory = aligned_alloc(2u << 20, bytes / (2u << 20) * (2u << 20)), rate[PATTERNS];
    if (!memory)
        return 1;
    int failed = one_pattern(WRITE, memory, bytes, threads, &rate[WRITE]) ||
                 one_pattern(READ, memory, bytes, threads, &rate[READ]) ||
                 one_pattern(COPY, memory, bytes, threads, &rate[COPY]) ||
                 one_pattern(TRIAD, memory, bytes, threads, &rate[TRIAD]);
    free(memory);
    if (!failed)
        *found = (struct plain_stream){rate[READ], rate[WRITE], rate[COPY], rate[TRIAD]};
    return failed;
}
