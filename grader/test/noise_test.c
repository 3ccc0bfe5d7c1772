// noise_test.c: the machine's noise is what a reference does against itself at one size,
// not what another size does to its rate.
#include <math.h>
#include <stdlib.h>

#include "grading/grading.h"
#include "judge/bench.h"
#include "judge/noise.h"
#include "suite.h"

enum { PAIRS = 8 };

// References of so many pairs, with a rate that size and noise change by these factors.
static struct grading *measured(double by_size, double by_noise) {
    struct grading *grading = grading_new();
    grading->seed = 11;
    for (int pair = 0; pair < PAIRS; pair++) {
        struct run *run = grading_add_run(grading, RUN_REFERENCE);
        run->pair = pair;
        run->part = bench_part(grading, pair);
        run->claims = calloc(1, sizeof *run->claims);
        run->claim_count = 1;
        run->claims[0].rate = 1000 * (pair % 2 ? by_size : 1) * (pair % 4 > 1 ? by_noise : 1);
    }
    noise_learn(grading);
    return grading;
}

static void size_is_no_noise(void) {
    struct grading *grading = measured(1.5, 1.001);
    CU_ASSERT_NOT_EQUAL(grading->runs[0].part, grading->runs[1].part);
    CU_ASSERT(grading->noise.known);
    CU_ASSERT_DOUBLE_EQUAL(grading->noise.spread, log(1.001), 1e-9);
    grading_free(grading);
}

static void scatter_is(void) {
    struct grading *grading = measured(1, 1.2);
    CU_ASSERT_DOUBLE_EQUAL(grading->noise.spread, log(1.2), 1e-9);
    grading_free(grading);
}

static const struct test tests[] = {
    {"another size is no noise", size_is_no_noise},
    {"scatter at one size is", scatter_is},
};
SUITE_MAIN("grader_noise", tests)
