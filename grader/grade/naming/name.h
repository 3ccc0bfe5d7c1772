// name.h: which mistakes explain what was seen. A finding is stated as a fact only when
// a number proves it; several mistakes at once are all named.
#ifndef GRADER_NAME_H
#define GRADER_NAME_H

#include "grading/grading.h"

// Makes grading->findings anew from rows, claims, probes and the witness.
void name_mistakes(struct grading *grading);

// Decides the time of each row that leans, where what needs no clock shows why: the trace, an
// error of the device, the claim's own sum, a fence as it was shipped. 1 when it decided one.
int name_proves(struct grading *grading);

#endif
