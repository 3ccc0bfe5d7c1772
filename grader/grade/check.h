// check.h: grades one submission of one lab, from the file to the outcome.
#ifndef GRADER_CHECK_H
#define GRADER_CHECK_H

#include "grade/options.h"

// Fills grading; its outcome is always set. Returns outcome_exit_code().
int check_grade(const struct check_options *options, struct grading *grading);

// The reference's program alone, so that a class can seal it. 0, or -1 when it was not built.
int check_reference(const struct check_options *options);

// Everything but the measuring, for a class that builds in parallel. 0: both programs are built, and
// check_grade() will find them; 1: there is nothing to measure, and the grading is complete.
int check_build(const struct check_options *options, struct grading *grading);

// Judges what was observed, and names the mistakes: the end of a fresh grading, and all of a recorded
// one.
void check_again(struct grading *grading);

#endif
