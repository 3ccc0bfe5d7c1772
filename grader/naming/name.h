// name.h: which mistakes explain what was seen. A finding is stated as a fact only when
// a number proves it; several mistakes at once are all named.
#ifndef GRADER_NAME_H
#define GRADER_NAME_H

#include "grading.h"

// Makes grading->findings anew from rows, claims, probes and the witness.
void name_mistakes(struct grading *grading);

#endif
