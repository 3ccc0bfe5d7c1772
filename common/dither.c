// dither.c: no two blocks alike. A card does some things in turn: from one launch to the next a
// short kernel reads 2 % more and less, and every 1.8 ms the memory is 2 % slower for a while.
// Samples taken in step with that are all high or all low, and agree on a wrong number.
#include "tare_kernels.h"
#include "tare_sampler.h"

enum { MOST_LAUNCHES = 8, LONGEST_NS = 2000000 };

static unsigned some(unsigned below) { // the same in every run of a program
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (unsigned)((uint64_t)state * below >> 32);
}

uint64_t *tare_counters(void) {
    static uint64_t *counters;
    void *pinned = NULL;
    if (!counters && cudaHostAlloc(&pinned, 2 * sizeof *counters, cudaHostAllocMapped) == 0)
        counters = pinned;
    return counters;
}

tare_status tare_dither(tare_stream stream, int in_time) {
    void *counters = NULL;
    if (in_time && tare_counters()) {
        TARE_TRY_CUDA(cudaHostGetDevicePointer(&counters, tare_counters(), 0));
        TARE_TRY_CUDA(tare_launch_cycles(some(LONGEST_NS), counters, stream));
    }
    for (unsigned launches = 1 + some(MOST_LAUNCHES); launches > 0; launches--)
        TARE_TRY_CUDA((cudaError_t)tare_launch_empty(NULL, stream));
    return TARE_OK;
}
