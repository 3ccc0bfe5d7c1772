// say.h: a grading in the few lines that a learner reads.
#ifndef GRADER_SAY_H
#define GRADER_SAY_H

#include <stdio.h>

#include "grading/grading.h"

void say_grading(const struct grading *grading, enum language language, int colour, FILE *out);

// "3412 GB/s": four digits, never an exponent a person would have to read twice.
void say_rate(double rate, const char *unit, char text[48]);
void say_factor(double factor, char text[24]);

#endif
