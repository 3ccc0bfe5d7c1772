// rounds_test.c: simulates whole measurements: how many rounds they take, and whether the interval
// holds the median as promised when samples depend on each other. Seeds are fixed.
#include <math.h>

#include "fake_cuda.h"
#include "suite.h"
#include "tare_internal.h"

static double normal(void) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += fake_random();
    return sum;
}

// The time of sample number `at`. Each round begins at a random number.
typedef double (*device)(int at);

static double independent(int at) {
    (void)at;
    return 100e-6 * (1 + 0.01 * normal());
}

static double correlated(int at) { // AR(1), 0.8 from one sample to the next
    static double state;
    (void)at;
    state = 0.8 * state + 0.6 * normal();
    return 100e-6 * (1 + 0.005 * state);
}

static double in_waves(int at) { // of 18 samples, seven are 2 % shorter
    return (at % 18 < 7 ? 98e-6 : 100e-6) * (1 + 0.002 * normal());
}

static double in_turn(int at) { // every second launch is longer, not always by the same
    return (fake_random() < (at % 2 ? 0.75 : 0.45) ? 8e-6 : 7.8e-6) * (1 + 0.002 * normal());
}

static double below_a_tick(int at) { // 3.6 us, in readings of 32 ns
    (void)at;
    return 32e-9 * round(112.3 + 2 * normal());
}

static const short h200[] = {
#include "h200_cold_saxpy.inc"
};
enum { RECORDED = sizeof h200 / sizeof h200[0] };

static double recorded(int at) {
    return 32e-9 * h200[at % RECORDED];
}

static tare_time measured(device device, double tick, int in_rounds) {
    struct tare_plan plan = {.budget = 1, .precision = 0.005, .tick = tick, .sample = 50e-6};
    if (device == recorded)
        plan.sample = 135e-6; // as on the card: a wave is longer than a round
    static double values[TARE_MOST_SAMPLES];
    tare_time t = {0};
    int have = 0, start = (int)(RECORDED * fake_random());
    plan.round = in_rounds ? tare_round_for(&plan) : 1;
    for (int next; (next = tare_next_rounds(&plan, &t, have * plan.sample)) > 0;) {
        for (int end = have + next; have < end; have++) {
            if (in_rounds && have % plan.round == 0)
                start = (int)(RECORDED * fake_random());
            values[have] = device(start + have);
        }
        tare_summarise_rounds(values, have, in_rounds ? tare_round_of(&plan, have) : 1, tick, &t);
    }
    return t;
}

// The part of 1000 measurements whose interval holds the median of all their medians. *width: the
// widest interval, as a part of that median. *samples: the most samples of a measurement.
static double part_held(device device, double tick, int in_rounds, double *width, int *samples) {
    enum { MEASUREMENTS = 1000 };
    static tare_time t[MEASUREMENTS];
    double medians[MEASUREMENTS];
    int held = 0;
    fake_cuda_reset();
    for (int i = 0; i < MEASUREMENTS; i++) {
        t[i] = measured(device, tick, in_rounds);
        medians[i] = t[i].median;
    }
    double grand = tare_median(medians, MEASUREMENTS);
    *width = *samples = 0;
    for (int i = 0; i < MEASUREMENTS; i++) {
        held += t[i].low <= grand && grand <= t[i].high;
        *width = fmax(*width, (t[i].high - t[i].low) / grand);
        *samples = t[i].samples > *samples ? t[i].samples : *samples;
    }
    return (double)held / MEASUREMENTS;
}

static void rounds_keep_the_promise(void) {
    static const device devices[] = {independent, correlated, in_waves, in_turn};
    double width;
    int samples;
    for (int i = 0; i < 4; i++) {
        double held = part_held(devices[i], 0, 1, &width, &samples);
        CU_ASSERT(held > 0.93 && held < 0.995);
        CU_ASSERT(width <= 0.0101); // the precision that was asked for, on both sides
    }
    // Without rounds, correlated samples give an interval that is too narrow.
    CU_ASSERT(part_held(correlated, 0, 0, &width, &samples) < 0.85);
    CU_ASSERT(part_held(recorded, 32e-9, 1, &width, &samples) > 0.93);
    CU_ASSERT(width <= 0.0101); // a wave of 2 % costs samples, not width
    CU_ASSERT(samples > 2 * 15 * 13);
    // A clock of 32 ns cannot tell this time to 0.5 %: the measurement stops soon.
    CU_ASSERT(part_held(below_a_tick, 32e-9, 1, &width, &samples) > 0.93);
    CU_ASSERT(width <= 3.1 * 32e-9 / 3.6e-6);
    CU_ASSERT(samples <= 8 * 15 * 33);
}

// When the time drifts, the interval holds the middle, and there is a warning.
static void drift_is_within_the_interval(void) {
    fake_cuda_reset();
    for (int trial = 0; trial < 100; trial++) {
        double values[15 * 7];
        for (int i = 0; i < 15 * 7; i++)
            values[i] = 100e-6 * (1 + 0.05 * (i - 52) / 104 + 0.005 * normal());
        tare_time t;
        tare_summarise_rounds(values, 15 * 7, 7, 0, &t);
        CU_ASSERT(t.low < 100e-6 && 100e-6 < t.high);
        CU_ASSERT(t.warnings & TARE_DRIFT);
    }
}

static void rounds_are_of_samples_in_turn(void) {
    double values[6 * 3 + 1];
    for (int i = 0; i < 19; i++) {
        int nth = i / 3;
        values[i] = 10 * nth + 2 - i % 3; // medians 1, 11, 21, .. 51, and 62 alone
    }
    tare_time t;
    CU_ASSERT_EQUAL(tare_summarise_rounds(values, 18, 3, 0.5, &t), TARE_OK);
    CU_ASSERT_EQUAL(t.median, 26);
    CU_ASSERT_EQUAL(t.low, 0.5);
    CU_ASSERT_EQUAL(t.high, 51.5);
    CU_ASSERT_EQUAL(t.minimum, 0);
    CU_ASSERT_EQUAL(t.samples, 18);
    CU_ASSERT_EQUAL(tare_summarise_rounds(values, 19, 3, 0.5, &t), TARE_OK);
    CU_ASSERT_EQUAL(t.high, 62.5);
    CU_ASSERT_EQUAL(tare_summarise_rounds(values, 15, 3, 0, &t), TARE_OK);
    CU_ASSERT(isnan(t.low)); // five rounds
}

static void a_plan_keeps_its_budget(void) {
    tare_time none = {0}, wide = {.samples = 15, .low = 0.9, .high = 1.1, .median = 1},
              narrow = {.samples = 15, .low = 0.999, .high = 1.001, .median = 1};
    struct tare_plan plan = {.budget = 0.25, .precision = 0.005, .sample = 2e-3, .round = 1};
    CU_ASSERT_EQUAL(tare_round_for(&plan), 1);
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &none, 0), 15);
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &wide, 0.01), 15);
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &narrow, 0.01), 0);
    narrow.low = 0.996, narrow.high = 1.004; // the first look may be luck
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &narrow, 0.01), 15);
    narrow.samples = 30;
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &narrow, 0.01), 0);
    narrow.samples = 15;
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &wide, 0.26), 0);
    plan.sample = 0.1; // long runs: still as many as an interval needs
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &none, 0), 6);
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &wide, 0.1), 1);
    plan.sample = 200e-6;
    CU_ASSERT_EQUAL(plan.round = tare_round_for(&plan), 9);
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &none, 0), 15 * 9);
    plan.sample = 1e-6; // no more than fit
    CU_ASSERT_EQUAL(plan.round = tare_round_for(&plan), 33);
    wide.samples = TARE_MOST_SAMPLES / 33 * 33;
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &wide, 0), 0);
    // More samples, as long as the interval is wider than asked for and than the clock can tell.
    plan.tick = 0.01;
    wide.samples = 15 * 33, wide.low = 0.984, wide.high = 1.016;
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &wide, 0), 15 * 33);
    wide.low = 0.985, wide.high = 1.015;
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &wide, 0), 0);
    plan.tick = 0.004;
    wide.low = 0.994, wide.high = 1.006;
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &wide, 0), 15 * 33);
    CU_ASSERT_EQUAL(tare_round_of(&plan, 6 * 33), 33);
    CU_ASSERT_EQUAL(tare_round_of(&plan, 29 * 33), 33);
    CU_ASSERT_EQUAL(tare_round_of(&plan, 60 * 33), 4 * 33);
    plan.fixed = 31;
    CU_ASSERT_EQUAL(tare_round_for(&plan), 2);
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &none, 0), 31);
    CU_ASSERT_EQUAL(tare_next_rounds(&plan, &narrow, 9), 16);
    plan.fixed = 11;
    CU_ASSERT_EQUAL(tare_round_for(&plan), 1);
    CU_ASSERT_EQUAL(tare_batch_for(1e-3, 32e-9), 1);
    CU_ASSERT_EQUAL(tare_batch_for(10e-6, 32e-9), 20);
    CU_ASSERT_EQUAL(tare_batch_for(10e-6, 8e-6), 160); // 200 ticks, not 200 us
    CU_ASSERT_EQUAL(tare_batch_for(1e-9, 8e-6), TARE_LONGEST_BATCH);
    CU_ASSERT_EQUAL(tare_batch_for(0, 32e-9), TARE_LONGEST_BATCH);
}

static const struct test tests[] = {
    {"rounds_keep_the_promise", rounds_keep_the_promise},
    {"drift_is_within_the_interval", drift_is_within_the_interval},
    {"rounds_are_of_samples_in_turn", rounds_are_of_samples_in_turn},
    {"a_plan_keeps_its_budget", a_plan_keeps_its_budget},
};
SUITE_MAIN("library_rounds", tests)
