// tare.h: a number one can trust, and know how far.
//
// Time is in seconds and work in bytes or flops, always; a unit is in the name of whatever
// holds another. A function that can fail returns a tare_status and says why through
// tare_why(). CUDA's own types stay out. Not for two threads at once, but for tare_why().
#ifndef TARE_H
#define TARE_H

#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CUstream_st *tare_stream; // cudaStream_t by its own definition; NULL: default

typedef enum tare_status {
    TARE_OK,
    TARE_BAD_ARGUMENT, // the caller's mistake; tare_why() names the argument
    TARE_NO_DEVICE,    // nothing here can run a kernel
    TARE_CUDA_ERROR,   // a CUDA call failed; tare_why() has its name and words
    TARE_NO_MEMORY,
    TARE_TOO_SHORT, // shorter than the clock can tell, even in the longest batch
    TARE_UNKNOWN,   // the device does not say, and nothing was invented
    TARE_IO_ERROR,
} tare_status;
const char *tare_status_text(tare_status status);
const char *tare_why(void); // the last failure in this thread, one line, never NULL

// ---- clocks ----------------------------------------------------------------------------
typedef struct tare_clock {
    double tick;  // smallest step between two different readings
    double floor; // what it reads around nothing (device: around an empty kernel)
} tare_clock;

// The host's monotonic clock. It knows nothing of the device's work: around a launch it
// reads the launch. Synchronise before each reading, or use a stopwatch.
double tare_now(void);
tare_status tare_host_clock(tare_clock *clock);
// Of events; measured at the first call (some ms), kept for the device. A time near the
// tick is no time: measure a batch.
tare_status tare_device_clock(tare_stream stream, tare_clock *clock);

// A pair of events on one stream. It sees what that stream did between start and stop, other
// work before them included, and nothing of any other stream. Short of some 10 us it sees
// the launch too: use tare_measure, which hides it.
typedef struct tare_stopwatch tare_stopwatch;
tare_status tare_stopwatch_new(tare_stopwatch **watch); // one serves many readings
tare_status tare_start(tare_stopwatch *watch, tare_stream stream);
tare_status tare_stop(tare_stopwatch *watch, tare_stream stream); // the stream of the start
tare_status tare_read(tare_stopwatch *watch, double *seconds);    // waits for the stop
void tare_stopwatch_free(tare_stopwatch *watch);                  // NULL is fine

// ---- measuring -------------------------------------------------------------------------
// Queues one run on the stream and returns the cudaError_t. It must not wait for the device:
// one that does is still measured, but its launch cannot be hidden.
typedef int (*tare_launch)(void *context, tare_stream stream);

enum tare_flush_kind { TARE_FLUSH_CHOSEN, TARE_FLUSH_READ, TARE_FLUSH_WRITE };
typedef struct tare_options {
    int cold;         // 0: runs follow each other; 1: caches flushed before each run
    int samples;      // 0: until the interval is narrow enough or the budget is spent
    double budget;    // seconds of wall time; half is for samples, however long the rest; 0: 0.25
    double precision; // half the interval's width over the median; 0: 0.005
    int flush;        // cold: an enum tare_flush_kind; 0: the one that weighs least here
    const void *reserved;
} tare_options; // all zero is the default: hot, by precision

enum tare_warning {
    TARE_FIRST_SLOW = 1 << 0,
    TARE_DRIFT = 1 << 1,
    TARE_TWO_MODES = 1 << 2,
    TARE_OUTLIER = 1 << 3,
    TARE_SHORTER_THAN_CLOCK = 1 << 4,
    TARE_CLOCK_LOW = 1 << 5,
    TARE_LAUNCH_NOT_HIDDEN = 1 << 6,
};
const char *tare_advice(enum tare_warning warning); // one line: what to do about it

typedef struct tare_time {
    double median, low, high; // low..high holds the median at 95 %; NAN below 6 samples
    double minimum, mean, first;
    double floor;         // what an empty kernel reads with the same protocol
    int samples, batch;   // batch: runs in one sample
    unsigned warnings;    // of enum tare_warning
    const char *flush;    // cold: how the caches were emptied, "read" or "write"
    uint64_t flush_bytes; // cold
    double bias_bound;    // cold: at most this part of the time is the flush's
} tare_time;

// The time of one run. Warms up, hides the launch, batches what is short. Hot says what the
// memory gives only when the working set is 8 x L2 and more; else use cold, or say "cache".
// TARE_TOO_SHORT fills `time` all the same.
tare_status tare_measure(tare_launch launch, void *context, tare_stream stream,
                         const tare_options *options, tare_time *time);
// The same summary of samples that the caller took; tick widens the interval (0: of no clock).
tare_status tare_summarise(const double *seconds, int samples, double tick, tare_time *time);
double tare_median(const double *values, int count); // NAN when there are none

// ---- work and rate ---------------------------------------------------------------------
typedef enum tare_unit {
    TARE_GB_PER_S,    // 1e9 bytes
    TARE_GIB_PER_S,   // 2^30 bytes
    TARE_MB_PER_S,    // 1e6 bytes
    TARE_TB_PER_S,    // 1e12 bytes
    TARE_GFLOP_PER_S, // 1e9 flops
    TARE_TFLOP_PER_S, // 1e12 flops
    TARE_FLOP_PER_BYTE,
    TARE_UNITS
} tare_unit;
const char *tare_unit_name(tare_unit unit); // "GB/s" ...
tare_status tare_unit_from_name(const char *name, tare_unit *unit);
double tare_unit_size(tare_unit unit); // bytes or flops in one; 1 for flop/byte
// Bytes are what was read plus what was written; count them in 64 bits. No time: infinite.
double tare_gb_per_s(uint64_t bytes, double seconds);
double tare_gib_per_s(uint64_t bytes, double seconds);
double tare_gflop_per_s(uint64_t flops, double seconds); // an FMA is two flops
double tare_tflop_per_s(uint64_t flops, double seconds);

// ---- what the device could do ----------------------------------------------------------
typedef enum tare_source { // how a number is known
    TARE_SOURCE_UNKNOWN,
    TARE_SOURCE_ATTRIBUTE,
    TARE_SOURCE_TABLE,
    TARE_SOURCE_MEASURED
} tare_source;
const char *tare_source_name(tare_source source);

typedef struct tare_device {
    char name[256];
    int is_host; // the host device: this machine's CPU
    int major, minor, multiprocessors;
    uint64_t l2_bytes; // 0: unknown, and so below
    uint64_t memory_bytes;
    double memory_clock_hz; // as the driver says it: half the data rate
    int bus_bits;
    int ecc; // 1 on, 0 off, -1 unknown
    double peak_bytes_per_s;
    tare_source peak_source;
    double peak_flop_per_s; // fp32
    tare_source flop_source;
} tare_device;
tare_status tare_device_facts(tare_device *device); // of the current device

typedef struct tare_card { // a published card: a table for exercises and for reading papers
    const char *name;
    double memory_clock_hz;
    int bus_bits;
    const char *memory; // "GDDR5", "HBM2" ...
    const char *source; // where the two numbers were published
} tare_card;
const tare_card *tare_cards(int *count);
const tare_card *tare_card_named(const char *name); // NULL: not in the table
const char *tare_ecc_note(const char *memory);      // what ECC costs on it: one line
double tare_peak_bytes_per_s(double memory_clock_hz, int bus_bits); // 2 x clock x bus / 8; or 0

typedef struct tare_ceilings { // bytes a second, measured on this device, in memory
    double read, write, copy, triad;
    uint64_t bytes; // the working set
} tare_ceilings;
// The best that kernels reach which only move memory: a true number is not above. Measured
// at the first call (up to a second), kept for the device.
tare_status tare_measure_ceilings(tare_ceilings *ceilings);

typedef struct tare_point {
    const char *name;
    double flop_per_byte, flop_per_s;
} tare_point;
typedef struct tare_roofline {
    double bytes_per_s, flop_per_s; // the two roofs; 0 flop/s: unknown
    const tare_point *points;
    int count;
    const char *language; // of the picture: NULL or "en", "zh"
} tare_roofline;
double tare_roof(const tare_roofline *roofline, double flop_per_byte); // flop/s at most
tare_status tare_roofline_text(const tare_roofline *roofline, FILE *out);
tare_status tare_roofline_csv(const tare_roofline *roofline, FILE *out);
tare_status tare_roofline_svg(const tare_roofline *roofline, FILE *out);

// ---- the claim -------------------------------------------------------------------------
typedef struct tare_claim {
    const char *what;      // the kernel or row it is about: letters, digits, _
    uint64_t bytes, flops; // work; at least one of them is not 0
    double seconds;        // the time that the work took
    double rate;           // what is reported, in the unit
    tare_unit unit;
    const char *statistic; // "single", "median", "mean", "minimum", "batch"
    const double *samples; // may be NULL
    int count;             // of samples
} tare_claim;
// Prints the claim for a person; for the grader, also to the descriptor TARE_CLAIM_FD
// names, in the form that common/claim.md describes. Believes what it is told.
tare_status tare_report(const tare_claim *claim);

#ifdef __cplusplus
}
#endif
#endif
