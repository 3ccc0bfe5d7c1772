// options.h: what a grading is asked for.
#ifndef GRADER_OPTIONS_H
#define GRADER_OPTIONS_H

#include "grading/grading.h"
#include "run/process.h"

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
    void (*progress)(void *context, const char *step); // "build", "run", "pair", "probe"
    void *context;
};

#endif
