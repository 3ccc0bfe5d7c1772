// name_samples.c: rules that hold the claimed time against the samples that came with the claim.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "judge/judge.h"
#include "naming/rules.h"

enum { FEWEST = 3 }; // samples, of which anything can be said

static int is_complete(const struct claim *claim, struct sampled *own) {
    return claim_sampled(claim, own) && claim->sampled >= FEWEST;
}

// What every claim is of its own samples.
enum statistic { MEAN, MINIMUM, FIRST, SUM, HARMONIC }; // harmonic: as the mean of the rates has it

static int is_each(const struct clues *clues, enum statistic statistic) {
    for (int i = 0; i < clues->count; i++) {
        const struct claim *claim = clues->pairs[i].student;
        struct sampled own;
        if (!is_complete(claim, &own))
            return 0;
        const double values[] = {own.mean, own.minimum, own.first, claim->count * own.mean,
                                 own.harmonic};
        if (!same_number(claim->seconds, values[statistic]))
            return 0;
    }
    return clues->count > 0;
}

// The first sample alone makes the mean larger than the median.
static int first_alone(const struct claim *claim, const struct sampled *s) {
    static const double longer = 1.5; // not measured
    static const double usual = 1.1;  // not measured
    double others = (s->mean * claim->count - s->first) / (claim->count - 1);
    return s->first > longer * s->median && others < usual * s->median;
}

static int is_one(const struct claim_pair *pair) {
    struct sampled own;
    for (int i = 0; i < pair->student->sampled; i++)
        if (same_number(pair->student->seconds, pair->student->samples[i]))
            return is_complete(pair->student, &own) && pair->student->sampled % 2 == 0;
    return 0;
}

// ---- statistics that are no median -------------------------------------------------------------

static double mean_of(const double *values, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

// 1 when the claim is this statistic of its own samples, `place` places from the end.
static int is_statistic(const struct claim *claim, const struct sampled *own, enum proof proof,
                        int place) {
    double sorted[CLAIM_SAMPLES], value = NAN;
    int n = claim->sampled;
    memcpy(sorted, claim->samples, (size_t)n * sizeof sorted[0]);
    qsort(sorted, (size_t)n, sizeof sorted[0], ascending);
    if (proof == PROOF_LARGEST)
        value = sorted[n - 1];
    else if (proof == PROOF_LAST)
        value = claim->samples[n - 1];
    else if (proof == PROOF_GEOMETRIC)
        value = own->geometric;
    else if (proof == PROOF_TRIMMED && n - 2 * place > 2)
        value = mean_of(sorted + place, n - 2 * place);
    else if (proof == PROOF_WITHOUT_LARGEST && place < n - 1)
        value = mean_of(sorted, n - place);
    else if (proof == PROOF_UNSORTED)
        value = claim->samples[n / 2];
    else if (proof == PROOF_NTH && place < n)
        value = sorted[place];
    return same_number(claim->seconds, value);
}

// By chance a claim is several statistics of one run's samples; it is the same one in every run.
static int is_everywhere(const struct clues *clues, enum proof proof, int place) {
    int met = 0;
    for (int i = 0; i < clues->count; i++) {
        const struct claim *claim = clues->pairs[i].student;
        struct sampled own;
        int complete = is_complete(claim, &own);
        int meets = complete && is_statistic(claim, &own, proof, place);
        if (!meets && !(complete && same_number(claim->seconds, own.median)))
            return 0;
        met += meets;
    }
    return met > 0;
}

int name_statistic(struct clues *clues) {
    static const enum proof proofs[] = {
        PROOF_LARGEST,         PROOF_LAST,     PROOF_GEOMETRIC, PROOF_TRIMMED,
        PROOF_WITHOUT_LARGEST, PROOF_UNSORTED, PROOF_NTH};
    const struct claim *claim = clues->pairs[0].student;
    struct sampled own;
    if (!is_complete(claim, &own) || is_each(clues, FIRST) || is_each(clues, MINIMUM))
        return 0;
    double median = own.median;
    if (same_number(claim->seconds, median))
        return 0;
    for (size_t i = 0; i < sizeof proofs / sizeof proofs[0]; i++)
        for (int place = 1; place < claim->sampled; place++)
            if (is_everywhere(clues, proofs[i], place)) {
                finding_add(clues, "statistic/not-the-median", SURE, "claim-is-statistic",
                            claim->seconds / median, proofs[i], lasting(claim->seconds).text,
                            claim->sampled, lasting(median).text,
                            proofs[i] == PROOF_NTH ? place + 1 : place);
                return 1;
            }
    return 0;
}

static int says_what_it_is(const struct clues *clues) {
    static const struct reading none = {.form = READING_NONE};
    return claim_is_as_it_says(clues->pairs[0].student,
                               clues->witness ? &clues->witness->reading : &none,
                               asked_by(&clues->seen->lab));
}

int name_samples(struct clues *clues) {
    static const double outliers = 1.05; // times the median; none of these was measured
    static const double cold = 1.2;      // the first, as judge/sight.c
    static const double cached = 1.1;    // the claim is so much too fast
    static const double hot = 0.85;      // the first one, of the median
    if (clues->count == 0)
        return 0;
    const struct claim *claim = clues->pairs[0].student;
    double time = clues->row->time;
    struct sampled s;
    if (!is_complete(claim, &s))
        return 0;
    const char *mistake = NULL, *rule = NULL;
    if (time < 1 && is_each(clues, SUM)) {
        mistake = "time/batch-not-divided";
        rule = "claim-is-sum";
    } else if (is_each(clues, HARMONIC) && !near_exactly(claim->seconds, s.median)) {
        mistake = "statistic/mean-of-rates";
        rule = "claim-is-mean-of-rates";
    } else if (time < 1 && is_each(clues, MEAN) && first_alone(claim, &s)) {
        mistake = "time/first-run";
        rule = "mean-with-the-first";
    } else if (time < 1 && is_each(clues, MEAN) && s.mean > outliers * s.median &&
               !says_what_it_is(clues)) {
        mistake = "statistic/mean-of-outliers";
        rule = "claim-is-mean";
    } else if (time < 1 && is_each(clues, FIRST) && s.first > cold * s.median) {
        mistake = "time/first-run";
        rule = "claim-is-first";
    } else if (time > cached && is_each(clues, FIRST) && s.first < hot * s.median) {
        mistake = "cache/just-written";
        rule = "first-is-fastest";
    } else if (time > 1 && is_each(clues, MINIMUM) && !says_what_it_is(clues)) {
        mistake = "statistic/minimum-as-typical";
        rule = "claim-is-minimum";
    } else if (everywhere(clues, is_one) && strcmp(claim->statistic, "single") == 0) {
        mistake = "statistic/single-run";
        rule = "claim-is-one-sample";
    }
    if (!mistake)
        return 0;
    finding_add(clues, mistake, SURE, rule, claim->seconds / s.median, PROOF_SAMPLES,
                lasting(claim->seconds).text, claim->sampled, lasting(s.median).text);
    return 1;
}
