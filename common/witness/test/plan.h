// plan.h: traces made by hand: what a program would have done, microsecond by microsecond.
#ifndef WITNESS_PLAN_H
#define WITNESS_PLAN_H

#include "witness/read/read.h"

struct plan {
    char *text; // the trace so far, as its writer would have written it
    size_t length, room;
    uint64_t correlation;
    double now;    // microseconds: where the host is
    uint64_t zero; // added to every time, in ns
    unsigned thread;
    unsigned blocks; // of a kernel, each of 256 threads
    // Microseconds for which other programs kept a processor: from the host, until now, and from
    // the workers of each kernel that follows.
    double host_delay, kernel_delay;
};

void plan_begin(struct plan *plan);
void plan_free(struct plan *plan);
void plan_add(struct plan *plan, struct witness_note note);
void plan_end(struct plan *plan); // writes the last line

// The host. Each takes `us` of its time.
uint64_t plan_call(struct plan *plan, const char *name, double us); // the correlation
void plan_failed(struct plan *plan, const char *name, double us, int result);
void plan_wait_until(struct plan *plan, const char *name, double until); // a call that blocks
void plan_clock(struct plan *plan);                                      // a mark: tare_now
void plan_idle(struct plan *plan, double us);
void plan_library(struct plan *plan, const char *name, double begin); // a cover, until now
void plan_claim(struct plan *plan, const char *what, double us);
void plan_context(struct plan *plan, double begin);

// Work of a call: launch and kernel at once, kernel at `begin`.
void plan_kernel(struct plan *plan, const char *name, uint64_t stream, double begin, double us);
void plan_copy(struct plan *plan, double begin, double us); // asynchronous, host to device
void plan_copy_sync(struct plan *plan, double us);          // the call lasts as long
void plan_memset(struct plan *plan, double begin, double us);

// An event is recorded now and reached at `reached`; negative: never.
void plan_event(struct plan *plan, uint64_t event, uint64_t stream, double reached);
void plan_elapsed(struct plan *plan, uint64_t start, uint64_t stop, double us, int result);

// The plan as a trace with its view; the test fails when it cannot be read.
struct seen {
    struct trace trace;
    struct view view;
    struct witness_facts facts; // of the last claim, or of a trace without one
};
void plan_see(const struct plan *plan, struct seen *seen); // stays where it is
void seen_free(struct seen *seen);

// The plans by name, for facts and for pictures.
struct named_plan {
    const char *name;
    void (*make)(struct plan *plan);
    const char *shows, *english, *chinese; // of its account
};
extern const struct named_plan named_plans[];
extern const int named_plan_count;

#endif
