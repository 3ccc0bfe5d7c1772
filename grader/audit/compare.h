// compare.h: two results, side by side. Sections by file.
#ifndef GRADER_COMPARE_H
#define GRADER_COMPARE_H

#include "audit/audit.h"
#include "judge/judge.h"

// ---- samples.c -------------------------------------------------------------------------------

struct series { // seconds, or 1 / a rate: more is slower
    char name[160];
    double *of;
    size_t count, room;
    double mean, deviation; // of a result without its samples; 0: there are samples
    double summed;          // how many the mean is of
};

struct results {
    struct series *of;
    size_t count;
    size_t failed; // runs that reported an error instead
};

int results_read(const char *path, struct results *results, char *why, size_t size);
struct series *series_named(struct results *results, const char *name); // made if it is not there
void series_add(struct series *series, double sample);                  // not zero, not infinite
void results_free(struct results *results);

// ---- ratio.c ---------------------------------------------------------------------------------

enum comparison { COMPARED_SAME, COMPARED_FASTER, COMPARED_SLOWER, COMPARED_UNSURE };

// How many times as long b takes as a, with an interval of 99.9 %. NAN: too few samples.
struct interval ratio_between(const struct series *a, const struct series *b);
// The same of samples that were taken in turns: what disturbs a pair may disturb both of it. The
// narrower interval of the two.
struct interval ratio_of_pairs(const struct series *a, const struct series *b);
// 1: the samples drift, or hang together otherwise (by their ranks, at one in a hundred): then an
// interval that takes them for independent is too narrow.
int series_drifts(const struct series *series);
enum comparison compare_by(const struct interval *ratio);

#endif
