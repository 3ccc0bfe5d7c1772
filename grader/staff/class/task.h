// task.h: one lab of one student: built, measured, and written down.
#ifndef CLASS_TASK_H
#define CLASS_TASK_H

#include "class/roster.h"

// What one grading took, told by the children that build and measure it.
struct share {
    double building, running; // seconds of wall time in compilers and in programs
    long peak;                // KiB that the last of them had itself
};

struct task {
    struct handed_in *student;
    const struct lab_meta *lab;
    char result[1200], room[1200]; // the result's file; the folder its code may write to
    int done;
    struct share *share;
};

enum task_end { TASK_DONE, TASK_BUILT, TASK_NOISE, TASK_FAILED = 255 }; // a child's exit codes

struct class_run;
// Builds it, which is all for some; or, when it is built, measures it.
enum task_end task_work(const struct class_run *run, const struct task *task, int measuring);

int task_has_result(const struct task *task);
long task_own_peak(void); // KiB of the process that asks

#endif
