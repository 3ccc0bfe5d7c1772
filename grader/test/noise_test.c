// noise_test.c: the machine's noise is what a reference does against itself at one size,
// not what another size does to its rate.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

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

// Of 20 ratios the 6th and the 15th hold the median, in 95.9 of 100 gradings.
static void an_interval_is_kept(void) {
    struct noise_memory memory = {.count = 14};
    for (int i = 0; i < memory.count; i++)
        memory.ratios[i].value = 1.0001 + 1e-5 * i;
    struct grading *grading = measured(1, 1, &memory); // and six that are 1
    const struct noise *noise = &grading->seen.measured.noise;
    CU_ASSERT_EQUAL(noise->low, 1);
    CU_ASSERT_DOUBLE_EQUAL(noise->high, 1.00018, 1e-9);
    grading_free(grading);
}

static void a_ratio_is_stale_after_a_day(void) {
    char root[] = "/tmp/noise.XXXXXX", path[200];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(root));
    static const char *const parts[] = {"/build", "/build/check", "/build/check/host",
                                        "/build/check/host/lab"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(path, sizeof path, "%s%s", root, parts[i]);
        CU_ASSERT_EQUAL(mkdir(path, 0700), 0);
    }
    strcat(path, "/noise");
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    long long now = time(NULL);
    fprintf(file, "1.1 %lld\n1.2 %lld\n", now - 50000, now - 100000);
    fclose(file);
    struct lab_meta lab = {.number = ""};
    snprintf(lab.folder, sizeof lab.folder, "lab");
    struct check_options options = {.root = root, .device = "host", .lab = &lab};
    struct noise_memory memory;
    noise_recall(&options, &memory);
    CU_ASSERT_EQUAL(memory.count, 1);
    CU_ASSERT_EQUAL(memory.ratios[0].value, 1.1);
    unlink(path);
    for (size_t i = sizeof parts / sizeof *parts; i-- > 0;) {
        snprintf(path, sizeof path, "%s%s", root, parts[i]);
        rmdir(path);
    }
    rmdir(root);
}

static const struct test tests[] = {
    {"another size is no noise", size_is_no_noise},
    {"scatter at one size is", scatter_is},
    {"each grading has its memory", each_has_its_memory},
    {"a changed machine is forgotten", a_changed_machine_is_forgotten},
    {"a little change is none", a_little_change_is_none},
    {"an interval is kept", an_interval_is_kept},
    {"a ratio is stale after a day", a_ratio_is_stale_after_a_day},
};
SUITE_MAIN("grader_noise", tests)
