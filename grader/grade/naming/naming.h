// naming.h: the names of mistakes: the catalogue, and which of them a grading shows.
#ifndef GRADER_NAMING_H
#define GRADER_NAMING_H

#include "grading/grading.h"

// ---- mistakes.c: the catalogue ---------------------------------------------------------------

struct mistake_words {
    const char *seen;  // what the learner sees
    const char *did;   // what was done: "you ..."
    const char *proof; // the factor or the observation that shows it
    const char *why;   // why that gives a wrong number
    const char *find;  // how to find it, in Markdown
    const char *mend;  // what to do
    const char *says;  // the proof with the numbers of a run: printf's; "": proof has none
};

struct mistake {
    const char *id;      // family/name; never changes once published
    const char *chapter; // to read next
    const char *since;   // when it was published
    const char *picture; // what the book draws: a row for picture.awk, or the trace of a program
    const char *example; // lines of code or numbers; "": none
    const char *term;    // it is a case of the term with this id; "": of its own, or of none
    const char *calls;   // words of the code that tell it; the line of the first one is said
    const char *labs;    // the only labs in which it is one; "": all
    int lab;             // the number of the lab that teaches it; 0: none
    const struct mistake_words *words; // in the order of catalogue_languages
};

struct chapter {
    int number; // 0 behind the last one
    const char *id;
    const char *const *title; // in the order of catalogue_languages
};

extern const char *const catalogue_languages[]; // "en", "zh" ...; NULL behind the last one
extern const struct mistake catalogue[];        // the id is NULL behind the last one
extern const struct chapter catalogue_chapters[];

const struct mistake *mistake_named(const char *id); // NULL: not in the catalogue

// The words in a language, "zh" or "zh_CN.UTF-8"; in English if the catalogue lacks the language.
const struct mistake_words *mistake_words(const struct mistake *mistake, const char *language);

const struct chapter *chapter_named(const char *id); // NULL: not in the book
const char *chapter_title(const struct chapter *chapter, const char *language);

// ---- name.c ----------------------------------------------------------------------------------

void name_mistakes(const struct observed *seen, const struct judgement *judged,
                   struct findings *findings);

// 1 when something that needs no clock shows that this row's time is wrong: the trace, an error of
// the device, the claim's own sum, a fence as it was shipped. judge() asks it where clocks lean.
int name_proves(const struct observed *seen, const struct row *row);

#endif
