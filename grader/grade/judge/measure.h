// measure.h: the runs of a grading: student and reference in pairs, then the probes.
#ifndef GRADER_MEASURE_H
#define GRADER_MEASURE_H

#include "judge/bench.h"

// Pairs until every row is decided or the budget is spent. When a row leans the probes are
// run at once, since they may decide it.
void measure_pairs(struct bench *bench, const char *student);

// What names a mistake: the student's program run again, otherwise. Once is enough.
void measure_probes(struct bench *bench);

#endif
