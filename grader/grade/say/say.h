// say.h: a grading in the few lines that a learner reads, and the words that it is said in.
#ifndef GRADER_SAY_H
#define GRADER_SAY_H

#include <stdio.h>

#include "grading/grading.h"

enum say_word {
#define WORD(name, text) SAY_##name,
#include "say/words_en.def"
#undef WORD
    SAY_WORDS
};
extern const struct words say_words;

void say_grading(const struct grading *grading, enum language language, int colour, FILE *out);

void say_factor(double factor, char text[24]);

// `chapter 4, "Bandwidth"`; for an id that is not in the book, `chapter "id"`.
void say_chapter(const char *id, enum language language, char text[80]);

#endif
