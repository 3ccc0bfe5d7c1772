// tare_sampler.h: between the files that take samples. One thread at a time.
#ifndef TARE_SAMPLER_H
#define TARE_SAMPLER_H

#include "tare_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- blocker.c ---------------------------------------------------------------------
// Holds the stream from close to open, or for `patience` seconds at most.
tare_status tare_blocker_close(tare_stream stream, double patience);
void tare_blocker_open(void);
int tare_blocker_held(void);    // 1: nothing passed before the last open; ask when synchronised
int tare_blocker_allowed(void); // 0 under a profiler and with CUDA_LAUNCH_BLOCKING

// ---- flush.c -----------------------------------------------------------------------
struct tare_flush {
    const char *kind;  // "read" or "write"
    uint64_t bytes;    // 0: no flush
    double write_back; // seconds to write as much as the largest cache holds
    void *buffer;
};
// The flush for this device, chosen by measurement once; wanted: an enum tare_flush_kind.
tare_status tare_choose_flush(int wanted, tare_stream stream, struct tare_flush *flush);
cudaError_t tare_launch_flush(const struct tare_flush *flush, cudaStream_t stream);

// ---- dither.c ----------------------------------------------------------------------
// Launches nothing of interest, some times; in_time: after a random part of 2 ms.
tare_status tare_dither(tare_stream stream, int in_time);
uint64_t *tare_counters(void); // where tare_launch_cycles may count; NULL: no memory

// ---- sampler.c ---------------------------------------------------------------------
struct tare_sampler {
    tare_launch launch;
    void *context;
    tare_stream stream;
    struct tare_flush flush; // before each block, when its bytes are not 0
    int cold;                // each sample is a block of its own
    double mark;             // seconds that an event between two runs takes, not theirs
    int in_rounds;           // each tare_take begins at a random time
    int use_blocker;
    double patience; // of the blocker
    double enqueue;  // seconds that the host took for one run in the last block
};
// Fills seconds[0..samples) with the time of one run each, from batches of `batch` runs.
tare_status tare_take(struct tare_sampler *sampler, int samples, int batch, double *seconds);
int tare_longest_batch(void);
double tare_monotonic(void); // the host's clock, unmarked

// ---- plan.c ------------------------------------------------------------------------
struct tare_plan {
    int fixed;        // samples asked for; 0: by precision
    double budget;    // seconds
    double precision; // half the interval's width over the median
    double tick;      // of the clock, on one run
    double sample;    // what one sample takes, as far as is known
    int round;        // samples in one round
};
int tare_batch_for(double run, double tick);
// How many samples make a round: what is in step with the device passes within it.
int tare_round_for(const struct tare_plan *plan);
// How many are one round of so many samples: from 30 rounds on, those of several. What comes and
// goes is in each of them then, and the interval stays one of 15.
int tare_round_of(const struct tare_plan *plan, int samples);
// How many samples to take next, in rounds; 0: enough.
int tare_next_rounds(const struct tare_plan *plan, const tare_time *so_far, double elapsed);
enum { TARE_MOST_SAMPLES = 20000 };

#ifdef __cplusplus
}
#endif
#endif
