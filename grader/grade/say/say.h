// say.h: a grading in the few lines that a learner reads.
#ifndef GRADER_SAY_H
#define GRADER_SAY_H

#include <stdio.h>

#include "grading/grading.h"

void say_grading(const struct grading *grading, enum language language, int colour, FILE *out);

void say_factor(double factor, char text[24]);

#endif
