// decide_test.c: the verdict over simulated noise, always the same: a right program is
// never failed, a wrong one never passed.
#include <math.h>
#include <stdio.h>

#include "base/order.h"
#include "judge/judge.h"
#include "suite.h"

static unsigned long long seed, drawn;

static double uniform(void) {
    return ((double)(random_at(seed, drawn++) >> 11) + 0.5) / 9007199254740992.0;
}

// One measured time of a program that takes 1: a little jitter, and now and then another
// program in between.
static double sample(double jitter, double disturbed) {
    double time = 1 + jitter * fabs(sqrt(-2 * log(uniform())) * cos(6.283185307 * uniform()));
    return uniform() < disturbed ? time * (1 + 1.5 * uniform()) : time;
}

struct tally {
    int inside, outside, undecided, pairs;
};

static struct tally simulate(double factor, double jitter, double disturbed, double tolerance,
                             int patience) {
    enum { GRADINGS = 400, MOST = 40 };
    struct tally tally = {0};
    seed = 42, drawn = 0;
    for (int i = 0; i < GRADINGS; i++) {
        double ratios[MOST], student[MOST], references[MOST];
        enum decision decision = UNDECIDED;
        int n = 0;
        while (n < MOST && decision == UNDECIDED) {
            references[n] = sample(jitter, disturbed);
            student[n] = sample(jitter, disturbed) / factor;
            ratios[n] = references[n] / student[n];
            n++;
            decision = decide(ratios, n, tolerance, patience);
            if (decision == UNDECIDED && agree_undisturbed(student, references, n, tolerance))
                decision = INSIDE;
        }
        tally.pairs += n;
        *(decision == INSIDE    ? &tally.inside
          : decision == OUTSIDE ? &tally.outside
                                : &tally.undecided) += 1;
    }
    return tally;
}

static void right_programs_never_fail(void) {
    static const struct {
        double jitter, disturbed;
        int patience;
    } machines[] = {{0.01, 0.02, 1}, {0.05, 0.1, 1}, {0.1, 0.3, 2}, {0.3, 0.5, 3}, {0.5, 0.9, 3}};
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        struct tally tally =
            simulate(1, machines[i].jitter, machines[i].disturbed, 0.1, machines[i].patience);
        printf("  jitter %.2f, disturbed %.2f: %d right, %d wrong, %d undecided, %.1f pairs\n",
               machines[i].jitter, machines[i].disturbed, tally.inside, tally.outside,
               tally.undecided, tally.pairs / 400.0);
        CU_ASSERT_EQUAL(tally.outside, 0);
        if (i == 0) {
            CU_ASSERT_EQUAL(tally.undecided, 0);
            CU_ASSERT(tally.pairs < 6 * 400);
        }
    }
}

static void wrong_programs_never_pass(void) {
    static const double factors[] = {0.05, 0.3, 0.5, 0.67, 0.75, 1.35, 1.5, 2, 5, 100};
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++)
        for (int noisy = 0; noisy < 2; noisy++) {
            struct tally tally =
                simulate(factors[i], noisy ? 0.1 : 0.01, noisy ? 0.3 : 0.02, 0.1, noisy ? 2 : 1);
            printf("  factor %g, %s: %d right, %d wrong, %d undecided\n", factors[i],
                   noisy ? "noisy" : "quiet", tally.inside, tally.outside, tally.undecided);
            CU_ASSERT_EQUAL(tally.inside, 0);
            if (!noisy)
                CU_ASSERT_EQUAL(tally.undecided, 0);
        }
}

static void large_effects_need_few_pairs(void) {
    double fast[] = {30, 20, 40}, slow[] = {0.1, 0.12, 0.09}, twice[] = {2.2, 2.4, 2.1, 2.6, 2.3};
    CU_ASSERT_EQUAL(decide(fast, 2, 0.1, 1), UNDECIDED);
    CU_ASSERT_EQUAL(decide(fast, 3, 0.1, 1), OUTSIDE);
    CU_ASSERT_EQUAL(decide(slow, 3, 0.1, 1), OUTSIDE);
    CU_ASSERT_EQUAL(decide(twice, 4, 0.1, 1), UNDECIDED);
    CU_ASSERT_EQUAL(decide(twice, 5, 0.1, 1), OUTSIDE);
}

static void a_quiet_machine_needs_two_pairs(void) {
    double right[] = {1.01, 0.99}, off[] = {1.7, 1.6}, near[] = {1.3, 1.25, 1.28};
    CU_ASSERT_EQUAL(decide(right, 2, 0.1, 0), INSIDE);
    CU_ASSERT_EQUAL(decide(right, 2, 0.1, 1), UNDECIDED);
    CU_ASSERT_EQUAL(decide(off, 2, 0.1, 0), OUTSIDE);
    CU_ASSERT_EQUAL(decide(near, 2, 0.1, 0), UNDECIDED);
    CU_ASSERT_EQUAL(decide(near, 3, 0.1, 0), OUTSIDE);
}

// A program that waits by asking beside a second worker: seen at 0.60 to 0.75 with both
// processors taken by others.
static void a_crowd_is_no_mistake(void) {
    double ratios[64], first[] = {0.02, 0.03, 0.04};
    for (int i = 0; i < 64; i++)
        ratios[i] = 0.60 + 0.01 * (i * 7 % 16);
    for (int count = 2; count <= 64; count++)
        CU_ASSERT_EQUAL(decide(ratios, count, 0.1, 4), UNDECIDED);
    CU_ASSERT_EQUAL(decide(ratios, 12, 0.1, 1), OUTSIDE);
    CU_ASSERT_EQUAL(decide(first, 3, 0.1, 4), OUTSIDE);
}

// How often programs of this factor lean, of 1000 on a machine this noisy.
static int leaning(double factor, int pairs) {
    int count = 0;
    seed = 7, drawn = 0;
    for (int i = 0; i < 1000; i++) {
        double ratios[64];
        for (int k = 0; k < pairs; k++)
            ratios[k] = factor * sample(0.3, 0.3) / sample(0.3, 0.3);
        count += leans(ratios, pairs, 0.1);
    }
    return count;
}

static void what_is_far_off_leans(void) {
    CU_ASSERT_EQUAL(leaning(1, 16), 0);
    CU_ASSERT_EQUAL(leaning(1, 64), 0);
    CU_ASSERT(leaning(0.9, 64) <= 3); // of 1000, where 99.9 % are sure
    CU_ASSERT_EQUAL(leaning(2, 15), 0);
    printf("  of 1000 that are twice as fast lean %d after 16 pairs, %d after 32\n", leaning(2, 16),
           leaning(2, 32));
    CU_ASSERT(leaning(2, 16) > 400);
    CU_ASSERT(leaning(0.5, 32) > 990);
    CU_ASSERT(leaning(2, 32) > 990);
}

static void numbers_without_a_clock_are_exact(void) {
    double same[] = {1, 1}, half[] = {0.5, 0.5}, one[] = {1};
    CU_ASSERT_EQUAL(decide(one, 1, 0.1, 1), UNDECIDED);
    CU_ASSERT_EQUAL(decide(same, 2, 0.1, 1), INSIDE);
    CU_ASSERT_EQUAL(decide(half, 2, 0.1, 1), OUTSIDE);
}

static void not_a_number_is_never_inside(void) {
    double bad[] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    CU_ASSERT_NOT_EQUAL(decide(bad, 12, 0.1, 1), INSIDE);
    double endless[] = {INFINITY, INFINITY, INFINITY};
    CU_ASSERT_NOT_EQUAL(decide(endless, 3, 0.1, 1), INSIDE);
}

static void intervals_hold_the_median(void) {
    double values[] = {5, 1, 4, 2, 3};
    struct interval all = interval_of(values, 5, 1), none = interval_of(values, 0, 0.9);
    CU_ASSERT_EQUAL(all.median, 3);
    CU_ASSERT_EQUAL(all.low, 1);
    CU_ASSERT_EQUAL(all.high, 5);
    CU_ASSERT(isnan(none.median) != 0);
    double many[20];
    for (int i = 0; i < 20; i++)
        many[i] = i;
    struct interval most = interval_of(many, 20, 0.95); // 6th and 15th of 20: 95.9 %
    CU_ASSERT_EQUAL(most.low, 5);
    CU_ASSERT_EQUAL(most.high, 14);
}

// Each number of decide() stands between two cases that lie within a factor of two of it.
static void thresholds_stand_where_they_are(void) {
    static const struct {
        double ratios[3];
        int count, patience;
        enum decision decision;
    } cases[] = {
        {{1.2, 1.2 * (1 + 0.7e-9)}, 2, 1, OUTSIDE}, // one number in two doubles
        {{1.2, 1.2 * (1 + 1.4e-9)}, 2, 1, UNDECIDED},
        {{1.025, 0.98, 1}, 3, 1, INSIDE}, // a third of the tolerance
        {{1.05, 0.99, 1}, 3, 1, UNDECIDED},
        {{1.04, 0.99}, 2, 0, INSIDE}, // half of it
        {{1.08, 0.99}, 2, 0, UNDECIDED},
        {{1.25, 1.26, 1.27}, 3, 0, OUTSIDE}, // two tolerances
        {{1.15, 1.16, 1.17}, 3, 0, UNDECIDED},
        {{3, 3.2, 3.4}, 3, 1, UNDECIDED}, // five times
        {{6, 6.2, 6.4}, 3, 1, OUTSIDE},
        {{12, 14, 16}, 3, 2, UNDECIDED}, // twenty times
        {{22, 24, 26}, 3, 2, OUTSIDE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CU_ASSERT_EQUAL(decide(cases[i].ratios, cases[i].count, 0.1, cases[i].patience),
                        cases[i].decision);
    double small[40], large[40];
    for (int i = 0; i < 40; i++) {
        small[i] = 2.5 + 0.01 * (i * 7 % 16);
        large[i] = small[i] + 1.5;
    }
    CU_ASSERT_EQUAL(decide(small, 40, 0.1, 4), UNDECIDED); // three times, in a crowd
    CU_ASSERT_EQUAL(decide(large, 40, 0.1, 4), OUTSIDE);
}

// Alike where they were disturbed least; the medians may differ by two tolerances.
static void medians_may_be_disturbed(void) {
    double reference[12], near[12], far[12];
    for (int i = 0; i < 12; i++) {
        reference[i] = 1;
        near[i] = i % 6 < 2 ? 1 : 1 / 0.85;
        far[i] = i % 6 < 2 ? 1 : 1 / 0.75;
    }
    CU_ASSERT_TRUE(agree_undisturbed(near, reference, 12, 0.1));
    CU_ASSERT_FALSE(agree_undisturbed(far, reference, 12, 0.1));
    CU_ASSERT_FALSE(agree_undisturbed(near, reference, 11, 0.1));
}

static const struct test tests[] = {
    {"right programs never fail", right_programs_never_fail},
    {"wrong programs never pass", wrong_programs_never_pass},
    {"large effects need few pairs", large_effects_need_few_pairs},
    {"a quiet machine needs two pairs", a_quiet_machine_needs_two_pairs},
    {"a crowd is no mistake", a_crowd_is_no_mistake},
    {"what is far off leans", what_is_far_off_leans},
    {"numbers without a clock are exact", numbers_without_a_clock_are_exact},
    {"not a number is never inside", not_a_number_is_never_inside},
    {"intervals hold the median", intervals_hold_the_median},
    {"thresholds stand where they are", thresholds_stand_where_they_are},
    {"medians may be disturbed", medians_may_be_disturbed},
};
SUITE_MAIN("grader_decide", tests)
