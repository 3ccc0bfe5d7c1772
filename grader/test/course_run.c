// course_run.c: every lab on the device at hand: as shipped it is off in the way that its
// lab.meta says, and the grader names its own mistake; its solution passes. What a clock
// says is the best of several gradings, and no grading at all on a machine too busy for one.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "check.h"
#include "course.h"
#include "suite.h"

enum { TRIES = 4 };
static const double budget = 6;     // seconds for the pairs of one grading
static const double patience = 600; // after so many seconds no lab is begun

static const char *device(void) {
    const char *named = getenv("DEVICE");
    return named && strcmp(named, "gpu") == 0 ? "gpu" : "host";
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

static int is_named(const struct grading *grading, const char *what, const char *mistake) {
    for (int i = 0; i < grading->finding_count; i++)
        if (strcmp(grading->findings[i].mistake, mistake) == 0 &&
            strcmp(grading->findings[i].what, what) == 0)
            return 1;
    return 0;
}

// As shipped: off as lab.meta says, each claim's own mistake named, and not passed.
static int is_as_shipped(const struct lab_meta *lab, const struct grading *grading) {
    const char *expression = lab->off[strcmp(device(), "gpu") == 0];
    int as_shipped = grading->outcome == OUTCOME_NOT_ATTEMPTED && grading->row_count > 0;
    for (int i = 0; i < grading->row_count && as_shipped; i++) {
        const struct row *row = &grading->rows[i];
        as_shipped =
            !row->right &&
            (lab->row_count ? is_named(grading, row->what, row->mistake)
                            : holds(expression, row) && is_named(grading, row->what, lab->mistake));
    }
    return as_shipped;
}

// The solution: passed, and exact where no clock is in it.
static int is_solved(const struct lab_meta *lab, const struct grading *grading) {
    for (int i = 0; i < grading->row_count; i++)
        EXPECT(fabs(grading->rows[i].unit - 1) < 1e-6 && fabs(grading->rows[i].work - 1) < 1e-6,
               "%s: the solution's unit or work is off", lab->folder);
    return grading->outcome == OUTCOME_PASS;
}

static void tell(const char *path, const struct grading *grading) {
    printf("  %s: %s %s\n", path, outcome_name(grading->outcome), grading->detail[ENGLISH]);
    for (int i = 0; i < grading->row_count; i++) {
        const struct row *row = &grading->rows[i];
        printf("    %-12s unit %.4g work %.4g time %.4g rate %.4g", row->what, row->unit, row->work,
               row->time, row->rate);
        for (int k = 0; k < grading->finding_count; k++)
            if (strcmp(grading->findings[k].what, row->what) == 0)
                printf(" %s", grading->findings[k].mistake);
        printf("\n");
    }
}

// 1: as it should be in one of several gradings; 0: in none; -1: none could be made.
static int grade(const struct lab_meta *lab, const char *path,
                 int (*expected)(const struct lab_meta *, const struct grading *)) {
    struct check_options options = {
        .root = course_root, .device = device(), .lab = lab, .path = path, .budget = budget};
    int found = -1;
    for (int i = 0; i < TRIES && found != 1; i++) {
        struct grading *grading = grading_new();
        if (!grading)
            return -1;
        check_grade(&options, grading);
        tell(path, grading);
        int unsure = grading->outcome == OUTCOME_CANNOT_GRADE && grading->cannot == CANNOT_NOISE;
        if (expected(lab, grading))
            found = 1;
        else if (!unsure)
            found = 0;
        grading_free(grading);
    }
    return found;
}

static void lab_runs(int index) {
    if (index >= course_count)
        suite_skip("there is no such lab");
    const struct lab_meta *lab = &course_labs[index];
    if (lab->gpu_only && strcmp(device(), "host") == 0)
        suite_skip("only a card can show it");
    static double began;
    began = began > 0 ? began : seconds_now();
    if (seconds_now() - began > patience)
        suite_skip("this machine is too busy: the labs before took too long");
    char shipped[700], solution[700];
    snprintf(shipped, sizeof shipped, "%s/build/shipped/%s.cu", course_root, lab->folder);
    snprintf(solution, sizeof solution, "%s/solutions/%s/lab.cu", course_root, lab->folder);
    int as_shipped = grade(lab, shipped, is_as_shipped), solved = grade(lab, solution, is_solved);
    EXPECT(as_shipped != 0, "%s: as shipped it is not off and named as lab.meta says", lab->folder);
    EXPECT(solved != 0, "%s: the solution does not pass", lab->folder);
    if (as_shipped < 0 || solved < 0)
        suite_skip("this machine is too busy to grade it");
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
