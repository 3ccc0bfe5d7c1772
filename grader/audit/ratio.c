// ratio.c: how many times as long one thing takes as another, with an interval.
#include <math.h>
#include <stdlib.h>

#include "audit/compare.h"
#include "base/order.h"

static const double sure = 3.29; // standard deviations: 99.9 %

enum { FEW = 5, MOST = 1000 };

// Of very many samples, as many in the same order.
static double sample_at(const struct series *series, size_t count, size_t i) {
    return series->of[count < series->count ? i * series->count / count : i];
}

struct interval ratio_between(const struct series *a, const struct series *b) {
    struct interval ratio = {NAN, NAN, NAN};
    size_t m = a->count < MOST ? a->count : MOST, n = b->count < MOST ? b->count : MOST;
    double *of = m >= FEW && n >= FEW ? malloc(m * n * sizeof *of) : NULL;
    if (!of)
        return ratio;
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < n; k++)
            of[i * n + k] = sample_at(b, n, k) / sample_at(a, m, i);
    qsort(of, m * n, sizeof *of, ascending);
    double all = (double)m * (double)n;
    double cut = floor(all / 2 - sure * sqrt(all * (double)(m + n + 1) / 12));
    size_t off = cut > 0 ? (size_t)cut : 0;
    ratio = (struct interval){median_of_sorted(of, m * n), of[off], of[m * n - 1 - off]};
    free(of);
    return ratio;
}

struct interval ratio_of_pairs(const struct series *a, const struct series *b) {
    double ratios[INTERVAL_PAIRS];
    int count = (int)(a->count < b->count ? a->count : b->count);
    count = count < INTERVAL_PAIRS ? count : INTERVAL_PAIRS;
    for (int i = 0; i < count; i++)
        ratios[i] = b->of[i] / a->of[i];
    struct interval apart = ratio_between(a, b);
    if (count < FEW)
        return apart;
    struct interval paired = interval_of_pairs(ratios, count, sure);
    return paired.high - paired.low < apart.high - apart.low ? paired : apart;
}

// Half a per cent is no difference; an interval that is 5 % wide could hide one.
enum comparison compare_by(const struct interval *ratio) {
    static const double least = 0.005, widest = 0.05;
    if (isnan(ratio->median))
        return COMPARED_UNSURE;
    if (ratio->high < 1 - least)
        return COMPARED_FASTER;
    if (ratio->low > 1 + least)
        return COMPARED_SLOWER;
    return ratio->high - ratio->low <= widest ? COMPARED_SAME : COMPARED_UNSURE;
}
