// name_unwaited.c: rules about a clock that stopped before the work ended: work that a probe still
// found running, a time below what the clock can resolve.
#include <math.h>

#include "naming/rules.h"

// For a program that checks its result before it reports: the check waits, so no probe can find
// unfinished work. But the claimed time is too short for the work, and as long as the call that
// starts the work.
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
        return 0; // the time is short because the program did not wait
    finding_add(clues, "time/below-tick", SURE, "clock-floor", seconds, PROOF_ITS_OWN,
                1e6 * seconds, 1e6 * probe->clock_floor);
    return 1;
}

// The claimed time is that of an earlier pair of events, and the last work was still running.
static int name_old_window(struct clues *clues) {
    const struct claim *probe = clues->residual;
    const struct witness_facts *w = clues->witness;
    if (!w || w->finding != FOUND_RIGHT || w->match != MATCH_WHOLE || w->kind != WINDOW_EVENTS)
        return 0;
    finding_add(clues, "time/stale-elapsed", SURE, "old-window", probe->residual_seconds,
                PROOF_ITS_OWN, milli(probe->seconds), milli(probe->residual_seconds));
    return 1;
}

// A probe found work that was still running when the program reported.
int name_residual(struct clues *clues) {
    const struct claim *probe = clues->residual;
    double reference = clues->pairs[0].reference->seconds;
    if (!probe || !(probe->residual_seconds > 0.3 * reference) ||
        probe->residual_seconds < nothing_left || clues->row->time < 1.5)
        return 0;
    if (name_old_window(clues))
        return 1;
    int events = student_calls(clues, "cudaEventRecord") || student_calls(clues, "tare_start");
    const char *mistake =
        !events && clues->pairs[0].student->count >= LAUNCH_QUEUE ? "time/queue-full"
        : lab_teaches(clues, "time/not-waited-copy")              ? "time/not-waited-copy"
        : lab_teaches(clues, "time/stale-elapsed") && events      ? "time/stale-elapsed"
        : events                                                  ? "time/other-stream"
                                                                  : "time/launch-only";
    finding_add(clues, mistake, LIKELY, "residual-work", probe->residual_seconds,
                PROOF_BUSY_AT_REPORT, milli(probe->residual_seconds), milli(probe->seconds));
    return 1;
}
