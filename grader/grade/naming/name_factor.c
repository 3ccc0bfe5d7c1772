// name_factor.c: a time that is wrong by a whole factor, where no account tells what was divided.
#include <math.h>

#include "naming/rules.h"

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
    if (round(factor / 100) == 10) // a unit is likelier than so many runs
        finding_add(clues, row->time > 1 ? "units/s-as-ms" : "units/ms-as-s", LIKELY,
                    "whole-factor", row->time, PROOF_THOUSAND, clues->pairs[0].student->seconds,
                    clues->pairs[0].reference->seconds);
    else
        finding_add(clues, row->time > 1 ? "time/divided-twice" : "time/batch-not-divided", LIKELY,
                    "whole-factor", row->time,
                    row->time > 1 ? PROOF_TIME_TOO_SMALL : PROOF_TIME_TOO_LARGE, factor);
    return 1;
}
