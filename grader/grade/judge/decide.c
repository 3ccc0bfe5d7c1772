// decide.c: how many pairs a verdict needs. A large effect needs few; one near the
// tolerance needs many, because failing a right program is the worst that can happen.
#include "judge/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"

enum { MOST = 512, MOST_RATIOS = INTERVAL_PAIRS };
static const double sure = 3.29; // standard deviations: 99.9 % of the normal law

// P(at most k of n fair coins show heads).
static double coins(int n, int k) {
    double one = pow(0.5, n), sum = 0;
    for (int i = 0; i <= k; i++) {
        sum += one;
        one = one * (n - i) / (i + 1);
    }
    return sum;
}

struct interval interval_of(const double *values, int count, double confidence) {
    double sorted[MOST];
    struct interval result = {NAN, NAN, NAN};
    count = count < MOST ? count : MOST;
    if (count == 0)
        return result;
    memcpy(sorted, values, (size_t)count * sizeof sorted[0]);
    qsort(sorted, (size_t)count, sizeof sorted[0], ascending);
    result.median = median_of_sorted(sorted, (size_t)count);
    int cut = 0;
    while (cut + 1 < (count + 1) / 2 && 1 - 2 * coins(count, cut) >= confidence)
        cut++;
    // The loop went one too far.
    cut = cut > 0 ? cut - 1 : 0;
    result.low = sorted[cut];
    result.high = sorted[count - 1 - cut];
    return result;
}

// Wilcoxon's interval of the signed ranks, from the sorted means of all pairs of ratios (as
// logarithms). It needs ratios that scatter alike to both sides; paired ratios do.
struct means {
    double sorted[MOST_RATIOS * (MOST_RATIOS + 1) / 2];
    int count, total;
};

static void pairwise_means(const double *ratios, int count, struct means *means) {
    means->count = count < MOST_RATIOS ? count : MOST_RATIOS;
    means->total = 0;
    for (int i = 0; i < means->count; i++)
        for (int k = i; k < means->count; k++)
            means->sorted[means->total++] = 0.5 * (log(ratios[i]) + log(ratios[k]));
    qsort(means->sorted, (size_t)means->total, sizeof means->sorted[0], ascending);
}

static struct interval symmetric_interval(const struct means *means, double z) { // z: normal law
    double n = means->count, half = z * sqrt(n * (n + 1) * (2 * n + 1) / 24);
    int cut = (int)floor(0.5 * means->total - half);
    cut = cut < 0 ? 0 : cut;
    return (struct interval){exp(means->sorted[means->total / 2]), exp(means->sorted[cut]),
                             exp(means->sorted[means->total - 1 - cut])};
}

struct interval interval_of_pairs(const double *ratios, int count, double z) {
    struct means means;
    pairwise_means(ratios, count, &means);
    return symmetric_interval(&means, z);
}

// How far every ratio lies on one side: the smallest distance as a factor, 1 when they
// lie on both sides.
static double one_sided(const double *ratios, int count) {
    double low = ratios[0], high = ratios[0];
    for (int i = 1; i < count; i++) {
        low = fmin(low, ratios[i]);
        high = fmax(high, ratios[i]);
    }
    if (low > 1)
        return low;
    return high < 1 && high > 0 ? 1 / high : 1;
}

// The ratio is so far off in every pair that few pairs are enough.
static int is_far_off(double side, int count, double tolerance, int patience) {
    static const double hopeless = 20; // not measured, as the other three; simulated by decide_test
    static const double gross = 5;     // not measured
    static const double twice = 2;     // not measured
    static const double clear = 1.5;   // not measured
    static const double tolerances = 2; // beyond 1; not measured
    const struct {
        double factor;
        int pairs[5]; // by patience; 0: never
    } far[] = {{hopeless, {2, 3, 3, 3, 3}},
               {gross, {2, 3, 5, 5, 5}},
               {twice, {2, 5, 10, 10, 0}},
               {clear, {2, 0, 0, 0, 0}}};
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
        int pairs = far[i].pairs[patience];
        if (side > far[i].factor && pairs > 0 && count >= pairs)
            return 1;
    }
    return patience == 0 && count >= 3 && side > 1 + tolerances * tolerance;
}

static int is_within(const struct interval *interval, double tolerance) {
    return interval->low >= 1 - tolerance && interval->high <= 1 + tolerance;
}

enum decision decide(const double *ratios, int count, double tolerance, int patience) {
    static const double one_number = 1e-9; // no clock was involved: a double's rounding
    static const double third = 3;         // of the tolerance, for three pairs; not measured
    static const double half = 2;          // of it, for two pairs; not measured
    static const double likely = 1.645;    // standard deviations: 90 % of the normal law
    static const double crowd = 3; // lab 12 as shipped is 2.6, with every core loaded by others
    static const double noise = 2; // not measured
    struct interval all = interval_of(ratios, count, 1.0);
    if (count < 2)
        return UNDECIDED;
    if (all.high - all.low <= one_number * fabs(all.high))
        return fabs(all.median - 1) <= tolerance ? INSIDE : OUTSIDE;
    double side = one_sided(ratios, count);
    if (is_far_off(side, count, tolerance, patience))
        return OUTSIDE;
    if (is_within(&all, tolerance) && count >= 4)
        return INSIDE;
    if (is_within(&all, tolerance / third) && count >= 3 && patience <= 1)
        return INSIDE;
    if (is_within(&all, tolerance / half) && count >= 2 && patience == 0)
        return INSIDE;
    if (count < 6)
        return UNDECIDED;
    struct means means;
    pairwise_means(ratios, count, &means);
    struct interval middle = symmetric_interval(&means, likely);
    if (is_within(&middle, tolerance))
        return INSIDE;
    struct interval wide = symmetric_interval(&means, sure);
    // On a noisy machine a smaller factor proves nothing.
    double far = patience > 3 ? crowd : patience > 2 ? noise : 1 + tolerance;
    double near = patience > 2 ? 1 / far : 1 - tolerance;
    int step = patience > 1 ? patience : 1;
    if (count >= 8 * step && (all.high < near || all.low > far))
        return OUTSIDE;
    if (count >= 12 + 4 * (step - 1) && (wide.high < near || wide.low > far))
        return OUTSIDE;
    return UNDECIDED;
}

int leans(const double *ratios, int count, double tolerance) {
    static const int fewest = 16; // pairs; not measured, simulated by decide_test
    struct means means;
    if (count < fewest)
        return 0;
    pairwise_means(ratios, count, &means);
    struct interval wide = symmetric_interval(&means, sure);
    return wide.high < 1 - tolerance || wide.low > 1 + tolerance;
}

// The lower quartile of the values start, start + stride, ...
static double quartile(const double *values, int count, int start, int stride) {
    double sorted[MOST] = {0};
    int n = 0;
    for (int i = start; i < count && n < MOST; i += stride)
        sorted[n++] = values[i];
    qsort(sorted, (size_t)n, sizeof sorted[0], ascending);
    return sorted[n / 4];
}

int agree_undisturbed(const double *student, const double *reference, int count, double tolerance) {
    static const int fewest = 12; // pairs, six of each size; not measured
    if (count < fewest)
        return 0;
    static const double middle = 2; // tolerances, of the medians; not measured
    static const int parts[][2] = {{0, 1}, {0, 2}, {1, 2}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        double ratio = quartile(reference, count, parts[i][0], parts[i][1]) /
                       quartile(student, count, parts[i][0], parts[i][1]);
        if (!(fabs(ratio - 1) <= tolerance))
            return 0;
    }
    return fabs(interval_of(reference, count, 0).median / interval_of(student, count, 0).median -
                1) <= middle * tolerance;
}
