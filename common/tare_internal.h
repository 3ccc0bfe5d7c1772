// tare_internal.h: what the library's own files share, in sections by file. A file calls only its
// own section and the sections above it. No other program includes this header.
#ifndef TARE_INTERNAL_H
#define TARE_INTERNAL_H

#include <cuda_runtime_api.h>

#include "base/clock.h"
#include "tare.h"
#include "witness/tell.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- peak.c --------------------------------------------------------------------------

// fp32, an FMA is 2 flops; 0 for an architecture whose lanes are not known.
double tare_peak_flop_per_s(int major, int minor, int multiprocessors, double clock_hz);

// ---- device.c: failures, and what the device says ------------------------------------

// Keeps the sentence for tare_why() and returns the status.
tare_status tare_fail(tare_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Also clears CUDA's last error, so that the caller's next check does not report it again.
tare_status tare_fail_cuda(cudaError_t error, const char *call);
// TARE_OK when a device can be used. A device that was found once is not looked for again.
tare_status tare_need_device(void);

#define TARE_TRY_CUDA(call)                                                                        \
    do {                                                                                           \
        cudaError_t tare_error_ = (call);                                                          \
        if (tare_error_ != cudaSuccess)                                                            \
            return tare_fail_cuda(tare_error_, #call);                                             \
    } while (0)

#define TARE_TRY(call)                                                                             \
    do {                                                                                           \
        tare_status tare_status_ = (call);                                                         \
        if (tare_status_ != TARE_OK)                                                               \
            return tare_status_;                                                                   \
    } while (0)

// The largest cache between a kernel and memory: a card's L2, the host's last level;
// 0 when unknown.
uint64_t tare_largest_cache(const tare_device *device);
int tare_current_device(void); // its number: remembered values belong to one device only

// ---- statistics.c --------------------------------------------------------------------

// The smallest difference between two different readings; 0 when all are the same.
double tare_smallest_step(const double *readings, int count);
// Like tare_summarise, but takes the median of each round of `round` samples, and then the median
// and the interval of these medians. Samples of one round may depend on each other; rounds do not.
tare_status tare_summarise_rounds(const double *seconds, int samples, int round, double tick,
                                  tare_time *time);

// How many samples are enough.
struct tare_plan {
    int fixed;        // samples that the caller asked for; 0: by precision
    double budget;    // seconds
    double precision; // half the interval's width over the median
    double tick;      // of the clock, on one run
    double sample;    // seconds that one sample takes, as far as is known
    int round;        // samples in one round
};
// A stream takes about a thousand operations. A full stream behind a closed blocker would never
// drain, because the host could not open the blocker.
enum { TARE_MOST_OPERATIONS = 480, TARE_LONGEST_BATCH = TARE_MOST_OPERATIONS - 4 };
enum { TARE_MOST_SAMPLES = 20000 };

int tare_batch_for(double run, double tick); // runs in one sample
// Samples in a round: so many that a periodic disturbance of the device passes within one round.
int tare_round_for(const struct tare_plan *plan);
// Samples in a round for the summary of all samples: from 30 rounds on, several rounds make one.
// A disturbance that comes and goes is then in each round, and the interval is still that of 15.
int tare_round_of(const struct tare_plan *plan, int samples);
// How many samples to take next, in whole rounds; 0: enough.
int tare_next_rounds(const struct tare_plan *plan, const tare_time *so_far, double elapsed);
int tare_is_precise(const struct tare_plan *plan, const tare_time *time);

// ---- kernels.cu: the library's kernels, as C sees them -------------------------------

// Each returns the error of the launch.
// Holds the stream until released[0] reaches the generation, or for `patience` ns; in the latter
// case it leaves the generation in released[1].
cudaError_t tare_launch_blocker(volatile unsigned *released, unsigned generation, uint64_t patience,
                                cudaStream_t stream);
// An empty kernel: its time is what a launch costs. It is a tare_launch; the context is not used.
int tare_launch_empty(void *context, cudaStream_t stream);
// Counts the multiprocessor's clock over `nanoseconds`: result = {cycles, nanoseconds}.
cudaError_t tare_launch_cycles(uint64_t nanoseconds, uint64_t *result, cudaStream_t stream);

enum tare_pattern { TARE_READ, TARE_WRITE, TARE_COPY, TARE_TRIAD, TARE_PATTERNS };

struct tare_traffic { // the context of tare_launch_traffic, which is a tare_launch
    enum tare_pattern pattern;
    int shape;      // 0 .. tare_traffic_shapes() - 1: how many threads, how much each
    uint64_t count; // of 16-byte items in each array
    void *a;        // written; TARE_READ never writes, but the compiler cannot know that
    const void *b, *c;
};
int tare_traffic_shapes(void);
int tare_launch_traffic(void *traffic, cudaStream_t stream);

// ---- sampler.c: one thread at a time -------------------------------------------------

struct tare_flush {
    const char *kind;  // "read" or "write"
    uint64_t bytes;    // 0: no flush
    double write_back; // seconds to write as much as the largest cache holds
    void *buffer;
};
// The flush for this device, chosen once, by measurement. wanted: an enum tare_flush_kind.
tare_status tare_choose_flush(int wanted, tare_stream stream, struct tare_flush *flush);

struct tare_sampler {
    tare_launch launch;
    void *context;
    tare_stream stream;
    struct tare_flush flush; // before each block, when its bytes are not 0
    int cold;                // each sample is a block of its own
    double mark;             // seconds that an event between two runs takes
    int in_rounds;           // each tare_take begins at a random time
    int use_blocker;
    double patience;  // of the blocker, in seconds
    double enqueue;   // seconds that the host took to queue one run of the last block
    uint64_t *queued; // NULL, or where the operations are counted that the runs queue
};
// Of the host device's runtime: the operations on all streams so far. NULL on a card, which does
// not tell.
uint64_t host_operations(void) __attribute__((weak));
// Fills seconds[0..samples) with the time of one run each, from batches of `batch` runs.
tare_status tare_take(struct tare_sampler *sampler, int samples, int batch, double *seconds);
int tare_blocker_allowed(void); // 0 under a profiler and with CUDA_LAUNCH_BLOCKING
uint64_t *tare_counters(void);  // where tare_launch_cycles may count; NULL: out of memory

// ---- claim.c -------------------------------------------------------------------------

// Writes one line in the form of claim.md, when TARE_CLAIM_FD asks for it.
tare_status tare_claim_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
int tare_claims_made(void);
const char *tare_claim_refused(void); // why a report was not taken; "": each was

void *tare_plain_numbers(void); // from here on "1.5", never "1,5"; in this thread
void tare_numbers_as_before(void *before);

#ifdef __cplusplus
}
#endif
#endif
