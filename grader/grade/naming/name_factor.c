// name_factor.c: rules about a time that is wrong by a factor of 1000 or a whole number, where no
// account tells what was divided.
#include <math.h>

#include "naming/rules.h"

static void add_thousand(struct clues *clues, int slow, enum certainty certainty) {
    finding_add(clues, slow ? "units/ms-as-s" : "units/s-as-ms", certainty, "thousand",
                clues->row->time, PROOF_THOUSAND, clues->pairs[0].student->seconds,
                clues->pairs[0].reference->seconds);
}

// The median lies about there, and the interval reaches it.
static int is_about(const struct row *row, double factor) {
    static const double median = 0.2;    // not measured
    static const double interval = 0.02; // not measured
    return near(row->time, factor, median) && row->time_low <= (1 + interval) * factor &&
           row->time_high >= (1 - interval) * factor;
}

// Milliseconds in a variable for seconds, or the reverse, where no trace shows it. A claim of a few
// microseconds may also be the time of a call that does not wait, so then it is only likely.
int name_thousand(struct clues *clues) {
    const struct row *row = clues->row;
    const struct witness_facts *w = clues->witness;
    static const double of_a_call = 5e-5; // seconds; not measured
    int many = w && fills_the_queue(w->kernels);
    int slow = is_about(row, 1e-3), fast = is_about(row, 1e3) && waited(clues) && !many;
    if (fast && !w && lab_teaches(clues, "time/not-waited-copy"))
        return 0; // the program waited, but after the stop: its check waits
    int short_claim = clues->pairs[0].student->seconds < of_a_call;
    if (slow || fast)
        add_thousand(clues, slow, fast && short_claim ? LIKELY : SURE);
    return slow || fast;
}

// The factor, or 1 / factor, is a whole number, and the interval around it is narrow.
int is_whole(const struct clues *clues) {
    static const double width = 0.06;  // of the interval; not measured
    static const double beside = 0.02; // of a whole number; not measured
    const struct row *row = clues->row;
    double factor = row->time > 1 ? row->time : 1 / row->time, whole = round(factor);
    int narrow = row->time_high - row->time_low < width * row->time;
    return whole >= 2 && whole <= 1000 && narrow && near(factor, whole, beside);
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
