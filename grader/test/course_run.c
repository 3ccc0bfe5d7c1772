// course_run.c: every lab on the device at hand: as shipped it is off in the way that its
// lab.meta says, and the grader names its own mistake; its solution passes. The best of several
// gradings counts, because other programs disturb a clock; a machine that is too busy for all of
// them skips the lab. First everything is built, on every core; then everything is graded once,
// and what was not right again. TURN=n (CI): a third of the labs, by turns.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "course.h"
#include "grade/check.h"
#include "suite.h"

enum { TRIES = 4, BUSY_TRIES = 2, NOT_YET = -2 };

static struct {
    int best[2]; // results of its gradings until now
    int inexact; // a grading of the solution found unit or work off
} found[WORKBOOK_LABS];

static int grade(int lab, enum which which) {
    struct grading *grading = course_grade(&course_labs[lab], which, check_grade);
    if (!grading)
        return TOO_BUSY;
    course_tell(&course_labs[lab], which, grading);
    found[lab].inexact |= which == SOLUTION && !course_is_exact(grading);
    int result = course_result(&course_labs[lab], which, grading);
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
                    grading_free(
                        course_grade(&course_labs[labs[i]], (enum which)which, check_build));
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
                int now = again ? grade(labs[i], (enum which)which) : TOO_BUSY;
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
    if (!course_can_grade(&course_labs[index]))
        suite_skip("only a card can show it");
    const int *best = found[index].best;
    const char *folder = course_labs[index].folder;
    if (best[SHIPPED] == SKIPPED || best[SOLUTION] == SKIPPED)
        suite_skip("this machine lacks what the lab needs");
    EXPECT(best[SHIPPED] != WRONG, "%s: as shipped it is not off and named as lab.meta says",
           folder);
    EXPECT(!found[index].inexact, "%s: the solution's unit or work is off", folder);
    EXPECT(best[SOLUTION] != WRONG, "%s: the solution does not pass", folder);
    if (best[SHIPPED] == TOO_BUSY || best[SOLUTION] == TOO_BUSY)
        suite_skip("this machine is too busy to grade it");
}

static int has_its_turn(int lab) {
    enum { TURNS = 3 };
    const char *turn = getenv("TURN");
    return !turn || !*turn || lab % TURNS == atoi(turn) % TURNS;
}

int main(int argc, char **argv) {
    static struct test tests[WORKBOOK_LABS];
    int labs[WORKBOOK_LABS], count = 0, run = 0;
    course_read_labs();
    for (int i = 0; i < course_count; i++) {
        snprintf(names[i], sizeof names[i], "lab_%s", course_labs[i].folder);
        if (!has_its_turn(i))
            continue;
        tests[run++] = (struct test){names[i], lab_runs};
        found[i].best[SHIPPED] = found[i].best[SOLUTION] = NOT_YET;
        if (course_can_grade(&course_labs[i]) && (argc < 2 || strstr(names[i], argv[1])))
            labs[count++] = i;
    }
    build_all(labs, count);
    grade_all(labs, count);
    return suite_main("course_run", tests, run, argc, argv);
}
