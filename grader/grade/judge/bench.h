// bench.h: makes the runs of one grading: student and reference in pairs, then the probes. On a
// card some of the programs are started ahead of their turn and wait at a gate.
#ifndef GRADER_BENCH_H
#define GRADER_BENCH_H

#include "grade/check.h"
#include "judge/judge.h"
#include "run/run.h"

// ---- noise.c: how much the reference scatters against itself ------------------------------

// Every grading also measures this: it compares its own runs of the reference with each other. The
// ratios of earlier gradings are kept in a file beside the programs.
enum { NOISE_RATIOS = 40 };

struct noise_ratio {
    double value;
    long long when; // seconds since 1970
};

struct noise_memory {
    struct noise_ratio ratios[NOISE_RATIOS]; // of earlier gradings
    int count;
};

void noise_recall(const struct check_options *options, struct noise_memory *memory);
// Computes the noise from the runs so far and from the remembered ratios. If the machine has
// changed since then, the remembered ratios are forgotten.
void noise_learn(const struct observed *seen, struct noise_memory *memory, struct noise *noise);
void noise_keep(const struct check_options *options, const struct observed *seen,
                struct noise_memory *memory);

// ---- bench.c: the programs ----------------------------------------------------------------

enum { BENCH_PAIRS = 4, BENCH_LOOKS = 2, BENCH_PROBES = 3 };
extern const enum run_role bench_probe_roles[BENCH_PROBES]; // the looks first

struct bench {
    const struct check_options *options;
    const struct observed *seen;     // everything observed so far
    struct measured *measured;       // the runs: written by the bench
    struct trouble *trouble;         // what kept the bench from going on: written by the bench
    struct timings *timings;         // how long the steps took: written by the bench
    struct judgement judged;         // of the runs so far: are they enough?
    proves_fn *proves;               // an argument of judge()
    struct noise_memory noise;       // of earlier gradings
    const char *student, *reference; // programs
    const char *proof;               // text that shows: the student's frozen part came to its end
    const char *gate, *leave;        // where they wait; NULL: nothing is started ahead
    int pairs, probes_too;           // how many pairs, and whether the probes, are started ahead
    int first;                       // the pair of students[0] and references[0]
    int disturbed;                   // 1: something disturbed the programs while they measured
    int probed;                      // the probes have run
    struct running students[BENCH_PAIRS], references[BENCH_PAIRS], probes[BENCH_PROBES];
    int watched;                   // 1: the witness watches every run
    int looks;                     // on a card it would slow them: it watches so many other runs
    int looked;                    // these have run
    char library[600], trace[700]; // the witness's
    char own_trace[720];           // of a reference's run
};

#define BENCH_NONE                                                                                 \
    .students = {[0 ... BENCH_PAIRS - 1] = {RUNNING_NONE}},                                        \
    .references = {[0 ... BENCH_PAIRS - 1] = {RUNNING_NONE}},                                      \
    .probes = {[0 ... BENCH_PROBES - 1] = {RUNNING_NONE}}

// The size and the data of a pair, drawn from the grading's seed.
int bench_part(uint64_t seed, int pair);
uint64_t bench_seed(uint64_t seed, int pair);

// 1 where programs may compile or check beside a measurement without disturbing it.
int bench_may_overlap(const struct check_options *options);

// Starts what may be started while the student's file is still compiled.
void bench_ahead(struct bench *bench, const char *pristine, const char *reference);

// Starts this pair and the next ones, and lets each measure in turn. Each still has to be waited
// for.
void bench_ready(struct bench *bench, int pair);
// Waits until all that was started stands at its gate.
void bench_gather(struct bench *bench);

// How a program of this role is run.
struct run_request bench_request(const struct bench *bench, enum run_role role);
int bench_start_probe(struct bench *bench, int index, const char *gate); // -1: cannot be started
// Lets these measure in turn, where they were started ahead.
void bench_measure_probes(struct bench *bench, int first, int until);

// 1 when a student's program computed at its gate while another measured, or left the gate early.
int bench_is_disturbed(const struct bench *bench);
void bench_go_alone(struct bench *bench); // nothing is started ahead any more

// Ends the programs that were started and are not needed.
void bench_end(struct bench *bench);

// ---- measure.c: the runs ------------------------------------------------------------------

// Runs pairs until every row is decided or the budget is spent, then the probes where a mistake
// must be named. When a row leans, the probes run at once, because they may decide it.
void measure(struct bench *bench, const char *student);

#endif
