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
    return is_complete(pair->student) && near(pair->student->seconds, of(pair->student).mean, 1e-6);
}
static int is_minimum(const struct claim_pair *pair) {
    return is_complete(pair->student) &&
           near(pair->student->seconds, of(pair->student).minimum, 1e-6);
}
static int is_first(const struct claim_pair *pair) {
    return is_complete(pair->student) &&
           near(pair->student->seconds, of(pair->student).first, 1e-6);
}
static int is_sum(const struct claim_pair *pair) {
    return is_complete(pair->student) &&
           near(pair->student->seconds, pair->student->count * of(pair->student).mean, 1e-6);
}
static int is_harmonic(const struct claim_pair *pair) { // the time that the mean of the rates gives
    double sum = 0;
    for (int i = 0; i < pair->student->sampled; i++)
        sum += 1 / pair->student->samples[i];
    return is_complete(pair->student) &&
           near(pair->student->seconds, pair->student->count / sum, 1e-6);
}
// The first sample alone makes the mean larger than the median.
static int first_alone(const struct claim *claim, const struct sampled *s) {
    double others = (s->mean * claim->count - s->first) / (claim->count - 1);
    return s->first > 1.5 * s->median && others < 1.1 * s->median;
}
static int is_one(const struct claim_pair *pair) {
    for (int i = 0; i < pair->student->sampled; i++)
        if (near(pair->student->seconds, pair->student->samples[i], 1e-6))
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

// Which of its own samples, or which mean of them, a claim is.
static enum proof statistic_of(const struct claim *claim, int *place) {
    double sorted[CLAIM_SAMPLES], seconds = claim->seconds;
    int n = claim->sampled;
    memcpy(sorted, claim->samples, (size_t)n * sizeof sorted[0]);
    qsort(sorted, (size_t)n, sizeof sorted[0], compare);
    if (near(seconds, sorted[n - 1], 1e-6))
        return PROOF_LARGEST;
    if (near(seconds, claim->samples[n - 1], 1e-6))
        return PROOF_LAST;
    if (near(seconds, geometric(sorted, n), 1e-6))
        return PROOF_GEOMETRIC;
    for (*place = 1; 2 * *place < n; ++*place) // so many are left out at each end
        if (n - 2 * *place > 2 && near(seconds, mean_of(sorted + *place, n - 2 * *place), 1e-6))
            return PROOF_TRIMMED;
    for (*place = 1; *place < n - 1; ++*place)
        if (near(seconds, mean_of(sorted, n - *place), 1e-6))
            return PROOF_WITHOUT_LARGEST;
    if (near(seconds, claim->samples[n / 2], 1e-6))
        return PROOF_UNSORTED;
    for (*place = 1; *place < n; ++*place)
        if (near(seconds, sorted[*place], 1e-6))
            return PROOF_NTH;
    return PROOFS;
}

int name_statistic(struct clues *clues) {
    const struct claim *claim = clues->pairs[0].student;
    int place = 0, other = 0;
    if (!is_complete(claim) || everywhere(clues, is_first) || everywhere(clues, is_minimum))
        return 0;
    double median = of(claim).median;
    enum proof proof = statistic_of(claim, &place);
    if (proof == PROOFS || near(claim->seconds, median, 1e-9))
        return 0;
    for (int i = 1; i < clues->count; i++) {
        const struct claim *next = clues->pairs[i].student;
        other += !is_complete(next) || (statistic_of(next, &place) != proof &&
                                        !near(next->seconds, of(next).median, 1e-9));
    }
    if (other)
        return 0;
    statistic_of(claim, &place);
    finding_add(clues, "statistic/not-the-median", SURE, "claim-is-statistic",
                claim->seconds / median, proof, milli(claim->seconds), claim->sampled,
                milli(median), proof == PROOF_NTH ? place + 1 : place);
    return 1;
}

int name_samples(struct clues *clues) {
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
    } else if (everywhere(clues, is_harmonic) && !near(claim->seconds, s.median, 1e-3)) {
        mistake = "statistic/mean-of-rates";
        rule = "claim-is-mean-of-rates";
    } else if (time < 1 && everywhere(clues, is_mean) && first_alone(claim, &s)) {
        mistake = "time/first-run";
        rule = "mean-with-the-first";
    } else if (time < 1 && everywhere(clues, is_mean) && s.mean > 1.05 * s.median) {
        mistake = "statistic/mean-of-outliers";
        rule = "claim-is-mean";
    } else if (time < 1 && everywhere(clues, is_first) && s.first > 1.2 * s.median) {
        mistake = "time/first-run";
        rule = "claim-is-first";
    } else if (time > 1.1 && everywhere(clues, is_first) && s.first < 0.85 * s.median) {
        mistake = "cache/just-written";
        rule = "first-is-fastest";
    } else if (time > 1 && everywhere(clues, is_minimum)) {
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
