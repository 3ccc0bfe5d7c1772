// name.h: which mistakes explain what was seen. A finding is stated as a fact only when
// a number proves it; several mistakes at once are all named.
#ifndef GRADER_NAME_H
#define GRADER_NAME_H

#include "grading/grading.h"

void name_mistakes(const struct observed *seen, const struct judgement *judged,
                   struct findings *findings);

// 1 when something that needs no clock shows that this row's time is wrong: the trace, an error of
// the device, the claim's own sum, a fence as it was shipped. judge() asks it where clocks lean.
int name_proves(const struct observed *seen, const struct row *row);

#endif
