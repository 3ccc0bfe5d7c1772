// check.h: grades one submission of one lab, from the file to the outcome.
#ifndef GRADER_CHECK_H
#define GRADER_CHECK_H

#include "grading.h"
#include "process.h"

struct check_options {
    const char *root;
    const char *device; // "host" or "gpu"
    const struct lab_meta *lab;
    const char *path;       // the submission: a file or a folder
    const char *id;         // the student's; NULL: none
    uint64_t seed;          // 0: drawn
    double budget;          // seconds for the pairs; 0: the default
    double run_limit;       // seconds for one run; 0: the default
    double build_limit;     // seconds for one build; 0: the default
    const char *folder;     // for the student's programs; NULL: below build/check
    const char *run_folder; // where the student's program runs; NULL: here
    const struct sandbox *build_sandbox, *run_sandbox; // for the student's; NULL: none
    void (*progress)(void *context, const char *step); // "build", "run", "pair", "probe"
    void *context;
};

// Fills grading, its outcome always. Returns outcome_exit_code().
int check_grade(const struct check_options *options, struct grading *grading);

// All but the measuring: a class builds in parallel. 0: built, and check_grade will find
// the programs made; 1: nothing to measure, and grading is whole.
int check_build(const struct check_options *options, struct grading *grading);

// Rows and outcome from the runs so far.
void check_judge(struct grading *grading);

// Everything after the runs: rows, outcome, findings, points. What a fresh grading ends
// with, and all that a recorded one needs.
void check_again(struct grading *grading);

// Ends the grading where it stands.
void check_fail(struct grading *grading, enum stage stage, const char words[LANGUAGES][240]);
void check_cannot(struct grading *grading, enum cannot cannot, const char *why);

double seconds_now(void);

#endif
