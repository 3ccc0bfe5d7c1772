// tare.h: measures CUDA kernels: a time with its interval, a rate with its unit.
//
// Times are in seconds, work is in bytes or flops; if a value has another unit, its name says so. A
// function that can fail returns a tare_status, and tare_why() gives the reason. This header does
// not need CUDA's headers. The functions are not thread-safe, except tare_why().
#ifndef TARE_H
#define TARE_H

#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CUstream_st *tare_stream; // the same type as cudaStream_t; NULL: the default stream

typedef enum tare_status {
    TARE_OK,
    TARE_BAD_ARGUMENT, // the caller's mistake; tare_why() names the argument
    TARE_NO_DEVICE,    // nothing here can run a kernel
    TARE_CUDA_ERROR,   // a CUDA call failed; tare_why() has the error's name and text
    TARE_NO_MEMORY,
    TARE_TOO_SHORT, // too short for the clock, even in the longest batch
    TARE_UNKNOWN,   // the device does not say, and the library does not guess
    TARE_IO_ERROR,
} tare_status;
const char *tare_status_text(tare_status status);
const char *tare_why(void); // the last failure in this thread: one line, never NULL

// ---- clocks ----------------------------------------------------------------------------
typedef struct tare_clock {
    double tick;  // smallest step between two different readings
    double floor; // what the clock reads around nothing (device: around an empty kernel)
} tare_clock;

// The host's monotonic clock. Two readings around a launch give the time of the launch, not of the
// kernel, because the host does not wait. Synchronise before each reading, or use a stopwatch.
double tare_now(void);
tare_status tare_host_clock(tare_clock *clock);
// The clock of events, measured once. A time near its tick is worth nothing: measure a batch.
tare_status tare_device_clock(tare_stream stream, tare_clock *clock);

// A pair of events on one stream. It measures all work on that stream between start and stop, and
// no work on other streams. For a kernel shorter than about 10 us the time also contains the
// launch: use tare_measure, which hides the launch.
typedef struct tare_stopwatch tare_stopwatch;
tare_status tare_stopwatch_new(tare_stopwatch **watch); // a stopwatch serves many readings
tare_status tare_start(tare_stopwatch *watch, tare_stream stream);
tare_status tare_stop(tare_stopwatch *watch, tare_stream stream); // the same stream
tare_status tare_read(tare_stopwatch *watch, double *seconds);    // waits for the stop
void tare_stopwatch_free(tare_stopwatch *watch);                  // NULL is fine

// ---- measuring -------------------------------------------------------------------------
// Queues one run on the stream and returns the cudaError_t; one that queues nothing is an error. If
// it waits for the device, the run is still measured, but its launch cannot be hidden.
typedef int (*tare_launch)(void *context, tare_stream stream);

enum tare_flush_kind { TARE_FLUSH_CHOSEN, TARE_FLUSH_READ, TARE_FLUSH_WRITE };
typedef struct tare_options {
    int cold;         // 0: runs follow each other; 1: the caches are flushed before each run
    int samples;      // 0: until the interval is narrow enough or the budget is used up
    double budget;    // seconds of wall time, at least half of them for samples; 0: 0.25
    double precision; // half the interval's width over the median; 0: 0.005
    int flush;        // cold: an enum tare_flush_kind; 0: the kind that costs least here
    const void *reserved;
} tare_options; // all zero is the default: hot, until the precision is reached

enum tare_warning {
    TARE_FIRST_SLOW = 1 << 0,
    TARE_DRIFT = 1 << 1,
    TARE_TWO_MODES = 1 << 2,
    TARE_OUTLIER = 1 << 3,
    TARE_SHORTER_THAN_CLOCK = 1 << 4,
    TARE_CLOCK_LOW = 1 << 5,
    TARE_LAUNCH_NOT_HIDDEN = 1 << 6,
    TARE_NOT_PRECISE = 1 << 7, // the last one
};
const char *tare_advice(enum tare_warning warning); // one line: what to do

typedef struct tare_time {
    double median, low, high; // low..high: 95 % interval of the median; NAN below 6 samples
    double minimum, mean, first;
    double floor;         // the time of an empty kernel, measured in the same way
    int samples, batch;   // batch: runs in one sample
    unsigned warnings;    // of enum tare_warning
    const char *flush;    // cold: how the caches were emptied, "read" or "write"
    uint64_t flush_bytes; // cold
    double bias_bound;    // cold: the flush caused at most this part of the time
} tare_time;

// The time of one run. Warms up, hides the launch, and times short runs in batches. A hot
// measurement gives the rate of memory only when the working set is 8 x L2 or more; else use cold,
// or call the result the rate of the cache. With TARE_TOO_SHORT, `time` is filled, too.
tare_status tare_measure(tare_launch launch, void *context, tare_stream stream,
                         const tare_options *options, tare_time *time);
// The same summary for the caller's samples. The tick of their clock widens it; 0: no clock.
tare_status tare_summarise(const double *seconds, int samples, double tick, tare_time *time);
double tare_median(const double *values, int count); // NAN when count is 0

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
// Count the bytes read plus the bytes written, in 64 bits. For 0 seconds the rate is infinite.
double tare_gb_per_s(uint64_t bytes, double seconds);
double tare_gib_per_s(uint64_t bytes, double seconds);
double tare_gflop_per_s(uint64_t flops, double seconds); // an FMA is two flops
double tare_tflop_per_s(uint64_t flops, double seconds);

// ---- what the device can do -----------------------------------------------------------
typedef enum tare_source { // how the number is known
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
    uint64_t l2_bytes; // 0: unknown, here and in the following fields
    uint64_t memory_bytes;
    double memory_clock_hz; // as the driver reports it: half the data rate
    int bus_bits;
    int ecc; // 1 on, 0 off, -1 unknown
    double peak_bytes_per_s;
    tare_source peak_source;
    double peak_flop_per_s; // fp32
    tare_source flop_source;
} tare_device;
tare_status tare_device_facts(tare_device *device); // of the current device

typedef struct tare_card { // a published card, for exercises and for reading papers
    const char *name;
    double memory_clock_hz;
    int bus_bits;
    const char *memory; // "GDDR5", "HBM2" ...
    const char *source; // where the two numbers were published
} tare_card;
const tare_card *tare_cards(int *count);
const tare_card *tare_card_named(const char *name);                 // NULL: not in the table
const char *tare_ecc_note(const char *memory);                      // one line: what ECC costs
double tare_peak_bytes_per_s(double memory_clock_hz, int bus_bits); // 2 x clock x bus / 8; or 0

typedef struct tare_ceilings { // bytes per second of memory, measured on this device
    double read, write, copy, triad, low[4], high[4]; // low, high: the 95 % interval of each
    unsigned warnings; // of enum tare_warning: another user of the machine, perhaps
    uint64_t bytes;    // the working set
} tare_ceilings;
// The best rates of kernels that only move memory. Measured once for a device, in about a second.
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
double tare_roof(const tare_roofline *roofline, double flop_per_byte); // the highest flop/s there
tare_status tare_roofline_text(const tare_roofline *roofline, FILE *out);
tare_status tare_roofline_csv(const tare_roofline *roofline, FILE *out);
tare_status tare_roofline_svg(const tare_roofline *roofline, FILE *out);

// ---- the claim -------------------------------------------------------------------------
typedef struct tare_claim {
    const char *what;      // the name of the kernel or row: letters, digits, _
    uint64_t bytes, flops; // the work; at least one of them is not 0
    double seconds;        // the time that the work took
    double rate;           // the number that you report, in the unit
    tare_unit unit;
    const char *statistic; // "single", "median", "mean", "minimum", "batch"
    const double *samples; // may be NULL
    int count;             // of samples
} tare_claim;
// Prints the claim for a person and, where the environment variable TARE_CLAIM_FD names a
// descriptor, for the grader (common/claim.md). It does not check that the numbers are true.
tare_status tare_report(const tare_claim *claim);

#ifdef __cplusplus
}
#endif
#endif
