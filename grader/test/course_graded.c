// course_graded.c: a grading against what lab.meta says: as shipped a lab is off in its own way and
// its mistake is named, and its solution passes. A test counts these; lint-lab says them in words.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course.h"
#include "grade/check.h"

static const double budget = 6; // seconds for the pairs of one grading

const char *course_device(void) {
    const char *named = getenv("DEVICE");
    return named && strcmp(named, "gpu") == 0 ? "gpu" : "host";
}

int course_can_grade(const struct lab_meta *lab) {
    return !lab->gpu_only || strcmp(course_device(), "host") != 0;
}

struct grading *course_grade(const struct lab_meta *lab, enum which which,
                             int (*step)(const struct check_options *, struct grading *)) {
    char path[700];
    snprintf(path, sizeof path,
             which == SHIPPED ? "%s/build/shipped/%s.cu" : "%s/solutions/%s/lab.cu", course_root,
             lab->folder);
    struct check_options options = {
        .root = course_root, .device = course_device(), .lab = lab, .path = path, .budget = budget};
    struct grading *grading = grading_new();
    if (grading)
        step(&options, grading);
    return grading;
}

// ---- what lab.meta says -----------------------------------------------------------------------

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

static const char *off_of(const struct lab_meta *lab) {
    return lab->row_count ? "1" : lab->off[strcmp(course_device(), "gpu") == 0];
}

static const char *mistake_of(const struct lab_meta *lab, const struct row *row) {
    return lab->row_count ? row->mistake : lab->mistake;
}

// A claim is wrong as lab.meta says, and its own mistake is named; one that ships right is right.
static int is_row_as_shipped(const struct lab_meta *lab, const struct grading *grading,
                             const struct row *row) {
    const char *mistake = mistake_of(lab, row);
    return is_no_mistake(mistake)
               ? row->right
               : !row->right && holds(off_of(lab), row) && is_named(grading, row->what, mistake);
}

enum verdict_of_lab course_result(const struct lab_meta *lab, enum which which,
                                  const struct grading *grading) {
    const struct judgement *judged = &grading->judged;
    int as_shipped = judged->outcome == OUTCOME_NOT_ATTEMPTED && judged->row_count > 0;
    for (int i = 0; i < judged->row_count && as_shipped; i++)
        as_shipped = is_row_as_shipped(lab, grading, &judged->rows[i]);
    if (judged->outcome == OUTCOME_SKIPPED)
        return SKIPPED;
    if (which == SHIPPED ? as_shipped : judged->outcome == OUTCOME_PASS)
        return RIGHT;
    return judged->outcome == OUTCOME_CANNOT_GRADE && judged->cannot == CANNOT_NOISE ? TOO_BUSY
                                                                                     : WRONG;
}

// Unit and work come from no clock: the solution's are exact on any machine.
int course_is_exact(const struct grading *grading) {
    for (int i = 0; i < grading->judged.row_count; i++)
        if (fabs(grading->judged.rows[i].unit - 1) >= 1e-6 ||
            fabs(grading->judged.rows[i].work - 1) >= 1e-6)
            return 0;
    return 1;
}

void course_tell(const struct lab_meta *lab, enum which which, const struct grading *grading) {
    printf("  %s as %s: %s %s\n", lab->folder, which == SHIPPED ? "shipped" : "solved",
           outcome_name(grading->judged.outcome), grading->judged.detail[ENGLISH]);
    for (int i = 0; i < grading->judged.row_count; i++) {
        const struct row *row = &grading->judged.rows[i];
        printf("    %-12s unit %.4g x work %.4g x time %.4g = rate %.4g", row->what, row->unit,
               row->work, row->time, row->rate);
        for (int k = 0; k < grading->named.count; k++)
            if (strcmp(grading->named.list[k].what, row->what) == 0)
                printf(" %s", grading->named.list[k].mistake);
        printf("\n");
    }
}

// ---- what is missing, in words ------------------------------------------------------------------

static const char *device_in_words(void) {
    return strcmp(course_device(), "gpu") == 0 ? "card" : "host device";
}

static void say_nothing_wrong(const struct lab_meta *lab, const struct row *row) {
    EXPECT(
        lab->by_pairs || lab->row_count,
        "labs/%s/lab.cu: the %s finds nothing wrong in the shipped file. Is it a mistake of memory "
        "or of a first touch? Then write \"pairs = yes\" into lab.meta. Otherwise the fence needs "
        "a "
        "flaw that changes the claim",
        lab->folder, device_in_words());
    EXPECT(
        !lab->by_pairs && !lab->row_count,
        "labs/%s/lab.cu: the %s finds nothing wrong in the claim %s of the shipped file. The fence "
        "needs a flaw that changes this claim",
        lab->folder, device_in_words(), row->what);
}

static void say_row(const struct lab_meta *lab, const struct grading *grading,
                    const struct row *row) {
    const char *mistake = mistake_of(lab, row), *named = "no mistake";
    for (int i = 0; i < grading->named.count; i++)
        if (strcmp(grading->named.list[i].what, row->what) == 0)
            named = grading->named.list[i].mistake;
    if (is_no_mistake(mistake)) {
        EXPECT(row->right,
               "labs/%s/lab.cu: the claim %s is wrong, and lab.meta says that it ships right",
               lab->folder, row->what);
    } else if (row->right) {
        say_nothing_wrong(lab, row);
    } else {
        EXPECT(holds(off_of(lab), row),
               "labs/%s/lab.meta: \"off = %s\" does not hold for the shipped file: it is off by "
               "unit %.4g "
               "x work %.4g x time %.4g = rate %.4g. Write what holds for these",
               lab->folder, off_of(lab), row->unit, row->work, row->time, row->rate);
        EXPECT(
            is_named(grading, row->what, mistake),
            "labs/%s/lab.cu: the grader names %s in the claim %s, and lab.meta says %s. Where the "
            "grader is right, write its name into lab.meta; else let the fence hold nothing but %s",
            lab->folder, named, row->what, mistake, mistake);
    }
}

static void say(const struct lab_meta *lab, enum which which, const struct grading *grading) {
    const struct judgement *judged = &grading->judged;
    EXPECT(judged->row_count > 0, "%s/%s/lab.cu: it was not measured: %s %s",
           which == SHIPPED ? "labs" : "solutions", lab->folder, outcome_name(judged->outcome),
           judged->detail[ENGLISH]);
    for (int i = 0; i < judged->row_count && which == SHIPPED; i++)
        say_row(lab, grading, &judged->rows[i]);
    // Whose fence is the shipped one, without the flaw, is no matter of measuring.
    EXPECT(
        which == SHIPPED || !judged->row_count || judged->outcome == OUTCOME_PASS ||
            judged->outcome == OUTCOME_NOT_ATTEMPTED,
        "solutions/%s/lab.cu: it does not pass on the %s. Measure it right, or let lab.meta say a "
        "larger tolerance and why",
        lab->folder, device_in_words());
}

static void grade_and_say(const struct lab_meta *lab, enum which which) {
    enum { TRIES = 3 };
    struct grading *grading = NULL;
    enum verdict_of_lab result = WRONG;
    for (int try = 0; try < TRIES && result < RIGHT; try++) {
        grading_free(grading);
        grading = course_grade(lab, which, check_grade);
        if (!grading)
            return;
        result = course_result(lab, which, grading);
    }
    course_tell(lab, which, grading);
    if (result == SKIPPED)
        course_later(0, "wants another machine: lab %s: %s", lab->number,
                     grading->judged.detail[ENGLISH]);
    else if (result == TOO_BUSY)
        course_later(0,
                     "wants a quiet machine: %s is not graded here. Close other programs, and "
                     "again: make lint-lab LAB=%s",
                     lab->folder, lab->number);
    else if (result == WRONG)
        say(lab, which, grading);
    grading_free(grading);
}

void lab_is_as_graded(const struct lab_meta *lab) {
    if (!course_can_grade(lab)) {
        course_later(0,
                     "wants a card: lab %s is graded on a card only. There: make lint-lab LAB=%s "
                     "DEVICE=gpu",
                     lab->number, lab->number);
        return;
    }
    grade_and_say(lab, SHIPPED);
    grade_and_say(lab, SOLUTION);
}
