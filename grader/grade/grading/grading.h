// grading.h: one grading, from the file to the verdict, in the order of its steps. Each step gets
// what came before as const and writes its own part; every report is made from the whole.
//
//   intake  writes struct submission     the file that was handed in
//   build   writes struct builds         two programs
//   bench   writes struct measured       their runs
//   judge   writes struct judgement      of what was observed: rows, and the outcome
//   name    writes struct findings       of what was observed and judged: the mistakes
//
// What the first three write is observed; all else is made from that, at any time, anywhere.
#ifndef GRADER_GRADING_H
#define GRADER_GRADING_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/words.h"
#include "grade/workbook.h"
#include "witness/facts.h"

enum { PROOF = 240 }; // bytes of a sentence that is kept

// ==== what was observed ==================================================================

// ---- intake: what was handed in ----

enum refusal {
    REFUSED_NOT,
    REFUSED_MISSING,
    REFUSED_NOT_A_FILE, // a pipe, a device
    REFUSED_EMPTY,
    REFUSED_HUGE,   // over SUBMISSION_LIMIT
    REFUSED_NUL,    // a NUL byte
    REFUSED_BINARY, // not UTF-8 text
    REFUSED_NO_FENCE,
    REFUSED_TWO_FENCES,
    REFUSED_OPEN_FENCE, // begin without end, or end before begin
    REFUSED_UNREADABLE, // permission, I/O
    REFUSED_LINK,       // a part of its path is a link
    REFUSED_REDEFINED,  // names of the library or of the frozen part; the line is changed[0]
};

struct changed_line {            // outside the fence, where the submission is not used
    int line;                    // in the submission
    char theirs[120], ours[120]; // cut to fit; "" where the line is not there
};

enum { CHANGED_LINES = 8 }; // that are kept

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
    struct changed_line changed[CHANGED_LINES];
};

// ---- build: two programs ----

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

struct builds {
    struct build_result student, reference;
};

// ---- bench: their runs ----

enum {
    RUN_CLAIMS = 16,    // in one run
    CLAIM_SAMPLES = 64, // that are kept
};

struct claim {
    char what[64];
    uint64_t bytes, flops;
    double seconds, rate;
    char unit[16];
    char statistic[16];
    int count;   // samples that the program took
    int sampled; // of them in samples
    double samples[CLAIM_SAMPLES];
    // Seen by the library when TARE_PROBE is set; NAN and -1 otherwise.
    double residual_seconds;        // a cudaDeviceSynchronize when tare_report was called
    int launch_error;               // cudaGetLastError before it, or its own error
    double clock_tick, clock_floor; // of the device clock, seconds
};

enum run_role { RUN_STUDENT, RUN_REFERENCE, RUN_PROBE_HALF, RUN_PROBE_RESIDUAL, RUN_WITNESS };

enum run_end { // how the program ended
    RUN_EXITED,
    RUN_CRASHED,
    RUN_TIMED_OUT,
    RUN_FLOODED,
    RUN_NOT_STARTED,
    RUN_INTERRUPTED,
};

enum run_result { RESULT_MISSING, RESULT_RIGHT, RESULT_WRONG, RESULT_UNCHECKED };

struct run {
    enum run_role role;
    int pair;      // student and reference of one pair share it, from 0; -1: of no pair
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
    // Of a run under the witness: what its trace shows of each claim; of a program without
    // claims, of the program. None: the witness left nothing that could be read.
    int fact_count;
    struct witness_facts *facts;
    char output[1024]; // the end of what it printed, printable
};

struct noise { // the reference against itself
    int known;
    double low, high; // interval of the paired ratios
    double spread;    // half of the middle 80 % of one pair's ratio
    time_t measured;
};

struct measured {
    char device_name[128];
    struct run *runs; // students and references in turn, then the probes
    int run_count, run_capacity;
    struct noise noise;
};

// ---- any step: what kept this machine from going on ----

enum cannot { // why it cannot be graded
    CANNOT_NOTHING,
    CANNOT_NOISE, // the budget ended with the interval across the tolerance
    CANNOT_NO_DEVICE,
    CANNOT_NO_COMPILER,
    CANNOT_REFERENCE, // the solution did not build, run or report
    CANNOT_STORE,     // disk full, no permission
    CANNOT_SANDBOX,   // the sandbox asked for cannot be set up here
    CANNOT_INTERRUPTED,
};

// It is never held against a student, and never makes a verdict: it says why the runs give none.
struct trouble {
    enum cannot cannot; // CANNOT_NOTHING: there was none
    char why[PROOF];
};

// ---- all of it ----

struct observed {
    struct lab_meta lab;
    char device[8];   // "host" or "gpu"
    char sandbox[24]; // "none", or the level
    time_t when;
    uint64_t seed; // all sizes and seeds follow from it
    struct submission submission;
    struct builds builds;
    struct measured measured;
    struct trouble trouble;
};

// ==== what is made from it ===============================================================

// ---- judge: reported / true = unit x work x time ----

enum outcome {
    OUTCOME_NONE, // not decided yet
    OUTCOME_PASS,
    OUTCOME_FAIL,
    OUTCOME_NOT_ATTEMPTED, // the fence is as shipped
    OUTCOME_CANNOT_GRADE,  // never the student's fault
    OUTCOME_SKIPPED,       // this device cannot show this lab
};

enum stage { // how far the grading came; the first that failed decides
    STAGE_INTAKE,
    STAGE_BUILD,
    STAGE_RUN,
    STAGE_RESULT,
    STAGE_JUDGE,
};

enum decision { UNDECIDED, INSIDE, OUTSIDE };

// One claim. All three factors are of the rate: time is reference seconds / claimed seconds.
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
    int leans; // the time, by the clocks: outside, unless it is the machine
    int right;
    double points, max_points;
};

struct judgement {
    enum stage stage; // where it ended
    enum outcome outcome;
    enum cannot cannot;
    char detail[LANGUAGES][PROOF]; // a message of that stage, when it ended before JUDGE
    double points, max_points;
    struct row *rows;
    int row_count;
};

// ---- name: which mistakes explain it ----

enum certainty { LIKELY, SURE };

struct finding {
    char mistake[48]; // an id of the catalogue
    char what[64];    // the claim it is about
    enum certainty certainty;
    char rule[32];                // the rule that found it: "unit-factor", "residual-work", ...
    double value;                 // the number that proves it
    char proof[LANGUAGES][PROOF]; // one sentence with the numbers
};

enum { FINDINGS = 12 };

struct findings {
    struct finding list[FINDINGS];
    int count;
};

// ==== the whole ==========================================================================

struct timings { // seconds of wall time
    double intake, build, ready, student, reference, probes,
        total; // ready: started, not yet let go
};

struct grading {
    struct observed seen;
    struct judgement judged;
    struct findings named;
    struct timings timings;
};

struct grading *grading_new(void); // zeroed; NULL: out of memory
void grading_free(struct grading *grading);

// As JSON, and back: grading_from_json(grading_to_json(g)) says the same.
enum { GRADING_SCHEMA = 1 }; // "tare-grading/1"; goes up when a field changes its meaning
struct json_t;
struct json_t *grading_to_json(const struct grading *grading);
struct grading *grading_from_json(const struct json_t *json, char why[160]);

// ---- of what was observed ----

// The next run, zeroed; pointers to earlier ones are invalid after it.
struct run *run_add(struct measured *measured, enum run_role role);
int run_add_claim(struct run *run, const struct claim *claim); // 0, or -1 when full
int run_add_facts(struct run *run, const struct witness_facts *facts);
void runs_drop(struct measured *measured, int kept); // all but the first ones

const struct run *run_of_pair(const struct observed *seen, enum run_role role, int pair);
const struct claim *run_claim(const struct run *run, const char *what); // NULL: not claimed

// What the witness saw of this claim; of the program, where there is no claim (""). NULL: nothing.
const struct witness_facts *facts_about(const struct observed *seen, const char *what);
int trace_is_lost(const struct observed *seen); // the witness watched, and left nothing

// Notes what kept this machine from going on; the first one stays.
void trouble_note(struct trouble *trouble, enum cannot cannot, const char *why);

// ---- of what was made from it ----

void judgement_clear(struct judgement *judgement);
struct finding *finding_new(struct findings *findings, const char *mistake); // NULL: full
int outcome_exit_code(enum outcome outcome);                                 // 0, 1, 1, 3, 77

// ---- names: in JSON and in reports ----

const char *outcome_name(enum outcome outcome); // "pass", "fail", "not-attempted", ...
const char *stage_name(enum stage stage);
const char *cannot_name(enum cannot cannot);
const char *refusal_name(enum refusal refusal);
const char *run_role_name(enum run_role role);
const char *run_end_name(enum run_end end);
const char *run_result_name(enum run_result result);
const char *decision_name(enum decision decision);
const char *certainty_name(enum certainty certainty);

#endif
