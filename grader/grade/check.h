// check.h: grades one submission of one lab, from the file to the outcome.
#ifndef GRADER_CHECK_H
#define GRADER_CHECK_H

#include "grading/grading.h"
#include "run/process.h"

// ---- what a grading is asked for -------------------------------------------------------------

struct check_options {
    const char *root;
    const char *device; // "host" or "gpu"
    const struct lab_meta *lab;
    const char *path;       // the submission: a file or a folder
    const char *base;       // the folder below which path lies and no link counts; NULL: typed
    const char *secret;     // for the frozen part's proof; NULL: the tree's own
    const char *id;         // the student's; NULL: none
    uint64_t seed;          // 0: drawn
    double budget;          // seconds for the pairs; 0: the default
    double run_limit;       // seconds for one run; 0: the default
    double build_limit;     // seconds for one build; 0: the default
    struct seal *seal;      // our own files, checked before each use; NULL: not sealed
    const char *references; // for the reference's programs; NULL: below build/check
    const char *folder;     // for the student's programs; NULL: below build/check
    const char *run_folder; // where the student's program runs; NULL: here
    const struct sandbox *build_sandbox, *run_sandbox; // for the student's; NULL: none
    int weigh; // 1: it may be weighed too, behind the measuring
    void (*progress)(void *context, const char *step); // "build", "run", "pair", "probe"
    void *context;
};

// ---- check.c ---------------------------------------------------------------------------------

// Fills grading; its outcome is always set. Returns outcome_exit_code().
int check_grade(const struct check_options *options, struct grading *grading);

// The reference's program alone, so that a class can seal it. 0, or -1 when it was not built.
int check_reference(const struct check_options *options);

// Everything but the measuring, for a class that builds in parallel. 0: both programs are built,
// and check_grade() will find them; 1: there is nothing to measure, and the grading is complete.
int check_build(const struct check_options *options, struct grading *grading);

// Judges what was observed, and names the mistakes: the end of a fresh grading, and all of a
// recorded one.
void check_again(struct grading *grading);

#endif
