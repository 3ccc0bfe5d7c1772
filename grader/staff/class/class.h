// class.h: every submission of a class, graded one by one into a folder of results.
#ifndef CLASS_CLASS_H
#define CLASS_CLASS_H

#include <stdint.h>

#include "class/task.h"
#include "grading/grading.h"

struct class_options {
    const char *root, *device;
    const char *submissions; // the folder handed over
    const char *results;     // a file a student and lab; what is there is done
    enum layout layout;
    const char *labs;     // "04", "04,05", "all"
    const char *only;     // ids, separated by commas; NULL: everybody
    const char *sandbox;  // as asked: auto, bwrap, user, landlock, none
    uint64_t seed;        // 0: drawn for each
    double limit, budget; // seconds: one run's, all the pairs'; 0: the grader's own
    int jobs;             // builds at a time
    int tries;            // of a measurement on a machine too busy to tell
    int shard, shards;    // this is part `shard` of `shards`
    int keep;             // the programs that were built
    int resume, again;    // go on with a folder of results, or begin it anew
    int quiet;
};

struct class_run {
    const struct class_options *options;
    struct lab_meta labs[WORKBOOK_LABS];
    int lab_count;
    struct roster roster;
    struct task *tasks;
    int task_count, had_results; // to grade; gone on with, and not graded anew
    char level[24];              // the sandbox that stands
    int failed;                  // gradings that ended without a result
    struct share *shares;        // one a task, in memory that the children share
    int share_count;
    double started;
};

// 0 when results may go there; 2 when old ones are there and nothing was said of them.
int class_open_results(const struct class_options *options);

// How many of these options' gradings have no result yet; -1 after a message.
int class_unfinished(const struct class_options *options);

// 0; 2 when the call was wrong, 3 when something could not be graded, after messages.
int class_prepare(struct class_run *run, const struct class_options *options);
int class_grade(struct class_run *run);
// Where the time went, and how much of it was the grader's own.
void class_tell_time(const struct class_run *run);
void class_free(struct class_run *run);

// Runs work(context, i) for i of 0..count-1 in children, `jobs` at a time, and calls
// ended(context, i, its exit code) as each ends; 255 when it crashed. -1: interrupted.
int crew_run(int count, int jobs, int (*work)(void *context, int index),
             void (*ended)(void *context, int index, int code), void *context);

// Draws what the witness saw into the file `path`; none when it saw nothing of a claim.
void picture_keep(const char *trace, const struct grading *grading, const char *path);

// A bar on a terminal, a line for each otherwise.
void progress_bar(const char *what, int done, int count, double started);
void progress_line(const char *text);

#endif
