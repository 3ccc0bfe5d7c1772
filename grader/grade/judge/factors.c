// factors.c: reported / true = unit x work x time, claim by claim.
#include "judge/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { MOST_PAIRS = 256 };

static const double unit_rounding = 1e-3; // of a program's own arithmetic; not measured
static const double work_rounding = 5e-3; // 2 N^3 - N^2 is as good a count as 2 N^3: N from 100 on

int claim_pairs(const struct observed *seen, const char *what, struct claim_pair *pairs, int most) {
    int count = 0;
    for (int i = 0; i < seen->measured.run_count && count < most; i++) {
        const struct run *student = &seen->measured.runs[i];
        if (student->role != RUN_STUDENT)
            continue;
        const struct run *reference = run_of_pair(seen, RUN_REFERENCE, student->pair);
        struct claim_pair pair = {run_claim(student, what),
                                  reference ? run_claim(reference, what) : NULL, student,
                                  reference};
        if (pair.student && pair.reference)
            pairs[count++] = pair;
    }
    return count;
}

// The work that a claim of this unit counts; NAN when the claim lacks it.
static double work_of(const struct claim *claim, enum work_kind kind) {
    double bytes = claim->bytes ? (double)claim->bytes : NAN;
    double flops = claim->flops ? (double)claim->flops : NAN;
    return kind == WORK_BYTES ? bytes : kind == WORK_FLOPS ? flops : flops / bytes;
}

struct ratios {
    struct sight watched; // a card: of the one watched run of each program
    double unit[MOST_PAIRS], work[MOST_PAIRS], time[MOST_PAIRS], rate[MOST_PAIRS];
    double flops[MOST_PAIRS], bytes[MOST_PAIRS]; // of an intensity
    double reported[MOST_PAIRS], expected[MOST_PAIRS];
    double student[MOST_PAIRS], reference[MOST_PAIRS]; // seconds a byte or flop of the true work
    struct sight sight[MOST_PAIRS];
    double size[MOST_PAIRS]; // bytes or flops of the reference
    int by_pairs_alone;      // 1: what the student's process told is not believed
    int count;
};

// A program's own digits.
static int is_one_number(double value, double wanted) {
    static const double digits = 1e-6; // as judge/sight.c; not measured
    return fabs(value - wanted) <= digits * fabs(wanted);
}

static int is_whole_number(double value) {
    return is_one_number(value, round(value));
}

// Nearer to 1 than to 2 or to a half.
static int is_same_pace(double pace) {
    static const double half_way = 0.5; // by definition
    return fabs(log2(pace)) < half_way;
}

// A claim of an intensity may count the flops and bytes of one element or of a whole batch: the
// intensity is right in both cases. But half the flops and half the bytes in the time of the whole
// are two mistakes that cancel, and so are twice the flops and twice the bytes. No two mistakes
// give three times of both.
double claim_share(const struct claim_pair *pair) {
    const struct claim *s = pair->student, *r = pair->reference;
    double elements = (double)pair->reference_run->count;
    if (s->flops > 0 && (double)s->flops < elements)
        return 1 / elements; // less than a flop for each element: those of one element
    double share = (double)s->flops / (double)r->flops;
    if (!(fabs((double)s->bytes / (double)r->bytes / share - 1) <= work_rounding))
        return 1;
    double pace = share * r->seconds / s->seconds;
    int runs = round(share) > 2 && is_whole_number(share);
    return runs || is_same_pace(pace) ? share : 1;
}

// The student's own run tells how long its work took. A claim about all runs between the readings
// is shown by the run: k times the work in k times the seconds is right.
static void use_own_time(struct ratios *ratios, int i, const struct claim *s,
                         const struct claim *r) {
    struct sight *sight = &ratios->sight[i];
    int of_all = fabs(ratios->work[i] / sight->runs - 1) <= work_rounding;
    double claimed_runs = of_all ? sight->runs : 1;
    ratios->work[i] /= claimed_runs;
    ratios->time[i] = claimed_runs * sight->seconds / s->seconds;
    sight->fair = claimed_runs * sight->read / s->seconds;
    ratios->expected[i] *= r->seconds / sight->seconds;
    ratios->rate[i] = ratios->reported[i] / ratios->expected[i];
    ratios->student[i] /= claimed_runs;
}

// One launch may make many passes: k times the work in about k times the seconds is shown by the
// run.
static void show_by_run(struct ratios *ratios, int i) {
    double runs = round(ratios->work[i]), time = ratios->time[i];
    if (runs < 2 || fabs(ratios->work[i] / runs - 1) > work_rounding ||
        fabs(log(runs * time)) > fabs(log(time)))
        return;
    ratios->work[i] /= runs;
    ratios->time[i] *= runs;
    ratios->student[i] /= runs;
}

// The claims of the two runs that the witness watched on a card. 0 where there are none.
static int watched_pair(const struct observed *seen, const char *what, struct claim_pair *pair) {
    *pair = (struct claim_pair){0};
    for (int i = 0; i < seen->measured.run_count; i++) {
        const struct run *run = &seen->measured.runs[i];
        if (run->role == RUN_WITNESS) {
            pair->student = run_claim(run, what);
            pair->student_run = run;
        } else if (run->role == RUN_WITNESS_OWN) {
            pair->reference = run_claim(run, what);
            pair->reference_run = run;
        }
    }
    return pair->student && pair->reference;
}

// A claim about one element may divide its seconds too, by a number that no search tries.
static struct sight sight_of_claim(const struct observed *seen, const struct claim_pair *pair,
                                   enum work_kind meant) {
    struct sight sight = sight_of(pair, asked_by(&seen->lab));
    double share = meant == WORK_INTENSITY ? claim_share(pair) : 1;
    double pace = share * pair->reference->seconds / pair->student->seconds;
    if (sight.as == SEEN_NOTHING && share < 1 && is_same_pace(pace))
        sight.as = SEEN_NOT;
    return sight;
}

// The witness makes a run on a card longer, so the seconds of a watched run are not judged. They
// show which number was claimed: what ran in it, and how often.
static void look(const struct observed *seen, const char *what, struct ratios *ratios) {
    struct claim_pair pair;
    struct sight *sight = &ratios->watched;
    if (!watched_pair(seen, what, &pair))
        return;
    enum work_kind meant = unit_kind(pair.reference->unit);
    *sight = sight_of_claim(seen, &pair, meant);
    if (sight->as != SEEN_MEASURED)
        return;
    if (meant == WORK_INTENSITY) {
        sight->as = SEEN_NOT;
        return;
    }
    sight->gaps = gaps_of(&pair, sight->runs);
    double work = work_of(pair.student, meant) / work_of(pair.reference, meant);
    sight->claimed_runs = fabs(work / sight->runs - 1) <= work_rounding ? sight->runs : 1;
    sight->fair = sight->claimed_runs * sight->read / pair.student->seconds;
}

static void use_watched(struct ratios *ratios, int i, int by_pairs) {
    double runs = ratios->watched.claimed_runs;
    if (by_pairs && runs == 1)
        show_by_run(ratios, i);
    if (fabs(ratios->work[i] / runs - 1) > work_rounding)
        return;
    ratios->work[i] /= runs;
    ratios->time[i] *= runs * ratios->watched.gaps;
    ratios->student[i] /= runs;
}

static void add_pair(const struct observed *seen, struct ratios *ratios,
                     const struct claim_pair *pair) {
    int by_pairs = seen->lab.by_pairs;
    const struct claim *s = pair->student, *r = pair->reference;
    enum work_kind kind = unit_kind(s->unit), meant = unit_kind(r->unit);
    int i = ratios->count++;
    double rate_of_work = work_of(s, kind);
    if (kind != WORK_INTENSITY)
        rate_of_work /= s->seconds;
    ratios->unit[i] = kind == meant ? s->rate * unit_size(s->unit) / rate_of_work : NAN;
    ratios->work[i] = work_of(s, meant) / work_of(r, meant);
    double share = meant == WORK_INTENSITY ? claim_share(pair) : NAN;
    ratios->flops[i] = (double)s->flops / (double)r->flops / share;
    ratios->bytes[i] = (double)s->bytes / (double)r->bytes / share;
    ratios->time[i] = meant == WORK_INTENSITY ? 1 : r->seconds / s->seconds;
    ratios->rate[i] = s->rate * unit_size(s->unit) / (r->rate * unit_size(r->unit));
    ratios->student[i] = s->seconds / work_of(r, meant);
    ratios->reference[i] = r->seconds / work_of(r, meant);
    ratios->reported[i] = s->rate;
    ratios->expected[i] = r->rate * unit_size(r->unit) / unit_size(s->unit);
    ratios->size[i] = meant == WORK_INTENSITY ? 0 : work_of(r, meant); // it is the same at any size
    if (!ratios->by_pairs_alone)                                       // else SEEN_NOT
        ratios->sight[i] = sight_of_claim(seen, pair, meant);
    if (by_pairs && ratios->sight[i].as == SEEN_MEASURED) {
        ratios->sight[i].as = SEEN_NOT; // a trace does not show where the data came from
        show_by_run(ratios, i);
    }
    if (ratios->sight[i].as == SEEN_MEASURED && meant == WORK_INTENSITY)
        ratios->sight[i].fair = ratios->sight[i].typical = ratios->sight[i].wall =
            1; // its seconds are not judged
    else if (ratios->sight[i].as == SEEN_MEASURED)
        use_own_time(ratios, i, s, r);
    else if (ratios->watched.as == SEEN_MEASURED)
        use_watched(ratios, i, by_pairs);
}

static double median_of(const double *values, int count) {
    return interval_of(values, count, 0).median;
}

static int is_constant(const double *values, int count, double digits) {
    for (int i = 1; i < count; i++)
        if (!(fabs(values[i] - values[0]) <= digits * fabs(values[0])))
            return 0;
    return 1;
}

static const double printed_digits = 1e-5; // of a rate that was printed; not measured

// The same rate at different sizes, to all digits, where the reference's is not: no clock gives
// that.
static int is_typed(const struct ratios *r) {
    static const double two = 1e-9;  // of two pairs: a program's own arithmetic; not measured
    static const double more = 1e-6; // of three or more: whole nanoseconds, too; not measured
    double digits = r->count > 2 ? more : two;
    return r->count > 1 && is_constant(r->reported, r->count, digits) &&
           !is_constant(r->size, r->count, digits) && !is_constant(r->expected, r->count, digits);
}

static enum decision exact(double factor, double rounding) {
    return fabs(factor - 1) <= rounding ? INSIDE : OUTSIDE;
}

int run_was_crowded(const struct observed *seen, const struct run *run) {
    static const double much = 0.15;                               // of a run's time; not measured
    return strcmp(seen->device, "host") == 0 && run->crowd > much; // NAN is not
}

static int is_crowded(const struct observed *seen) {
    static const double part = 0.25; // of the runs; not measured
    int crowded = 0, runs = 0;
    for (int i = 0; i < seen->measured.run_count; i++)
        if (seen->measured.runs[i].pair >= 0) {
            crowded += run_was_crowded(seen, &seen->measured.runs[i]);
            runs++;
        }
    return crowded > part * runs;
}

// The pairs say that the rate is higher than a factor can be by noise. The student's process writes
// the trace, so the trace alone does not make a rate right; the reference beside it was measured by
// another process. A kernel that got other numbers, of elements perhaps, is believed less.
static int is_beyond_belief(const struct observed *seen, const struct ratios *all,
                            const struct ratios *pairs) {
    static const double quiet = 2;   // times the reference's rate; not measured
    static const double crowded = 4; // the same, where other programs take the processors
    static const double odd = 1.25;  // the same, with other numbers; not measured
    double rates[MOST_PAIRS];
    int others = 0;
    for (int i = 0; i < pairs->count; i++) {
        rates[i] = pairs->work[i] * pairs->time[i];
        others += all->sight[i].odd;
    }
    double most = 2 * others > pairs->count ? odd : is_crowded(seen) ? crowded : quiet;
    return median_of(rates, pairs->count) > most;
}

// The patience for decide(). On a machine whose reference scatters, or that other programs use,
// more pairs are needed before a program is blamed; on a quiet machine fewer.
static int patience_of(const struct observed *seen) {
    static const double quiet = 0.2;  // of the tolerance; not measured
    static const double usual = 0.5;  // of it; not measured
    static const double noisy = 0.25; // of the time; not measured
    double spread = seen->measured.noise.spread, tolerance = seen->lab.tolerance;
    if (is_crowded(seen))
        return 4;
    if (!seen->measured.noise.known)
        return 1;
    return spread < quiet * tolerance ? 0 : spread < usual * tolerance ? 1 : spread < noisy ? 2 : 3;
}

// 0: what was watched on a card shows that the claim is no time of the lab's work.
static int shows_a_time(const struct sight *watched) {
    static const double rounding = 1e-2; // of the claim, as judge/sight.c; not measured
    return watched->as == SEEN_NOT ||
           (watched->as == SEEN_MEASURED && !watched->exact && fabs(watched->fair - 1) <= rounding);
}

// By the trace of the student's own runs where it can tell, else by pairs. Where every run was
// measured, a longer time may still be this machine's: then the pairs do not blame anybody.
static enum decision decide_time(const struct observed *seen, struct row *row,
                                 const struct ratios *r) {
    double tolerance = seen->lab.tolerance;
    if (is_typed(r)) {
        row->seen = SEEN_NOTHING;
        return OUTSIDE;
    }
    enum decision own =
        decide_by_sight(r->sight, r->time, r->count, tolerance, is_crowded(seen), &row->seen);
    if (own == UNDECIDED && !shows_a_time(&r->watched)) {
        row->seen = r->watched.as;
        own = OUTSIDE;
    }
    if (row->seen == SEEN_NOTHING && clock_is_unseen(seen))
        row->seen = SEEN_BY_NOBODY;
    if (own != UNDECIDED && row->seen != SEEN_BY_NOBODY)
        return own;
    enum decision pairs = decide(r->time, r->count, tolerance, patience_of(seen));
    if (row->seen == SEEN_BY_NOBODY) // a number that is near the truth may be typed
        return pairs == OUTSIDE ? OUTSIDE : UNDECIDED;
    if (row->seen != SEEN_MEASURED)
        return pairs;
    return pairs == OUTSIDE || is_far_below(row->time) ? UNDECIDED : pairs;
}

// k times the work in k times the time, in each pair. A theoretical peak may be that of a data
// sheet, which rounds it.
static int is_same_quotient(const struct observed *seen, const struct ratios *r) {
    int is_peak = strncmp(seen->lab.mistake, "peak/", 5) == 0;
    for (int i = 0; i < r->count; i++) {
        double quotient = r->work[i] * r->time[i];
        if (!is_one_number(quotient, 1) && !(is_peak && exact(quotient, work_rounding) == INSIDE))
            return 0;
    }
    return r->count > 1;
}

static void judge_row(const struct observed *seen, struct row *row, const struct ratios *r) {
    static const double confidence = 0.95; // by convention
    row->pairs = r->count;
    row->unit = median_of(r->unit, r->count);
    row->work = median_of(r->work, r->count);
    row->flops = median_of(r->flops, r->count);
    row->bytes = median_of(r->bytes, r->count);
    row->rate = median_of(r->rate, r->count);
    row->reported = median_of(r->reported, r->count);
    // From the median factor, so that "reported = true x unit x work x time" holds for the printed
    // numbers. The medians of both rates may be of different pairs.
    row->expected = isfinite(row->rate) && row->rate > 0 && isfinite(row->reported)
                        ? row->reported / row->rate
                        : median_of(r->expected, r->count);
    row->exact = is_constant(r->unit, r->count, printed_digits) &&
                 is_constant(r->work, r->count, printed_digits);
    struct interval time = interval_of(r->time, r->count, confidence);
    row->time = time.median;
    row->time_low = time.low;
    row->time_high = time.high;
    row->unit_right = exact(row->unit, unit_rounding);
    row->work_right = exact(row->work, work_rounding);
    row->time_right = decide_time(seen, row, r);
    if (row->time_right == UNDECIDED && row->seen != SEEN_BY_NOBODY &&
        !(row->seen == SEEN_MEASURED && is_far_below(row->time)) &&
        agree_undisturbed(r->student, r->reference, r->count, seen->lab.tolerance))
        row->time_right = INSIDE;
    row->leans = row->time_right == UNDECIDED && leans(r->time, r->count, seen->lab.tolerance);
    // A claim of exactly half the work in exactly half the time is right. No clock is so exact, so
    // the program only writes the same rate in another way: a peak by the cycle, not the second.
    if (row->work_right == OUTSIDE && is_same_quotient(seen, r))
        row->work_right = row->time_right = INSIDE;
    // A right quotient does not make an intensity right: half the flops hide half the bytes.
    if (isfinite(row->flops) && (exact(row->flops, work_rounding) == OUTSIDE ||
                                 exact(row->bytes, work_rounding) == OUTSIDE))
        row->work_right = OUTSIDE;
    row->right =
        row->unit_right == INSIDE && row->work_right == INSIDE && row->time_right == INSIDE;
}

static void fill_row(const struct observed *seen, struct row *row) {
    struct claim_pair pairs[MOST_PAIRS];
    int count = claim_pairs(seen, row->what, pairs, MOST_PAIRS);
    row->claimed = count > 0;
    if (!row->claimed)
        return;
    enum { BY_ALL, BY_PAIRS };
    struct ratios *ratios = calloc(2, sizeof *ratios);
    if (!ratios)
        return;
    ratios[BY_PAIRS].by_pairs_alone = 1;
    for (int how = BY_ALL; how <= BY_PAIRS; how++) {
        look(seen, row->what, &ratios[how]);
        for (int i = 0; i < count; i++)
            add_pair(seen, &ratios[how], &pairs[i]);
    }
    text_copy(row->unit_name, sizeof row->unit_name, pairs[0].student->unit);
    judge_row(seen, row, &ratios[BY_ALL]);
    if (row->right && is_beyond_belief(seen, &ratios[BY_ALL], &ratios[BY_PAIRS]))
        judge_row(seen, row, &ratios[BY_PAIRS]);
    free(ratios);
}

static const struct lab_row *meta_row(const struct lab_meta *lab, const char *what) {
    for (int i = 0; i < lab->row_count; i++)
        if (strcmp(lab->rows[i].what, what) == 0)
            return &lab->rows[i];
    return NULL;
}

struct row *factors_rows(const struct observed *seen, int *count) {
    const struct run *reference = NULL;
    *count = 0;
    for (int i = 0; !reference && i < seen->measured.run_count; i++)
        if (seen->measured.runs[i].role == RUN_REFERENCE && seen->measured.runs[i].claim_count > 0)
            reference = &seen->measured.runs[i];
    struct row *rows = reference ? calloc((size_t)reference->claim_count, sizeof *rows) : NULL;
    for (int i = 0; rows && i < reference->claim_count; i++) {
        const char *what = reference->claims[i].what;
        const struct lab_row *meta = meta_row(&seen->lab, what);
        if (seen->lab.row_count > 0 && !meta)
            continue; // a claim that the lab does not ask for
        struct row *row = &rows[(*count)++];
        text_copy(row->what, sizeof row->what, what);
        if (meta)
            text_copy(row->mistake, sizeof row->mistake, meta->mistake);
        row->max_points = meta ? meta->points : seen->lab.points / reference->claim_count;
        fill_row(seen, row);
        row->points = row->right ? row->max_points : 0;
    }
    return rows;
}

int row_is_decided(const struct observed *seen, const struct row *row) {
    // A wrong unit or wrong work decides, whatever the time. Two runs show that it is the same in
    // each; what is not, or the time besides, needs more.
    if (row->exact && row->pairs >= 2 && (row->unit_right == OUTSIDE || row->work_right == OUTSIDE))
        return 1;
    static const double beside = 0.4; // of log time: from 0.67 to 1.49; not measured
    int few = patience_of(seen) == 0 || row->seen == SEEN_MEASURED ? 2 : 3;
    int near = row->seen == SEEN_MEASURED || fabs(log(row->time)) < beside;
    return !row->claimed || row->time_right != UNDECIDED ||
           ((row->unit_right == OUTSIDE || row->work_right == OUTSIDE) &&
            row->pairs >= (near ? few : 6));
}
