// name_reading.c: rules about the readings of a clock that a claim is made of. The trace finds them
// by their digits, so what they say is a fact.
#include <math.h>
#include <string.h>

#include "naming/rules.h"

static double ms(double ns) {
    return 1e-6 * ns;
}

static void add_sum(struct clues *clues, const char *mistake, const struct reading *r) {
    finding_add(clues, mistake, SURE, "reading", r->count, PROOF_SUM_OF_READINGS,
                1e3 * clues->witness->claim_seconds, r->count, r->first + 1, r->last + 1);
}

// Readings that were added up: those of different work, or all of the same work.
static int name_sum(struct clues *clues, const struct reading *r) {
    if (r->form != READING_SUM || r->count < 2)
        return 0;
    if (r->divided > 1)
        finding_add(clues, "time/other-count", SURE, "reading", r->divided, PROOF_ITS_OWN,
                    1e3 * clues->witness->claim_seconds, r->count, r->divided);
    else
        add_sum(clues, r->mixed || r->count < 3 ? "time/accumulated" : "time/batch-not-divided", r);
    return 1;
}

// One reading, or a mean of readings, divided by a number that is not that of its runs.
static int name_divisor(struct clues *clues, const struct reading *r) {
    int mean = r->form == READING_MEAN && r->runs > 1; // of batches
    if ((r->form != READING_ONE && !mean) || r->divided < 2 || r->runs < 1 ||
        near(r->divided, r->runs, 1e-9))
        return 0;
    int twice = r->runs > 1 && near(r->divided, r->runs * r->runs, 1e-9);
    if (r->runs < 2 && clues->row->time < 1.2)
        return 0; // passes of one launch
    // A fact of one run only where the divisor is a number of things that the program has.
    int counted = r->runs > 1 || r->divided == r->like ||
                  r->divided == clues->pairs[0].student->count ||
                  (clues->source && source_number(clues->source, r->divided) >= 0);
    finding_add(clues, twice || r->runs < 2 ? "time/divided-twice" : "time/other-count",
                counted ? SURE : LIKELY, "reading", r->divided, PROOF_DIVIDED_WINDOW, ms(r->value),
                (int)r->runs, (double)r->divided);
    return 1;
}

// The number of the lab's runs, but other kernels ran between the readings too: those of the first
// run, such as a table that is made once.
static int name_others_inside(struct clues *clues, const struct reading *r) {
    const struct witness_facts *w = clues->witness;
    int others = w->kernels - (int)r->runs;
    if (r->form != READING_ONE || r->runs < 2 || !near(r->divided, r->runs, 1e-9) || others < 1 ||
        !w->first_launch)
        return 0;
    finding_add(clues, "time/first-run", LIKELY, "reading", others, PROOF_OTHERS_INSIDE,
                ms(r->value), w->kernels, r->divided, others);
    return 1;
}

static int name_thousand_of_reading(struct clues *clues, const struct reading *r) {
    int slow = near(r->scale * r->divided, 1e3, 1e-6),
        fast = near(r->scale * r->divided, 1e-3, 1e-6);
    if (!slow && !fast)
        return 0;
    finding_add(clues, slow ? "units/ms-as-s" : "units/s-as-ms", SURE, "reading", r->scale,
                PROOF_CLAIM_IS_PART, ms(r->value), clues->witness->claim_seconds, r->scale);
    return 1;
}

// One of several equal readings, or a mean of them, where the claim brings no samples.
static int name_choice(struct clues *clues, const struct reading *r) {
    double claimed = 1e3 * clues->witness->claim_seconds;
    double middle = ms(r->usual);
    const struct claim *claim = clues->pairs[0].student;
    if (r->like < 4 || claim->sampled > 0 ||
        claim_is_as_it_says(claim, r, asked_by(&clues->seen->lab)))
        return 0;
    if (r->form == READING_GEOMETRIC)
        finding_add(clues, "statistic/not-the-median", SURE, "reading", r->count, PROOF_GEOMETRIC,
                    claimed, r->count, middle);
    else if (r->form == READING_HARMONIC)
        finding_add(clues, "statistic/mean-of-rates", SURE, "reading", r->count, PROOF_SAMPLES,
                    claimed, r->count, middle);
    else if (r->form == READING_ONE && r->rank == r->like && r->first > 0)
        finding_add(clues, "statistic/not-the-median", SURE, "reading", r->rank, PROOF_LARGEST,
                    claimed, r->like, middle);
    else if (r->form == READING_ONE && r->rank == 1 && clues->row->time > 1)
        finding_add(clues, "statistic/minimum-as-typical", SURE, "reading", 1, PROOF_SAMPLES,
                    claimed, r->like, middle);
    else
        return 0;
    return 1;
}

int name_reading(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    if (!w || w->reading.form == READING_NONE)
        return 0;
    const struct reading *r = &w->reading;
    return name_sum(clues, r) || name_divisor(clues, r) || name_others_inside(clues, r) ||
           name_choice(clues, r);
}

// What the trace shows, and the number besides in another unit.
int name_reading_scale(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    return w && w->reading.form != READING_NONE && name_thousand_of_reading(clues, &w->reading);
}

// A number of the code by which the window was multiplied, or the part that was taken off.
static int scaled_by_hand(const struct clues *clues, double scale) {
    for (int i = 0; clues->source && i < clues->source->count; i++) {
        double number = token_number(&clues->source->tokens[i]);
        if (number > 0 && (near(scale, number, 1e-6) || near(scale, 1 - number, 1e-6) ||
                           near(scale, 1 + number, 1e-6) || near(scale, 1 / number, 1e-6)))
            return i;
    }
    return -1;
}

int name_unmeasured(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    if (!w || w->reading.form != READING_NONE || isnan(w->reading.scale) ||
        w->match == MATCH_WHOLE || w->match == MATCH_PART || !(w->claim_seconds > 0))
        return 0;
    double scale = w->window_ns > 0 ? 1e9 * w->claim_seconds / w->window_ns : 0;
    int at = scale > 0 ? scaled_by_hand(clues, scale) : -1;
    if (at >= 0) {
        char line[90];
        source_line(clues->source, at, line, sizeof line);
        finding_add(clues, "time/not-measured", SURE, "scaled", scale, PROOF_SCALED_BY_HAND,
                    1e3 * w->claim_seconds, ms(w->window_ns), scale, clues->source->tokens[at].line,
                    line);
    } else if (w->windows > 0) {
        finding_add(clues, "time/not-measured", LIKELY, "no-reading", scale, PROOF_NO_READING,
                    1e3 * w->claim_seconds, (int)w->windows);
    } else {
        finding_add(clues, "time/not-measured", LIKELY, "no-clock", scale,
                    isfinite(w->reading.near) ? PROOF_NO_RESULT : PROOF_NO_CLOCK,
                    1e3 * w->claim_seconds);
    }
    return 1;
}
