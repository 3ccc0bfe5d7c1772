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

// Of two means with their deviations.
static struct interval ratio_of_means(const struct series *a, const struct series *b) {
    double ratio = b->mean / a->mean;
    double room = sure * ratio *
                  sqrt(a->deviation * a->deviation / (a->mean * a->mean * a->summed) +
                       b->deviation * b->deviation / (b->mean * b->mean * b->summed));
    int known = a->deviation > 0 && b->deviation > 0 && a->summed >= FEW && b->summed >= FEW;
    return known ? (struct interval){ratio, ratio - room, ratio + room}
                 : (struct interval){ratio, NAN, NAN};
}

// The rank version of von Neumann's ratio: the squared steps from each rank to the next, over the
// ranks' variance; 2 when the order says nothing, less when neighbours are alike (Bartels 1982).
int series_drifts(const struct series *series) {
    static const double unlikely = -2.326; // standard deviations: one in a hundred
    enum { FEWEST = 10 };
    size_t n = series->count < MOST ? series->count : MOST;
    double *rank = n >= FEWEST ? calloc(n, sizeof *rank) : NULL;
    double steps = 0, spread = 0, count = (double)n;
    if (!rank)
        return 0;
    for (size_t i = 0; i < n; i++) {
        double x = sample_at(series, n, i);
        for (size_t k = 0; k < n; k++) {
            double y = sample_at(series, n, k);
            rank[i] += y < x ? 1 : y == x ? 0.5 : 0;
        }
        spread += (rank[i] - count / 2) * (rank[i] - count / 2);
        if (i)
            steps += (rank[i] - rank[i - 1]) * (rank[i] - rank[i - 1]);
    }
    free(rank);
    double variance = 4 * (count - 2) * (5 * count * count - 2 * count - 9) /
                      (5 * count * (count + 1) * (count - 1) * (count - 1));
    return spread > 0 && (steps / spread - 2) / sqrt(variance) < unlikely;
}

struct interval ratio_between(const struct series *a, const struct series *b) {
    struct interval ratio = {NAN, NAN, NAN};
    if (a->mean > 0 && b->mean > 0)
        return ratio_of_means(a, b);
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
    static const double least = 0.005; // as said above; by convention
    static const double widest = 0.05; // the same
    if (isnan(ratio->low))
        return COMPARED_UNSURE;
    if (ratio->high < 1 - least)
        return COMPARED_FASTER;
    if (ratio->low > 1 + least)
        return COMPARED_SLOWER;
    return ratio->high - ratio->low <= widest ? COMPARED_SAME : COMPARED_UNSURE;
}
