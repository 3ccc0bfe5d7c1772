// name_special.c: rules about claims without a clock: a theoretical peak, an arithmetic intensity.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "naming/rules.h"
#include "naming/sum.h"
#include "naming/work_model.h"

static int is_of_arithmetic(const struct clues *clues) {
    return unit_kind(clues->pairs[0].reference->unit) == WORK_FLOPS;
}

static void add_peak(struct clues *clues, const char *mistake, enum certainty certainty,
                     const char *rule) {
    finding_add(clues, mistake, certainty, rule, clues->row->rate,
                is_of_arithmetic(clues) ? PROOF_PEAK_FLOPS : PROOF_PEAK, clues->row->reported,
                clues->row->expected);
}

// The student claims the same number for every card.
static int is_one_number(const struct clues *clues) {
    for (int i = 1; i < clues->count; i++)
        if (!same_number(clues->pairs[i].student->rate, clues->pairs[0].student->rate))
            return 0;
    return clues->count > 1;
}

static int cards_differ(const struct clues *clues) {
    for (int i = 1; i < clues->count; i++)
        if (!same_number(clues->pairs[i].reference->rate, clues->pairs[0].reference->rate))
            return 1;
    return 0;
}

static void add_at(struct clues *clues, const char *mistake, int at, enum proof proof) {
    char line[90];
    source_line(clues->source, at, line, sizeof line);
    finding_add(clues, mistake, SURE, "source", clues->row->rate, proof,
                clues->source->tokens[at].line, line);
}

// A ceiling that was measured in place of one that is computed; a clock in Hz taken for kHz.
static int name_peak_by_source(struct clues *clues) {
    static const char *const measures[] = {"tare_measure_ceilings", "tare_measure",
                                           "cudaEventElapsedTime", "tare_now"};
    for (size_t i = 0; clues->source && i < sizeof measures / sizeof measures[0]; i++)
        if (student_calls(clues, measures[i])) {
            add_at(clues, "peak/measured", source_find(clues->source, 0, measures[i]),
                   PROOF_MEASURED_PEAK);
            return 1;
        }
    int million = clues->source ? source_find(clues->source, 0, "1e6") : -1;
    if (million < 0 || !near_exactly(clues->row->rate, 1e3))
        return 0;
    add_at(clues, "peak/khz", million, PROOF_KHZ);
    return 1;
}

// ---- a peak of arithmetic ----------------------------------------------------------------------

static double times_the_peak(const struct claim_pair *pair) {
    const struct claim *s = pair->student, *r = pair->reference;
    return (double)s->flops / s->seconds * r->seconds / (double)r->flops;
}

static int is_twice(const struct claim_pair *pair) {
    return near_exactly(times_the_peak(pair), 2);
}
static int is_half(const struct claim_pair *pair) {
    return near_exactly(times_the_peak(pair), 0.5);
}
// Units for another type of number, or for matrices, do a whole multiple in a cycle.
static int is_multiple(const struct claim_pair *pair) {
    double times = times_the_peak(pair);
    return times > 0.5 && near_exactly(times, round(times));
}

static void name_peak_of_arithmetic(struct clues *clues) {
    const struct claim *s = clues->pairs[0].student, *r = clues->pairs[0].reference;
    enum certainty certainty = everywhere(clues, is_twice) ? LIKELY : SURE; // an FMA twice, too
    if (everywhere(clues, is_half))
        finding_add(clues, "work/half-the-flops", SURE, "peak-factor", 0.5, PROOF_WORK_FLOPS,
                    (unsigned long long)s->flops, (unsigned long long)r->flops, 0.5);
    else if (everywhere(clues, is_multiple))
        add_peak(clues, "peak/other-units", certainty, "peak-factor");
    else
        add_peak(clues, "peak/wrong-card", LIKELY, "peak-factor");
    if (everywhere(clues, is_twice))
        finding_add(clues, "work/fma-twice", LIKELY, "peak-factor", 2, PROOF_WORK_FLOPS,
                    (unsigned long long)s->flops, (unsigned long long)r->flops, 2.0);
}

// ---- a peak ------------------------------------------------------------------------------------

int name_peak(struct clues *clues) {
    const struct row *row = clues->row;
    if (strncmp(clues->seen->lab.mistake, "peak/", 5) != 0)
        return 0;
    if (cards_differ(clues) && is_one_number(clues)) {
        add_peak(clues, "peak/wrong-card", SURE, "one-number");
        return 1;
    }
    if (name_peak_by_source(clues) || name_half(clues))
        return 1;
    if (row->unit_right == OUTSIDE)
        name_unit(clues);
    // A peak is a product of work and time: a factor in either means the same.
    double peak = row->work * row->time;
    if (near_exactly(peak, 1))
        return clues->findings->count > 0;
    if (is_of_arithmetic(clues)) {
        name_peak_of_arithmetic(clues);
        return 1;
    }
    int single = near_exactly(peak, 0.5) || near_exactly(peak, 4);
    int bits = near_exactly(peak, 8) || near_exactly(peak, 4);
    if (single)
        add_peak(clues, "peak/single-data-rate", SURE, "peak-factor");
    if (bits)
        add_peak(clues, "peak/bits-for-bytes", SURE, "peak-factor");
    if (near_exactly(peak, 0.125) || near_exactly(peak, 0.0625))
        add_peak(clues, "units/bytes-for-bits", LIKELY, "peak-factor");
    if (near_exactly(peak, 2))
        finding_add(clues, "peak/quad-rate", SURE, "peak-factor", peak, PROOF_ITS_OWN,
                    clues->row->reported);
    if (near_exactly(peak, 1e3))
        add_peak(clues, "units/s-as-ms", LIKELY, "peak-factor");
    if (near_exactly(peak, 1e-3))
        add_peak(clues, "units/ms-as-s", LIKELY, "peak-factor");
    if (clues->findings->count == 0 && strcmp(clues->seen->device, "gpu") == 0 && peak < 1)
        add_peak(clues, "peak/clock-now", LIKELY, "peak-factor");
    else if (clues->findings->count == 0)
        add_peak(clues, "peak/wrong-card", LIKELY, "peak-factor");
    return 1;
}

// The bytes of an intensity have one name, and the lab's terms say which of them are wrong.
static void add_intensity(struct clues *clues, double factor, uint64_t claimed, double true_work) {
    struct work_guess guesses[WORK_GUESSES];
    int count = work_guesses(clues, 0, 1, guesses);
    if (count == 0) {
        finding_add(clues, "roofline/wrong-bytes", SURE, "intensity", factor, PROOF_INTENSITY_BYTES,
                    (unsigned long long)claimed, (unsigned long long)llround(true_work));
        return;
    }
    char said[LANGUAGES][EVIDENCE];
    for (int language = 0; language < LANGUAGES; language++)
        text_format(said[language], EVIDENCE,
                    words_text(&naming_words, (enum language)language, PROOF_COUNTED_BYTES),
                    guesses[0].words[language], (double)claimed, true_work);
    const char *mistake = strcmp(guesses[0].mistake, "work/elements-not-bytes") == 0
                              ? guesses[0].mistake
                              : "roofline/wrong-bytes";
    finding_add_said(clues, mistake, SURE, "intensity", factor,
                     (const char *const[LANGUAGES]){said[ENGLISH], said[CHINESE]});
}

// A rate of arithmetic given in bytes, or the reverse: neither can be converted to the other.
static int name_other_roof(struct clues *clues, const struct claim *s, const struct claim *r) {
    if (unit_kind(s->unit) == unit_kind(r->unit))
        return 0;
    finding_add(clues, "roofline/wrong-roof", LIKELY, "other-unit", NAN, PROOF_ITS_OWN, s->unit,
                r->unit);
    return 1;
}

int name_intensity(struct clues *clues) {
    const struct claim *s = clues->pairs[0].student, *r = clues->pairs[0].reference;
    if (name_other_roof(clues, s, r))
        return 1;
    if (unit_kind(r->unit) != WORK_INTENSITY)
        return 0;
    if (near_exactly(s->rate, (double)s->flops / s->seconds / 1e9)) {
        finding_add(clues, "roofline/rate-as-intensity", SURE, "rate-of-flops", s->rate,
                    PROOF_ITS_OWN, s->rate);
        return 1;
    }
    if (clues->row->unit_right == OUTSIDE && s->bytes > 0 && s->flops > 0 &&
        near_exactly(s->rate, (double)s->bytes / (double)s->flops))
        finding_add(clues, "roofline/wrong-bytes", LIKELY, "upside-down", s->rate,
                    PROOF_UPSIDE_DOWN, s->rate);
    else if (clues->row->unit_right == OUTSIDE)
        name_unit(clues);
    double flops = clues->row->flops, bytes = clues->row->bytes;
    double share = claim_share(&clues->pairs[0]);
    if (!near_exactly(bytes, 1))
        add_intensity(clues, bytes, s->bytes, share * (double)r->bytes);
    if (!near_exactly(flops, 1))
        name_by_terms(clues, 1);
    return 1;
}
