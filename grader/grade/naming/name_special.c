// name_special.c: rules about claims without a clock: a theoretical peak, an arithmetic intensity.
#include <math.h>
#include <string.h>

#include "naming/rules.h"

static void add_peak(struct clues *clues, const char *mistake, enum certainty certainty,
                     const char *rule) {
    finding_add(clues, mistake, certainty, rule, clues->row->rate, PROOF_PEAK, clues->row->reported,
                clues->row->expected);
}

// The student claims the same number for every card.
static int is_one_number(const struct clues *clues) {
    for (int i = 1; i < clues->count; i++)
        if (!near(clues->pairs[i].student->rate, clues->pairs[0].student->rate, 1e-9))
            return 0;
    return clues->count > 1;
}

static int cards_differ(const struct clues *clues) {
    for (int i = 1; i < clues->count; i++)
        if (!near(clues->pairs[i].reference->rate, clues->pairs[0].reference->rate, 1e-9))
            return 1;
    return 0;
}

int name_peak(struct clues *clues) {
    const struct row *row = clues->row;
    if (strncmp(clues->seen->lab.mistake, "peak/", 5) != 0)
        return 0;
    if (cards_differ(clues) && is_one_number(clues)) {
        add_peak(clues, "peak/wrong-card", SURE, "one-number");
        return 1;
    }
    if (row->unit_right == OUTSIDE)
        name_unit(clues);
    // A peak is a product of work and time: a factor in either means the same.
    double peak = row->work * row->time;
    if (near(peak, 1, exact_enough))
        return clues->findings->count > 0;
    int single = near(peak, 0.5, exact_enough) || near(peak, 4, exact_enough);
    int bits = near(peak, 8, exact_enough) || near(peak, 4, exact_enough);
    if (single)
        add_peak(clues, "peak/single-data-rate", SURE, "peak-factor");
    if (bits)
        add_peak(clues, "peak/bits-for-bytes", SURE, "peak-factor");
    if (near(peak, 0.125, exact_enough) || near(peak, 0.0625, exact_enough))
        add_peak(clues, "units/bytes-for-bits", LIKELY, "peak-factor");
    if (near(peak, 1e3, exact_enough))
        add_peak(clues, "units/s-as-ms", LIKELY, "peak-factor");
    if (near(peak, 1e-3, exact_enough))
        add_peak(clues, "units/ms-as-s", LIKELY, "peak-factor");
    if (clues->findings->count == 0 && strcmp(clues->seen->device, "gpu") == 0 && peak < 1)
        add_peak(clues, "peak/clock-now", LIKELY, "peak-factor");
    else if (clues->findings->count == 0)
        add_peak(clues, "peak/wrong-card", LIKELY, "peak-factor");
    return 1;
}

static void add_intensity(struct clues *clues, const char *mistake, double factor,
                          unsigned long long claimed, double true_work, enum proof proof) {
    double share = claim_share(&clues->pairs[0]);
    finding_add(clues, mistake, SURE, "intensity", factor, proof, claimed,
                (unsigned long long)llround(share * true_work));
}

// A rate of arithmetic given in bytes, or the reverse: neither can be converted to the other.
static int name_other_roof(struct clues *clues, const struct claim *s, const struct claim *r) {
    if (unit_kind(s->unit) == unit_kind(r->unit))
        return 0;
    finding_add(clues, "roofline/wrong-roof", LIKELY, "other-unit", NAN, PROOF_OTHER_UNIT, s->unit,
                r->unit);
    return 1;
}

int name_intensity(struct clues *clues) {
    const struct claim *s = clues->pairs[0].student, *r = clues->pairs[0].reference;
    if (name_other_roof(clues, s, r))
        return 1;
    if (unit_kind(r->unit) != WORK_INTENSITY)
        return 0;
    if (clues->row->unit_right == OUTSIDE && s->bytes > 0 && s->flops > 0 &&
        near(s->rate, (double)s->bytes / (double)s->flops, exact_enough))
        finding_add(clues, "roofline/wrong-bytes", LIKELY, "upside-down", s->rate,
                    PROOF_UPSIDE_DOWN, s->rate);
    else if (clues->row->unit_right == OUTSIDE)
        name_unit(clues);
    double flops = clues->row->flops, bytes = clues->row->bytes;
    if (!near(bytes, 1, exact_enough))
        add_intensity(clues, "roofline/wrong-bytes", bytes, s->bytes, (double)r->bytes,
                      PROOF_INTENSITY_BYTES);
    if (near(flops, 0.5, exact_enough) || near(flops, 2, exact_enough))
        add_intensity(clues, flops < 1 ? "work/half-the-flops" : "work/fma-twice", flops, s->flops,
                      (double)r->flops, PROOF_INTENSITY_FLOPS);
    return 1;
}
