// grading.h: one grading, everything that was seen and decided. Filled step by step by
// check.c; written and read as JSON by grading_json.c; every report is made from it alone.
#ifndef GRADER_GRADING_H
#define GRADER_GRADING_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/words.h"
#include "grade/workbook.h"
#include "witness/facts.h" // the witness's

enum {
    GRADING_SCHEMA = 1,   // "tare-grading/1"; goes up when a field changes its meaning
    GRADING_CLAIMS = 16,  // in one run
    GRADING_SAMPLES = 64, // in one claim
    GRADING_FINDINGS = 12,
    GRADING_CHANGED = 8, // changed frozen lines that are remembered
};

// ---- the outcome -----------------------------------------------------------------

enum outcome {
    OUTCOME_NONE, // not decided yet
    OUTCOME_PASS,
    OUTCOME_FAIL,
    OUTCOME_NOT_ATTEMPTED, // the fence is as shipped
    OUTCOME_CANNOT_GRADE,  // never the student's fault
    OUTCOME_SKIPPED,       // this device cannot show this lab
};
const char *outcome_name(enum outcome outcome); // "pass", "fail", "not-attempted", ...
int outcome_exit_code(enum outcome outcome);    // 0, 1, 1, 3, 77

enum stage { // how far the grading came; the first that failed decides
    STAGE_INTAKE,
    STAGE_BUILD,
    STAGE_RUN,
    STAGE_RESULT,
    STAGE_JUDGE,
};
const char *stage_name(enum stage stage);

enum cannot { // why it cannot be graded
    CANNOT_NOTHING,
    CANNOT_NOISE, // the budget ended with the interval across the tolerance
    CANNOT_NO_DEVICE,
    CANNOT_NO_COMPILER,
    CANNOT_REFERENCE, // the solution did not build, run or report
    CANNOT_STORE,     // disk full, no permission
    CANNOT_SANDBOX,   // the sandbox asked for is not to be had
    CANNOT_INTERRUPTED,
};
const char *cannot_name(enum cannot cannot);

// ---- what was handed in ----------------------------------------------------------

enum refusal {
    REFUSED_NOT,
    REFUSED_MISSING,
    REFUSED_NOT_A_FILE, // a link, a pipe, a device, a folder without lab.cu
    REFUSED_EMPTY,
    REFUSED_HUGE,   // over SUBMISSION_LIMIT
    REFUSED_NUL,    // a NUL byte
    REFUSED_BINARY, // not UTF-8 text
    REFUSED_NO_FENCE,
    REFUSED_TWO_FENCES,
    REFUSED_OPEN_FENCE, // begin without end, or end before begin
    REFUSED_UNREADABLE, // permission, I/O
};
const char *refusal_name(enum refusal refusal);

struct changed_line {            // outside the fence, where the submission is not used
    int line;                    // in the submission
    char theirs[120], ours[120]; // cut to fit; "" where the line is not there
};

struct submission {
    char id[65];     // the student's, for staff; "" in a learner's check
    char path[512];  // the file that was read
    char sha256[65]; // of its bytes
    uint64_t bytes;
    enum refusal refusal;
    int had_crlf;      // normalised
    int fence_line;    // of "// tare: begin" in their file
    int attempted;     // 0: the fence says what was shipped
    char calls[800];   // functions that the fence calls, once each
    int changed_count; // frozen lines that differ; the first ones are kept
    struct changed_line changed[GRADING_CHANGED];
};

// ---- building and running --------------------------------------------------------

struct build_result {
    int done, ok;
    int cached; // nothing was compiled
    int timed_out;
    int line, column;  // of the first error, in the student's own file; 0: not there
    char message[400]; // of the first error
    char source[200];  // that line of theirs
    char log[4096];    // the compiler's words, cut, printable
    double seconds;
};

struct claim {
    char what[64];
    uint64_t bytes, flops;
    double seconds, rate;
    char unit[16];
    char statistic[16];
    int count;   // samples the program took
    int sampled; // of them in samples
    double samples[GRADING_SAMPLES];
    // Seen by the library when TARE_PROBE is set; NAN and -1 otherwise.
    double residual_seconds;        // a cudaDeviceSynchronize when tare_report was called
    int launch_error;               // cudaGetLastError before it, or its own error
    double clock_tick, clock_floor; // of the device clock, seconds
};

enum run_role { RUN_STUDENT, RUN_REFERENCE, RUN_PROBE_HALF, RUN_PROBE_RESIDUAL, RUN_WITNESS };
const char *run_role_name(enum run_role role);

enum run_end { // how the program ended
    RUN_EXITED,
    RUN_CRASHED,
    RUN_TIMED_OUT,
    RUN_FLOODED,
    RUN_NOT_STARTED,
    RUN_INTERRUPTED,
};
const char *run_end_name(enum run_end end);

enum run_result { RESULT_MISSING, RESULT_RIGHT, RESULT_WRONG, RESULT_UNCHECKED };
const char *run_result_name(enum run_result result);

struct run {
    enum run_role role;
    int pair;      // student and reference of one pair share it; from 0
    int part;      // TARE_N
    uint64_t seed; // TARE_SEED
    enum run_end end;
    int exit_code, signal;
    double wall_seconds;
    double crowd; // part of this machine's processors that others used meanwhile; NAN: unknown
    char lab[32], device[8]; // from the program's first line
    uint64_t count;
    enum run_result result;
    char refused[160]; // why the claims were not accepted; "" when they were
    int claim_count;
    struct claim *claims;
    char output[1024]; // the end of what it printed, printable
    // Of a run under the witness: what its trace shows of each claim; of a program without
    // claims, of the program. None: the witness left nothing that could be read.
    int fact_count;
    struct witness_facts *facts;
};

// ---- the factors -----------------------------------------------------------------

enum decision { UNDECIDED, INSIDE, OUTSIDE };
const char *decision_name(enum decision decision);

// reported / true = unit x work x time, of one claim. All three are factors of the
// rate: time is reference seconds / claimed seconds.
struct row {
    char what[64];    // the claim
    char mistake[48]; // the row's own, from lab.meta; "" for a lab of one row
    int claimed;      // 0: the student's program made no such claim
    double reported;  // median over the pairs, in the student's unit
    double expected;  // what would be true, in the same unit: reported / rate
    char unit_name[16];
    double unit, work;                // exact
    double flops, bytes;              // of an intensity, the two that work divides; else NAN
    int exact;                        // unit and work were the same in every pair
    double time, time_low, time_high; // median of the paired ratios, and its interval
    double rate;                      // reported / expected
    int pairs;
    enum decision unit_right, work_right, time_right;
    int leans; // the time, undecided: outside, unless it is the machine
    int right;
    double points, max_points;
};

// ---- findings --------------------------------------------------------------------

enum certainty { LIKELY, SURE };
const char *certainty_name(enum certainty certainty);

struct finding {
    char mistake[48]; // an id of the catalogue
    char what[64];    // the claim it is about
    enum certainty certainty;
    char rule[32];              // the rule that found it: "unit-factor", "residual-work", ...
    double value;               // the number that proves it
    char proof[LANGUAGES][240]; // one sentence with the numbers
};

struct noise { // the reference against itself
    int known;
    double low, high; // interval of the paired ratios
    double spread;    // half of the middle 80 % of one pair's ratio
    time_t measured;
};

// What kept this machine from going on. It is never held against a student, and never makes
// a verdict: it says why the runs give none.
struct trouble {
    enum cannot cannot; // CANNOT_NOTHING: none
    char why[240];
};

struct timings { // seconds of wall time
    double intake, build, ready, student, reference, probes,
        total; // ready: started, not yet let go
};

struct grading {
    struct lab_meta lab;
    char device[8]; // "host" or "gpu"
    char device_name[128];
    char sandbox[24]; // "none", or the level
    time_t when;
    uint64_t seed; // all sizes and seeds follow from it
    struct submission submission;
    struct build_result build, reference_build;
    struct run *runs;
    int run_count, run_room;
    struct noise noise;
    struct trouble trouble;
    struct row *rows;
    int row_count;
    struct finding findings[GRADING_FINDINGS];
    int finding_count;
    enum stage stage; // where it ended
    enum outcome outcome;
    enum cannot cannot;
    char detail[LANGUAGES][240]; // a message of that stage, when it ended before JUDGE
    double points, max_points;
    struct timings timings;
};

struct grading *grading_new(void); // zeroed; NULL when memory is out
void grading_free(struct grading *grading);
// The next run or row, zeroed; pointers to earlier ones are invalid after it.
struct run *grading_add_run(struct grading *grading, enum run_role role);
int grading_add_claim(struct run *run, const struct claim *claim); // 0, or -1 when full
int grading_add_facts(struct run *run, const struct witness_facts *facts);
void run_free(struct run *run);                            // its claims and facts; not the run
void grading_drop_runs(struct grading *grading, int kept); // all but the first ones

// What the witness saw of this claim; of the program, where there is no claim (""). NULL: nothing.
const struct witness_facts *grading_facts(const struct grading *grading, const char *what);
int grading_lost_trace(const struct grading *grading); // the witness watched, and saw nothing

// Notes what kept this machine from going on; the first one stays.
void grading_trouble(struct grading *grading, enum cannot cannot, const char *why);
struct finding *grading_add_finding(struct grading *grading, const char *mistake);

// Everything above as JSON, and back: grading_from_json(grading_to_json(g)) says the same.
struct json_t;
struct json_t *grading_to_json(const struct grading *grading);
struct grading *grading_from_json(const struct json_t *json, char why[160]);

#endif
