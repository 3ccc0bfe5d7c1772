// questions.h: the judgement as CUnit knows it: a suite a lab, a test a question.
#ifndef GRADER_QUESTIONS_H
#define GRADER_QUESTIONS_H

#include <stdio.h>

#include "grading/grading.h"

struct answer {
    char question[80];   // letters, digits, blanks, . _ -: safe in any format
    int passed, skipped; // skipped: an earlier answer left nothing to ask
    char message[320];   // of a failure, with the values
    double points, max_points;
};

enum { MOST_ANSWERS = 64 };

// Asks everything of the filled grading through CUnit. Returns how many questions, -1
// when CUnit could not.
int questions_answer(const struct grading *grading, struct answer answers[MOST_ANSWERS]);

// The same, printed: one line a question and the closing line.
void questions_ask(const struct grading *grading, FILE *out);

#endif
