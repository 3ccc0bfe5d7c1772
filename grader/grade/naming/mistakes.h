// mistakes.h: the catalogue: every mistake that the grader can name.
#ifndef GRADER_MISTAKES_H
#define GRADER_MISTAKES_H

#include "base/words.h"

struct mistake {
    const char *id;              // family/name; never changes once published
    const char *proof;           // the factor or probe that shows it
    const char *chapter;         // to read next
    int lab;                     // that teaches it; 0: none
    const char *seen[LANGUAGES]; // what the learner sees
    const char *did[LANGUAGES];  // what was done: "you ..."
    const char *why[LANGUAGES];  // why that gives a wrong number, and what to do
};

extern const struct mistake mistakes_units[], mistakes_work[], mistakes_time[], mistakes_other[];

const struct mistake *mistake_named(const char *id); // NULL: not in the catalogue
const struct mistake *mistake_at(int index);         // in the catalogue's order; NULL: the end

#endif
