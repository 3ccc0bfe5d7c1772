// chapters.h: the book's chapters by their titles, for "read next".
#ifndef GRADER_CHAPTERS_H
#define GRADER_CHAPTERS_H

#include "base/words.h"

struct chapter {
    int number;
    const char *id; // its page is docs/book/NN-id.LANGUAGE.md
    const char *title[LANGUAGES];
};

const struct chapter *chapter_at(int index); // in the book's order; NULL: the end

// `chapter 4, "Bandwidth"`; of an id that the book has not, the id.
void chapter_name(const char *id, enum language language, char text[80]);

#endif
