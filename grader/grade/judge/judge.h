// judge.h: judges what was observed, claim by claim and then as a whole. Nothing here reads an
// earlier verdict, and nothing here changes what was observed.
#ifndef GRADER_JUDGE_H
#define GRADER_JUDGE_H

#include "grading/grading.h"

// ---- judge.c: the stages in their order --------------------------------------------------

// A question about a row whose clocks lean but do not decide: does anything that needs no clock
// show that its time is wrong?
typedef int proves_fn(const struct observed *seen, const struct row *row);

// Makes the whole judgement anew. judgement_clear() frees it.
void judge(const struct observed *seen, proves_fn *proves, struct judgement *judged);

// 1 when rows were judged, and not all of them could be decided.
int judgement_is_open(const struct judgement *judged);
int judgement_leans(const struct judgement *judged); // 1 when the time of a row leans

// ---- unit.c --------------------------------------------------------------------------

// Bytes or flops in one of the unit; 0 for an unknown unit.
double unit_size(const char *unit);
enum work_kind { WORK_BYTES, WORK_FLOPS, WORK_INTENSITY };
enum work_kind unit_kind(const char *unit);
void rate_text(double rate, const char *unit, char text[48]); // "3412 GB/s": four digits

// ---- factors.c: reported / true = unit x work x time -------------------------------------

// A row for each claim of the reference: the student's claim against it, pair by pair. The caller
// frees them. NULL: no reference claimed anything.
struct row *factors_rows(const struct observed *seen, int *count);

int row_is_decided(const struct observed *seen, const struct row *row);

// The student's and the reference's claims of each complete pair. Returns the count.
struct claim_pair {
    const struct claim *student, *reference;
    const struct run *student_run, *reference_run;
};
int claim_pairs(const struct observed *seen, const char *what, struct claim_pair *pairs, int most);

// The part of the reference's work that the flops and bytes of an intensity were counted for.
double claim_share(const struct claim_pair *pair);

// 1: other programs took much of the processors that this run's kernels needed.
int run_was_crowded(const struct observed *seen, const struct run *run);

// ---- sight.c: what the trace of the student's own run says about a claim's seconds -------------

struct sight {
    enum seen_as as;
    double runs;          // the lab's runs between the readings; 0.5: half of its work
    double seconds, read; // how long one of them took, and what was read for it
    double claimed_runs;  // a card: the claim is about so many runs: 1, or all of them
    double gaps;    // a card: the time of a batch / the reference's, where only gaps are shorter
    double typical; // the median of all such readings / the readings that were claimed; 1 for a
                    // claim that is the statistic that it says it is
    int exact;      // 1: it is not the one that is asked for, by its own samples; or not of a clock
                    // of the time that passes
    int copies;     // 1: holds_copies()
    double closest; // what ran / the reading, in the quarter of the readings that came nearest
    double besides; // the part of the stopwatch's time in which the device did other work
    double wall;    // what was read / the wall time: 1, but for a processor's clock
    int odd;        // 1: the kernel got other numbers as arguments than the reference's
    double fair;    // what was read for the claimed work / the claimed seconds
};

// Which statistic the lab asks for: any that the claim says it is, one without the first run, or a
// median.
enum asked { ASKED_ANY, ASKED_WITHOUT_FIRST, ASKED_MEDIAN };
enum asked asked_by(const struct lab_meta *lab);
// 1: its kernel was given other numbers as arguments than the other run's, of the same size. 0
// where the trace does not show them, as within a call of the library's.
int run_is_given_other_numbers(const struct run *run, const struct run *reference,
                               const char *what);
struct sight sight_of(const struct claim_pair *pair, enum asked asked);
// 1: copies stand in the claimed time of a kernel, and not in the reference's. They make the claim
// wrong whatever their share, which a lab's tolerance of its noise may exceed.
int holds_copies(const struct claim_pair *pair);
// Of a claim's own samples. 0: it does not bring all of them.
struct sampled {
    double mean, median, minimum, first, geometric, harmonic;
};
int claim_sampled(const struct claim *claim, struct sampled *sampled);
// 1: a minimum that says so, or a mean that does.
int claim_is_as_it_says(const struct claim *claim, const struct reading *reading, enum asked asked);
int is_far_below(double time); // 1: no noise explains a claim that is so much longer than its work
// Launches may follow each other faster than the reference's, in a graph for example. How much
// shorter that makes a batch of the same kernels: 1, or less.
double gaps_of(const struct claim_pair *pair, double runs);
int clock_is_unseen(const struct observed *seen); // 1: the fence may read a clock that no trace has
// Decides a row from two runs or more; times are true seconds / claimed seconds; *as is what all
// of the runs show, or SEEN_NOT.
enum decision decide_by_sight(const struct sight *sights, const double *times, int count,
                              double tolerance, int crowded, enum seen_as *as);

// ---- decide.c: is the true ratio inside the tolerance? -----------------------------------

struct interval {
    double median, low, high;
};

// The median, and an order-statistic interval that contains it with at least this confidence: from
// the smallest to the largest value where there are too few values for that.
struct interval interval_of(const double *values, int count, double confidence);

// The middle of paired ratios, which scatter alike to both sides, with Wilcoxon's interval of the
// signed ranks; z: standard deviations.
enum { INTERVAL_PAIRS = 64 };
struct interval interval_of_pairs(const double *ratios, int count, double z);

// Decides only when noise cannot be the cause; UNDECIDED asks for another pair. Each ratio is
// reference / student of one pair. patience: 0 on a machine that is known to be quiet, 1 where
// nothing is known, 2 and 3 where the reference scatters against itself, 4 where other programs
// take the processors: there no factor below 3 is OUTSIDE.
enum decision decide(const double *ratios, int count, double tolerance, int patience);

// 1 when the ratios lie outside, but may do so because this machine is noisy. Something that needs
// no clock, the trace above all, can then decide.
int leans(const double *ratios, int count, double tolerance);

// For a machine too busy for decide(). Other programs only make a run longer, so they disturbed the
// fastest quarter of the runs least. 1 when student and reference (seconds for the same work) agree
// in that quarter, of all pairs and of each half of them, and their medians are not far apart.
int agree_undisturbed(const double *student, const double *reference, int count, double tolerance);

#endif
