// course_run.c: every lab on the device at hand: as shipped it is off in the way that its
// lab.meta says, and the grader names its own mistake; its solution passes. The best of several
// gradings counts, because other programs disturb a clock; a machine that is too busy for all of
// them skips the lab. First everything is built, on every core; then everything is graded once,
// and what was not right again.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "course.h"
#include "grade/check.h"
#include "suite.h"

enum { TRIES = 4, BUSY_TRIES = 2, NOT_YET = -2, TOO_BUSY = -1, WRONG = 0, RIGHT = 1 };
static const double budget = 6; // seconds for the pairs of one grading

static const char *device(void) {
    const char *named = getenv("DEVICE");
    return named && strcmp(named, "gpu") == 0 ? "gpu" : "host";
}

// lab.meta's expression is awk's.
static int holds(const char *expression, const struct row *row) {
    char assignments[160];
    snprintf(assignments, sizeof assignments, "unit = %.9g; work = %.9g; time = %.9g; rate = %.9g;",
             row->unit, row->work, row->time, row->rate);
    return course_value(assignments, expression) != 0;
}

static int is_named(const struct grading *grading, const char *what, const char *mistake) {
    for (int i = 0; i < grading->named.count; i++)
        if (strcmp(grading->named.list[i].mistake, mistake) == 0 &&
            strcmp(grading->named.list[i].what, what) == 0)
            return 1;
    return 0;
}

// A claim is wrong as lab.meta says, and its own mistake is named; one that ships right is right.
static int is_row_as_shipped(const struct lab_meta *lab, const struct grading *grading, int row) {
    const struct row *found = &grading->judged.rows[row];
    if (lab->row_count == 0)
        return !found->right && holds(lab->off[strcmp(device(), "gpu") == 0], found) &&
               is_named(grading, found->what, lab->mistake);
    return is_no_mistake(found->mistake)
               ? found->right
               : !found->right && is_named(grading, found->what, found->mistake);
}

static int is_as_shipped(const struct lab_meta *lab, const struct grading *grading) {
    int as_shipped =
        grading->judged.outcome == OUTCOME_NOT_ATTEMPTED && grading->judged.row_count > 0;
    for (int i = 0; i < grading->judged.row_count && as_shipped; i++)
        as_shipped = is_row_as_shipped(lab, grading, i);
    return as_shipped;
}

static int is_solved(const struct grading *grading) {
    return grading->judged.outcome == OUTCOME_PASS;
}

// Unit and work come from no clock: the solution's are exact on any machine.
static int is_exact(const struct grading *grading) {
    for (int i = 0; i < grading->judged.row_count; i++)
        if (fabs(grading->judged.rows[i].unit - 1) >= 1e-6 ||
            fabs(grading->judged.rows[i].work - 1) >= 1e-6)
            return 0;
    return 1;
}

static void tell(const char *path, const struct grading *grading) {
    printf("  %s: %s %s\n", path, outcome_name(grading->judged.outcome),
           grading->judged.detail[ENGLISH]);
    for (int i = 0; i < grading->judged.row_count; i++) {
        const struct row *row = &grading->judged.rows[i];
        printf("    %-12s unit %.4g work %.4g time %.4g rate %.4g", row->what, row->unit, row->work,
               row->time, row->rate);
        for (int k = 0; k < grading->named.count; k++)
            if (strcmp(grading->named.list[k].what, row->what) == 0)
                printf(" %s", grading->named.list[k].mistake);
        printf("\n");
    }
}

enum which { SHIPPED, SOLUTION };
static struct {
    int best[2]; // results of its gradings until now
    int inexact; // a grading of the solution found unit or work off
} found[WORKBOOK_LABS];

static int is_graded_here(int lab) {
    return lab < course_count && (!course_labs[lab].gpu_only || strcmp(device(), "host") != 0);
}

static void path_of(int lab, enum which which, char path[700]) {
    snprintf(path, 700, which == SHIPPED ? "%s/build/shipped/%s.cu" : "%s/solutions/%s/lab.cu",
             course_root, course_labs[lab].folder);
}

static int grade(int lab, enum which which,
                 int (*step)(const struct check_options *, struct grading *)) {
    char path[700];
    path_of(lab, which, path);
    struct check_options options = {.root = course_root,
                                    .device = device(),
                                    .lab = &course_labs[lab],
                                    .path = path,
                                    .budget = budget};
    struct grading *grading = grading_new();
    if (!grading)
        return TOO_BUSY;
    step(&options, grading);
    int result = WRONG;
    if (step == check_grade) {
        tell(path, grading);
        found[lab].inexact |= which == SOLUTION && !is_exact(grading);
        if (which == SHIPPED ? is_as_shipped(options.lab, grading) : is_solved(grading))
            result = RIGHT;
        else if (grading->judged.outcome == OUTCOME_CANNOT_GRADE &&
                 grading->judged.cannot == CANNOT_NOISE)
            result = TOO_BUSY;
    }
    grading_free(grading);
    return result;
}

// Each worker builds labs of its own, so that no file has two writers.
static void build_all(const int *labs, int count) {
    int workers = (int)sysconf(_SC_NPROCESSORS_ONLN);
    fflush(stdout);
    for (int worker = 0; worker < workers; worker++)
        if (fork() == 0) {
            for (int i = worker; i < count; i += workers)
                for (int which = SHIPPED; which <= SOLUTION; which++)
                    grade(labs[i], (enum which)which, check_build);
            _exit(0);
        }
    while (wait(NULL) > 0) {
    }
}

// In rounds: what disturbed a grading may be over when the lab's turn comes again.
static void grade_all(const int *labs, int count) {
    for (int try = 0; try < TRIES; try++)
        for (int i = 0; i < count; i++)
            for (int which = SHIPPED; which <= SOLUTION; which++) {
                int *best = &found[labs[i]].best[which];
                int again =
                    *best == NOT_YET || *best == WRONG || (*best == TOO_BUSY && try < BUSY_TRIES);
                int now = again ? grade(labs[i], (enum which)which, check_grade) : TOO_BUSY;
                if (now > *best)
                    *best = now;
            }
}

// "lab_04_two_streams": LAB=04 and LAB=two_streams choose it.
static char names[WORKBOOK_LABS][48];

static void lab_runs(void) {
    int index = 0;
    while (strcmp(names[index], suite_test_name()) != 0)
        index++;
    if (!is_graded_here(index))
        suite_skip("only a card can show it");
    const int *best = found[index].best;
    const char *folder = course_labs[index].folder;
    EXPECT(best[SHIPPED] != WRONG, "%s: as shipped it is not off and named as lab.meta says",
           folder);
    EXPECT(!found[index].inexact, "%s: the solution's unit or work is off", folder);
    EXPECT(best[SOLUTION] != WRONG, "%s: the solution does not pass", folder);
    if (best[SHIPPED] == TOO_BUSY || best[SOLUTION] == TOO_BUSY)
        suite_skip("this machine is too busy to grade it");
}

int main(int argc, char **argv) {
    static struct test tests[WORKBOOK_LABS];
    int labs[WORKBOOK_LABS], count = 0;
    course_read_labs();
    for (int i = 0; i < course_count; i++) {
        snprintf(names[i], sizeof names[i], "lab_%s", course_labs[i].folder);
        tests[i] = (struct test){names[i], lab_runs};
        found[i].best[SHIPPED] = found[i].best[SOLUTION] = NOT_YET;
        if (is_graded_here(i) && (argc < 2 || strstr(names[i], argv[1])))
            labs[count++] = i;
    }
    build_all(labs, count);
    grade_all(labs, count);
    return suite_main("course_run", tests, course_count, argc, argv);
}
