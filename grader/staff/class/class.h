// class.h: every submission of a class, graded one by one into a folder of results. Sections
// by file; the walls have walls.h.
#ifndef CLASS_CLASS_H
#define CLASS_CLASS_H

#include <limits.h>
#include <stdint.h>

#include "class/walls.h"
#include "grading/grading.h"
#include "report/report.h"
#include "run/build.h"

// ---- roster.c: who handed in what, from a folder as the course's system gives it -----------

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
    long order;          // of several by the same student, the highest counts
};

struct roster {
    struct handed_in *all; // by id
    int count;
    struct report_notes notes; // what was left out or is known by another id, and why
};

// 0, or -1 and why. A name that cannot be an id gets one that is made from it. A link is
// listed, and the intake refuses it with its reason.
int roster_read(const char *folder, enum layout layout, struct roster *roster, char why[200]);
void roster_free(struct roster *roster);

// ---- tasks.c: what there is to grade, and what of it has its result already ----------------

struct class_options {
    const char *root, *device;
    const char *submissions; // the folder handed over
    const char *results;     // a file a student and lab; what is there is done
    enum layout layout;
    const char *labs;     // "04", "04,05", "all"
    const char *only;     // ids, separated by commas, or "cannot-grade"; NULL: everybody
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

// What one grading took, told by the children that build and measure it.
struct share {
    double building, running; // seconds of wall time in compilers and in programs
    long peak;                // KiB that the last of them had itself
};

struct task { // one lab of one student
    struct handed_in *student;
    const struct lab_meta *lab;
    char result[PATH_MAX]; // the result's file
    char folder[PATH_MAX]; // what the grader keeps of it: its program, and what the witness saw
    char room[PATH_MAX];   // the name of all that its code may write to
    int done;
    struct share *share;
};

struct class_run {
    const struct class_options *options;
    struct lab_meta labs[WORKBOOK_LABS];
    int lab_count;
    struct roster roster;
    struct task *tasks;
    int task_count, had_results; // to grade; gone on with, and not graded anew
    struct ground ground;        // the sandbox, and what may be read in it
    char secret[65];             // of this class, for the frozen part's proof
    char references[PATH_MAX];   // the folder of the references' programs, of this run alone
    double preparing;            // seconds of wall time in building them
    struct seal *seal;           // tools, headers, solutions and references as they were
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
void class_free(struct class_run *run);

// ---- task.c: one lab of one student: built, measured, and written down ---------------------

// A child's exit codes. TASK_CHANGED: our own files are not what they were; nothing was kept.
enum task_end { TASK_DONE, TASK_BUILT, TASK_NOISE, TASK_CHANGED, TASK_FAILED = 255 };

// Builds the reference of a lab. 0, or -1.
int task_reference(const struct class_run *run, const struct lab_meta *lab);
// Builds it, which is all for some; or, when it is built, measures it.
enum task_end task_work(const struct class_run *run, const struct task *task, int measuring);
// The outcome that its result tells; OUTCOME_NONE where no whole result is there.
enum outcome task_outcome(const struct task *task);
long task_own_peak(void); // KiB of the process that asks

// ---- class.c: all builds, then all measurements --------------------------------------------

int class_grade(struct class_run *run); // 0; 3 when something could not be graded
// Where the time went, and how much of it was the grader's own.
void class_tell_time(const struct class_run *run);

// ---- crew.c --------------------------------------------------------------------------------

// Runs work(context, i) for i of 0..count-1 in children, `jobs` at a time, and calls
// ended(context, i, its exit code) as each ends; 255 when it crashed. Where ended returns 0 no
// more are started. -1: interrupted.
int crew_run(int count, int jobs, int (*work)(void *context, int index),
             int (*ended)(void *context, int index, int code), void *context);

// ---- slurm.c: a class on a cluster: a job array of shards that share one folder of results --

enum { SLURM_PASSED = 16 };

struct slurm_options {
    int shards;                       // 0: no cluster
    const char *passed[SLURM_PASSED]; // options for sbatch
    int passed_count;
};

// Submits, waits, and submits once more what tasks that failed left undone: a shard goes
// on where it was. 0 when every submission has its result; 3 otherwise.
int slurm_run(const struct slurm_options *slurm, const struct class_options *options,
              const char *device);

// ---- results.c: what is handed out of the results ------------------------------------------

enum { REPORTS_MOST = 16 };
struct result_options {
    struct {
        const struct report_format *format;
        const char *path;
    } reports[REPORTS_MOST];
    int report_count;
    const char *canvas, *moodle, *filled, *column; // a gradebook
};

// Whether every report could be written, before anything is measured. 0, or 3 after a message.
int results_try(const struct result_options *wanted);
// Every report that was asked for, of all the results that are there, and a summary: how many
// of which outcome, what could not be read, and the command that grades again what could not
// be graded. 0, or 3 after a message.
int results_write(const struct result_options *wanted, const struct class_options *options);

#endif
