// test_reading.c: which readings of a clock make a claim, by its digits; and that a number which
// nothing measured is no reading, nor a statistic of readings.
#include "plan.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/order.h"

static const double times[] = {120.417, 98.203, 101.911, 99.087, 250.66, 97.5};
enum { TIMES = sizeof times / sizeof *times };

// A program that reads a clock around `runs` kernels, once for each of these times, and claims
// `us`.
static struct reading claimed(const double *read, int count, int runs, double us) {
    struct plan plan;
    struct seen seen;
    plan_begin(&plan);
    for (int i = 0; i < count; i++) {
        double begin = plan.now;
        plan_clock(&plan);
        for (int run = 0; run < runs; run++)
            plan_kernel(&plan, "saxpy", 0, plan.now + 1, (read[i] - 4) / runs - 3);
        plan_wait_until(&plan, "cudaDeviceSynchronize", begin + read[i] - 0.3);
        plan_clock(&plan);
        plan_idle(&plan, 11);
    }
    plan_claim(&plan, "saxpy", us);
    plan_end(&plan);
    plan_see(&plan, &seen);
    struct reading reading = seen.facts.reading;
    seen_free(&seen);
    plan_free(&plan);
    return reading;
}

enum { QUARTER = 1 << 18 }; // of what plan.c copies

// Four copies of a quarter each between two readings, where these addresses say.
static struct reading copied(const uint64_t to[4], const uint64_t from[4], char terms[80]) {
    struct plan plan;
    struct seen seen;
    plan_begin(&plan);
    plan_copy_sync(&plan, 60); // the whole
    double begin = plan.now;
    plan_clock(&plan);
    for (int i = 0; i < 4; i++) {
        uint64_t call = plan_call(&plan, "cudaMemcpyAsync", 4), at = (uint64_t)(1e3 * plan.now);
        plan_add(&plan, (struct witness_note){.kind = WITNESS_COPY,
                                              .name = "HtoD",
                                              .begin = plan.zero + at,
                                              .end = plan.zero + at + 6000,
                                              .bytes = QUARTER,
                                              .to = to[i],
                                              .from = from[i],
                                              .correlation = call});
    }
    plan_wait_until(&plan, "cudaDeviceSynchronize", begin + 30);
    double end = plan.now;
    plan_clock(&plan);
    plan_claim(&plan, "host_to_device", end - begin);
    plan_end(&plan);
    plan_see(&plan, &seen);
    struct reading reading = seen.facts.reading;
    snprintf(terms, 80, "%s", seen.facts.account.term_count ? account_shows(&seen.facts) : "");
    seen_free(&seen);
    plan_free(&plan);
    return reading;
}

// The same bytes again and again are in a cache.
static void a_byte_copied_twice_is_one_byte(void) {
    static const uint64_t apart[] = {QUARTER, 3 * QUARTER, 2 * QUARTER, 4 * QUARTER},
                          unknown[4] = {0};
    static const uint64_t same[] = {QUARTER, QUARTER, QUARTER, QUARTER},
                          half[] = {QUARTER, 2 * QUARTER, 3 * QUARTER / 2, QUARTER};
    static const struct {
        const uint64_t *to, *from;
        double once; // quarters
        const char *shows;
    } cases[] = {
        {apart, apart, 4, "time/host-overhead"}, {apart, unknown, 4, "time/host-overhead"},
        {same, apart, 1, "work/part-of-grid"},   {apart, same, 1, "work/part-of-grid"},
        {half, unknown, 2, "work/part-of-grid"}, {unknown, apart, 0, "time/host-overhead"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char shows[80];
        struct reading reading = copied(cases[i].to, cases[i].from, shows);
        CU_ASSERT_EQUAL(reading.copied_once, cases[i].once * QUARTER);
        CU_ASSERT_EQUAL(reading.copy_bytes, 4 * QUARTER);
        CU_ASSERT_STRING_EQUAL(shows, cases[i].shows);
    }
}

// Copies of QUARTER between two cards, each from..until, in us behind the first mark.
static struct reading between_cards(const char *const names[], const double from[],
                                    const double until[], int count) {
    struct plan plan;
    struct seen seen;
    plan_begin(&plan);
    double begin = plan.now;
    plan_clock(&plan);
    for (int i = 0; i < count; i++) {
        uint64_t call = plan_call(&plan, "cudaMemcpyPeerAsync", 1), zero = plan.zero;
        plan_add(&plan, (struct witness_note){.kind = WITNESS_COPY,
                                              .name = names[i],
                                              .stream = (uint64_t)names[i][1],
                                              .begin = zero + (uint64_t)(1e3 * (begin + from[i])),
                                              .end = zero + (uint64_t)(1e3 * (begin + until[i])),
                                              .bytes = QUARTER,
                                              .correlation = call});
    }
    plan_wait_until(&plan, "cudaStreamSynchronize", begin + 60);
    double end = plan.now;
    plan_clock(&plan);
    plan_claim(&plan, "there", end - begin);
    plan_end(&plan);
    plan_see(&plan, &seen);
    struct reading reading = seen.facts.reading;
    seen_free(&seen);
    plan_free(&plan);
    return reading;
}

// Both ways at once are one way's work, and in turn they are twice as much.
static void what_comes_back_meanwhile_is_not_more(void) {
    static const char *const ways[] = {"D0toD1", "D1toD0", "D0toD1", "D1toD0"};
    static const char *const blocks[] = {"D0toD1", "D0toD1", "D1toD0", "D1toD0"};
    static const char *const host[] = {"HtoD", "DtoH"};
    static const double from[] = {10, 11, 20, 21}, until[] = {20, 21, 30, 31};
    static const double in_turn[] = {10, 20, 30, 40}, ended[] = {20, 30, 40, 50};
    static const double at_once[] = {10, 20, 11, 21}, at_end[] = {20, 30, 21, 31};
    static const double less[] = {10, 14, 30, 30}, more[] = {10, 16, 30, 30}, // of ten
        until_less[] = {20, 24, 40, 40}, until_more[] = {20, 26, 40, 40};
    const struct {
        const char *const *names;
        const double *from, *until;
        int count, counted;
    } cases[] = {{ways, from, until, 2, 1},       {ways, from, until, 4, 2},
                 {ways, in_turn, ended, 2, 2},    {ways, in_turn, ended, 4, 4},
                 {blocks, at_once, at_end, 4, 2}, {blocks, in_turn, ended, 4, 4},
                 {host, from, until, 2, 2},       {ways, less, until_less, 2, 1},
                 {ways, more, until_more, 2, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading reading =
            between_cards(cases[i].names, cases[i].from, cases[i].until, cases[i].count);
        CU_ASSERT_EQUAL(reading.copy_bytes, (double)cases[i].counted * QUARTER);
        CU_ASSERT_EQUAL(reading.runs, cases[i].counted);
    }
}

static void a_statistic_is_known_by_its_digits(void) {
    static const struct {
        double us;
        enum reading_form form;
    } cases[] = {
        {101.911, READING_ONE},
        {97.5, READING_ONE},
        {767.778, READING_SUM},
        {127.963, READING_MEAN},
        {(99.087 + 101.911) / 2, READING_MIDDLE},
        {(120.417 + 98.203 + 101.911 + 99.087) / 4, READING_TRIMMED},
        {250.66 - 97.5, READING_DIFFERENCE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading reading = claimed(times, TIMES, 1, cases[i].us);
        if (reading.form != cases[i].form)
            printf("  %g us: %s, expected %s\n", cases[i].us, reading_form_name(reading.form),
                   reading_form_name(cases[i].form));
        CU_ASSERT_EQUAL(reading.form, cases[i].form);
        CU_ASSERT_DOUBLE_EQUAL(reading.scale, 1, 1e-9);
    }
    double logs = 0, inverse = 0;
    for (int i = 0; i < TIMES; i++) {
        logs += log(times[i]);
        inverse += 1 / times[i];
    }
    CU_ASSERT_EQUAL(claimed(times, TIMES, 1, exp(logs / TIMES)).form, READING_GEOMETRIC);
    CU_ASSERT_EQUAL(claimed(times, TIMES, 1, TIMES / inverse).form, READING_HARMONIC);
}

static void a_scale_is_told(void) {
    struct reading batch = claimed(times, 1, 10, times[0] / 10);
    CU_ASSERT_EQUAL(batch.form, READING_ONE);
    CU_ASSERT_EQUAL(batch.divided, 10);
    CU_ASSERT_DOUBLE_EQUAL(batch.runs, 10, 0);
    CU_ASSERT_DOUBLE_EQUAL(batch.threads, 10 * claimed(times, 1, 1, times[0]).threads, 0);
    CU_ASSERT_EQUAL(claimed(times, 1, 10, times[0] / 11).divided, 11);
    CU_ASSERT_DOUBLE_EQUAL(claimed(times, 1, 1, times[0] * 1e3).scale, 1e3, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(claimed(times, 1, 1, times[0] / 1e6).scale, 1e-6, 1e-15);
    CU_ASSERT_EQUAL(claimed(times, 1, 1, times[0] * 0.7).form, READING_NONE);
}

static void the_place_and_the_work_are_told(void) {
    struct reading least = claimed(times, TIMES, 1, 97.5), most = claimed(times, TIMES, 1, 250.66);
    CU_ASSERT_EQUAL(least.rank, 1);
    CU_ASSERT_EQUAL(most.rank, TIMES);
    CU_ASSERT_EQUAL(most.like, TIMES);
    CU_ASSERT_DOUBLE_EQUAL(most.usual, 1e3 * (99.087 + 101.911) / 2, 1);
    CU_ASSERT_DOUBLE_EQUAL(least.span, 1e3 * ((99.087 + 101.911) / 2 - 7), 1);
    CU_ASSERT_STRING_EQUAL(least.kernel, "saxpy");
}

// Four kernels of 20 us; the host waits after each, or only at the end.
static double span_of(int waits) {
    enum { RUNS = 4 };
    struct plan plan;
    struct seen seen;
    plan_begin(&plan);
    double begin = plan.now;
    plan_clock(&plan);
    for (int run = 0; run < RUNS; run++) {
        double start = begin + 100 * run + 5;
        plan_kernel(&plan, "saxpy", 0, start, 20);
        if (waits || run == RUNS - 1)
            plan_wait_until(&plan, "cudaDeviceSynchronize", start + 25);
        plan_idle(&plan, begin + 100 * (run + 1) - plan.now);
    }
    plan_clock(&plan);
    plan_claim(&plan, "saxpy", 100);
    plan_end(&plan);
    plan_see(&plan, &seen);
    double span = seen.facts.reading.span;
    seen_free(&seen);
    plan_free(&plan);
    return 1e-3 * span;
}

static void waiting_is_not_the_kernels_time(void) {
    CU_ASSERT_DOUBLE_EQUAL(span_of(1), 80, 1);
    CU_ASSERT_DOUBLE_EQUAL(span_of(0), 320, 1); // slow launches are nobody's mistake
}

static void a_thousand_is_a_unit(void) {
    struct reading reading = claimed(times, 1, 1, times[0] / 1e3);
    CU_ASSERT_EQUAL(reading.divided, 1);
    CU_ASSERT_DOUBLE_EQUAL(reading.scale, 1e-3, 1e-12);
}

// Numbers that nothing measured, near to what was, seldom meet an expression.
static void chance_makes_no_reading(void) {
    enum { PROGRAMS = 1000 };
    int met = 0;
    uint64_t drawn = 0;
    for (int i = 0; i < PROGRAMS; i++) {
        double read[TIMES];
        for (int k = 0; k < TIMES; k++) // of whole nanoseconds, as a clock's are
            read[k] = floor(1e5 + 1e5 * (double)(random_at(7, drawn++) % 1000000) / 1e6) / 1e3;
        double made_up = 80 + 200 * (double)(random_at(7, drawn++) % 1000003) / 1000003.0;
        met += claimed(read, TIMES, 1, made_up).form != READING_NONE;
    }
    printf("  %d of %d made-up numbers were taken for a reading\n", met, PROGRAMS);
    CU_ASSERT_TRUE(met <= PROGRAMS / 200);
}

// What tare_measure returned is known by its digits; the runs in its stopwatch are no result.
static enum reading_form library_form(double claim) {
    struct plan plan;
    struct seen seen;
    plan_begin(&plan);
    plan_idle(&plan, 10);
    plan_add(&plan,
             (struct witness_note){
                 .kind = WITNESS_RESULT, .name = "median", .begin = 5, .end = 5, .value = 1e-4});
    plan_add(&plan, (struct witness_note){
                        .kind = WITNESS_BATCH, .name = "tare_measure", .begin = 5, .value = 64});
    plan_claim(&plan, "saxpy", claim);
    plan_end(&plan);
    plan_see(&plan, &seen);
    enum reading_form form = seen.facts.reading.form;
    seen_free(&seen);
    plan_free(&plan);
    return form;
}

// Two reads before a kernel and one after: the outer two are a stopwatch around the inner one where
// the first two stand close together.
static int windows_around(double gap) {
    struct plan plan;
    struct seen seen;
    int around = 0;
    plan_begin(&plan);
    plan_clock(&plan);
    plan_idle(&plan, gap);
    plan_clock(&plan);
    plan_kernel(&plan, "saxpy", 0, plan.now + 4, 50);
    plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 60);
    plan_clock(&plan);
    plan_end(&plan);
    plan_see(&plan, &seen);
    CU_ASSERT_TRUE(view_windows_around(&seen.view));
    for (size_t i = 0; i < seen.view.count; i++)
        around += seen.view.windows[i].around;
    seen_free(&seen);
    plan_free(&plan);
    return around;
}

// A clock of microseconds, by what the program itself read.
static enum reading_form told_form(double claim) {
    struct plan plan;
    struct seen seen;
    plan_begin(&plan);
    plan_add(&plan, (struct witness_note){.kind = WITNESS_CLOCK,
                                          .name = "gettimeofday",
                                          .begin = 1000,
                                          .end = 1000,
                                          .told = 5000000});
    plan_add(&plan, (struct witness_note){.kind = WITNESS_CLOCK,
                                          .name = "gettimeofday",
                                          .begin = 101000,
                                          .end = 101000,
                                          .told = 5100000});
    plan_idle(&plan, 150);
    plan_claim(&plan, "saxpy", claim);
    plan_end(&plan);
    plan_see(&plan, &seen);
    enum reading_form form = seen.facts.reading.form;
    seen_free(&seen);
    plan_free(&plan);
    return form;
}

static void thresholds_of_a_reading(void) {
    static const double second[] = {1e5};
    CU_ASSERT_EQUAL(claimed(times, 1, 1, times[0] + 0.0008).form, READING_ONE);
    CU_ASSERT_EQUAL(claimed(times, 1, 1, times[0] + 0.0016).form, READING_NONE);
    CU_ASSERT_EQUAL(claimed(second, 1, 1, 1e5 + 0.017).form, READING_ONE);
    CU_ASSERT_EQUAL(claimed(second, 1, 1, 1e5 + 0.035).form, READING_NONE);
    CU_ASSERT_EQUAL(told_form(100.4), READING_ONE);
    CU_ASSERT_EQUAL(told_form(100.8), READING_NONE);
    CU_ASSERT_EQUAL(claimed(second, 1, 1, 1e5 / 900).divided, 900);
    CU_ASSERT_EQUAL(claimed(second, 1, 1, 1e5 / 1700).form, READING_NONE);
    double many[60];
    for (int i = 0; i < 60; i++) // of whole nanoseconds, and no two alike
        many[i] = floor(1e5 + 1e5 * (double)(random_at(5, (uint64_t)i) % 1000000) / 1e6) / 1e3;
    CU_ASSERT_EQUAL(claimed(many, 60, 1, fabs(many[59] - many[35])).form, READING_DIFFERENCE);
    CU_ASSERT_NOT_EQUAL(claimed(many, 60, 1, fabs(many[59] - many[10])).form, READING_DIFFERENCE);
    CU_ASSERT_EQUAL(library_form(100 * (1 + 0.7e-6)), READING_LIBRARY);
    CU_ASSERT_EQUAL(library_form(100 * (1 + 1.4e-6)), READING_NONE);
    CU_ASSERT_EQUAL(library_form(64), READING_NONE);
    CU_ASSERT_EQUAL(windows_around(3), 1);
    CU_ASSERT_EQUAL(windows_around(8), 0);
}

static const struct test tests[] = {
    {"a byte copied twice is one byte", a_byte_copied_twice_is_one_byte},
    {"what comes back meanwhile is not more", what_comes_back_meanwhile_is_not_more},
    {"a statistic is known by its digits", a_statistic_is_known_by_its_digits},
    {"a scale is told", a_scale_is_told},
    {"the place and the work are told", the_place_and_the_work_are_told},
    {"waiting is not the kernel's time", waiting_is_not_the_kernels_time},
    {"a thousand is a unit", a_thousand_is_a_unit},
    {"chance makes no reading", chance_makes_no_reading},
    {"thresholds of a reading", thresholds_of_a_reading},
};

SUITE_MAIN("witness reading", tests)
