// decide.h: is the true ratio inside the tolerance? Says so only when noise cannot have
// made it up; otherwise asks for another pair.
#ifndef GRADER_DECIDE_H
#define GRADER_DECIDE_H

#include "grading/grading.h"

struct interval {
    double median, low, high;
};

// The median and an order-statistic interval that holds it with at least this
// confidence; the extremes where there are too few values for that.
struct interval interval_of(const double *values, int count, double confidence);

// ratios are paired: reference / student of the same moment. patience is 0 on a machine
// that is known to be quiet, 1 where nothing is known, 2 and 3 where the reference against
// itself is seen to scatter, 4 where other programs take the processors: there nothing is
// blamed below a factor of 3.
enum decision decide(const double *ratios, int count, double tolerance, int patience);

// 1 when the clocks alone put the true ratio outside, but on a machine as noisy as decide()
// finds it may be the machine. What needs no clock, the trace above all, can settle it.
int leans(const double *ratios, int count, double tolerance);

// Other programs only ever make a run longer, so the fast quarter of the runs is the part
// that they disturbed least. 1 when student and reference (seconds for the same work)
// agree there, in all pairs and in each half of them, and are not far apart in the middle.
// For a machine too busy for decide(); it never blames.
int agree_undisturbed(const double *student, const double *reference, int count, double tolerance);

#endif
