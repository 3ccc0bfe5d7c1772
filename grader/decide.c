// decide.c: how many pairs a verdict needs. A large effect needs few; one near the
// tolerance needs many, because failing a right program is the worst that can happen.
#include "decide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 512 };

static int ascending(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

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
    result.median = 0.5 * (sorted[(count - 1) / 2] + sorted[count / 2]);
    int cut = 0;
    while (cut + 1 < (count + 1) / 2 && 1 - 2 * coins(count, cut) >= confidence)
        cut++;
    // cut values may be left out at each end; the last step went one too far.
    cut = cut > 0 ? cut - 1 : 0;
    result.low = sorted[cut];
    result.high = sorted[count - 1 - cut];
    return result;
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

enum decision decide(const double *ratios, int count, double tolerance, int patience) {
    static const struct {
        double factor;
        int pairs;
    } large[] = {{5, 3}, {2, 5}};
    struct interval all = interval_of(ratios, count, 1.0);
    if (count < 2)
        return UNDECIDED;
    if (all.high - all.low <= 1e-9 * fabs(all.high)) // no clock was involved
        return fabs(all.median - 1) <= tolerance ? INSIDE : OUTSIDE;
    double side = one_sided(ratios, count);
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++)
        if (side > large[i].factor && count >= large[i].pairs)
            return OUTSIDE;
    if (count >= 4 && all.low >= 1 - tolerance && all.high <= 1 + tolerance)
        return INSIDE;
    struct interval middle = interval_of(ratios, count, 0.9);
    if (count >= 6 && middle.low >= 1 - tolerance && middle.high <= 1 + tolerance)
        return INSIDE;
    if (count >= 8 * patience && (all.high < 1 - tolerance || all.low > 1 + tolerance))
        return OUTSIDE;
    struct interval wide = interval_of(ratios, count, 0.998);
    if (count >= 12 * patience && (wide.high < 1 - tolerance || wide.low > 1 + tolerance))
        return OUTSIDE;
    return UNDECIDED;
}
