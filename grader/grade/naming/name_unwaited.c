// name_unwaited.c: the time, where the clock did not see all of the work: what a probe found
// left of it, how it grows, what the clock can tell apart.
#include <math.h>

#include "naming/rules.h"

// What the lab times is checked before the claim is made, so nothing is left to see of it:
// too short for any copy or kernel, and of the length of a call.
int name_time_of_a_call(struct clues *clues) {
    double seconds = clues->count ? clues->pairs[0].student->seconds : 0;
    int copy = lab_teaches(clues, "time/not-waited-copy");
    if ((!copy && !lab_teaches(clues, "time/launch-only")) || clues->row->time < 20 ||
        seconds > 2e-4 || (clues->residual && !waited(clues)))
        return 0;
    finding_add(clues, copy ? "time/not-waited-copy" : "time/launch-only",
                as_shipped(clues) ? SURE : LIKELY, "time-of-a-call", seconds,
                copy ? PROOF_TIME_OF_A_COPY_CALL : PROOF_TIME_OF_A_LAUNCH, 1e6 * seconds,
                milli(clues->pairs[0].reference->seconds));
    return 1;
}

int name_below_tick(struct clues *clues) {
    const struct claim *probe = clues->residual;
    if (!probe || !(probe->clock_floor > 0) || clues->pairs[0].student->seconds > 0.1)
        return 0;
    double seconds = clues->pairs[0].student->seconds;
    double steps = probe->clock_tick > 0 ? seconds / probe->clock_tick : INFINITY;
    if (seconds > 3 * probe->clock_floor && steps > 10)
        return 0;
    if (probe->residual_seconds > seconds)
        return 0; // it is short because it did not wait
    finding_add(clues, "time/below-tick", SURE, "clock-floor", seconds, PROOF_BELOW_TICK,
                1e6 * seconds, 1e6 * probe->clock_floor);
    return 1;
}

// The trace shows a good window, but an earlier one, and the last work was not waited for.
static int name_old_window(struct clues *clues) {
    const struct claim *probe = clues->residual;
    const struct witness_facts *w = clues->witness;
    if (!w || w->finding != FOUND_RIGHT || w->match != MATCH_WHOLE || w->kind != WINDOW_EVENTS)
        return 0;
    finding_add(clues, "time/stale-elapsed", SURE, "old-window", probe->residual_seconds,
                PROOF_OLD_WINDOW, milli(probe->seconds), milli(probe->residual_seconds));
    return 1;
}

// Without a trace: work was left when the claim was made.
int name_residual(struct clues *clues) {
    const struct claim *probe = clues->residual;
    double reference = clues->pairs[0].reference->seconds;
    if (!probe || !(probe->residual_seconds > 0.3 * reference) ||
        probe->residual_seconds < nothing_left || clues->row->time < 1.5)
        return 0;
    if (name_old_window(clues))
        return 1;
    int events = student_calls(clues, "cudaEventRecord") || student_calls(clues, "tare_start");
    enum { QUEUE = 500 }; // runs: from here on the queue of launches is full, and launching waits
    const char *mistake = !events && clues->pairs[0].student->count >= QUEUE ? "time/queue-full"
                          : lab_teaches(clues, "time/not-waited-copy") ? "time/not-waited-copy"
                          : lab_teaches(clues, "time/stale-elapsed") && events
                              ? "time/stale-elapsed"
                          : events ? "time/other-stream"
                                   : "time/launch-only";
    finding_add(clues, mistake, LIKELY, "residual-work", probe->residual_seconds,
                PROOF_BUSY_AT_REPORT, milli(probe->residual_seconds), milli(probe->seconds));
    return 1;
}

int name_no_growth(struct clues *clues) {
    const struct claim *half = clues->half, *whole = clues->residual;
    if (!half || !whole || clues->row->time < 1.5 || whole->seconds <= 0)
        return 0;
    double growth = whole->seconds / half->seconds;
    if (growth > 1.3)
        return 0;
    finding_add(clues, "time/launch-only", LIKELY, "no-growth", growth, PROOF_NO_GROWTH, growth);
    return 1;
}
