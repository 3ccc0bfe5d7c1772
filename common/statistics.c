// statistics.c: how many samples are enough, and their summary. No device is needed.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tare_internal.h"

// ---- one list of times ---------------------------------------------------------------

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of_sorted(const double *sorted, int count) {
    int half = count / 2;
    return count % 2 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
}

double tare_median(const double *values, int count) {
    double *sorted = count > 0 && values ? malloc((size_t)count * sizeof *sorted) : NULL;
    if (!sorted)
        return NAN;
    memcpy(sorted, values, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, ascending);
    double median = median_of_sorted(sorted, count);
    free(sorted);
    return median;
}

double tare_smallest_step(const double *readings, int count) {
    double *sorted = count > 0 ? malloc((size_t)count * sizeof *sorted) : NULL;
    if (!sorted)
        return 0;
    memcpy(sorted, readings, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, ascending);
    double step = 0;
    for (int i = 1; i < count; i++) {
        double apart = sorted[i] - sorted[i - 1];
        // Less than half a nanosecond is the rounding of a float that holds milliseconds.
        if (apart > 0.5e-9 && (step == 0 || apart < step))
            step = apart;
    }
    free(sorted);
    return step;
}

// The samples of this rank (from 1) from either end enclose the median at 95 %: the largest r with
// P(fewer than r of n samples lie below the median) <= 2.5 %. 0: too few samples.
static int interval_rank(int n) {
    double below = 0, log_half_n = n * log(0.5);
    int rank = 0;
    for (int k = 0; k < n / 2; k++) {
        below += exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) + log_half_n);
        if (below > 0.025)
            break;
        rank = k + 1;
    }
    return rank;
}

static int drifts(const double *seconds, int n, double median, double tick) {
    if (n < 10)
        return 0;
    double change = tare_median(seconds + n - n / 2, n / 2) - tare_median(seconds, n / 2);
    return fabs(change) > 0.02 * median && fabs(change) > 2 * tick;
}

// Two modes: in the middle four fifths, one gap is far wider than the usual gap.
static int has_two_modes(const double *sorted, int n, double median, double tick) {
    int from = n / 10, gaps = n - 1 - 2 * from;
    if (n < 10)
        return 0;
    double *gap = malloc((size_t)gaps * sizeof *gap);
    if (!gap)
        return 0;
    double widest = 0;
    for (int i = 0; i < gaps; i++) {
        gap[i] = sorted[from + i + 1] - sorted[from + i];
        widest = gap[i] > widest ? gap[i] : widest;
    }
    double usual = tare_median(gap, gaps);
    free(gap);
    return widest > 10 * usual && widest > 2 * tick && widest > 0.01 * median;
}

static int has_outlier(const double *sorted, int n, double median, double tick) {
    double *distance = malloc((size_t)n * sizeof *distance);
    if (!distance)
        return 0;
    for (int i = 0; i < n; i++)
        distance[i] = fabs(sorted[i] - median);
    double scale = fmax(tare_median(distance, n), fmax(tick, 1e-3 * median));
    free(distance);
    // 14.8 median distances are ten standard deviations of a normal spread.
    return fmax(sorted[n - 1] - median, median - sorted[0]) > 14.8 * scale;
}

tare_status tare_summarise(const double *seconds, int samples, double tick, tare_time *time) {
    if (!seconds || !time || samples < 1 || !(tick >= 0))
        return tare_fail(TARE_BAD_ARGUMENT,
                         "tare_summarise: needs samples, a tick of 0 or more, and a result");
    for (int i = 0; i < samples; i++)
        if (!isfinite(seconds[i]))
            return tare_fail(TARE_BAD_ARGUMENT, "tare_summarise: sample %d is not a number", i);
    double *sorted = malloc((size_t)samples * sizeof *sorted);
    if (!sorted)
        return tare_fail(TARE_NO_MEMORY, "tare_summarise: out of memory for %d samples", samples);
    memcpy(sorted, seconds, (size_t)samples * sizeof *sorted);
    qsort(sorted, (size_t)samples, sizeof *sorted, ascending);

    memset(time, 0, sizeof *time);
    time->samples = samples;
    time->batch = 1;
    time->first = seconds[0];
    time->minimum = sorted[0];
    time->median = median_of_sorted(sorted, samples);
    for (int i = 0; i < samples; i++)
        time->mean += sorted[i] / samples;
    int rank = interval_rank(samples);
    time->low = rank ? sorted[rank - 1] - tick : NAN;
    time->high = rank ? sorted[samples - rank] + tick : NAN;

    if (samples > 1 && time->first > 2 * time->median)
        time->warnings |= TARE_FIRST_SLOW;
    if (drifts(seconds, samples, time->median, tick))
        time->warnings |= TARE_DRIFT;
    if (has_two_modes(sorted, samples, time->median, tick))
        time->warnings |= TARE_TWO_MODES;
    if (has_outlier(sorted, samples, time->median, tick))
        time->warnings |= TARE_OUTLIER;
    if (time->median < 20 * tick)
        time->warnings |= TARE_SHORTER_THAN_CLOCK;
    free(sorted);
    return TARE_OK;
}

tare_status tare_summarise_rounds(const double *seconds, int samples, int round, double tick,
                                  tare_time *time) {
    int rounds = 0;
    tare_time of_rounds = {0};
    TARE_TRY(tare_summarise(seconds, samples, tick, time));
    double *median = malloc((size_t)samples * sizeof *median);
    if (!median)
        return tare_fail(TARE_NO_MEMORY, "tare_summarise_rounds: out of memory");
    for (int at = 0; at < samples; at += round)
        median[rounds++] = tare_median(seconds + at, samples - at < round ? samples - at : round);
    tare_status status = tare_summarise(median, rounds, tick, &of_rounds);
    free(median);
    TARE_TRY(status);
    time->median = of_rounds.median;
    time->low = of_rounds.low;
    time->high = of_rounds.high;
    return TARE_OK;
}

const char *tare_advice(enum tare_warning warning) {
    switch (warning) {
    case TARE_FIRST_SLOW:
        return "the first run took over twice the usual time: run the kernel once before timing it";
    case TARE_DRIFT:
        return "the times drift: let the device settle, and compare programs by runs in turn";
    case TARE_TWO_MODES:
        return "the times fall into two groups: look for another user of the device";
    case TARE_OUTLIER:
        return "some runs lie far out: report the median, not the mean";
    case TARE_SHORTER_THAN_CLOCK:
        return "the time is near the clock's tick: put more runs into one sample";
    case TARE_CLOCK_LOW:
        return "the device ran far below its nominal clock: check power, temperature and other "
               "users";
    case TARE_LAUNCH_NOT_HIDDEN:
        return "the gaps between launches are in the time: put more work into one launch, or "
               "run without a profiler and without CUDA_LAUNCH_BLOCKING";
    case TARE_NOT_PRECISE:
        return "the interval is wider than was asked: give a larger budget, or run alone on the "
               "device";
    }
    return "no such warning";
}

// ---- how many samples ----------------------------------------------------------------

// The interval of 15 rounds holds the median in 96.5 %; that of 11 in 98.8 %, of 17 in 95.1 %.
enum { FEWEST = 6, ROUNDS = 15, MOST_IN_ROUND = 33 };
static const double round_time = 1.8e-3;

int tare_batch_for(double run, double tick) {
    double wanted = fmax(200e-6, 200 * tick), most = TARE_LONGEST_BATCH;
    if (!(run > 0) || wanted / run > most)
        return (int)most;
    return run >= wanted ? 1 : (int)ceil(wanted / run);
}

// Returns the wanted number of samples, or as many as fit into the time; at least one.
static int that_fit(int wanted, double time, double sample) {
    if (!(sample > 0) || wanted * sample <= time)
        return wanted;
    return time > sample ? (int)(time / sample) : 1;
}

int tare_round_for(const struct tare_plan *plan) {
    if (plan->fixed > 0)
        return plan->fixed < ROUNDS ? 1 : plan->fixed / ROUNDS;
    int round = that_fit(MOST_IN_ROUND, fmin(round_time, plan->budget / ROUNDS), plan->sample);
    return (round - 1) / 2 * 2 + 1; // odd, so that the median is one of the readings
}

int tare_round_of(const struct tare_plan *plan, int samples) {
    int times = samples / plan->round / ROUNDS;
    return times > 1 ? times * plan->round : plan->round;
}

// Half the width of the interval that is narrow enough.
static double enough_for(const struct tare_plan *plan, const tare_time *so_far) {
    double enough = plan->precision * so_far->median;
    // The narrowest that this clock gives: readings a tick apart, and a tick each side.
    return enough < plan->tick ? 1.501 * plan->tick : enough;
}

int tare_is_precise(const struct tare_plan *plan, const tare_time *time) {
    return 0.5 * (time->high - time->low) <= enough_for(plan, time);
}

int tare_next_rounds(const struct tare_plan *plan, const tare_time *so_far, double elapsed) {
    int n = so_far->samples, round = plan->round;
    if (plan->fixed > 0)
        return plan->fixed - n;
    if (n == 0) {
        int first = that_fit(ROUNDS, plan->budget, round * plan->sample);
        return round * (first < FEWEST ? FEWEST : first);
    }
    double half_width = 0.5 * (so_far->high - so_far->low);
    double enough = enough_for(plan, so_far);
    // The first rounds may all have met one state of the device.
    if (plan->precision * so_far->median >= plan->tick && n <= ROUNDS * round)
        enough *= 0.5;
    if (elapsed >= plan->budget || half_width <= enough)
        return 0;
    // Take twice as many before the next look at the interval: each look is one more chance to stop
    // at an interval that is narrow by luck.
    int most = (TARE_MOST_SAMPLES - n) / round, next = n / round < most ? n / round : most;
    return next > 0 ? round * that_fit(next, plan->budget - elapsed, round * plan->sample) : 0;
}
