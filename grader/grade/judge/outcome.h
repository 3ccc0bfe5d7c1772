// outcome.h: how a grading ends.
#ifndef GRADER_OUTCOME_H
#define GRADER_OUTCOME_H

#include "grading/grading.h"

// Rows and outcome from the runs so far; the outcome from the rows as they are.
void outcome_judge(struct grading *grading);
void outcome_settle(struct grading *grading);

// Ends the grading where it stands.
void outcome_fail(struct grading *grading, enum stage stage, const char words[LANGUAGES][240]);
void outcome_cannot(struct grading *grading, enum cannot cannot, const char *why);

#endif
