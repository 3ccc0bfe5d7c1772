// noise_test.c: the machine's noise is what a reference does against itself at one size,
// not what another size does to its rate.
#include <math.h>
#include <stdlib.h>

#include "grading/grading.h"
#include "judge/bench.h"
#include "suite.h"

enum { PAIRS = 8 };

// References of so many pairs, with a rate that size and noise change by these factors.
static struct grading *measured(double by_size, double by_noise, struct noise_memory *memory) {
    struct grading *grading = grading_new();
    struct observed *seen = &grading->seen;
    seen->seed = 11;
    for (int pair = 0; pair < PAIRS; pair++) {
        struct run *run = run_add(&seen->measured, RUN_REFERENCE);
        struct claim claim = {.rate =
                                  1000 * (pair % 2 ? by_size : 1) * (pair % 4 > 1 ? by_noise : 1)};
        run->pair = pair;
        run->part = bench_part(seen->seed, pair);
        run_add_claim(run, &claim);
    }
    noise_learn(seen, memory, &seen->measured.noise);
    return grading;
}

static struct noise_memory remembered(double ratio) {
    struct noise_memory memory = {.count = NOISE_RATIOS - 1};
    for (int i = 0; i < memory.count; i++)
        memory.ratios[i].value = ratio;
    return memory;
}

static void size_is_no_noise(void) {
    struct noise_memory nothing = {.count = 0};
    struct grading *grading = measured(1.5, 1.001, &nothing);
    const struct measured *m = &grading->seen.measured;
    CU_ASSERT_NOT_EQUAL(m->runs[0].part, m->runs[1].part);
    CU_ASSERT(m->noise.known);
    CU_ASSERT_DOUBLE_EQUAL(m->noise.spread, log(1.001), 1e-9);
    grading_free(grading);
}

static void scatter_is(void) {
    struct noise_memory nothing = {.count = 0};
    struct grading *grading = measured(1, 1.2, &nothing);
    CU_ASSERT_DOUBLE_EQUAL(grading->seen.measured.noise.spread, log(1.2), 1e-9);
    grading_free(grading);
}

// Two gradings beside each other: each has what it remembers, and no other's.
static void each_has_its_memory(void) {
    struct noise_memory wild = remembered(1.4), nothing = {.count = 0};
    struct grading *first = measured(1, 1.2, &wild), *second = measured(1, 1.2, &nothing);
    noise_learn(&first->seen, &wild, &first->seen.measured.noise);
    CU_ASSERT_DOUBLE_EQUAL(first->seen.measured.noise.spread, log(1.4), 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(second->seen.measured.noise.spread, log(1.2), 1e-9);
    CU_ASSERT_EQUAL(nothing.count, 0);
    grading_free(first);
    grading_free(second);
}

static void a_changed_machine_is_forgotten(void) {
    struct noise_memory quiet = remembered(1.0001);
    struct grading *grading = measured(1, 1.2, &quiet);
    CU_ASSERT_EQUAL(quiet.count, 0);
    CU_ASSERT_DOUBLE_EQUAL(grading->seen.measured.noise.spread, log(1.2), 1e-9);
    grading_free(grading);
}

// A machine has changed where its ratios lie four times as far from 1 as before, or as near.
static void a_little_change_is_none(void) {
    static const struct {
        double then, now;
        int kept;
    } cases[] = {{1.01, 1.03, 1}, {1.01, 1.06, 0}, {1.06, 1.01, 0}, {1, 1.0007, 1}, {1, 1.0015, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct noise_memory memory = remembered(cases[i].then);
        struct grading *grading = measured(1, cases[i].now, &memory);
        CU_ASSERT_EQUAL(memory.count > 0, cases[i].kept);
        grading_free(grading);
    }
}

static const struct test tests[] = {
    {"another size is no noise", size_is_no_noise},
    {"scatter at one size is", scatter_is},
    {"each grading has its memory", each_has_its_memory},
    {"a changed machine is forgotten", a_changed_machine_is_forgotten},
    {"a little change is none", a_little_change_is_none},
};
SUITE_MAIN("grader_noise", tests)
