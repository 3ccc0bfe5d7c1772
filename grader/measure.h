// measure.h: the runs of a grading: student and reference in pairs, then the probes.
#ifndef GRADER_MEASURE_H
#define GRADER_MEASURE_H

#include "check.h"
#include "run.h"

enum { BENCH_PAIRS = 3, BENCH_PROBES = 3 };

struct bench {
    const struct check_options *options;
    struct grading *grading;
    const char *student, *reference; // programs
    const char *gate;                // where they wait; NULL: nothing is started ahead
    int pairs, probes_too;           // what is started ahead
    int first;                       // the pair of students[0] and references[0]
    struct running students[BENCH_PAIRS], references[BENCH_PAIRS], probes[BENCH_PROBES];
    char library[600], trace[700]; // the witness's
};

// Starts what may be started while the student's file is still compiled.
void measure_ahead(struct bench *bench, const char *pristine, const char *reference);

// Pairs until every row is decided or the budget is spent; sets stage and outcome.
void measure_pairs(struct bench *bench, const char *student);

// What names a mistake: the student's program run again, otherwise.
void measure_probes(struct bench *bench);

// Ends what was started and not needed.
void measure_end(struct bench *bench);

#endif
