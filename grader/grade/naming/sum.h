// sum.h: a claimed count as a sum of the work's terms: which of them it leaves out, adds, doubles
// or takes in another size. The terms are the accesses that were weighed, or the lines of lab.meta.
// A cause must fit at each size at which the claim is known.
#ifndef GRADER_SUM_H
#define GRADER_SUM_H

#include "base/words.h"
#include "naming/rules.h"

enum { SUM_SIZES = 2, SUM_TERMS = 32, WORK_GUESSES = 4 };

struct sum_term {
    double size[SUM_SIZES]; // in bytes or flops; below 0: less than what it stands for
    int times;              // how many accesses or operations of one kind it is
    enum {
        IN_THE_SUM,
        BESIDE,    // not counted here, though it tempts; several may be
        INSTEAD_OF // what is counted, its size is the difference
    } place;
    char words[LANGUAGES][80];
    char mistake[64]; // of who counts it, though it is not in the sum; "": by the count
};

struct sum {
    int sizes, count, flops;
    double claimed[SUM_SIZES], whole[SUM_SIZES]; // whole: of the terms in the sum
    double n[SUM_SIZES];                         // 0: not known
    double blocks[SUM_SIZES];                    // of the grid; 0: not known
    int extents;                                 // the power of n
    double granule;                              // 0: the count does not depend on it
    char extent[LANGUAGES][100];                 // what n is; "": elements
    const char *taught;                          // the lab's mistake: it comes first
    struct sum_term term[SUM_TERMS];
};

struct work_guess {
    const char *mistake;
    int rank; // 0 is the plainest
    char words[LANGUAGES][240];
};

// A further term. NULL: there are too many.
struct sum_term *sum_term(struct sum *sum, int place, const char *mistake);

// The ways to come from the whole to the claim, the plainest first, at most WORK_GUESSES. Where
// several sums of one kind come to the claim, the words of a guess say each.
int sum_guesses(const struct sum *sum, struct work_guess *guesses);

#endif
