// check.h: grades one submission of one lab, from the file to the outcome.
#ifndef GRADER_CHECK_H
#define GRADER_CHECK_H

#include "grade/options.h"

// Fills grading, its outcome always. Returns outcome_exit_code().
int check_grade(const struct check_options *options, struct grading *grading);

// All but the measuring: a class builds in parallel. 0: built, and check_grade will find
// the programs made; 1: nothing to measure, and grading is whole.
int check_build(const struct check_options *options, struct grading *grading);

// Everything after the runs: rows, outcome, findings, points. What a fresh grading ends
// with, and all that a recorded one needs.
void check_again(struct grading *grading);

#endif
