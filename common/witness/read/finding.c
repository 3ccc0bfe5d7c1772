// finding.c: why a stopwatch gives no time, the strongest proof first.
#include "witness/facts.h"

enum witness_finding witness_find(const struct witness_facts *facts) {
    int events = facts->kind == WINDOW_EVENTS;
    if (facts->launch_failed || (facts->failed_result && facts->nothing))
        return FOUND_LAUNCH_FAILED;
    if (events && facts->elapsed_result)
        return facts->elapsed_result == WITNESS_NOT_READY ? FOUND_STALE_ELAPSED : FOUND_NO_TIMING;
    if (events && facts->window_ns < 0)
        return FOUND_REVERSED;
    if (facts->nothing)
        return facts->unseen ? FOUND_UNSEEN : FOUND_NOTHING;
    return FOUND_STOPWATCH;
}

const char *witness_finding_name(enum witness_finding finding) {
    static const char *const names[FOUND_KINDS] = {"stopwatch",     "no-window", "launch-failed",
                                                   "stale-elapsed", "no-timing", "reversed",
                                                   "nothing",       "unseen"};
    return finding < FOUND_KINDS ? names[finding] : "unknown";
}
