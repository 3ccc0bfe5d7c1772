// progress.h: what a learner has done, kept in the learner's own tree.
//
// .tare/progress-MACHINE is a log, one event a line, "TIME LAB EVENT"; each tree on each
// machine writes its own, and all that lie there are read, in the order of their times: two
// machines are merged by putting their logs together, in whatever way and however often.
#ifndef GRADER_PROGRESS_H
#define GRADER_PROGRESS_H

#include "grade/workbook.h"

enum lab_state { LAB_OPEN, LAB_PASSED, LAB_REOPENED }; // reopened: it passed, and fails now

struct lab_progress {
    enum lab_state state;
    int tries; // checks that failed
    int hints; // shown, since the last reset
};

struct progress {
    struct lab_progress labs[WORKBOOK_LABS + 1]; // by the lab's number
    int current;                                 // the lab last worked on; 0: none yet
};

enum progress_event {
    PROGRESS_PASS,
    PROGRESS_FAIL,
    PROGRESS_HINT,
    PROGRESS_RESET,
    PROGRESS_CURRENT
};

// A missing log is a beginning, not an error; lines that make no sense are passed over.
void progress_read(const char *root, struct progress *progress);
// Appends the event; says on stderr why when it cannot, and the learner goes on.
void progress_note(const char *root, const struct lab_meta *lab, enum progress_event event);

// The lab to work on: the current one, unless it passed and `onward`: then the next open
// one after it, around the end. NULL: all have passed (never without onward).
const struct lab_meta *progress_lab(const struct progress *progress, const struct lab_meta *labs,
                                    int count, int onward);
int progress_of(const struct progress *progress, const struct lab_meta *labs, int count);

#endif
