// name_reading.c: rules about the readings of a clock that a claim is made of. The trace finds them
// by their digits, so what they say is a fact.
#include <math.h>
#include <string.h>

#include "naming/rules.h"

// One of several equal readings, or a mean of them, where the claim brings no samples.
int name_choice(struct clues *clues) {
    if (!clues->witness || clues->witness->reading.form == READING_NONE)
        return 0;
    const struct reading *r = &clues->witness->reading;
    const struct duration claimed = lasting(clues->witness->claim_seconds);
    const struct duration middle = duration_exact(r->usual);
    const struct claim *claim = clues->pairs[0].student;
    if (r->like < 4 || is_part_of_grid(clues->witness) ||
        (claim->sampled > 0 && r->form != READING_LIBRARY) ||
        claim_is_as_it_says(claim, r, asked_by(&clues->seen->lab)))
        return 0;
    if (r->form == READING_GEOMETRIC)
        finding_add(clues, "statistic/not-the-median", SURE, "reading", r->count, PROOF_GEOMETRIC,
                    claimed.text, r->count, middle.text);
    else if (r->form == READING_HARMONIC)
        finding_add(clues, "statistic/mean-of-rates", SURE, "reading", r->count, PROOF_SAMPLES,
                    claimed.text, r->count, middle.text);
    else if (r->form == READING_ONE && r->rank == r->like && r->first > 0)
        finding_add(clues, "statistic/not-the-median", SURE, "reading", r->rank, PROOF_LARGEST,
                    claimed.text, r->like, middle.text);
    else if ((r->form == READING_ONE && r->rank == 1 && clues->row->time > 1) ||
             (r->form == READING_LIBRARY && r->value < r->usual))
        finding_add(clues, "statistic/minimum-as-typical", SURE, "reading", 1, PROOF_SAMPLES,
                    claimed.text, r->like, middle.text);
    else
        return 0;
    return 1;
}

// A number of the code by which the window was multiplied, or the part that was taken off.
static int scaled_by_hand(const struct clues *clues, double scale) {
    for (int i = 0; clues->source && i < clues->source->count; i++) {
        double number = token_number(&clues->source->tokens[i]);
        if (number > 0 && (same_number(scale, number) || same_number(scale, 1 - number) ||
                           same_number(scale, 1 + number) || same_number(scale, 1 / number)))
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
                    lasting(w->claim_seconds).text, duration_exact(w->window_ns).text, scale,
                    clues->source->tokens[at].line, line);
    } else if (w->windows > 0) {
        finding_add(clues, "time/not-measured", LIKELY, "no-reading", scale, PROOF_NO_READING,
                    lasting(w->claim_seconds).text, (int)w->windows);
    } else {
        finding_add(clues, "time/not-measured", LIKELY, "no-clock", scale,
                    isfinite(w->reading.near) ? PROOF_NO_RESULT : PROOF_NO_CLOCK,
                    lasting(w->claim_seconds).text);
    }
    return 1;
}
