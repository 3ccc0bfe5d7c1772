// finding.c: which mistake the facts show, the strongest proof first.
#include "witness/facts.h"

// A smaller part of a window is noise, or the time that noting takes.
static const double worth_telling = 0.05; // not measured

static enum witness_finding find_in_events(const struct witness_facts *facts) {
    if (facts->kind != WINDOW_EVENTS)
        return FOUND_RIGHT;
    if (facts->elapsed_result == WITNESS_NOT_READY)
        return FOUND_STALE_ELAPSED;
    if (facts->elapsed_result)
        return FOUND_NO_TIMING;
    if (facts->window_ns < 0)
        return FOUND_REVERSED;
    return FOUND_RIGHT;
}

static enum witness_finding find_unseen(const struct witness_facts *facts) {
    double least = worth_telling * facts->window_ns;
    if (facts->elsewhere)
        return facts->stream_used ? FOUND_ONE_OF_STREAMS : FOUND_OTHER_STREAM;
    if (facts->after_stop_ns > least && facts->after_stop_ns > worth_telling * facts->kernel_ns)
        return FOUND_STILL_RUNNING;
    if (facts->copy_after_stop_ns > least &&
        facts->copy_after_stop_ns > worth_telling * facts->copy_ns)
        return FOUND_COPY_RUNNING;
    if (facts->nothing)
        return facts->unseen ? FOUND_UNSEEN : FOUND_NOTHING;
    return FOUND_RIGHT;
}

// Among many runs the first does not matter, unless it took much longer than the others.
static int first_run_matters(const struct witness_facts *facts) {
    static const double cold = 0.2; // not measured
    double share = cold * facts->window_ns;
    if (!facts->first_launch)
        return 0;
    if (facts->one_kernel && facts->kernels > 1) {
        double rest = (facts->kernel_ns - facts->first_run_ns) / (facts->kernels - 1);
        return facts->first_run_ns + facts->first_call_ns - rest > share;
    }
    return facts->first_kernel_ns > share || facts->first_call_ns > share;
}

static enum witness_finding find_besides(const struct witness_facts *facts) {
    double least = worth_telling * facts->window_ns;
    if (facts->earlier_ns > least)
        return FOUND_EARLIER_WORK;
    int first_run = first_run_matters(facts);
    if (facts->context_ns > least && !(first_run && facts->first_kernel_ns > facts->context_ns))
        return FOUND_CONTEXT;
    if (facts->allocations && facts->allocation_ns > least)
        return FOUND_ALLOCATION;
    if (facts->kernels && facts->copy_inside_ns > least)
        return FOUND_COPIES;
    if (facts->kernels && facts->memset_inside_ns > least)
        return FOUND_MEMSETS;
    if (facts->one_kernel && facts->kernels > 1 && facts->match == MATCH_WHOLE)
        return FOUND_BATCH;
    if (first_run)
        return FOUND_FIRST_RUN;
    return FOUND_RIGHT;
}

enum witness_finding witness_find(const struct witness_facts *facts) {
    static const int few = 5;              // windows; not measured
    static const double outlying = 1.1;    // times their median; not measured
    static const double mostly_busy = 0.5; // of the window; not measured
    if (facts->launch_failed || (facts->failed_result && facts->nothing))
        return FOUND_LAUNCH_FAILED;
    enum witness_finding found = find_in_events(facts);
    if (found == FOUND_RIGHT)
        found = find_unseen(facts);
    if (found == FOUND_RIGHT)
        found = find_besides(facts);
    if (found != FOUND_RIGHT)
        return found;
    if (!facts->library && facts->match != MATCH_WHOLE && facts->match != MATCH_PART &&
        facts->windows >= few && facts->claim_seconds > 0 &&
        facts->claim_seconds * 1e9 > outlying * facts->windows_median &&
        facts->claim_seconds * 1e9 < facts->windows_high)
        return FOUND_OUTLIERS;
    return facts->busy_ns < mostly_busy * facts->window_ns ? FOUND_MOSTLY_HOST : FOUND_RIGHT;
}

const char *witness_finding_name(enum witness_finding finding) {
    static const char *const names[FOUND_KINDS] = {
        "right",    "no-window",    "launch-failed",  "stale-elapsed", "no-timing",
        "reversed", "other-stream", "one-of-streams", "copy-running",  "still-running",
        "nothing",  "earlier-work", "context",        "allocation",    "copies",
        "memsets",  "batch",        "first-run",      "mostly-host",   "outliers",
        "unseen"};
    return finding < FOUND_KINDS ? names[finding] : "unknown";
}
