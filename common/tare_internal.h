// tare_internal.h: what the library's own files share. Nobody else includes it.
#ifndef TARE_INTERNAL_H
#define TARE_INTERNAL_H

#include <cuda_runtime_api.h>

#include "tare.h"
#include "witness/note.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- status.c: every failure leaves its sentence for tare_why() --------------------
tare_status tare_fail(tare_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Takes the error off the device's record, so that the caller's next check is not blamed.
tare_status tare_fail_cuda(cudaError_t error, const char *call);
// TARE_OK when a device can be used; the question is asked once.
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

// ---- mark.c: tells the witness, when one watches -----------------------------------
void tare_mark(enum witness_kind kind, const char *name, const void *event, double value);
void tare_mark_read(const char *name, uint64_t ns); // a host clock gave this value

// ---- device.c ----------------------------------------------------------------------
// The largest cache between a kernel and memory: a card's L2, the host's last level;
// 0 when unknown.
uint64_t tare_largest_cache(const tare_device *device);
int tare_current_device(void); // its number; what is kept of one is not another's

// ---- peak.c ------------------------------------------------------------------------
// fp32, 2 flops an FMA; 0 for an architecture whose lanes are not known.
double tare_peak_flop_per_s(int major, int minor, int multiprocessors, double clock_hz);

// ---- statistics.c ------------------------------------------------------------------
// The smallest difference between two different readings; 0 when all are the same.
double tare_smallest_step(const double *readings, int count);
// tare_summarise with median and interval of the medians of rounds, `round` samples in turn
// each: samples of one round may depend on each other, rounds do not.
tare_status tare_summarise_rounds(const double *seconds, int samples, int round, double tick,
                                  tare_time *time);

// ---- numbers.c ---------------------------------------------------------------------
void *tare_plain_numbers(void); // from here on "1.5", never "1,5"; in this thread
void tare_numbers_as_before(void *before);

// ---- claim.c -----------------------------------------------------------------------
// One line of the machine form, when TARE_CLAIM_FD asks for it.
tare_status tare_claim_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
int tare_claims_made(void);

// ---- gate.c ------------------------------------------------------------------------
void tare_gate(const char *place); // "data" or "check": waits here, if the grader asked to
// "host", "check" or "report": nothing is measured any more, and what follows may wait.
void tare_gate_leave(const char *place);
int tare_gate_is_warm(void); // 1 when another program has just measured

// ---- claim_probe.c -----------------------------------------------------------------
struct tare_probe {
    double residual; // seconds of work that was still to be waited for
    int error;
};
int tare_probe_look(struct tare_probe *probe); // 0 when nobody asked
tare_status tare_probe_tell(const struct tare_probe *probe, const char *what);

#ifdef __cplusplus
}
#endif
#endif
