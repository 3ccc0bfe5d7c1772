// decide.h: is the true ratio inside the tolerance? Says so only when noise cannot have
// made it up; otherwise asks for another pair.
#ifndef GRADER_DECIDE_H
#define GRADER_DECIDE_H

#include "grading.h"

struct interval {
    double median, low, high;
};

// The median and an order-statistic interval that holds it with at least this
// confidence; the extremes where there are too few values for that.
struct interval interval_of(const double *values, int count, double confidence);

// ratios are paired: reference / student of the same moment. patience is 1 on a quiet
// machine, more where the reference against itself is seen to scatter.
enum decision decide(const double *ratios, int count, double tolerance, int patience);

#endif
