// factors.h: holds each claim of the student against the reference's of the same pair.
#ifndef GRADER_FACTORS_H
#define GRADER_FACTORS_H

#include "grading/grading.h"

// Makes grading->rows anew from its runs. 0, or -1 where no reference claimed anything.
int factors_fill(struct grading *grading);

int factors_decided(const struct grading *grading); // every row
int factors_passed(const struct grading *grading);  // every row is right
int factors_lean(const struct grading *grading);    // a row; what needs no clock may decide it

// Bytes or flops in one of the unit; 0 for an unknown unit.
double unit_size(const char *unit);
enum work_kind { WORK_BYTES, WORK_FLOPS, WORK_INTENSITY };
enum work_kind unit_kind(const char *unit);

const struct claim *run_claim(const struct run *run, const char *what);

// The student's and the reference's claims of each complete pair. Returns the count.
struct claim_pair {
    const struct claim *student, *reference;
    const struct run *student_run, *reference_run;
};
int claim_pairs(const struct grading *grading, const char *what, struct claim_pair *pairs,
                int room);

// How much of the reference's work an intensity's flops and bytes are counted for.
double claim_share(const struct claim_pair *pair);

// Other programs took much of the processors that a run's kernels needed.
int factors_crowded(const struct grading *grading, const struct run *run);

#endif
