// bench.h: the programs of one grading, and which of them are started ahead of their turn.
#ifndef GRADER_BENCH_H
#define GRADER_BENCH_H

#include "grade/options.h"
#include "run/run.h"

enum { BENCH_PAIRS = 4, BENCH_PROBES = 3 };
extern const enum run_role bench_probe_roles[BENCH_PROBES];

struct bench {
    const struct check_options *options;
    struct grading *grading;
    void (*judge)(struct grading *grading); // from the runs so far
    const char *student, *reference;        // programs
    const char *gate, *leave;               // where they wait; NULL: nothing is started ahead
    int pairs, probes_too;                  // what is started ahead
    int first;                              // the pair of students[0] and references[0]
    int disturbed;                          // while they measured
    int probed;                             // the probes have run
    struct running students[BENCH_PAIRS], references[BENCH_PAIRS], probes[BENCH_PROBES];
    char library[600], trace[700]; // the witness's
};

#define BENCH_NONE                                                                                 \
    .students = {[0 ... BENCH_PAIRS - 1] = {RUNNING_NONE}},                                        \
    .references = {[0 ... BENCH_PAIRS - 1] = {RUNNING_NONE}},                                      \
    .probes = {[0 ... BENCH_PROBES - 1] = {RUNNING_NONE}}

// The size and the data of a pair, drawn from the grading's seed.
int bench_part(const struct grading *grading, int pair);
uint64_t bench_seed(const struct grading *grading, int pair);

// 1 where programs that compile or check on processors leave a measurement alone.
int bench_is_roomy(const struct check_options *options);

// Starts what may be started while the student's file is still compiled.
void bench_ahead(struct bench *bench, const char *pristine, const char *reference);

// This pair and the next ones have measured, as many as were started; each is still to be
// waited for.
void bench_ready(struct bench *bench, int pair);
// Waits until all that was started stands at its gate.
void bench_gather(struct bench *bench);

// How a program of this role is run. A probe's start: 0, or -1 when there is nothing to start.
struct run_request bench_request(const struct bench *bench, enum run_role role);
int bench_start_probe(struct bench *bench, int index, const char *gate);
void bench_measure_probes(struct bench *bench); // those that were started ahead

// 1 when a student's program works at its gate while another measures, or left it too early.
int bench_is_disturbed(const struct bench *bench);
void bench_go_alone(struct bench *bench); // nothing is started ahead any more

// Ends what was started and not needed.
void bench_end(struct bench *bench);

#endif
