// name_samples.c: rules that hold the claimed time against the samples that came with the claim.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"
#include "naming/rules.h"

struct sampled {
    double mean, median, minimum, first;
};

static int is_complete(const struct claim *claim) {
    return claim->sampled >= 3 && claim->sampled == claim->count;
}

static struct sampled of(const struct claim *claim) {
    struct sampled s = {0, interval_of(claim->samples, claim->sampled, 0).median, claim->samples[0],
                        claim->samples[0]};
    for (int i = 0; i < claim->sampled; i++) {
        s.mean += claim->samples[i] / claim->sampled;
        s.minimum = fmin(s.minimum, claim->samples[i]);
    }
    return s;
}

static int is_mean(const struct claim_pair *pair) {
    return is_complete(pair->student) &&
           same_number(pair->student->seconds, of(pair->student).mean);
}
static int is_minimum(const struct claim_pair *pair) {
    return is_complete(pair->student) &&
           same_number(pair->student->seconds, of(pair->student).minimum);
}
static int is_first(const struct claim_pair *pair) {
    return is_complete(pair->student) &&
           same_number(pair->student->seconds, of(pair->student).first);
}
static int is_sum(const struct claim_pair *pair) {
    return is_complete(pair->student) &&
           same_number(pair->student->seconds, pair->student->count * of(pair->student).mean);
}
static int is_harmonic(const struct claim_pair *pair) { // the time that the mean of the rates gives
    double sum = 0;
    for (int i = 0; i < pair->student->sampled; i++)
        sum += 1 / pair->student->samples[i];
    return is_complete(pair->student) &&
           same_number(pair->student->seconds, pair->student->count / sum);
}
// The first sample alone makes the mean larger than the median.
static int first_alone(const struct claim *claim, const struct sampled *s) {
    static const double longer = 1.5; // not measured
    static const double usual = 1.1;  // not measured
    double others = (s->mean * claim->count - s->first) / (claim->count - 1);
    return s->first > longer * s->median && others < usual * s->median;
}
static int is_one(const struct claim_pair *pair) {
    for (int i = 0; i < pair->student->sampled; i++)
        if (same_number(pair->student->seconds, pair->student->samples[i]))
            return is_complete(pair->student) && pair->student->sampled % 2 == 0;
    return 0;
}

// ---- statistics that are no median -------------------------------------------------------------

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double geometric(const double *values, int count) {
    double logs = 0;
    for (int i = 0; i < count; i++)
        logs += log(values[i]);
    return exp(logs / count);
}

static double mean_of(const double *values, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

// 1 when the claim is this statistic of its own samples, `place` places from the end.
static int is_statistic(const struct claim *claim, enum proof proof, int place) {
    double sorted[CLAIM_SAMPLES], value = NAN;
    int n = claim->sampled;
    memcpy(sorted, claim->samples, (size_t)n * sizeof sorted[0]);
    qsort(sorted, (size_t)n, sizeof sorted[0], compare);
    if (proof == PROOF_LARGEST)
        value = sorted[n - 1];
    else if (proof == PROOF_LAST)
        value = claim->samples[n - 1];
    else if (proof == PROOF_GEOMETRIC)
        value = geometric(sorted, n);
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
        int meets = is_complete(claim) && is_statistic(claim, proof, place);
        if (!meets && !(is_complete(claim) && same_number(claim->seconds, of(claim).median)))
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
    if (!is_complete(claim) || everywhere(clues, is_first) || everywhere(clues, is_minimum))
        return 0;
    double median = of(claim).median;
    if (same_number(claim->seconds, median))
        return 0;
    for (size_t i = 0; i < sizeof proofs / sizeof proofs[0]; i++)
        for (int place = 1; place < claim->sampled; place++)
            if (is_everywhere(clues, proofs[i], place)) {
                finding_add(clues, "statistic/not-the-median", SURE, "claim-is-statistic",
                            claim->seconds / median, proofs[i], milli(claim->seconds),
                            claim->sampled, milli(median),
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
    if (!is_complete(claim))
        return 0;
    struct sampled s = of(claim);
    const char *mistake = NULL, *rule = NULL;
    if (time < 1 && everywhere(clues, is_sum)) {
        mistake = "time/batch-not-divided";
        rule = "claim-is-sum";
    } else if (everywhere(clues, is_harmonic) && !near_exactly(claim->seconds, s.median)) {
        mistake = "statistic/mean-of-rates";
        rule = "claim-is-mean-of-rates";
    } else if (time < 1 && everywhere(clues, is_mean) && first_alone(claim, &s)) {
        mistake = "time/first-run";
        rule = "mean-with-the-first";
    } else if (time < 1 && everywhere(clues, is_mean) && s.mean > outliers * s.median &&
               !says_what_it_is(clues)) {
        mistake = "statistic/mean-of-outliers";
        rule = "claim-is-mean";
    } else if (time < 1 && everywhere(clues, is_first) && s.first > cold * s.median) {
        mistake = "time/first-run";
        rule = "claim-is-first";
    } else if (time > cached && everywhere(clues, is_first) && s.first < hot * s.median) {
        mistake = "cache/just-written";
        rule = "first-is-fastest";
    } else if (time > 1 && everywhere(clues, is_minimum) && !says_what_it_is(clues)) {
        mistake = "statistic/minimum-as-typical";
        rule = "claim-is-minimum";
    } else if (everywhere(clues, is_one) && strcmp(claim->statistic, "single") == 0) {
        mistake = "statistic/single-run";
        rule = "claim-is-one-sample";
    }
    if (!mistake)
        return 0;
    finding_add(clues, mistake, SURE, rule, claim->seconds / s.median, PROOF_SAMPLES,
                1e3 * claim->seconds, claim->sampled, 1e3 * s.median);
    return 1;
}
