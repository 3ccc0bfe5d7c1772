// say.h: a grading in words: the lines that a learner reads, and the questions of CUnit.
#ifndef GRADER_SAY_H
#define GRADER_SAY_H

#include <stdio.h>

#include "grading/grading.h"

// ---- say.c -----------------------------------------------------------------------------------

enum say_word {
#define WORD(name, text) SAY_##name,
#include "say/words_en.def"
#undef WORD
    SAY_WORDS
};
extern const struct words say_words;

// A row whose `expected` is NAN is told without the true rate, and without what it follows from.
void say_grading(const struct grading *grading, enum language language, int colour, FILE *out);
// The same, but no more than `most`. The rest is told by what the learner types next.
void say_staged(const struct grading *grading, enum feedback most, enum language language,
                int colour, FILE *out);

void say_factor(double factor, char text[24]);

// `chapter 4, "Bandwidth"`; for an id that is not in the book, `chapter "id"`.
void say_chapter(const char *id, enum language language, char text[80]);

// ---- questions.c: the judgement as CUnit knows it, a suite a lab, a test a question ----------

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
