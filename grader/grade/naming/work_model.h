// work_model.h: the work of a lab's kernel, term by term, as its lab.meta says it.
//
//   work   = 4 * n | reads x | 读 x               4 bytes for each of the n elements
//   work   = 8 of 4 * n | the 8 reads | 8 次读    eight such accesses; some may be missing
//   work   = flops 128 of 2 * n | ...             operations, not bytes
//   work   = add: 4 * n | reads a | 读 a          of the claim "add", in a lab of several
//   beside = granule * n | ...                    what is not counted here, though it tempts
//   beside = ... | ... | ... | work/counted-twice the name of that mistake
//   extent = the side of the matrix | 矩阵的边长  what n is
//
// Words in one language, "4 * n | reads x", stand for both.
// n follows from the true work; granule is what memory moves at once.
#ifndef GRADER_WORK_MODEL_H
#define GRADER_WORK_MODEL_H

#include "base/words.h"
#include "naming/sum.h"

struct work_term {
    char claim[64]; // "": any
    int flops;
    int times; // how many accesses or operations of this kind
    double number;
    int extents, granules; // the powers of n and of the granule
    char words[LANGUAGES][80];
    char mistake[64]; // of who counts it, though it stands beside; "": work/term-added
};

int work_term_read(const char *line, struct work_term *term); // 0, or -1

struct lab_meta;
// The terms of this claim as a sum (sum.h), at sizes at which the elements, the true count and the
// claimed one are known. flops: which of the two counts is meant. 0 where n does not follow.
int work_sum(const struct lab_meta *lab, const char *claim, int flops, int sizes,
             const double *elements, const double *whole, const double *claimed, struct sum *sum);

// The terms of this claim, and what each comes to in bytes or flops where all of them come to
// `whole`. Returns how many there are, at most LAB_TERMS; 0 where n does not follow from them.
int work_sizes(const struct lab_meta *lab, const char *claim, int flops, double elements,
               double whole, struct work_term *terms, double *sizes);

#endif
