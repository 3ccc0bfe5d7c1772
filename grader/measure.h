// measure.h: the runs of a grading: student and reference in pairs, then the probes.
#ifndef GRADER_MEASURE_H
#define GRADER_MEASURE_H

#include "check.h"

// Pairs until every row is decided or the budget is spent; sets stage and outcome.
void measure_pairs(const struct check_options *options, struct grading *grading,
                   const char *student, const char *reference);

// What names a mistake: the student's program run again, otherwise.
void measure_probes(const struct check_options *options, struct grading *grading,
                    const char *student);

#endif
