// sight_test.c: what the trace of a student's own runs decides, with no clock of this machine.
#include <string.h>

#include "judge/judge.h"
#include "suite.h"

static const struct sight good = {.as = SEEN_MEASURED,
                                  .runs = 1,
                                  .seconds = 1e-3,
                                  .read = 1.02e-3,
                                  .typical = 1,
                                  .closest = 0.98,
                                  .wall = 1,
                                  .fair = 1};

static enum decision decided(struct sight sight, double time, int count, enum seen_as *as) {
    struct sight sights[8];
    double times[8];
    for (int i = 0; i < count; i++) {
        sights[i] = sight;
        times[i] = time;
    }
    return decide_by_sight(sights, times, count, 0.1, 0, as);
}

static void two_runs_decide(void) {
    enum seen_as as;
    CU_ASSERT_EQUAL(decided(good, 0.98, 1, &as), UNDECIDED);
    CU_ASSERT_EQUAL(decided(good, 0.98, 2, &as), INSIDE);
    CU_ASSERT_EQUAL(as, SEEN_MEASURED);
    CU_ASSERT_EQUAL(decided(good, 1.5, 2, &as), OUTSIDE); // shorter than what ran in it
}

// Every reading may be long because of other programs, but for the one that was disturbed least.
static void a_disturbed_reading_is_nobodys_mistake(void) {
    enum seen_as as;
    CU_ASSERT_EQUAL(decided(good, 0.6, 2, &as), INSIDE);
    struct sight slow = good;
    slow.closest = 0.6;
    CU_ASSERT_EQUAL(decided(slow, 0.6, 2, &as), UNDECIDED);
    CU_ASSERT_EQUAL(decided(slow, 0.6, 3, &as), OUTSIDE);
    struct sight sights[3] = {slow, good, slow};
    double times[3] = {0.6, 0.97, 0.6};
    CU_ASSERT_EQUAL(decide_by_sight(sights, times, 3, 0.1, 0, &as), UNDECIDED);
    sights[0] = good;
    CU_ASSERT_EQUAL(decide_by_sight(sights, times, 3, 0.1, 0, &as), INSIDE);
}

static void what_is_exact_needs_no_tolerance(void) {
    enum seen_as as;
    struct sight sight = good;
    sight.fair = 10.0 / 11; // ten readings over eleven
    CU_ASSERT_EQUAL(decided(sight, 1, 2, &as), OUTSIDE);
    sight = good;
    sight.typical = 0.5; // the longest of them
    CU_ASSERT_EQUAL(decided(sight, 1, 2, &as), OUTSIDE);
    sight = good;
    sight.wall = 1.9; // a processor's clock
    CU_ASSERT_EQUAL(decided(sight, 1, 2, &as), OUTSIDE);
}

static void a_pass_needs_evidence(void) {
    static const enum seen_as wrong[] = {SEEN_NOTHING, SEEN_EMPTY, SEEN_OTHER};
    enum seen_as as;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct sight sight = good;
        sight.as = wrong[i];
        CU_ASSERT_EQUAL(decided(sight, 1, 2, &as), OUTSIDE);
        CU_ASSERT_EQUAL(as, wrong[i]);
        struct sight both[2] = {sight, good};
        double times[2] = {1, 1};
        CU_ASSERT_EQUAL(decide_by_sight(both, times, 2, 0.1, 0, &as), UNDECIDED);
    }
    struct sight unseen = {.as = SEEN_NOT};
    CU_ASSERT_EQUAL(decided(unseen, 1, 8, &as), UNDECIDED); // the pairs decide
}

static void some_clocks_are_in_no_trace(void) {
    static struct observed seen; // too large for the stack
    strcpy(seen.submission.calls, "measure clock_gettime saxpy");
    CU_ASSERT_FALSE(clock_is_unseen(&seen));
    strcpy(seen.submission.calls, "measure __rdtsc saxpy");
    CU_ASSERT_TRUE(clock_is_unseen(&seen));
}

static const struct test tests[] = {
    {"two runs decide", two_runs_decide},
    {"a disturbed reading is nobody's mistake", a_disturbed_reading_is_nobodys_mistake},
    {"what is exact needs no tolerance", what_is_exact_needs_no_tolerance},
    {"a pass needs evidence", a_pass_needs_evidence},
    {"some clocks are in no trace", some_clocks_are_in_no_trace},
};

SUITE_MAIN("sight", tests)
