// sight_test.c: what the trace of a student's own runs decides, with no clock of this machine.
#include <math.h>
#include <stdio.h>
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
    // A sleep, beside which one copy in four was as long as its reading.
    CU_ASSERT_EQUAL(decided(good, 0.19, 8, &as), OUTSIDE);
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
    sight.exact = 1; // another statistic than it says, though it is near
    CU_ASSERT_EQUAL(decided(sight, 1, 1, &as), UNDECIDED);
    CU_ASSERT_EQUAL(decided(sight, 1, 2, &as), OUTSIDE);
    struct sight four[4] = {sight, good, good, good}; // by chance, in one of four runs
    double right[4] = {1, 1, 1, 1};
    CU_ASSERT_EQUAL(decide_by_sight(four, right, 4, 0.1, 0, &as), INSIDE);
    sight = good;
    sight.fair = 10.0 / 11; // ten readings over eleven
    CU_ASSERT_EQUAL(decided(sight, 1, 2, &as), OUTSIDE);
    sight = good;
    sight.typical = 0.5; // the longest of them
    CU_ASSERT_EQUAL(decided(sight, 1, 2, &as), OUTSIDE);
    sight = good;
    sight.closest = 1.06; // readings that ended before their work, after a sleep
    CU_ASSERT_EQUAL(decided(sight, 1.05, 2, &as), OUTSIDE);
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

// Ten samples of the reference's kernel, read alone; the program claims one of them, or a mean.
static struct witness_facts facts, lab; // of the two runs

static struct claim_pair pair_of(enum asked asked, const char *statistic, double ms, int rank) {
    double near = asked == ASKED_ANY ? INFINITY : 0.5; // of a number of tare_measure's
    static const double samples[] = {5, 3, 1, 2, 4};
    static struct claim mine, ours;
    static struct run student, reference;
    mine = (struct claim){.what = "saxpy", .unit = "GB/s", .seconds = 1e-3 * ms, .bytes = 12};
    ours = mine;
    snprintf(mine.statistic, sizeof mine.statistic, "%s", statistic);
    mine.count = mine.sampled = sizeof samples / sizeof *samples;
    for (int i = 0; i < mine.sampled; i++)
        mine.samples[i] = 1e-3 * samples[i];
    facts = (struct witness_facts){.known = 1, .claim = "saxpy", .windows = 5};
    facts.reading = (struct reading){.form = READING_ONE,
                                     .divided = 1,
                                     .value = 1e6 * ms,
                                     .usual = 2.4e6, // other programs' load moved it
                                     .elapsed = 2.4e6,
                                     .span = 2.3e6,
                                     .like = 5,
                                     .rank = rank,
                                     .closest = 1.01,
                                     .runs = 1,
                                     .threads = 256,
                                     .kernel = "saxpy"};
    lab = facts;
    student = (struct run){.fact_count = 1, .facts = &facts, .watched = 1};
    reference = (struct run){.fact_count = 1, .facts = &lab};
    struct claim_pair pair = {&mine, &ours, &student, &reference};
    if (rank == 0)
        facts.reading = (struct reading){.form = READING_NONE, .near = near};
    if (rank == 0)
        facts.windows = 0;
    return pair;
}

static struct sight seen_of(enum asked asked, const char *statistic, double ms, int rank) {
    struct claim_pair pair = pair_of(asked, statistic, ms, rank);
    return sight_of(&pair, asked);
}

// What else the device did in the stopwatch's time needs no quiet machine either.
static void other_work_is_seen_at_any_load(void) {
    enum seen_as as;
    struct sight sights[2] = {good, good};
    double times[2] = {0.15, 0.2};
    CU_ASSERT_EQUAL(decide_by_sight(sights, times, 2, 0.1, 1, &as), UNDECIDED);
    sights[0].besides = sights[1].besides = 0.8;
    CU_ASSERT_EQUAL(decide_by_sight(sights, times, 2, 0.1, 1, &as), OUTSIDE);
}

// The lab's tolerance is of its noise; what was seen is none.
static void copies_need_no_tolerance(void) {
    enum seen_as as;
    struct sight sight = good;
    CU_ASSERT_EQUAL(decided(sight, 0.93, 2, &as), INSIDE);
    sight.copies = 1;
    CU_ASSERT_EQUAL(decided(sight, 0.93, 2, &as), OUTSIDE);
}

static void thresholds_of_copies(void) {
    struct claim_pair pair = pair_of(ASKED_ANY, "minimum", 1, 1);
    facts.account = (struct account){.known = 1, .windows = 1, .own = 1e6, .runs = 1};
    lab.account = facts.account;
    facts.account.part[PART_COPIES] = 3e4; // a flag or a few counters
    CU_ASSERT_FALSE(holds_copies(&pair));
    facts.account.part[PART_COPIES] = 8e4;
    CU_ASSERT_TRUE(holds_copies(&pair));
    CU_ASSERT_TRUE(sight_of(&pair, ASKED_ANY).copies);
    lab.account.part[PART_COPIES] = 8e4; // the lab's own
    CU_ASSERT_FALSE(holds_copies(&pair));
    lab.account.part[PART_COPIES] = 0;
    facts.account.own_copies = 1; // they are what is timed
    CU_ASSERT_FALSE(holds_copies(&pair));
}

static void a_statistic_is_judged_as_what_it_says(void) {
    enum seen_as as;
    struct sight sight = seen_of(ASKED_MEDIAN, "median", 3, 3); // of its own samples
    CU_ASSERT_DOUBLE_EQUAL(sight.typical, 1, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(seen_of(ASKED_ANY, "minimum", 1, 1).typical, 1, 1e-9);
    CU_ASSERT_FALSE(seen_of(ASKED_ANY, "minimum", 2, 2).typical == 1); // is no minimum
    sight = seen_of(ASKED_MEDIAN, "minimum", 1, 1);
    CU_ASSERT_TRUE(sight.exact && sight.typical > 2.9);
    sight = seen_of(ASKED_ANY, "median", 1, 1); // the middle of an array that was not sorted
    CU_ASSERT_TRUE(sight.exact && sight.typical > 2.9);
    struct sight late = good;
    late.closest = 0.6;
    // A claim that is longer than its work by a third is nobody's fault there; by nine tenths, it
    // is.
    CU_ASSERT_EQUAL(
        decide_by_sight((struct sight[8]){late, late, late, late, late, late, late, late},
                        (double[8]){.7, .7, .7, .7, .7, .7, .7, .7}, 8, 0.1, 1, &as),
        UNDECIDED);
    CU_ASSERT_EQUAL(
        decide_by_sight((struct sight[8]){late, late, late, late, late, late, late, late},
                        (double[8]){.1, .1, .1, .1, .1, .1, .1, .1}, 8, 0.1, 1, &as),
        OUTSIDE);
    // What only the other readings say is not held against anybody on a crowded machine.
    struct sight sights[2] = {good, good};
    double times[2] = {1, 1};
    sights[0].typical = sights[1].typical = 0.6;
    CU_ASSERT_EQUAL(decide_by_sight(sights, times, 2, 0.1, 0, &as), OUTSIDE);
    CU_ASSERT_EQUAL(decide_by_sight(sights, times, 2, 0.1, 1, &as), UNDECIDED);
    sights[0].exact = sights[1].exact = 1;
    CU_ASSERT_EQUAL(decide_by_sight(sights, times, 2, 0.1, 1, &as), OUTSIDE);
}

// A claim of 3 ms is right by what its account owes: the work, what other programs took, and as
// much of any other part as the reference has for as many runs.
static void a_claim_is_judged_by_its_account(void) {
    static const struct {
        double own, others, earlier, calls; // ms of the claim's window
        int one_of;
        double ms, besides; // the true time, and the share of the window that is other work
    } cases[] = {{3, 0, 0, 0, 0, 3, 0},
                 {2.9, 0, 0, 0.1, 0, 3, 0},    // the reference's host takes as much
                 {2, 0, 0, 1, 0, 2.2, 0},      // but not more
                 {2, 1, 0, 0, 0, 3, 0},        // nobody's mistake
                 {1, 1, 0, 1, 0, 1.8, 0},      // half of it was taken from the host's own time
                 {1, 0, 2, 0, 0, 1, 2.0 / 3},  // is not owed
                 {2, 0.5, 0, 0.5, 5, 2.3, 0}}; // of one of five: what the others say, in the middle
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct claim_pair pair = pair_of(ASKED_ANY, "single", 3, 3);
        facts.account = (struct account){.known = 1,
                                         .windows = 1,
                                         .runs = 1,
                                         .window = 3e6,
                                         .own = 1e6 * cases[i].own,
                                         .one_of = cases[i].one_of};
        facts.account.part[PART_OTHERS] = 1e6 * cases[i].others;
        facts.account.part[PART_EARLIER] = 1e6 * cases[i].earlier;
        facts.account.part[PART_CALLS] = 1e6 * cases[i].calls;
        lab.account = (struct account){.known = 1, .windows = 1, .runs = 10, .own = 20e6};
        lab.account.part[PART_CALLS] = 2e6;
        struct sight sight = sight_of(&pair, ASKED_ANY);
        CU_ASSERT_DOUBLE_EQUAL(sight.seconds, 1e-3 * cases[i].ms, 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(sight.besides, cases[i].besides, 1e-9);
    }
}

static void a_trace_without_a_clock_accuses_nobody(void) {
    struct claim_pair pair = pair_of(ASKED_ANY, "single", 3, 0);
    CU_ASSERT_EQUAL(sight_of(&pair, ASKED_ANY).as, SEEN_BY_NOBODY);
    struct run watched_once = *pair.student_run; // of a card, where CUPTI may be absent
    watched_once.role = RUN_WITNESS;
    pair.student_run = &watched_once;
    CU_ASSERT_EQUAL(sight_of(&pair, ASKED_ANY).as, SEEN_NOT);
    CU_ASSERT_EQUAL(seen_of(ASKED_MEDIAN, "single", 3, 0).as, SEEN_NOTHING);
}

static void some_clocks_are_in_no_trace(void) {
    static struct observed seen; // too large for the stack
    strcpy(seen.submission.calls, "measure clock_gettime saxpy");
    CU_ASSERT_FALSE(clock_is_unseen(&seen));
    strcpy(seen.submission.calls, "measure __rdtsc saxpy");
    CU_ASSERT_TRUE(clock_is_unseen(&seen));
}

// Each number stands between two runs that lie within a factor of two of it.
static void thresholds_of_a_run(void) {
    static const struct {
        double fair, closest, seconds, besides, time;
        enum decision decision;
    } cases[] = {
        {1.007, 0.98, 1e-3, 0, 1, INSIDE}, // of what was read, 1 %
        {1.015, 0.98, 1e-3, 0, 1, OUTSIDE},
        {1, 1.02, 1e-3, 0, 1, INSIDE}, // of what ran in a reading, 3 %
        {1, 1.05, 1e-3, 0, 1, OUTSIDE},
        {1, 1.05, 7e-5, 0, 1, INSIDE}, // of a short one a clock's own time is more
        {1, 1.05, 1.4e-4, 0, 1, OUTSIDE},
        {1, 0.5, 1e-3, 0.15, 0.6, UNDECIDED}, // two tolerances
        {1, 0.5, 1e-3, 0.25, 0.6, OUTSIDE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum seen_as as;
        struct sight sight = good;
        sight.fair = cases[i].fair;
        sight.closest = cases[i].closest;
        sight.seconds = cases[i].seconds;
        sight.besides = cases[i].besides;
        if (decided(sight, cases[i].time, 2, &as) != cases[i].decision)
            printf("  case %d: %d\n", (int)i, decided(sight, cases[i].time, 2, &as));
        CU_ASSERT_EQUAL(decided(sight, cases[i].time, 2, &as), cases[i].decision);
    }
    CU_ASSERT_TRUE(is_far_below(0.4));
    CU_ASSERT_FALSE(is_far_below(0.6));
}

static int says_its_statistic(const char *statistic, double first, double seconds) {
    static const struct reading none = {.form = READING_NONE};
    struct claim claim = {.seconds = seconds, .count = 3, .sampled = 3, .samples = {first, 1, 1}};
    snprintf(claim.statistic, sizeof claim.statistic, "%s", statistic);
    return claim_is_as_it_says(&claim, &none, ASKED_ANY);
}

static void thresholds_of_a_statistic(void) {
    CU_ASSERT_TRUE(says_its_statistic("mean", 1.15, 3.15 / 3));
    CU_ASSERT_FALSE(says_its_statistic("mean", 1.3, 3.3 / 3)); // a cold first run
    CU_ASSERT_TRUE(says_its_statistic("minimum", 2, 1 + 0.7e-6));
    CU_ASSERT_FALSE(says_its_statistic("minimum", 2, 1 + 1.4e-6));
}

// Another kernel of the same name, in a namespace perhaps.
static void a_namesake_is_another_kernel(void) {
    static const struct {
        uint64_t mine, ours;
        enum seen_as as;
    } cases[] = {
        {7, 7, SEEN_MEASURED}, {8, 7, SEEN_OTHER}, {0, 7, SEEN_MEASURED}, {8, 0, SEEN_MEASURED}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct claim_pair pair = pair_of(ASKED_ANY, "single", 3, 3);
        facts.reading.code = cases[i].mine;
        lab.reading.code = cases[i].ours;
        CU_ASSERT_EQUAL(sight_of(&pair, ASKED_ANY).as, cases[i].as);
    }
}

// A quarter of the bytes, four times.
static void copies_of_the_same_bytes(void) {
    struct claim_pair pair = pair_of(ASKED_ANY, "single", 3, 3);
    facts.reading.threads = lab.reading.threads = 0;
    facts.reading.kernel[0] = lab.reading.kernel[0] = 0;
    facts.reading.copy_bytes = lab.reading.copy_bytes = lab.reading.copied_once = 4096;
    facts.reading.copied_once = 1024;
    CU_ASSERT_EQUAL(sight_of(&pair, ASKED_ANY).runs, 0.25);
    facts.reading.copied_once = 4096;
    CU_ASSERT_EQUAL(sight_of(&pair, ASKED_ANY).runs, 1);
    facts.reading.copied_once = NAN; // an older grading
    CU_ASSERT_EQUAL(sight_of(&pair, ASKED_ANY).runs, 1);
}

static void thresholds_of_a_reading(void) {
    static const struct {
        double near;
        enum seen_as as;
    } corrections[] = {{0.015, SEEN_NOT}, {0.03, SEEN_NOTHING}};
    static const struct {
        double launches, runs; // 0: cannot be told
    } library[] = {{1.2, 1}, {1.5, 0}, {2.07, 2}, {2.15, 0}};
    static const struct { double threads, runs; } works[] = {{2.03, 2}, {2.06, 2.06}};
    static const struct { double kernels, gaps; } batches[] = {{2.06, 0.8}, {2.15, 1}};
    for (size_t i = 0; i < 2; i++) {
        struct claim_pair pair = pair_of(ASKED_MEDIAN, "single", 3, 0);
        facts.reading.near = corrections[i].near;
        CU_ASSERT_EQUAL(sight_of(&pair, ASKED_MEDIAN).as, corrections[i].as);
        pair = pair_of(ASKED_ANY, "single", 3, 3);
        facts.reading.threads *= works[i].threads;
        CU_ASSERT_DOUBLE_EQUAL(sight_of(&pair, ASKED_ANY).runs, works[i].runs, 1e-9);
        facts.reading.span = 1.6 * lab.reading.span;
        facts.kernel_ns = batches[i].kernels;
        lab.kernel_ns = 1;
        CU_ASSERT_DOUBLE_EQUAL(gaps_of(&pair, 2), batches[i].gaps, 1e-9);
    }
    for (size_t i = 0; i < sizeof library / sizeof *library; i++) {
        struct claim_pair pair = pair_of(ASKED_ANY, "median", 3, 3);
        facts.reading.form = READING_LIBRARY;
        facts.reading.value = library[i].launches * facts.reading.span;
        facts.reading.closest =
            0.9677; // its median and that of what ran, of lab 09's solution at load 5
        struct sight sight = sight_of(&pair, ASKED_ANY);
        CU_ASSERT_EQUAL(sight.as, library[i].runs > 0 ? SEEN_MEASURED : SEEN_NOT);
        if (library[i].runs > 0)
            CU_ASSERT_DOUBLE_EQUAL(sight.runs, library[i].runs, 1e-9);
        CU_ASSERT(sight.as != SEEN_MEASURED || sight.closest == 1);
    }
}

static const struct test tests[] = {
    {"a namesake is another kernel", a_namesake_is_another_kernel},
    {"copies need no tolerance", copies_need_no_tolerance},
    {"thresholds of copies", thresholds_of_copies},
    {"copies of the same bytes", copies_of_the_same_bytes},
    {"two runs decide", two_runs_decide},
    {"a disturbed reading is nobody's mistake", a_disturbed_reading_is_nobodys_mistake},
    {"what is exact needs no tolerance", what_is_exact_needs_no_tolerance},
    {"a pass needs evidence", a_pass_needs_evidence},
    {"other work is seen at any load", other_work_is_seen_at_any_load},
    {"a statistic is judged as what it says", a_statistic_is_judged_as_what_it_says},
    {"others' load is nobody's mistake", a_claim_is_judged_by_its_account},
    {"a trace without a clock accuses nobody", a_trace_without_a_clock_accuses_nobody},
    {"some clocks are in no trace", some_clocks_are_in_no_trace},
    {"thresholds of a run", thresholds_of_a_run},
    {"thresholds of a statistic", thresholds_of_a_statistic},
    {"thresholds of a reading", thresholds_of_a_reading},
};

SUITE_MAIN("sight", tests)
