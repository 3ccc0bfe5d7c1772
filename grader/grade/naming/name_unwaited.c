// name_unwaited.c: rules about a clock that stopped before the work ended: work that a probe still
// found running, a time below what the clock can resolve.
#include <math.h>

#include "naming/rules.h"

// For a program that checks its result before it reports: the check waits, so no probe can find
// unfinished work. But the claimed time is too short for the work, and as long as the call that
// starts the work.
int name_time_of_a_call(struct clues *clues) {
    static const double far = 20;    // times too fast; not measured
    static const double call = 2e-4; // seconds; not measured
    double seconds = clues->count ? clues->pairs[0].student->seconds : 0;
    int copy = lab_teaches(clues, "time/not-waited-copy");
    if ((!copy && !lab_teaches(clues, "time/launch-only")) || clues->row->time < far ||
        seconds > call || (clues->residual && !waited(clues)))
        return 0;
    finding_add(clues, "time/launch-only", as_shipped(clues) ? SURE : LIKELY, "time-of-a-call",
                seconds, copy ? PROOF_TIME_OF_A_COPY_CALL : PROOF_TIME_OF_A_LAUNCH,
                lasting(seconds).text, lasting(clues->pairs[0].reference->seconds).text);
    return 1;
}

int name_below_tick(struct clues *clues) {
    static const double longest = 0.1; // seconds; not measured
    static const double floors = 3;    // not measured
    static const double ticks = 10;    // of a tenth each; not measured
    const struct claim *probe = clues->residual;
    if (!probe || !(probe->clock_floor > 0) || clues->pairs[0].student->seconds > longest)
        return 0;
    double seconds = clues->pairs[0].student->seconds;
    double steps = probe->clock_tick > 0 ? seconds / probe->clock_tick : INFINITY;
    if (seconds > floors * probe->clock_floor && steps > ticks)
        return 0;
    if (probe->residual_seconds > seconds)
        return 0; // the time is short because the program did not wait
    finding_add(clues, "time/below-tick", SURE, "clock-floor", seconds, PROOF_ITS_OWN,
                1e6 * seconds, 1e6 * probe->clock_floor);
    return 1;
}

static int is_too_fast(const struct clues *clues) {
    static const double factor = 1.5; // not measured
    return clues->row->time >= factor;
}

// A probe found work that was still running when the program reported.
int name_residual(struct clues *clues) {
    static const double rest = 0.3; // of the work's time; not measured
    const struct claim *probe = clues->residual;
    double reference = clues->pairs[0].reference->seconds;
    if (!probe || !(probe->residual_seconds > rest * reference) || nothing_was_left(probe) ||
        saw_its_work(clues) || !is_too_fast(clues))
        return 0;
    int events = student_calls(clues, "cudaEventRecord") || student_calls(clues, "tare_start");
    const char *mistake =
        !events && fills_the_queue(clues->pairs[0].student->count) ? "time/queue-full"
        : lab_teaches(clues, "time/stale-elapsed") && events       ? "time/stale-elapsed"
        : events                                                   ? "time/other-stream"
                                                                   : "time/launch-only";
    finding_add(clues, mistake, LIKELY, "residual-work", probe->residual_seconds,
                PROOF_BUSY_AT_REPORT, lasting(probe->residual_seconds).text,
                lasting(probe->seconds).text);
    return 1;
}
