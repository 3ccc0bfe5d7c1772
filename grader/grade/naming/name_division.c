// name_division.c: rules about a time that is wrong by a factor: 1000, the number of runs, another
// whole number.
#include <math.h>

#include "naming/rules.h"

static void add_thousand(struct clues *clues, int slow, enum certainty certainty) {
    finding_add(clues, slow ? "units/ms-as-s" : "units/s-as-ms", certainty, "thousand",
                clues->row->time, PROOF_THOUSAND, clues->pairs[0].student->seconds,
                clues->pairs[0].reference->seconds);
}

static void add_division(struct clues *clues, const char *mistake, double divisor) {
    const struct witness_facts *w = clues->witness;
    finding_add(clues, mistake, SURE, "division", divisor, PROOF_DIVIDED_WINDOW,
                1e-6 * w->window_ns, w->kernels > 0 ? w->kernels : w->copies, divisor);
}

// Finds the number by which the program divided the window: the trace shows the window and the
// number of runs in it.
int name_division(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    int count = w ? (w->kernels > 0 ? w->kernels : w->copies) : 0;
    if (count < 1 || !(w->window_ns > 0) || !(w->claim_seconds > 0) ||
        (w->finding != FOUND_RIGHT && w->finding != FOUND_MOSTLY_HOST && w->finding != FOUND_BATCH))
        return 0;
    double divisor = w->window_ns / (1e9 * w->claim_seconds), runs = count;
    double excess = divisor / runs;  // 1 is right
    static const double room = 0.02; // between whole numbers, of large divisors too
    int whole = near(divisor, round(divisor), fmin(1e-3, room / divisor)) && divisor > 1.5;
    if (near(excess, 1e-3, 2e-3) || near(excess, 1e3, 2e-3)) {
        add_thousand(clues, excess < 1, SURE);
    } else if (w->windows != 1) {
        return 0; // the claim may be of several windows
    } else if (runs > 1 && near(divisor, 1e-3, 0.01)) {
        add_thousand(clues, 1, SURE);
        add_division(clues, "time/batch-not-divided", 1);
    } else if (whole && excess > 1.3 && clues->row->time > 1.2) {
        int twice = runs < 2 || near(divisor, runs * runs, 1e-3);
        add_division(clues, twice ? "time/divided-twice" : "time/other-count", divisor);
    } else if (excess < 0.77 && clues->row->time < 0.8 &&
               (whole || (w->kernels == 0 && near(divisor, 1, 1e-3)))) {
        add_division(clues, "time/batch-not-divided", divisor);
    } else {
        return 0;
    }
    return 1;
}

// Milliseconds in a variable for seconds, or the reverse, where no trace shows it. A claim of a few
// microseconds may also be the time of a call that does not wait, so then it is only likely.
int name_thousand(struct clues *clues) {
    const struct row *row = clues->row;
    const struct witness_facts *w = clues->witness;
    static const double of_a_call = 5e-5;
    int many = w && w->kernels >= LAUNCH_QUEUE;
    int slow = near(row->time, 1e-3, 0.2) && row->time_low <= 1.02e-3 && row->time_high >= 0.98e-3;
    int fast = near(row->time, 1e3, 0.2) && row->time_low <= 1020 && row->time_high >= 980 &&
               waited(clues) && !many;
    if (fast && !w && lab_teaches(clues, "time/not-waited-copy"))
        return 0; // the program waited, but after the stop: its check waits
    int short_claim = clues->pairs[0].student->seconds < of_a_call;
    if (slow || fast)
        add_thousand(clues, slow, fast && short_claim ? LIKELY : SURE);
    return slow || fast;
}

// The factor, or 1 / factor, is a whole number, and the interval around it is narrow.
int is_whole(const struct clues *clues) {
    const struct row *row = clues->row;
    double factor = row->time > 1 ? row->time : 1 / row->time, whole = round(factor);
    int narrow = row->time_high - row->time_low < 0.06 * row->time;
    return whole >= 2 && whole <= 1000 && narrow && near(factor, whole, 0.02);
}

// The last rule: no other rule explains the factor, and it is a whole number.
int name_whole_factor(struct clues *clues) {
    const struct row *row = clues->row;
    double factor = row->time > 1 ? row->time : 1 / row->time;
    if (!is_whole(clues))
        return 0;
    finding_add(clues, row->time > 1 ? "time/divided-twice" : "time/batch-not-divided", LIKELY,
                "whole-factor", row->time,
                row->time > 1 ? PROOF_TIME_TOO_SMALL : PROOF_TIME_TOO_LARGE, factor);
    return 1;
}

static int divided_by_runs(const struct clues *clues, double *runs) {
    const struct witness_facts *w = clues->witness;
    const struct claim *claim = clues->pairs[0].student;
    double time = clues->row->time;
    double counts[] = {w ? (double)w->kernels : 0, claim->count, w ? (double)w->windows : 0};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (counts[i] > 1.5 && near(time, counts[i], 0.25)) {
            *runs = counts[i];
            return 1;
        }
    return 0;
}

// The claim is shorter than one kernel that ran whole between the marks.
int name_divided_twice(struct clues *clues) {
    double runs = 0, kernel = kernel_seconds(clues);
    if (clues->row->time < 1.3 || (clues->residual && !waited(clues)))
        return 0;
    const struct witness_facts *w = clues->witness;
    if (w && w->reading.form == READING_NONE && !isnan(w->reading.scale) && w->match == MATCH_NONE)
        return 0; // a number that was never read was not divided either
    int below_one = w && kernel > 0 && w->claim_seconds < 0.7 * kernel;
    if (!below_one && !(isfinite(kernel) ? 0 : divided_by_runs(clues, &runs)))
        return 0;
    if (below_one)
        finding_add(clues, "time/divided-twice", SURE, "below-one-kernel",
                    kernel / w->claim_seconds, PROOF_BELOW_ONE_KERNEL, milli(kernel),
                    milli(w->claim_seconds));
    else
        finding_add(clues, "time/divided-twice", LIKELY, "divided-by-runs", runs,
                    PROOF_DIVIDED_BY_RUNS, clues->row->time, runs);
    return 1;
}
