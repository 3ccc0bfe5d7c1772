// course_run.c: every lab on the device at hand: as shipped it is off in the way that its
// lab.meta says, and its solution agrees with itself. Whether the result is right must hold
// in every run; what a clock says, in the best of several.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "course.h"
#include "factors.h"
#include "grading.h"
#include "run.h"
#include "suite.h"

enum { TRIES = 5 };
static const double limit_of_a_run = 60;

static const char *device(void) {
    const char *named = getenv("DEVICE");
    return named && strcmp(named, "gpu") == 0 ? "gpu" : "host";
}

// Runs one of the lab's programs. 1 when it claimed something and its result was right.
static int run_one(const struct lab_meta *lab, const char *room, enum run_role role, uint64_t seed,
                   struct grading *grading) {
    char program[1200];
    struct run *run = grading_add_run(grading, role);
    snprintf(program, sizeof program, "%s/build/%s/%s/%s", course_root, device(), room,
             lab->folder);
    struct run_request request = {.program = program,
                                  .folder = course_root,
                                  .lab = lab->name,
                                  .device = device(),
                                  .limit = limit_of_a_run};
    char words[LANGUAGES][240];
    if (!run)
        return 0;
    run->part = 1000;
    run->seed = seed;
    int started = run_program(&request, run);
    const char *complaint = started == 0 ? run_complaint(run, words) : "it could not be started";
    EXPECT(!complaint, "%s of %s: %s\n%s", room, lab->folder, complaint ? complaint : "",
           run->output);
    return !complaint;
}

// The first against the second room's program, in one pair. NULL when one did not run.
static struct grading *pair(const struct lab_meta *lab, const char *first, const char *second,
                            uint64_t seed) {
    struct grading *grading = grading_new();
    if (!grading)
        return NULL;
    grading->lab = *lab;
    if (run_one(lab, second, RUN_REFERENCE, seed, grading) &&
        run_one(lab, first, RUN_STUDENT, seed, grading) && factors_fill(grading) == 0 &&
        grading->row_count > 0)
        return grading;
    grading_free(grading);
    return NULL;
}

// lab.meta's expression is awk's.
static int holds(const char *expression, const struct row *row) {
    char command[600];
    snprintf(command, sizeof command,
             "LC_ALL=C awk -v unit=%.9g -v work=%.9g -v time=%.9g -v rate=%.9g "
             "'BEGIN { exit !(%s) }'",
             row->unit, row->work, row->time, row->rate, expression);
    int status = system(command);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void tell(const struct lab_meta *lab, const char *room, const struct grading *grading) {
    for (int i = 0; grading && i < grading->row_count; i++) {
        const struct row *row = &grading->rows[i];
        printf("  %-16s %-9s %-12s unit %.4g work %.4g time %.4g rate %.4g\n", lab->folder, room,
               row->what, row->unit, row->work, row->time, row->rate);
    }
}

static int is_off(const struct lab_meta *lab, const struct grading *grading) {
    const char *expression = lab->off[strcmp(device(), "gpu") == 0];
    int off = 1;
    for (int i = 0; i < grading->row_count; i++) {
        const struct row *row = &grading->rows[i];
        int row_off = fabs(row->unit - 1) > 0.01 || fabs(row->work - 1) > 0.01 ||
                      !(row->time > 0.7 && row->time < 1.4);
        if (!lab->row_count)
            row_off = holds(expression, row);
        off = off && row_off;
    }
    return off;
}

// No clock is in these.
static int is_exact(const struct grading *grading) {
    int exact = 1;
    for (int i = 0; i < grading->row_count; i++)
        exact = exact && fabs(grading->rows[i].unit - 1) < 1e-6 &&
                fabs(grading->rows[i].work - 1) < 1e-6;
    return exact;
}

// Two single runs agree within a factor of three, unless the machine is too busy to tell.
static int is_near(const struct grading *grading) {
    int near = 1;
    for (int i = 0; i < grading->row_count; i++)
        near = near && grading->rows[i].time > 1.0 / 3 && grading->rows[i].time < 3;
    return near;
}

static void lab_runs(int index) {
    if (index >= course_count)
        suite_skip("there is no such lab");
    const struct lab_meta *lab = &course_labs[index];
    if (lab->gpu_only && strcmp(device(), "host") == 0)
        suite_skip("only a card can show it");
    int off = 0, near = 0, ran = 1;
    for (int i = 0; i < TRIES && ran && !near; i++) {
        struct grading *grading = pair(lab, "solutions", "solutions", (uint64_t)i + 11);
        ran = grading != NULL;
        EXPECT(!ran || is_exact(grading), "%s: the solution's unit or work is off", lab->folder);
        near = ran && is_near(grading);
        tell(lab, "solution", grading);
        grading_free(grading);
    }
    for (int i = 0; i < TRIES && ran && !off; i++) {
        struct grading *grading = pair(lab, "shipped", "solutions", (uint64_t)i + 1);
        ran = grading != NULL;
        off = ran && is_off(lab, grading);
        tell(lab, "shipped", grading);
        grading_free(grading);
    }
    if (ran && !near)
        suite_skip("this machine is too busy: a program does not agree with itself");
    EXPECT(off, "%s: as shipped it is not off as lab.meta says", lab->folder);
}

#define LAB(number)                                                                                \
    static void lab_##number(void) {                                                               \
        lab_runs(1##number - 101);                                                                 \
    }
// clang-format off
LAB(01) LAB(02) LAB(03) LAB(04) LAB(05) LAB(06) LAB(07) LAB(08) LAB(09)
LAB(10) LAB(11) LAB(12) LAB(13) LAB(14) LAB(15) LAB(16) LAB(17) LAB(18)
    // clang-format on

    int main(int argc, char **argv) {
    static const struct test tests[] = {
        {"lab_01", lab_01}, {"lab_02", lab_02}, {"lab_03", lab_03}, {"lab_04", lab_04},
        {"lab_05", lab_05}, {"lab_06", lab_06}, {"lab_07", lab_07}, {"lab_08", lab_08},
        {"lab_09", lab_09}, {"lab_10", lab_10}, {"lab_11", lab_11}, {"lab_12", lab_12},
        {"lab_13", lab_13}, {"lab_14", lab_14}, {"lab_15", lab_15}, {"lab_16", lab_16},
        {"lab_17", lab_17}, {"lab_18", lab_18},
    };
    course_read_labs();
    return suite_main("course_run", tests, (int)(sizeof tests / sizeof tests[0]), argc, argv);
}
