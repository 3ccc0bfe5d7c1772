// statistics_test.c: compares medians, intervals and warnings with slow, plain computations, and
// tests the interval's promise by simulation. Seeds are fixed: every run is the same.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fake_cuda.h"
#include "suite.h"
#include "tare.h"

enum { MOST = 400 };

// ---- a plain reference: no sorting shared with the library, no logarithms --------------

static double nth_smallest(const double *values, int n, int rank) { // 1-based
    for (int i = 0; i < n; i++) {
        int below = 0, equal = 0;
        for (int j = 0; j < n; j++) {
            below += values[j] < values[i];
            equal += values[j] == values[i];
        }
        if (below < rank && rank <= below + equal)
            return values[i];
    }
    return NAN;
}

static double reference_median(const double *values, int n) {
    return n % 2 ? nth_smallest(values, n, n / 2 + 1)
                 : (nth_smallest(values, n, n / 2) + nth_smallest(values, n, n / 2 + 1)) / 2;
}

// Pascal's triangle, one row at a time, divided by 2 as it grows.
static int reference_rank(int n) {
    static double row[MOST + 1];
    memset(row, 0, sizeof row);
    row[0] = 1;
    for (int i = 1; i <= n; i++)
        for (int k = i; k >= 0; k--)
            row[k] = (row[k] + (k ? row[k - 1] : 0)) / 2;
    double tail = 0;
    int rank = 0;
    while (rank < n / 2 && tail + row[rank] <= 0.025)
        tail += row[rank++];
    return rank;
}

// ---- kinds of samples -------------------------------------------------------------------

static double normal(void) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += fake_random();
    return sum;
}

static double draw(int kind) {
    switch (kind) {
    case 0: // a quiet device
        return 100e-6 * (1 + 0.002 * normal());
    case 1: // a short kernel on a coarse clock
        return floor((5e-6 * (1 + 0.05 * normal())) / 1.024e-6) * 1.024e-6;
    case 2: // skewed, as times are: a run may be delayed, but not be faster
        return 50e-6 * (1 + 0.02 * exp(normal()));
    case 3: // every sample the same
        return 7e-6;
    case 4: // two modes
        return fake_random() < 0.5 ? 10e-6 * (1 + 0.001 * normal()) : 15e-6;
    default: // one of ten samples is ten times as long
        return fake_random() < 0.1 ? 1e-3 : 100e-6 * (1 + 0.01 * normal());
    }
}
enum { KINDS = 6 };

static void agrees_with_the_reference(void) {
    fake_cuda_reset();
    for (int n = 1; n <= 101; n += n < 14 ? 1 : 29)
        for (int kind = 0; kind < KINDS; kind++) {
            double values[MOST], mean = 0, tick = 1e-7;
            for (int i = 0; i < n; i++)
                mean += (values[i] = draw(kind)) / n;
            tare_time t;
            CU_ASSERT_EQUAL_FATAL(tare_summarise(values, n, tick, &t), TARE_OK);
            CU_ASSERT_DOUBLE_EQUAL(t.median, reference_median(values, n), 1e-18);
            CU_ASSERT_EQUAL(t.minimum, nth_smallest(values, n, 1));
            CU_ASSERT_DOUBLE_EQUAL(t.mean, mean, 1e-15);
            CU_ASSERT_EQUAL(t.first, values[0]);
            CU_ASSERT_EQUAL(t.samples, n);
            int rank = reference_rank(n);
            if (n < 6) {
                CU_ASSERT(isnan(t.low) && isnan(t.high));
            } else {
                CU_ASSERT_DOUBLE_EQUAL(t.low, nth_smallest(values, n, rank) - tick, 1e-18);
                CU_ASSERT_DOUBLE_EQUAL(t.high, nth_smallest(values, n, n + 1 - rank) + tick, 1e-18);
            }
        }
}

static void ranks_are_those_of_the_tables(void) {
    static const int table[][2] = {{6, 1},   {9, 2},   {11, 2},   {15, 4}, {20, 6}, {25, 8},
                                   {31, 10}, {51, 19}, {101, 41}, {5, 0},  {1, 0}};
    double values[101];
    for (int i = 0; i < 101; i++)
        values[i] = i + 1;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        tare_time t;
        tare_summarise(values, table[i][0], 0, &t);
        if (table[i][1])
            CU_ASSERT_EQUAL(t.low, table[i][1]);
        if (!table[i][1])
            CU_ASSERT(isnan(t.low));
    }
}

// How many of `trials` intervals hold the truth.
static double coverage(int n, int kind, double truth, double tick, int trials) {
    int held = 0;
    for (int trial = 0; trial < trials; trial++) {
        double values[MOST];
        for (int i = 0; i < n; i++)
            values[i] = draw(kind);
        tare_time t;
        tare_summarise(values, n, tick, &t);
        held += t.low <= truth && truth <= t.high;
    }
    return (double)held / trials;
}

static void intervals_hold_the_median(void) {
    fake_cuda_reset();
    static const int sizes[] = {6, 11, 21, 31, 101};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        double quiet = coverage(sizes[i], 0, 100e-6, 0, 4000);
        double skewed = coverage(sizes[i], 2, 50e-6 * 1.02, 0, 4000);
        CU_ASSERT(quiet > 0.94 && quiet < 0.995);
        CU_ASSERT(skewed > 0.94 && skewed < 0.995);
        // The clock rounds: without the tick, the interval of many samples would often miss.
        CU_ASSERT(coverage(sizes[i], 1, 5e-6, 1.024e-6, 1000) > 0.97);
        if (sizes[i] == 101)
            CU_ASSERT(coverage(sizes[i], 1, 5e-6, 0, 1000) < 0.5);
    }
}

static unsigned warnings_of(const double *values, int n, double tick) {
    tare_time t;
    CU_ASSERT_EQUAL_FATAL(tare_summarise(values, n, tick, &t), TARE_OK);
    return t.warnings;
}

static void warnings_say_what_is_wrong(void) {
    double v[40];
    fake_cuda_reset();
    for (int i = 0; i < 40; i++)
        v[i] = 100e-6 * (1 + 0.002 * (fake_random() - 0.5));
    CU_ASSERT_EQUAL(warnings_of(v, 40, 32e-9), 0);
    v[0] = 250e-6;
    CU_ASSERT(warnings_of(v, 40, 32e-9) & TARE_FIRST_SLOW);
    CU_ASSERT(warnings_of(v, 40, 32e-9) & TARE_OUTLIER);
    v[0] = 100e-6;
    for (int i = 20; i < 40; i++)
        v[i] *= 1.05;
    CU_ASSERT(warnings_of(v, 40, 32e-9) & TARE_DRIFT);
    for (int i = 0; i < 40; i++)
        v[i] = (i % 2 ? 1 : 1.3) * 100e-6 * (1 + 0.001 * fake_random());
    CU_ASSERT_EQUAL(warnings_of(v, 40, 32e-9), TARE_TWO_MODES);
    for (int i = 0; i < 40; i++)
        v[i] = 5e-6;
    CU_ASSERT_EQUAL(warnings_of(v, 40, 1e-6), TARE_SHORTER_THAN_CLOCK);
    // Equal samples, but one is a tick off: the spread is 0, and that is no fault.
    for (int i = 0; i < 40; i++)
        v[i] = 100e-6;
    v[7] = 100e-6 + 1e-6;
    CU_ASSERT_EQUAL(warnings_of(v, 40, 1e-6), 0);
    for (unsigned bit = 1; bit <= TARE_NOT_PRECISE; bit <<= 1)
        CU_ASSERT(strlen(tare_advice((enum tare_warning)bit)) > 40);
}

static void bad_samples_are_refused(void) {
    tare_time t;
    double values[] = {1, NAN, 3}, infinite[] = {1, INFINITY};
    CU_ASSERT_EQUAL(tare_summarise(values, 3, 0, &t), TARE_BAD_ARGUMENT);
    CU_ASSERT(strstr(tare_why(), "sample 1") != NULL);
    CU_ASSERT_EQUAL(tare_summarise(infinite, 2, 0, &t), TARE_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(tare_summarise(values, 0, 0, &t), TARE_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(tare_summarise(NULL, 3, 0, &t), TARE_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(tare_summarise(values, 1, -1, &t), TARE_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(tare_summarise(values, 1, 0, NULL), TARE_BAD_ARGUMENT);
    CU_ASSERT(isnan(tare_median(values, 0)));
    CU_ASSERT(isnan(tare_median(NULL, 3)));
}

static const struct test tests[] = {
    {"agrees_with_the_reference", agrees_with_the_reference},
    {"ranks_are_those_of_the_tables", ranks_are_those_of_the_tables},
    {"intervals_hold_the_median", intervals_hold_the_median},
    {"warnings_say_what_is_wrong", warnings_say_what_is_wrong},
    {"bad_samples_are_refused", bad_samples_are_refused},
};
SUITE_MAIN("library_statistics", tests)
