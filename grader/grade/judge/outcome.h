// outcome.h: how a grading ends, made from what was seen and from nothing else: no outcome that
// was decided or stored before is looked at.
#ifndef GRADER_OUTCOME_H
#define GRADER_OUTCOME_H

#include "grading/grading.h"

// Stage, outcome, words, rows and points, anew.
void outcome_judge(struct grading *grading);

// The outcome and points of the rows as they are, once one of them was decided otherwise.
void outcome_settle(struct grading *grading);

// Notes what kept this machine from going on. An interrupt explains all that fails after it.
void outcome_trouble(struct grading *grading, enum cannot cannot, const char *why);

#endif
