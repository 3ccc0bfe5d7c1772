// class.h: every submission of a class, graded one by one into a folder of results. Sections
// by file.
#ifndef CLASS_CLASS_H
#define CLASS_CLASS_H

#include <limits.h>
#include <stdint.h>

#include "grading/grading.h"
#include "report/report.h"
#include "run/build.h"
#include "run/process.h"

// ---- walls.c: the sandbox of a class: build/confine before the compiler and the program ------

enum { WALL_WORDS = 320, WALL_TEXT = 4200, WALL_FOLDERS = 64 };

// What is the same for every submission of a class.
struct ground {
    const char *root, *device;
    char level[24];                                      // "none": no walls
    char *folders;                                       // the text that the two lists point into
    const char *build[WALL_FOLDERS], *run[WALL_FOLDERS]; // end with NULL
};

// One submission's walls.
struct walls {
    struct sandbox build, run; // for check_grade
    char *build_words[WALL_WORDS], *run_words[WALL_WORDS];
    char text[16][WALL_TEXT];
    int texts;
};

// Asks toolchain.sh for the folders that the compiler and the loader of this machine read, and
// finds the best level that works here. A level is tried with a command that only looks whether the
// compiler could read the headers. None of the kept paths (they end with NULL) may lie below a
// folder that is read. asked: "auto" or a level. 0, or -1 and why.
int ground_prepare(struct ground *ground, const char *root, const char *device, const char *asked,
                   const char *room, const char *const *kept, char why[240]);
void ground_free(struct ground *ground);

// Builds the walls around one submission. Its compiler and its program may write only to `room`.
void walls_raise(struct walls *walls, const struct ground *ground, const char *room);

// ---- roster.c: the submissions, from a folder as the course's system gives it ---------------

enum layout {
    LAYOUT_FOLDER, // DIR/ID/lab.cu, DIR/ID/labs/04_x/lab.cu, DIR/ID.cu
    LAYOUT_CANVAS, // DIR/name_[LATE_]ID_SUBMISSION_file.cu
    LAYOUT_MOODLE, // DIR/First Last_ID_assignsubmission_file_/...
};
extern const char *const layout_names[]; // ends with NULL

struct handed_in {
    char id[65];         // safe in a file's name
    char name[256];      // as the folder has it, printable
    char path[PATH_MAX]; // a file, a folder or a link; below the folder that was given
    long order;          // of several submissions by one student, the highest order counts
};

struct roster {
    struct handed_in *all; // by id
    int count;
    struct report_notes notes; // what was left out or got another id than its name, and why
};

// 0, or -1 and why. For a name that cannot be an id, the id is made from the name. A link is
// listed, and the intake refuses it and says why.
int roster_read(const char *folder, enum layout layout, struct roster *roster, char why[200]);
void roster_free(struct roster *roster);

// ---- tasks.c: what must be graded, and what has a result already ----------------------------

struct class_options {
    const char *root, *device;
    const char *submissions; // the folder of submissions
    const char *results;     // a folder: a file for each student and lab that has been graded
    enum layout layout;
    const char *labs;     // "04", "04,05", "all"
    const char *only;     // ids, separated by commas, or "cannot-grade"; NULL: everybody
    const char *sandbox;  // as asked for: auto, bwrap, user, landlock, none
    uint64_t seed;        // 0: drawn for each
    double limit, budget; // seconds for one run, and for all pairs; 0: the grader's default
    int jobs;             // builds at a time
    int tries;            // of a measurement on a machine that is too busy to decide
    int shard, shards;    // this is part `shard` of `shards`
    int keep;             // 1: keep the programs that were built
    int reveal;           // 1: students read the true rates
    int resume, again;    // go on with a folder of results, or begin it anew
    int quiet;
};

// What one grading took. The child processes that build and measure write it.
struct share {
    double building, running; // seconds of wall time in compilers and in programs
    long peak;                // KiB of memory that the last child itself used
};

struct task { // one lab of one student
    struct handed_in *student;
    const struct lab_meta *lab;
    char result[PATH_MAX]; // the result's file
    char folder[PATH_MAX]; // the grader's files: the built program, and what the witness saw
    char room[PATH_MAX];   // the folder to which the student's code may write
    int done;
    struct share *share;
};

struct class_run {
    const struct class_options *options;
    struct lab_meta labs[WORKBOOK_LABS];
    int lab_count;
    struct roster roster;
    struct task *tasks;
    int task_count, had_results; // to be graded; with a result already, so not graded again
    struct ground ground;        // the sandbox, and what may be read in it
    char secret[65];             // of this class, for the frozen part's proof
    char references[PATH_MAX];   // the folder of the reference programs of this run
    double preparing;            // seconds of wall time in building them
    struct seal *seal;           // tools, headers, solutions and references as they were
    int failed;                  // gradings that ended without a result
    struct share *shares;        // one for each task, in memory that the children share
    int share_count;
    double started;
};

// Makes the folder of results. 0; 2 when it holds old results and neither --resume nor --again was
// given; 3 when it cannot be made. After a message.
int class_open_results(const struct class_options *options);
// How many of these options' gradings have no result yet; -1 after a message.
int class_unfinished(const struct class_options *options);
// 0; 2 when the call was wrong, 3 when something could not be graded, after messages.
int class_prepare(struct class_run *run, const struct class_options *options);
void class_free(struct class_run *run);

// ---- task.c: one lab of one student: built, measured, and written down ---------------------

// A child's exit codes. TASK_CHANGED: the grader's own files have changed; no result was written.
enum task_end { TASK_DONE, TASK_BUILT, TASK_NOISE, TASK_CHANGED, TASK_FAILED = 255 };

// Builds the reference of a lab. 0, or -1.
int task_reference(const struct class_run *run, const struct lab_meta *lab);
// Builds the submission, which is enough for some; or, with `measuring`, measures what was built.
enum task_end task_work(const struct class_run *run, const struct task *task, int measuring);
// The outcome in the task's result file; OUTCOME_NONE when there is no complete result.
enum outcome task_outcome(const struct task *task);
long task_own_peak(void); // KiB of the process that asks

// ---- class.c: all builds, then all measurements --------------------------------------------

int class_grade(struct class_run *run); // 0; 3 when something could not be graded
// Prints where the time went, and how much of it the grader itself used.
void class_tell_time(const struct class_run *run);

// ---- crew.c --------------------------------------------------------------------------------

// Runs work(context, i) for i of 0..count-1 in child processes, `jobs` at a time. When a child
// ends, calls ended(context, i, its exit code); the code is 255 when the child crashed. After ended
// has returned 0, no further child is started. -1: interrupted.
int crew_run(int count, int jobs, int (*work)(void *context, int index),
             int (*ended)(void *context, int index, int code), void *context);

// ---- slurm.c: a class on a cluster: a job array of shards that share one folder of results --

enum { SLURM_PASSED = 16 };

struct slurm_options {
    int shards;                       // 0: no cluster
    const char *passed[SLURM_PASSED]; // options for sbatch
    int passed_count;
};

// Submits the shards, waits, and submits again the shards of failed tasks, which continue where
// they stopped. 0 when every submission has a result, else 3.
int slurm_run(const struct slurm_options *slurm, const struct class_options *options,
              const char *device);

// ---- results.c: reports of the results -----------------------------------------------------

enum { REPORTS_MOST = 16 };
struct result_options {
    struct {
        const struct report_format *format;
        const char *path;
    } reports[REPORTS_MOST];
    int report_count;
    const char *canvas, *moodle, *filled, *column; // a gradebook
};

// Tests whether every report can be written, before anything is measured. 0, or 3 after a message.
int results_try(const struct result_options *wanted);
// Writes every wanted report of all results, and prints a summary: how many results have which
// outcome, which files could not be read, and the command that grades again what could not be
// graded. 0, or 3 after a message.
int results_write(const struct result_options *wanted, const struct class_options *options);

#endif
