// learner.h: what every command of the learner's loop begins with.
#ifndef GRADER_LEARNER_H
#define GRADER_LEARNER_H

#include "learner/progress.h"

struct learner {
    char root[512];
    struct lab_meta labs[WORKBOOK_LABS];
    int count;
    struct progress progress;
    enum language language;
    int colour;
    int in_watch; // asked from watch, which shows the progress and the keys itself
};

// Finds the workbook and reads the learner's progress. 0, or 2 after a message.
int learner_open(struct learner *learner);
// The lab that argv names, else the current one. NULL after a message.
const struct lab_meta *learner_lab(const struct learner *learner, int argc, char **argv);
const struct lab_progress *learner_progress(const struct learner *learner,
                                            const struct lab_meta *lab);
void learner_bar(const struct learner *learner);                            // [#####...] 5 of 18
const char *learner_style(const struct learner *learner, const char *code); // "" without colour

#endif
