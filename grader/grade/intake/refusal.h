// refusal.h: why a submission was not taken, in words.
#ifndef GRADER_REFUSAL_H
#define GRADER_REFUSAL_H

#include "grading/grading.h"

void refusal_words(const struct submission *submission, char words[LANGUAGES][240]);

#endif
