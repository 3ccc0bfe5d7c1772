// names_test.c: names that are derived: from the terms of a lab, from the student's code, from the
// samples of a claim. Each case is a claim of a made-up run and the name that it must get.
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "grade/check.h"
#include "grade/workbook.h"
#include "grading/keep.h"
#include "judge/judge.h"
#include "naming/rules.h"
#include "naming/source.h"
#include "naming/work_model.h"
#include "suite.h"

static struct lab_meta lab_of(const char *number) {
    struct lab_meta lab = {.number = ""};
    char root[512], why[160];
    CU_ASSERT_EQUAL_FATAL(workbook_find(root), 0);
    CU_ASSERT_EQUAL(workbook_lab(root, number, &lab, why), 0);
    return lab;
}

// ---- work -----------------------------------------------------------------------------------

static void derives_the_work(void) {
    enum { N = 1000 };
    static const struct {
        const char *lab, *claim;
        int flops;
        double elements, whole, claimed;
        const char *mistake, *says; // NULL: no name
    } cases[] = {
        {"10", "saxpy", 0, N, 12 * N, 8 * N, "work/two-of-three", "1 of these: reads"},
        {"10", "saxpy", 0, N, 12 * N, 4 * N, "work/one-way", "2 of these"},
        {"10", "saxpy", 0, N, 12 * N, 7.1 * N, NULL, NULL},
        {"12", "average", 0, N, 36 * N, 32 * N, "work/term-missing", "the write of the mean"},
        {"12", "average", 0, N, 36 * N, 8 * N, "work/term-missing", "7 of 8"},
        {"13", "load", 0, N, 64 * N, 128 * N, "work/term-added", "a granule for each write"},
        {"13", "load", 0, N, 64 * N, 32 * N, "work/wrong-granule", "32 bytes"},
        {"13", "load", 0, N, 64 * N, 68 * N, "work/term-added", "the writes of the column"},
        {"13", "load", 0, N, 64 * N, 1024 * N, "work/counted-twice", "16"},
        {"14", "transpose", 0, 1e6, 8e6, 8.0 * 1024 * 1024, "work/term-added", "rounded up"},
        {"15", "matmul", 1, 1e6, 2e9, 2e6, "work/power-of-n", "lacks one factor n"},
        {"15", "matmul", 1, 1e6, 2e9, 1e9, "work/half-the-flops", "multiplications"},
        {"15", "matmul", 1, 1e6, 2e9, 4e9, "work/fma-twice", "everything"},
        {"16", "polynomial", 1, N, 256 * N, 258 * N, "work/term-added", "129th"},
        {"16", "polynomial", 0, N, 8 * N, 4 * N, "work/one-way", "1 of these: reads x"},
        {"17", "add", 0, N, 12 * N, 3 * N, "work/elements-not-bytes", "4 bytes"},
        {"17", "add", 0, N, 12 * N, 16 * N, "work/write-allocate", "a read of z"},
        {"14", "transpose", 0, 1e6, 8e6, 12e6, "work/shared-counted",
         "to shared memory or the reads"},
        {"14", "transpose", 0, 1e6, 8e6, 16e6, "work/shared-counted", "writes to shared memory, "},
        {"13", "load", 0, N, 64 * N, 4 * N, "work/useful-as-moved", "4 bytes"},
        {"13", "load", 0, N, 64 * N, N, "work/elements-not-bytes", "each has 4 bytes"},
        {"18", "copy", 0, N, 8 * N, 12 * N, "work/three-of-two", "a read of c"},
        {"18", "add", 0, N, 12 * N, 8 * N, "work/two-of-three", "1 of these: reads"},
        // A count is near to five digits, or to one element.
        {"10", "saxpy", 0, 1e6, 12e6, 8e6 + 112, "work/two-of-three", ""},
        {"10", "saxpy", 0, 1e6, 12e6, 8e6 + 240, NULL, NULL},
        {"10", "saxpy", 0, N, 12 * N, 8 * N + 6, "work/two-of-three", ""},
        {"10", "saxpy", 0, N, 12 * N, 8 * N + 12, NULL, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct lab_meta lab = lab_of(cases[i].lab);
        struct work_guess guesses[WORK_GUESSES];
        struct sum sum;
        int count = work_sum(&lab, cases[i].claim, cases[i].flops, 1, &cases[i].elements,
                             &cases[i].whole, &cases[i].claimed, &sum)
                        ? sum_guesses(&sum, guesses)
                        : 0;
        int right = cases[i].mistake ? count > 0 && !strcmp(guesses[0].mistake, cases[i].mistake) &&
                                           strstr(guesses[0].words[ENGLISH], cases[i].says)
                                     : count == 0;
        if (!right)
            printf("  lab %s, %g of %g: %s, %s\n", cases[i].lab, cases[i].claimed, cases[i].whole,
                   count ? guesses[0].mistake : "nothing", count ? guesses[0].words[0] : "");
        CU_ASSERT(right);
    }
}

static void reads_terms(void) {
    struct work_term term;
    CU_ASSERT_EQUAL(work_term_read("add: flops 8 of 2 * n * n / 4 | a | 甲", &term), 0);
    CU_ASSERT_STRING_EQUAL(term.claim, "add");
    CU_ASSERT(term.flops == 1 && term.times == 8 && term.extents == 2 && term.granules == 0);
    CU_ASSERT_DOUBLE_EQUAL(term.number, 0.5, 1e-12);
    CU_ASSERT_STRING_EQUAL(term.words[CHINESE], "甲");
    CU_ASSERT_EQUAL(work_term_read("4 * n | a", &term), 0); // of a lab in one language
    CU_ASSERT_STRING_EQUAL(term.words[CHINESE], "a");
    static const char *const bad[] = {"4 * n",          "4 * m | a | b", "0 of n | a | b",
                                      "| a | b",        "4 * | a | b",   "n + n | a | b",
                                      "x of n | a | b", "-1 * n | a | b"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CU_ASSERT_EQUAL(work_term_read(bad[i], &term), -1);
}

// ---- code -----------------------------------------------------------------------------------

static void knows_integers(void) {
    static const struct {
        const char *code;
        enum sort sort; // of the left side of the first "/"
    } cases[] = {
        {"long ns = 1; x = ns / 1000;", SORT_INT64},
        {"double ns = 1; x = ns / 1000;", SORT_DOUBLE},
        {"int a = 1, ms = 2; x = ms / 1000;", SORT_INT32},
        {"x = (double)ns / 1000;", SORT_DOUBLE},
        {"x = (t1.tv_nsec - t0.tv_nsec) / 1000;", SORT_INT64},
        {"x = 1e3 * t.tv_sec / 1000;", SORT_DOUBLE},
        {"x = mystery(1) / 1000;", SORT_UNKNOWN},
        {"/* int y / 2 */ float y; x = y / 2;", SORT_FLOAT},
        {"x = sizeof(double) / 4;", SORT_INT64},
        {"x = BATCH / 4;", SORT_INT32},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct submission submission = {.fence_line = 0};
        text_copy(submission.fence, sizeof submission.fence, cases[i].code);
        struct source *source = source_read(&submission);
        CU_ASSERT_PTR_NOT_NULL_FATAL(source);
        sorts_declare(source);
        int left, right, at = source_find(source, 0, "/");
        source_operands(source, at, &left, &right);
        enum sort sort = source_sort(source, left, at);
        if (sort != cases[i].sort)
            printf("  %s: %d, wanted %d\n", cases[i].code, (int)sort, (int)cases[i].sort);
        CU_ASSERT_EQUAL(sort, cases[i].sort);
        free(source);
    }
}

// ---- whole gradings -----------------------------------------------------------------------------

struct made {
    const char *lab, *what, *fence;
    double bytes, seconds, rate; // of the student: parts of the true ones
    const char *brief;           // "fail ID ID?"
    const char *says;            // in the first proof
};

static void add_run(struct grading *g, const struct made *made, int pair, int student) {
    struct run *run = run_add(&g->seen.measured, student ? RUN_STUDENT : RUN_REFERENCE);
    struct claim claim = {.residual_seconds = NAN, .launch_error = -1};
    double bytes = 12e6 + 12e3 * pair, seconds = 1.2345678e-3 * (1 + 1e-3 * pair);
    run->pair = pair;
    run->result = RESULT_RIGHT;
    run->count = (uint64_t)(bytes / 12);
    text_copy(claim.what, sizeof claim.what, made->what);
    text_copy(claim.unit, sizeof claim.unit, "GB/s");
    text_copy(claim.statistic, sizeof claim.statistic, "single");
    claim.bytes = (uint64_t)(bytes * (student ? made->bytes : 1));
    claim.seconds = seconds * (student ? made->seconds : 1);
    claim.rate = bytes / seconds / 1e9 * (student ? made->rate : 1);
    claim.count = 1;
    run_add_claim(run, &claim);
}

static struct grading *graded(const struct made *made) {
    struct grading *g = grading_new();
    if (!g)
        abort(); // no memory: there is nothing to name
    g->seen.lab = lab_of(made->lab);
    text_copy(g->seen.device, sizeof g->seen.device, "host");
    g->seen.submission.attempted = 1;
    g->seen.submission.fence_line = 10;
    text_copy(g->seen.submission.fence, sizeof g->seen.submission.fence, made->fence);
    g->seen.builds.student.done = g->seen.builds.student.ok = 1;
    g->seen.builds.reference.done = g->seen.builds.reference.ok = 1;
    for (int pair = 0; pair < 6; pair++) {
        add_run(g, made, pair, 1);
        add_run(g, made, pair, 0);
    }
    check_again(g);
    return g;
}

static void names_what_the_code_shows(void) {
    static const struct made cases[] = {
        {"10", "saxpy", "", 1, 1, 1, "pass", ""},
        {"10", "saxpy", "", 1, 1, 1000, "fail units/s-as-ms? units/mb-as-gb?", ""},
        {"10", "saxpy", "r = bytes / 1e6 / s;", 1, 1, 1000, "fail units/mb-as-gb",
         "Line 11 divides by 1e6"},
        {"10", "saxpy", "r = bytes / 1e9 / (s / 1e3);", 1, 1, 1000, "fail units/s-as-ms", ""},
        {"10", "saxpy", "\nr = b / (1024^3) / s;", 1, 1, 1e9 / 1027, "fail units/power-as-xor",
         "Line 12 is (r = b / (1024^3) / s;), and in C this ^ gives 1027"},
        {"10", "saxpy", "r = 2 * b / 1e9 / s;", 1, 1, 2, "fail work/counted-twice", "In the rate"},
        {"10", "saxpy", "", 1, 1, 2.0 / 3, "fail units/half-repaired", "Your count is right"},
        {"10", "saxpy", "", 2.0 / 3, 1, 1, "fail units/half-repaired work/two-of-three",
         "Your rate is right"},
        {"10", "saxpy", "claim.bytes = 2 * n * sizeof(float);", 2.0 / 3, 1, 2.0 / 3,
         "fail work/two-of-three", "(line 11: claim.bytes"},
        {"10", "saxpy", "n * sizeof(double)", 2, 1, 2,
         "fail work/counted-twice? work/element-size?", "twice"},
        {"10", "saxpy", "3 * n * sizeof(float) * 3", 2, 1, 2, "fail work/counted-twice", ""},
        {"10", "saxpy", "", 1, 1000, 1, "fail units/ms-as-s", "it holds milliseconds"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct grading *g = graded(&cases[i]);
        char brief[400];
        grading_brief(g, brief);
        const char *proof = g->named.count > 0 ? g->named.list[0].proof[ENGLISH] : "";
        int right = !strcmp(brief, cases[i].brief) && strstr(proof, cases[i].says);
        if (!right)
            printf("  %s: %s, wanted %s: %s\n", cases[i].fence, brief, cases[i].brief, proof);
        CU_ASSERT(right);
        grading_free(g);
    }
}

// Nine samples, of which the claim is the eighth by size: in the first run it also stands in the
// middle of them as they were taken.
static void a_statistic_fits_in_every_pair(void) {
    static const struct made made = {"07", "saxpy", "", 1, 1, 1, "", ""};
    enum { SAMPLES = 9 };
    struct grading *g = graded(&made);
    for (int i = 0; i < g->seen.measured.run_count; i++) {
        struct run *run = &g->seen.measured.runs[i];
        struct claim *claim = &run->claims[0];
        int middle = run->pair == 0 ? 7 : 2; // of the sorted ones, as they were taken
        double median = claim->seconds;
        if (run->role != RUN_STUDENT)
            continue;
        claim->count = claim->sampled = SAMPLES;
        for (int k = 0; k < SAMPLES; k++)
            claim->samples[k] = median * (1 + 0.1 * ((k + middle + 5) % SAMPLES - 4));
        claim->seconds = median * 1.3;
        claim->rate /= 1.3;
    }
    check_again(g);
    CU_ASSERT_EQUAL(g->named.count, 1);
    CU_ASSERT_STRING_EQUAL(g->named.list[0].mistake, "statistic/not-the-median");
    CU_ASSERT_PTR_NOT_NULL(strstr(g->named.list[0].proof[ENGLISH], "sample 8 of 9 by size"));
    grading_free(g);
}

// The work is wrong to the digits, and the clocks of two runs say nothing.
static void an_exact_term_needs_no_clock(void) {
    static const struct made made = {"10", "saxpy", "", 2.0 / 3, 1, 2.0 / 3, "", ""};
    struct grading *g = graded(&made);
    runs_drop(&g->seen.measured, 4);
    g->seen.measured.runs[0].claims[0].seconds *= 1.4;
    g->seen.measured.runs[0].claims[0].rate /= 1.4;
    g->seen.measured.runs[2].claims[0].seconds *= 0.8;
    g->seen.measured.runs[2].claims[0].rate /= 0.8;
    check_again(g);
    CU_ASSERT_EQUAL(g->judged.outcome, OUTCOME_FAIL);
    CU_ASSERT_EQUAL(g->judged.rows[0].time_right, UNDECIDED);
    CU_ASSERT_STRING_EQUAL(g->named.list[0].mistake, "work/two-of-three");
    runs_drop(&g->seen.measured, 2);
    check_again(g);
    CU_ASSERT_EQUAL(g->judged.outcome, OUTCOME_CANNOT_GRADE); // one run shows no constant
    grading_free(g);
}

// Each number stands between two claims that lie within a factor of two of it.
static void thresholds_of_exact_factors(void) {
    static const struct made cases[] = {
        {"10", "saxpy", "", 1, 1, 1.0007, "pass", ""}, // a unit's rounding
        {"10", "saxpy", "", 1, 1, 1.0014, "fail", ""},
        {"10", "saxpy", "", 1.003, 1, 1.003, "pass", ""}, // a count's
        {"10", "saxpy", "", 1.007, 1, 1.007, "fail", ""},
        {"10", "saxpy", "", 1, 1, 1000.7, "fail units/s-as-ms? units/mb-as-gb?", ""}, // a name's
        {"10", "saxpy", "", 1, 1, 1001.4, "fail", ""},
        {"10", "saxpy", "", 0.5, 0.5 * (1 + 0.7e-6), 1, "pass", ""}, // half of it in half the time
        {"10", "saxpy", "", 0.5, 0.5 * (1 + 1.4e-6), 1,
         "fail work/element-size? time/divided-twice?", ""},
        {"10", "saxpy", "", 2.0 / 3 + 0.7e-6, 1, 2.0 / 3, "fail work/two-of-three", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct grading *g = graded(&cases[i]);
        char brief[400];
        grading_brief(g, brief);
        if (strcmp(brief, cases[i].brief) != 0)
            printf("  %g %g %.9g: %s, wanted %s\n", cases[i].bytes, cases[i].seconds, cases[i].rate,
                   brief, cases[i].brief);
        CU_ASSERT_STRING_EQUAL(brief, cases[i].brief);
        grading_free(g);
    }
    for (int off = 0; off < 2; off++) { // a factor is the same in every pair, to five digits
        static const struct made made = {"10", "saxpy", "", 1, 1, 2.0 / 3, "", ""};
        struct grading *g = graded(&made);
        g->seen.measured.runs[2].claims[0].rate *= 1 + (off ? 1.4e-5 : 0.7e-5);
        check_again(g);
        CU_ASSERT_EQUAL(g->named.count, !off);
        grading_free(g);
    }
}

// So many pairs of this ratio, a little scattered, on a machine with this noise and crowd.
static enum decision decided_on(int pairs, double ratio, double spread, int crowded, double crowd) {
    const struct made made = {"10", "saxpy", "", 1, 1 / ratio, ratio, "", ""};
    struct grading *g = graded(&made);
    for (int pair = 6; pair < pairs; pair++) {
        add_run(g, &made, pair, 1);
        add_run(g, &made, pair, 0);
    }
    runs_drop(&g->seen.measured, 2 * pairs);
    for (int i = 0; i < 2 * pairs; i++) {
        struct run *run = &g->seen.measured.runs[i];
        double scatter = 1 + 0.001 * (i * 7 % 5);
        run->claims[0].seconds *= scatter;
        run->claims[0].rate /= scatter;
        run->crowd = i < crowded ? crowd : 0;
    }
    g->seen.measured.noise.known = 1;
    g->seen.measured.noise.spread = spread * g->seen.lab.tolerance;
    check_again(g);
    enum decision decision = g->judged.rows[0].time_right;
    grading_free(g);
    return decision;
}

static void thresholds_of_patience(void) {
    double absolute = 1 / lab_of("10").tolerance;
    CU_ASSERT_EQUAL(decided_on(2, 1.7, 0.15, 0, 0), OUTSIDE); // of the tolerance
    CU_ASSERT_EQUAL(decided_on(2, 1.7, 0.3, 0, 0), UNDECIDED);
    CU_ASSERT_EQUAL(decided_on(4, 6, 0.4, 0, 0), OUTSIDE);
    CU_ASSERT_EQUAL(decided_on(4, 6, 0.7, 0, 0), UNDECIDED);
    CU_ASSERT_EQUAL(decided_on(20, 0.6, 0.2 * absolute, 0, 0), OUTSIDE); // of the time
    CU_ASSERT_EQUAL(decided_on(20, 0.6, 0.3 * absolute, 0, 0), UNDECIDED);
    CU_ASSERT_EQUAL(decided_on(6, 2.5, 0.4, 6, 0.12), OUTSIDE); // a crowded run
    CU_ASSERT_EQUAL(decided_on(6, 2.5, 0.4, 6, 0.2), UNDECIDED);
    CU_ASSERT_EQUAL(decided_on(6, 2.5, 0.4, 2, 1), OUTSIDE); // a quarter of them
    CU_ASSERT_EQUAL(decided_on(6, 2.5, 0.4, 5, 1), UNDECIDED);
}

// A wrong count whose factor changes decides after few pairs where the time is about right.
static void thresholds_of_a_row(void) {
    static struct observed seen; // too large for the stack
    struct row row = {.claimed = 1, .pairs = 4, .work_right = OUTSIDE, .time_right = UNDECIDED};
    row.time = exp(0.3);
    CU_ASSERT_TRUE(row_is_decided(&seen, &row));
    row.time = exp(0.6);
    CU_ASSERT_FALSE(row_is_decided(&seen, &row));
    // An intensity may be of a part of the work, in its time; or of three times, to the digits.
    static const struct {
        uint64_t flops;
        double seconds, share;
    } cases[] = {{5000000, 0.5 / 1.3, 0.5},
                 {5000000, 0.5 / 1.6, 1},
                 {30000020, 1, 3.000002},
                 {30000045, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct claim mine = {
            .flops = cases[i].flops, .bytes = cases[i].flops, .seconds = cases[i].seconds};
        struct claim ours = {.flops = 10000000, .bytes = 10000000, .seconds = 1};
        struct run run = {.count = 1000};
        struct claim_pair pair = {&mine, &ours, &run, &run};
        CU_ASSERT_DOUBLE_EQUAL(claim_share(&pair), cases[i].share, 1e-9);
    }
}

// ---- one rule alone, on both sides of each of its numbers ---------------------------------------

static struct {
    struct observed seen;
    struct row row;
    struct findings found;
    struct claim mine, ours, probe;
    struct run my_run, our_run;
    struct witness_facts facts;
} made_up; // too large for the stack

// A claim of `seconds` that is wrong by this factor, and whose program waited.
static struct clues clues_of(double time, double seconds) {
    memset(&made_up, 0, sizeof made_up);
    made_up.row = (struct row){.what = "saxpy",
                               .unit_name = "GB/s",
                               .claimed = 1,
                               .exact = 1,
                               .unit = 1,
                               .work = 1,
                               .time = time,
                               .time_low = time,
                               .time_high = time};
    made_up.mine = (struct claim){.what = "saxpy", .unit = "GB/s", .statistic = "median"};
    made_up.mine.seconds = seconds;
    made_up.ours = made_up.mine;
    made_up.ours.seconds = 1;
    made_up.facts = (struct witness_facts){.known = 1, .claim = "saxpy", .divided = 1};
    made_up.my_run = (struct run){.fact_count = 1, .facts = &made_up.facts};
    made_up.seen.lab.tolerance = 0.15;
    made_up.seen.submission.attempted = 1;
    return (struct clues){
        .seen = &made_up.seen,
        .row = &made_up.row,
        .detail = "",
        .findings = &made_up.found,
        .pairs = {{&made_up.mine, &made_up.ours, &made_up.my_run, &made_up.our_run}},
        .count = 1,
        .residual = &made_up.probe};
}

// What the rule finds: "", or an id, with "?" where it is only likely.
static const char *found_by(int (*rule)(struct clues *clues), struct clues *clues) {
    static char text[80];
    made_up.found.count = 0;
    rule(clues);
    snprintf(text, sizeof text, "%s%s", made_up.found.count ? made_up.found.list[0].mistake : "",
             made_up.found.count && made_up.found.list[0].certainty != SURE ? "?" : "");
    return text;
}

#define FINDS(rule, clues, expected)                                                               \
    do {                                                                                           \
        const char *found = found_by(rule, &(clues));                                              \
        if (strcmp(found, expected) != 0)                                                          \
            printf("  line %d: \"%s\", expected \"%s\"\n", __LINE__, found, expected);             \
        CU_ASSERT_STRING_EQUAL(found, expected);                                                   \
    } while (0)

static void thresholds_of_waiting(void) {
    struct clues clues = clues_of(2, 1e-3);
    made_up.probe.residual_seconds = 4e-5;
    CU_ASSERT_TRUE(nothing_was_left(&made_up.probe));
    made_up.probe.residual_seconds = 7e-5;
    CU_ASSERT_FALSE(nothing_was_left(&made_up.probe));
    made_up.probe.residual_seconds = 0.07;
    CU_ASSERT_TRUE(waited(&clues));
    made_up.probe.residual_seconds = 0.15;
    CU_ASSERT_FALSE(waited(&clues));
    made_up.probe.residual_seconds = 0.2;
    FINDS(name_residual, clues, "");
    made_up.probe.residual_seconds = 0.4;
    FINDS(name_residual, clues, "time/launch-only?");
    made_up.row.time = 1.3;
    FINDS(name_residual, clues, "");
    static const struct {
        double time, seconds;
        const char *finds;
    } calls[] = {{30, 1.5e-4, "time/launch-only?"}, {15, 1.5e-4, ""}, {30, 3e-4, ""}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        clues = clues_of(calls[i].time, calls[i].seconds);
        text_copy(made_up.seen.lab.mistake, sizeof made_up.seen.lab.mistake, "time/launch-only");
        FINDS(name_time_of_a_call, clues, calls[i].finds);
    }
    static const struct {
        double seconds, floor, tick;
        const char *finds;
    } ticks[] = {{2e-6, 1e-6, 1e-7, "time/below-tick"}, {4e-6, 1e-6, 1e-7, ""},
                 {4e-6, 1e-6, 5e-7, "time/below-tick"}, {4e-6, 1e-6, 2.5e-7, ""},
                 {0.08, 0.05, 1e-7, "time/below-tick"}, {0.15, 0.1, 1e-7, ""}};
    for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++) {
        clues = clues_of(2, ticks[i].seconds);
        made_up.probe.clock_floor = ticks[i].floor;
        made_up.probe.clock_tick = ticks[i].tick;
        FINDS(name_below_tick, clues, ticks[i].finds);
    }
}

static void thresholds_of_a_factor(void) {
    static const struct {
        double time, width;
        int whole;
    } factors[] = {{3, 0.14, 1}, {3, 0.25, 0}, {3.04, 0.1, 1}, {3.1, 0.1, 0}};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        struct clues clues = clues_of(factors[i].time, 1);
        made_up.row.time_high = made_up.row.time_low + factors[i].width;
        CU_ASSERT_EQUAL(is_whole(&clues), factors[i].whole);
    }
}

static void thresholds_of_samples(void) {
    static const struct {
        double time, samples[5];
        int mean; // the claim is the mean, or the first of them
        const char *finds;
    } cases[] = {
        {0.8, {1.7, 1, 1, 1, 1}, 1, "time/first-run"},
        {0.8, {1.3, 1, 1, 1, 1}, 1, "statistic/mean-of-outliers"},
        {0.8, {2, 1, 1, 1, 1.2}, 1, "time/first-run"},
        {0.8, {2, 1, 1, 1, 1.8}, 1, "statistic/mean-of-outliers"},
        {0.8, {1, 1, 1, 1, 1.35}, 1, "statistic/mean-of-outliers"},
        {0.8, {1, 1, 1, 1, 1.15}, 1, ""},
        {0.8, {1.3, 1, 1, 1, 1}, 0, "time/first-run"},
        {0.8, {1.1, 1, 1, 1, 1}, 0, ""},
        {1.2, {0.8, 1, 1, 1, 1}, 0, "cache/just-written"},
        {1.05, {0.8, 1, 1, 1, 1}, 0, "statistic/minimum-as-typical"},
        {1.2, {0.9, 1, 1, 1, 1}, 0, "statistic/minimum-as-typical"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct clues clues = clues_of(cases[i].time, cases[i].samples[0]);
        double sum = 0;
        made_up.mine.count = made_up.mine.sampled = 5;
        for (int k = 0; k < 5; k++)
            sum += made_up.mine.samples[k] = cases[i].samples[k];
        if (cases[i].mean)
            made_up.mine.seconds = sum / 5;
        FINDS(name_samples, clues, cases[i].finds);
    }
}

static struct source *source_of(const char *code) {
    static struct submission submission;
    text_copy(submission.fence, sizeof submission.fence, code);
    return source_read(&submission);
}

// A flush is known by its memset, or by what the code calls it.
static void flushes(void) {
    static const struct {
        double time;
        const char *calls, *code;
        int memsets; // between the marks
        const char *finds;
    } cases[] = {
        {1.5, "measure visit", "float4 *flush;", 0, "cache/flush-too-small?"},
        {1.5, "measure cudaMemsetAsync", "float4 *other;", 0, "cache/flush-too-small?"},
        {1.5, "measure visit", "float4 *other; // no flush", 0, "cache/hot-as-memory?"},
        {0.7, "measure cudaMemsetAsync", "float4 *flush;", 0, "cache/dirty-flush?"},
        {0.7, "measure cudaMemsetAsync", "float4 *flush;", 1, ""},
        {0.7, "measure visit", "float4 *flush;", 0, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct clues clues = clues_of(cases[i].time, 1);
        text_copy(made_up.seen.lab.mistake, sizeof made_up.seen.lab.mistake,
                  "cache/flush-too-small");
        text_copy(made_up.seen.submission.calls, sizeof made_up.seen.submission.calls,
                  cases[i].calls);
        made_up.facts.finding = FOUND_STOPWATCH;
        made_up.facts.kernels = 1;
        made_up.facts.memsets = cases[i].memsets;
        clues.witness = &made_up.facts;
        struct source *source = source_of(cases[i].code);
        clues.source = source;
        if (cases[i].time > 1)
            FINDS(name_cache, clues, cases[i].finds);
        else
            FINDS(name_slow_memory, clues, cases[i].finds);
        free(source);
    }
}

static void thresholds_of_the_source(void) {
    static const struct {
        double time;
        const char *code, *finds;
    } cases[] = {
        {1.7, "for (;;) { cudaEventRecord(a); } cudaEventElapsedTime(&ms, a, b);",
         "time/start-again"},
        {1.3, "for (;;) { cudaEventRecord(a); } cudaEventElapsedTime(&ms, a, b);", ""},
        {0.8, "if (x) { cudaEventRecord(a); } cudaEventElapsedTime(&ms, a, b);",
         "time/stale-start"},
        {0.95, "if (x) { cudaEventRecord(a); } cudaEventElapsedTime(&ms, a, b);", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct clues clues = clues_of(cases[i].time, 1);
        clues.source = source_of(cases[i].code);
        clues.witness = &made_up.facts;
        made_up.facts.kind = WINDOW_EVENTS;
        made_up.facts.kernels = made_up.facts.copies = 1;
        made_up.facts.divided = 2;
        made_up.facts.windows = 3;
        FINDS(name_recorded, clues, cases[i].finds);
        free(clues.source);
    }
    for (int far = 0; far < 2; far++) {
        struct clues clues = clues_of(1, 1);
        made_up.mine.rate = 100;
        made_up.mine.bytes = far ? 101500000000 : 100700000000;
        FINDS(name_rounded, clues, far ? "" : "units/rounded?");
    }
}

static void thresholds_of_work(void) {
    static const struct {
        double work, share; // of the grid
        const char *finds;
    } cases[] = {{6, 0, "work/every-load?"},
                 {12, 0, "work/times-repetitions?"},
                 {1.0 / 7000, 0, "work/runs-not-counted?"},
                 {1.0 / 15000, 0, ""},
                 {0.2, 0.2 * 1.007, "work/part-of-grid"},
                 {0.2, 0.2 * 1.015, "work/runs-not-counted?"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct clues clues = clues_of(1, 1);
        made_up.row.work = cases[i].work;
        made_up.facts.grid_share = cases[i].share;
        clues.witness = cases[i].share > 0 ? &made_up.facts : NULL;
        FINDS(name_work, clues, cases[i].finds);
    }
    for (int many = 0; many < 2; many++) {
        struct clues clues = clues_of(1, 1);
        uint64_t runs = many ? 150001 : 70001;
        clues.source = source_of(many ? "runs = 150001;" : "runs = 70001;");
        made_up.ours.bytes = 1000003;
        made_up.mine.bytes = (uint32_t)(made_up.ours.bytes * runs);
        made_up.row.work = (double)made_up.mine.bytes / (double)made_up.ours.bytes;
        FINDS(name_work, clues, many ? "" : "units/int32-bytes");
        free(clues.source);
    }
    for (int most = 0; most < 2; most++) {
        struct clues clues = clues_of(2, 1);
        clues.witness = &made_up.facts;
        made_up.facts.kernels = 1;
        made_up.facts.grid_share = most ? 0.97 : 0.9;
        FINDS(name_grid, clues, most ? "" : "work/part-of-grid");
    }
}

static void thresholds_of_the_account(void) {
    static const struct {
        double wrong, told, factor; // of the claim, of the account, of its one term
        const char *finds;
    } cases[] = {{1.2, 1.2 * 1.12, 1.3, "time/counts-earlier-work"},
                 {1.2, 1.2 * 1.25, 1.3, "time/counts-earlier-work?"},
                 {4, 4 * 1.6, 3, "time/counts-earlier-work"},
                 {4, 4 * 3, 1.516, "time/counts-earlier-work?"},
                 {4, 4 * 3, 1.23, ""},
                 {1.2, 1.2, 1.08, "time/counts-earlier-work"},
                 {1.2, 1.2, 1.04, ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct clues clues = clues_of(1 / cases[i].wrong, 1);
        clues.witness = &made_up.facts;
        made_up.facts.account =
            (struct account){.known = 1,
                             .windows = 1,
                             .window = 1e6 * cases[i].told,
                             .read = 1e6 * cases[i].told,
                             .divided = 1,
                             .own = 1e6,
                             .runs = 1,
                             .term_count = 1,
                             .terms = {{"time/counts-earlier-work", cases[i].factor, 0, 0}}};
        FINDS(name_account, clues, cases[i].finds);
    }
}

// The run that the witness watched on a card shows what was read, to 1 % of the claim.
static void thresholds_of_a_look(void) {
    static const struct made made = {"10", "saxpy", "", 1, 1 / 1.3, 1.3, "", ""};
    for (int off = 0; off < 2; off++) {
        struct grading *g = graded(&made);
        runs_drop(&g->seen.measured, 4);
        text_copy(g->seen.device, sizeof g->seen.device, "gpu");
        for (int own = 0; own < 2; own++) {
            add_run(g, &made, 0, !own);
            struct run *run = &g->seen.measured.runs[g->seen.measured.run_count - 1];
            run->role = own ? RUN_WITNESS_OWN : RUN_WITNESS;
            run->pair = -1;
            double ns = 1e9 * run->claims[0].seconds * (off ? 1.015 : 1.007);
            struct witness_facts facts = {.known = 1, .claim = "saxpy", .windows = 1};
            facts.reading = (struct reading){.form = READING_ONE,
                                             .divided = 1,
                                             .value = ns,
                                             .usual = ns,
                                             .elapsed = ns,
                                             .span = ns,
                                             .like = 1,
                                             .rank = 1,
                                             .closest = 1,
                                             .runs = 1,
                                             .threads = 256,
                                             .kernel = "saxpy"};
            run_add_facts(run, &facts);
        }
        g->seen.measured.runs[0].claims[0].seconds *= 1.01; // a clock was involved
        check_again(g);
        CU_ASSERT_EQUAL(g->judged.rows[0].time_right, off ? OUTSIDE : UNDECIDED);
        grading_free(g);
    }
}

// Beside the largest part a tenth of it is told too, where it exceeds the tolerance.
static void thresholds_of_a_share(void) {
    for (int large = 0; large < 2; large++) {
        struct clues clues = clues_of(1 / 3.7, 1);
        clues.witness = &made_up.facts;
        made_up.facts.account =
            (struct account){.known = 1,
                             .windows = 1,
                             .window = 3.7e6,
                             .read = 3.7e6,
                             .divided = 1,
                             .own = 1e6,
                             .runs = 1,
                             .term_count = 2,
                             .terms = {{"time/counts-earlier-work", 3.5, 0, 0},
                                       {"time/copies-inside", large ? 1.4 : 1.2, 0, 0}}};
        name_account(&clues);
        CU_ASSERT_EQUAL(made_up.found.count, 1 + large);
    }
}

static void digits_agree(void) {
    CU_ASSERT_TRUE(near_exactly(1.0007, 1));
    CU_ASSERT_FALSE(near_exactly(1.0014, 1));
    CU_ASSERT_TRUE(same_number(1 + 0.7e-6, 1));
    CU_ASSERT_FALSE(same_number(1 + 1.4e-6, 1));
}

static void slow_and_another_optimisation(void) {
    static const double seconds[] = {1.3, 0.7};
    for (size_t i = 0; i < 2; i++) {
        const struct made made = {"10", "saxpy", "", 1, seconds[i], 1 / seconds[i], "", ""};
        struct grading *g = graded(&made);
        text_copy(g->seen.submission.calls, sizeof g->seen.submission.calls, "optimize");
        check_again(g);
        int debug = g->named.count > 0 && strcmp(g->named.list[0].mistake, "build/debug") == 0;
        CU_ASSERT_EQUAL(debug, seconds[i] > 1);
        grading_free(g);
    }
}

// Of 20 pairs the 6th and the 15th hold the median, in 95.9 of 100 gradings.
static void an_interval_is_told(void) {
    static const struct made made = {"10", "saxpy", "", 1, 1, 1, "", ""};
    struct grading *g = graded(&made);
    for (int pair = 6; pair < 20; pair++) {
        add_run(g, &made, pair, 1);
        add_run(g, &made, pair, 0);
    }
    for (int i = 0; i < g->seen.measured.run_count; i++)
        if (g->seen.measured.runs[i].role == RUN_REFERENCE)
            g->seen.measured.runs[i].claims[0].seconds *= 1 + 1e-3 * g->seen.measured.runs[i].pair;
    check_again(g);
    CU_ASSERT_DOUBLE_EQUAL(g->judged.rows[0].time_low, 1.005, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(g->judged.rows[0].time_high, 1.014, 1e-6);
    grading_free(g);
}

// What a kernel of these many bytes for each element weighs: it reads two arrays, and writes one.
static void add_weighed(struct grading *g, double claimed) {
    static const int sizes[] = {2000, 900};
    for (int i = 0; i < 2; i++) {
        double n = sizes[i];
        struct run *run = run_add(&g->seen.measured, RUN_WEIGHED);
        struct claim claim = {.what = "saxpy", .unit = "GB/s", .seconds = 1, .rate = 1};
        struct weight weight = {.kernel = "saxpy",
                                .asked_read = 8 * n,
                                .asked_written = 4 * n,
                                .part_count = 2,
                                .parts = {{0, "x", 32 * n, {4 * n, 0}, {4 * n, 0}},
                                          {1, "", 4 * n, {4 * n, 4 * n}, {4 * n, 4 * n}}}};
        claim.bytes = (uint64_t)(claimed * n);
        run->count = (uint64_t)n;
        run->pair = -1;
        run->result = RESULT_RIGHT;
        run_add_claim(run, &claim);
        run_add_weight(run, &weight);
    }
    check_again(g);
}

// The same grading after it was stored and read, as a grading or as a recording.
static struct grading *stored(const struct grading *g, int as_recording) {
    char why[200] = "", root[512], *text = NULL;
    size_t size = 0;
    struct grading *again = NULL;
    if (!as_recording) {
        json_t *json = grading_to_json(g);
        again = grading_from_json(json, why);
        json_decref(json);
    } else {
        FILE *out = open_memstream(&text, &size);
        struct recording recording = {
            .name = "made", .is = "broken", .grading = (struct grading *)g};
        CU_ASSERT_EQUAL(recording_write(&recording, out), 0);
        (void)fclose(out);
        const char *at = text;
        CU_ASSERT_EQUAL(workbook_find(root), 0);
        CU_ASSERT_EQUAL(recording_next(&at, root, &recording, why), 1);
        again = recording.grading;
        free(text);
    }
    CU_ASSERT_STRING_EQUAL(why, "");
    CU_ASSERT_PTR_NOT_NULL_FATAL(again);
    check_again(again);
    return again;
}

static void names_by_the_scales(void) {
    static const struct {
        const char *lab, *brief, *says;
        double claimed; // bytes for each element
    } cases[] = {
        {"10", "fail work/term-missing?",
         "With 2000 elements you claim 20.00 kB; in the kernel saxpy there are the read of x "
         "(8.000 kB), the read of allocation 2 (8.000 kB), the write of allocation 2 (8.000 kB)",
         10},
        {"10", "fail work/term-added?", "you claim 34.00 kB", 17},
        {"10", "fail work/two-of-three", "1 of these: the read of x, the read of allocation 2", 8},
        {"10", "fail work/term-added", "You counted all of x, of which the kernel", 40},
        {"13", "fail", "", 10}, // its claim counts lines
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double factor = cases[i].claimed / 12;
        const struct made made = {cases[i].lab, "saxpy", "", factor, 1, factor, "", ""};
        struct grading *g = graded(&made);
        CU_ASSERT_TRUE(g->named.count == 0 || cases[i].claimed < 10 || i == 3); // without scales
        add_weighed(g, cases[i].claimed);
        for (int kept = 0; kept < 3; kept++) {
            struct grading *now = kept ? stored(g, kept - 1) : g;
            char brief[400];
            grading_brief(now, brief);
            CU_ASSERT_STRING_EQUAL(brief, cases[i].brief);
            const char *proof = now->named.count > 0 ? now->named.list[0].proof[ENGLISH] : "";
            CU_ASSERT_PTR_NOT_NULL(strstr(proof, cases[i].says));
            if (kept)
                grading_free(now);
        }
        grading_free(g);
    }
}

static const struct test tests[] = {
    {"derives the work", derives_the_work},
    {"reads terms", reads_terms},
    {"knows integers", knows_integers},
    {"names what the code shows", names_what_the_code_shows},
    {"a statistic fits in every pair", a_statistic_fits_in_every_pair},
    {"an exact term needs no clock", an_exact_term_needs_no_clock},
    {"thresholds of exact factors", thresholds_of_exact_factors},
    {"thresholds of patience", thresholds_of_patience},
    {"thresholds of a row", thresholds_of_a_row},
    {"thresholds of waiting", thresholds_of_waiting},
    {"thresholds of a factor", thresholds_of_a_factor},
    {"thresholds of samples", thresholds_of_samples},
    {"flushes", flushes},
    {"thresholds of the source", thresholds_of_the_source},
    {"thresholds of work", thresholds_of_work},
    {"thresholds of the account", thresholds_of_the_account},
    {"thresholds of a look", thresholds_of_a_look},
    {"thresholds of a share", thresholds_of_a_share},
    {"names by the scales", names_by_the_scales},
    {"digits agree", digits_agree},
    {"slow, and another optimisation", slow_and_another_optimisation},
    {"an interval is told", an_interval_is_told},
};
SUITE_MAIN("grader_names", tests)
