// grading.h: one grading, from the file to the verdict, in the order of its steps. Each step reads
// the parts of the earlier steps (const) and writes its own part; every report is made from all
// parts.
//
//   intake  writes struct submission     the file that was handed in
//   build   writes struct builds         two programs
//   bench   writes struct measured       their runs
//   judge   writes struct judgement      of what was observed: rows, and the outcome
//   name    writes struct findings       of what was observed and judged: the mistakes
//
// The first three parts are observations. The others can be made from them again, at any time and
// on any machine.
#ifndef GRADER_GRADING_H
#define GRADER_GRADING_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/words.h"
#include "grade/workbook.h"
#include "witness/facts.h"

enum {
    PROOF = 240,        // bytes kept of a sentence, at most
    EVIDENCE = 360,     // of the sentence that proves a mistake
    FENCE_TEXT = 16384, // of a fence
};

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
    REFUSED_REDEFINED,  // redefines a name of the library or of the frozen part, in line changed[0]
};

struct changed_line {            // a line outside the fence, where the submission is not used
    int line;                    // its number in the submission
    char theirs[120], ours[120]; // cut to fit; "" for a file that lacks the line
};

enum { CHANGED_LINES = 8 }; // kept, at most

struct submission {
    char id[65];     // the student's, for staff; "" in a learner's check
    char path[512];  // the file that was read
    char sha256[65]; // of its bytes
    uint64_t bytes;
    enum refusal refusal;
    int had_crlf;           // normalised
    int fence_line;         // the number of the line "// tare: begin" in the student's file
    int attempted;          // 0: the fence is still as shipped
    char calls[800];        // the functions that the fence calls, each named once
    char fence[FENCE_TEXT]; // its text, for the rules that read it; "" where it is longer
    int changed_count;      // frozen lines that differ; the first ones are kept
    struct changed_line changed[CHANGED_LINES];
};

// ---- build: two programs ----

struct build_result {
    int done, ok;
    int cached; // nothing was compiled
    int timed_out;
    int line, column;  // of the first error, in the student's file; 0: the error is in no such line
    char message[400]; // of the first error
    char source[200];  // that line of the student's file
    char log[4096];    // the compiler's output, printable, cut to fit
    double seconds;
};

struct builds {
    struct build_result student, reference;
};

// ---- bench: their runs ----

enum {
    RUN_CLAIMS = 16,    // in one run
    CLAIM_SAMPLES = 64, // kept of one claim, at most
};

struct claim {
    char what[64];
    uint64_t bytes, flops;
    double seconds, rate;
    char unit[16];
    char statistic[16];
    int count;   // samples that the program took
    int sampled; // how many of them are in samples[]
    double samples[CLAIM_SAMPLES];
    // Seen by the library when TARE_PROBE is set; NAN and -1 otherwise.
    double residual_seconds;        // how long a cudaDeviceSynchronize in tare_report took
    int launch_error;               // cudaGetLastError before it, or the error that it returned
    double clock_tick, clock_floor; // of the device clock, seconds
};

enum run_role {
    RUN_STUDENT,
    RUN_REFERENCE,
    RUN_PROBE_HALF, // in older gradings
    RUN_PROBE_RESIDUAL,
    RUN_WITNESS,     // the student's program, watched
    RUN_WITNESS_OWN, // the reference, watched, with the same size and data
    RUN_WEIGHED,     // the student's program at a small size, its accesses counted
};

enum { WEIGHT_PARTS = 8 }; // allocations that one kernel touches, at most

struct weight { // of one kernel in a weighed run, in bytes (common/weigh/README.md); NAN: not
                // counted
    char kernel[64];
    double asked_read, asked_written; // by its threads
    double sector_read, sector_written, line_read, line_written;
    double shared_way[2], blocks; // shared memory, and of the grid; NAN in older gradings
    int part_count;
    struct weight_part {
        double allocation;  // from 0, in the order of cudaMalloc
        char name[32];      // of the kernel's parameter that points at it; "": not known
        double bytes;       // all of it; NAN in older gradings, as what follows
        double way[2];      // asked for: read, written
        double line_way[2]; // touched lines
    } parts[WEIGHT_PARTS];
};

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
    int pair;      // the pair's number, from 0: a student's run and a reference's; -1: none
    int part;      // TARE_N
    uint64_t seed; // TARE_SEED
    enum run_end end;
    int exit_code, signal;
    double wall_seconds;
    double crowd; // part of the processors that other programs used meanwhile; NAN: unknown
    char lab[32], device[8]; // from the program's first line
    uint64_t count;
    enum run_result result;
    int watched;       // the witness was to note what it does
    char refused[160]; // why the claims were not accepted; "" when they were
    int claim_count;
    struct claim *claims;
    // For a run under the witness (on the host device, every one): what the trace shows about each
    // claim, or about the program if it made no claim. No facts: the witness left no trace that
    // could be read.
    int fact_count;
    struct witness_facts *facts;
    int weight_count; // of a weighed run: a kernel each, by the name its largest launch
    struct weight *weights;
    char output[1024]; // the end of the program's output, printable
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
    CANNOT_CLOCK, // nobody but the program saw its clock
    CANNOT_NOISE, // the budget ended with the interval across the tolerance
    CANNOT_NO_DEVICE,
    CANNOT_NO_COMPILER,
    CANNOT_REFERENCE, // the solution did not build, run or report
    CANNOT_STORE,     // disk full, no permission
    CANNOT_SANDBOX,   // the sandbox asked for cannot be set up here
    CANNOT_LACKS,     // legal CUDA that the host device has not
    CANNOT_INTERRUPTED,
};

// Trouble never counts against a student and never decides a verdict: it only says why the runs
// give no verdict.
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
    uint64_t seed;       // all sizes and seeds follow from it
    uint64_t last_cache; // of the host device, in bytes; 0: not asked
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

enum stage { // how far the grading came; the first stage that failed decides
    STAGE_INTAKE,
    STAGE_BUILD,
    STAGE_RUN,
    STAGE_RESULT,
    STAGE_JUDGE,
};

enum decision { UNDECIDED, INSIDE, OUTSIDE };

// What the trace of the student's own runs says about the seconds of a claim.
enum seen_as {
    SEEN_NOT,       // there is no trace, or it cannot tell: the reference's time is the true one
    SEEN_MEASURED,  // a clock was read around the lab's work
    SEEN_NOTHING,   // no reading of a clock gives these seconds
    SEEN_EMPTY,     // nothing ran between the readings that give them
    SEEN_OTHER,     // another kernel ran there
    SEEN_BY_NOBODY, // the program was watched, and nobody saw the clock that gives these seconds
};

// One claim. All three factors are of the rate: time is reference seconds / claimed seconds.
struct row {
    char what[64];    // the claim
    char mistake[48]; // the mistake of this row in lab.meta; "" for a lab of one row
    int claimed;      // 0: the student's program made no such claim
    double reported;  // median over the pairs, in the student's unit
    double expected;  // what would be true, in the same unit: reported / rate
    char unit_name[16];
    double unit, work;                // exact
    double flops, bytes;              // for an intensity, work is flops / bytes; else both are NAN
    int exact;                        // unit and work were the same in every pair
    double time, time_low, time_high; // median of the paired ratios, and its interval
    double rate;                      // reported / expected
    int pairs;
    enum decision unit_right, work_right, time_right;
    enum seen_as seen;
    int leans; // 1: by the clocks the time is outside, but the machine may be the cause
    int right;
    double points, max_points;
};

struct judgement {
    enum stage stage; // where it ended
    enum outcome outcome;
    enum cannot cannot;
    char detail[LANGUAGES][PROOF]; // the message of that stage, if it is before STAGE_JUDGE
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
    char rule[32];                   // the rule that found it: "unit-factor", "residual-work", ...
    double value;                    // the number that proves it
    char proof[LANGUAGES][EVIDENCE]; // one sentence with the numbers
};

enum { FINDINGS = 12 };

struct findings {
    struct finding list[FINDINGS];
    int count;
};

// ==== the whole ==========================================================================

struct timings { // seconds of wall time
    double intake, build, ready, student, reference, probes,
        total; // ready: waiting until the started programs stand at their gates
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

// ---- functions of the observed part ----

// The next run, zeroed; pointers to earlier ones are invalid after it.
struct run *run_add(struct measured *measured, enum run_role role);
int run_add_claim(struct run *run, const struct claim *claim); // 0, or -1 when full
int run_add_facts(struct run *run, const struct witness_facts *facts);
int run_add_weight(struct run *run, const struct weight *weight);
void runs_drop(struct measured *measured, int kept); // drops all runs but the first `kept`

const struct run *run_of_pair(const struct observed *seen, enum run_role role, int pair);
const struct claim *run_claim(const struct run *run, const char *what); // NULL: not claimed

// The witness's facts about this claim, or about the program when `what` is "": of this run, and of
// the last watched run of the student's program. NULL: none.
const struct witness_facts *run_facts(const struct run *run, const char *what);
const struct witness_facts *facts_about(const struct observed *seen, const char *what);
// What the kernel of this claim weighs: the kernel of the claim's name, or the only one. NULL:
// there is none, or several.
const struct weight *run_weight(const struct run *run, const char *what);
// The student's weighed run, and the one of another size. NULL: it was not weighed so.
const struct run *run_weighed(const struct observed *seen, int other);
int trace_is_lost(const struct observed *seen); // 1: the witness watched, but left no trace

// Notes what kept this machine from going on; the first one stays.
void trouble_note(struct trouble *trouble, enum cannot cannot, const char *why);

// ---- functions of the part that is made from it ----

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
const char *seen_as_name(enum seen_as seen);
const char *certainty_name(enum certainty certainty);

#endif
