// questions.h: the judgement as CUnit knows it: a suite a lab, a test a question.
#ifndef GRADER_QUESTIONS_H
#define GRADER_QUESTIONS_H

#include <stdio.h>

#include "grading/grading.h"

struct answer {
    char question[80];   // letters, digits, blanks, . _ -: safe in any format
    int passed, skipped; // skipped: after an earlier answer the question has no sense
    char message[320];   // why the question failed, with the values
    double points, max_points;
};

enum { MOST_ANSWERS = 64 };

// Asks CUnit all questions about the filled grading. Returns the number of questions; -1 when CUnit
// failed.
int questions_answer(const struct grading *grading, struct answer answers[MOST_ANSWERS]);

// The same, printed: one line a question and the closing line.
void questions_ask(const struct grading *grading, FILE *out);

#endif
