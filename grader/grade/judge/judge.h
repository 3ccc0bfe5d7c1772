// judge.h: what was observed, judged: claim by claim, then the whole. Nothing here reads an outcome
// that was decided before, and nothing here changes what was observed.
#ifndef GRADER_JUDGE_H
#define GRADER_JUDGE_H

#include "grading/grading.h"

// ---- judge.c: the stages in their order --------------------------------------------------

// A question about a row whose clocks lean and do not decide: does something that needs no clock
// show that its time is wrong?
typedef int proves_fn(const struct observed *seen, const struct row *row);

// Makes the judgement anew; it is judgement_clear()'s to free.
void judge(const struct observed *seen, proves_fn *proves, struct judgement *judged);

int judgement_leans(const struct judgement *judged); // a row does

// ---- factors.c: reported / true = unit x work x time -------------------------------------

// The rows of all claims that the reference made, each held against it pair by pair. The caller
// frees them. NULL: no reference claimed anything.
struct row *factors_rows(const struct observed *seen, int *count);

int row_is_decided(const struct observed *seen, const struct row *row);

// Bytes or flops in one of the unit; 0 for an unknown unit.
double unit_size(const char *unit);
enum work_kind { WORK_BYTES, WORK_FLOPS, WORK_INTENSITY };
enum work_kind unit_kind(const char *unit);

// The student's and the reference's claims of each complete pair. Returns the count.
struct claim_pair {
    const struct claim *student, *reference;
    const struct run *student_run, *reference_run;
};
int claim_pairs(const struct observed *seen, const char *what, struct claim_pair *pairs, int most);

// How much of the reference's work an intensity's flops and bytes are counted for.
double claim_share(const struct claim_pair *pair);

// Other programs took much of the processors that a run's kernels needed.
int run_was_crowded(const struct observed *seen, const struct run *run);

// ---- decide.c: is the true ratio inside the tolerance? -----------------------------------

struct interval {
    double median, low, high;
};

// The median and an order-statistic interval that holds it with at least this
// confidence; the extremes where there are too few values for that.
struct interval interval_of(const double *values, int count, double confidence);

// Says so only when noise cannot have made it up; otherwise asks for another pair. The ratios
// are paired: reference / student of the same moment. patience is 0 on a machine that is known
// to be quiet, 1 where nothing is known, 2 and 3 where the reference against itself is seen to
// scatter, 4 where other programs take the processors: there nothing is blamed below a factor
// of 3.
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
