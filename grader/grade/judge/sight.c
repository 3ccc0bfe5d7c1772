// sight.c: the truth about a claim's seconds, from the trace of the run that made the claim: what
// ran between the readings of the clock, and how long. Other programs make both longer alike, so
// this needs no reference beside it.
#include <math.h>
#include <string.h>

#include "judge/judge.h"

static const double whole = 0.02; // how near to a whole number of the lab's runs; not measured

// The lab's own work in the readings: kernels by their threads, or copies by their bytes.
static double work_in(const struct reading *reading) {
    return reading->threads > 0 ? reading->threads : reading->copy_bytes;
}

// How much of the lab's bytes the copies came to, each byte of memory once: 1, or less.
static double share_copied(const struct reading *mine, const struct reading *lab) {
    return mine->copied_once > 0 && lab->copied_once > 0 && mine->threads == 0
               ? fmin(1, mine->copied_once / lab->copied_once)
               : 1;
}

// A kernel of the library's loop and its launches: how many launches one sample took.
static double runs_of_sample(const struct reading *reading) {
    double runs = reading->value / reading->span;
    static const double one = 1.3;    // a launch and its call; not measured
    static const double beside = 0.1; // of a whole number; not measured
    return runs < one ? 1 : fabs(runs - round(runs)) < beside ? round(runs) : NAN;
}

// Another kernel that is only called the same: no lab's kernel stands in a fence.
static int is_namesake(const struct reading *mine, const struct reading *lab) {
    return mine->code && lab->code && mine->code != lab->code;
}

// unread: what it is if no reading gives the claim.
static enum seen_as seen_in(const struct reading *mine, const struct reading *lab,
                            enum seen_as unread) {
    static const double corrected = 0.02; // by the floor of a clock, for example; not measured
    if (mine->form == READING_NONE)
        return mine->near <= corrected ? SEEN_NOT : unread;
    if (mine->runs == 0)
        return SEEN_EMPTY;
    if (lab->threads > 0 && (strcmp(mine->kernel, lab->kernel) != 0 || is_namesake(mine, lab)))
        return SEEN_OTHER;
    if (mine->form == READING_DIFFERENCE || !(mine->span > 0))
        return SEEN_NOT;
    return SEEN_MEASURED;
}

// ---- is the claim the statistic that it says it is? ---------------------------------------------

enum asked asked_by(const struct lab_meta *lab) {
    return strncmp(lab->mistake, "statistic/", 10) == 0  ? ASKED_MEDIAN
           : strcmp(lab->mistake, "time/first-run") == 0 ? ASKED_WITHOUT_FIRST
                                                         : ASKED_ANY;
}

static const double digits = 1e-6; // of a program's own arithmetic; not measured

static int same(double a, double b) {
    return fabs(a - b) <= digits * fabs(b);
}

int claim_sampled(const struct claim *claim, struct sampled *sampled) {
    double sum = 0, logs = 0, rates = 0, n = claim->sampled;
    *sampled = (struct sampled){.median = NAN, .minimum = INFINITY};
    if (claim->sampled < 1 || claim->sampled != claim->count)
        return 0;
    for (int i = 0; i < claim->sampled; i++) {
        sum += claim->samples[i];
        logs += log(claim->samples[i]);
        rates += 1 / claim->samples[i];
        sampled->minimum = fmin(sampled->minimum, claim->samples[i]);
    }
    sampled->mean = sum / n;
    sampled->geometric = exp(logs / n);
    sampled->harmonic = n / rates;
    sampled->first = claim->samples[0];
    sampled->median = interval_of(claim->samples, claim->sampled, 0).median;
    return 1;
}

// By the claim's samples where it brings all of them, else by the readings that it is made of.
static int is_minimum(const struct claim *claim, const struct reading *reading) {
    struct sampled own;
    return claim_sampled(claim, &own)
               ? same(claim->seconds, own.minimum)
               : (reading->form == READING_ONE && reading->rank == 1) ||
                     (reading->form == READING_LIBRARY && reading->value < reading->usual);
}

// Of its samples, where it brings them; a cold first run is not one of them.
static int is_mean(const struct claim *claim, const struct reading *reading, enum asked asked) {
    static const double cold = 1.2; // times the median; not measured
    struct sampled own;
    return claim_sampled(claim, &own)
               ? own.first <= cold * own.median && same(claim->seconds, own.mean)
               : asked == ASKED_ANY && reading->form == READING_MEAN;
}

int claim_is_as_it_says(const struct claim *claim, const struct reading *reading,
                        enum asked asked) {
    return asked != ASKED_MEDIAN &&
           ((strcmp(claim->statistic, "minimum") == 0 && is_minimum(claim, reading)) ||
            (strcmp(claim->statistic, "mean") == 0 && !reading->mixed &&
             is_mean(claim, reading, asked)));
}

// Among readings of which some are not its own samples, a median stands somewhere in the middle.
static int is_in_the_middle(const struct reading *reading) {
    return reading->form == READING_MIDDLE ||
           (reading->form == READING_ONE && 4 * reading->rank > reading->like &&
            4 * (reading->rank - 1) < 3 * reading->like);
}

// A statistic of all samples that the disturbed ones pull, or that the luckiest one makes.
static int is_pulled(const struct claim *claim, const struct sampled *own) {
    const double values[] = {own->mean, own->geometric, own->harmonic, own->minimum};
    for (size_t i = 0; own->median > 0 && i < sizeof values / sizeof *values; i++)
        if (same(claim->seconds, values[i]) && !same(own->median, values[i]))
            return 1;
    return 0;
}

// By its own samples, or by what the library returned beside it. One that stands in the middle may
// be the median of samples of which the program left some out; but not where it is merely the one
// that was taken half-way.
static int is_no_median(const struct claim *claim, const struct reading *reading, double median) {
    if (reading->form == READING_LIBRARY)
        return !same(reading->usual, reading->value);
    return median > 0 && !same(median, claim->seconds) &&
           (!is_in_the_middle(reading) || same(claim->seconds, claim->samples[claim->sampled / 2]));
}

// 1: right as what it says it is; else how much longer the usual reading is. *exact: whatever the
// machine does, the claim is not the statistic that is asked for or that it says it is.
static double typical_of(const struct claim *claim, const struct reading *reading, enum asked asked,
                         int *exact) {
    struct sampled own;
    claim_sampled(claim, &own);
    double median = own.median;
    int says_median = strcmp(claim->statistic, "median") == 0;
    if (same(median, claim->seconds) && is_in_the_middle(reading))
        return 1;
    if (claim_is_as_it_says(claim, reading, asked))
        return 1;
    *exact = (says_median && is_no_median(claim, reading, median)) ||
             (asked == ASKED_MEDIAN && is_pulled(claim, &own));
    return median > 0 && *exact && reading->divided == 1 &&
                   same(claim->seconds * 1e9, reading->value)
               ? median / claim->seconds
               : reading->usual / reading->value;
}

// The window of a reading, beside that of the reference. Nanoseconds.
struct owed {
    double right; // no mistake: the claim's work, as much of any other part as the reference's own
                  // account has for as many runs, and what other programs took from these
    double other; // more than that of anything but the work and the host's time
};

static struct owed owed(const struct account *mine, const struct account *ours) {
    struct owed owed = {.right = mine->own};
    double runs = ours->runs > 0 ? mine->runs / ours->runs : 0;
    double owed_idle = 0;
    for (int part = PART_EARLIER; part < PART_OTHERS; part++) {
        int is_work = part == PART_KERNELS && !mine->named, is_host = part > PART_ALLOCATION;
        double right = is_work ? mine->part[part] : fmin(mine->part[part], runs * ours->part[part]);
        owed.right += right;
        if (is_host)
            owed_idle += right;
        else
            owed.other += mine->part[part] - right;
    }
    owed.right += account_taken(mine, mine->own + owed_idle);
    return owed;
}

int holds_copies(const struct claim_pair *pair) {
    static const double neutral = 0.05; // of the work, as in witness/account/terms.c; not measured
    const struct witness_facts *mine = run_facts(pair->student_run, pair->student->what);
    const struct witness_facts *ours = run_facts(pair->reference_run, pair->reference->what);
    if (!mine || !ours || mine->account.own_copies || !(ours->account.runs > 0))
        return 0;
    double right = ours->account.part[PART_COPIES] * mine->account.runs / ours->account.runs;
    return mine->account.part[PART_COPIES] - right > neutral * mine->account.own;
}

int run_is_given_other_numbers(const struct run *run, const struct run *reference,
                               const char *what) {
    const struct witness_facts *mine = run_facts(run, what), *ours = run_facts(reference, what);
    return mine && ours && ours->reading.numbers && mine->reading.code &&
           mine->reading.numbers != ours->reading.numbers;
}

struct sight sight_of(const struct claim_pair *pair, enum asked asked) {
    struct sight sight = {.as = SEEN_NOT};
    const struct witness_facts *mine = run_facts(pair->student_run, pair->student->what);
    const struct witness_facts *ours = run_facts(pair->reference_run, pair->reference->what);
    if (!ours || ours->reading.form == READING_NONE || work_in(&ours->reading) == 0)
        return sight;
    // What nobody saw counts where the runs that are judged are watched. On a card CUPTI may be
    // absent, and the pairs decide.
    int watched = pair->student_run->watched && pair->student_run->role == RUN_STUDENT;
    enum seen_as hidden = watched ? SEEN_BY_NOBODY : SEEN_NOT;
    if (!mine) {
        sight.as = hidden;
        return sight;
    }
    const struct reading *reading = &mine->reading, *lab = &ours->reading;
    int without = unit_kind(pair->reference->unit) == WORK_INTENSITY; // may need no clock
    int no_clock = mine->windows == 0 && !isfinite(reading->near) && !without;
    sight.as = seen_in(reading, lab, no_clock ? hidden : SEEN_NOTHING);
    if (sight.as != SEEN_MEASURED)
        return sight;
    sight.typical = typical_of(pair->student, reading, asked, &sight.exact);
    sight.exact |= mine->account.processor;
    int accounted = sight.typical == 1 && mine->account.known && ours->account.known &&
                    !mine->account.one_of && reading->form != READING_LIBRARY;
    struct owed all = owed(&mine->account, &ours->account);
    double span = accounted ? all.right / mine->account.windows : reading->span;
    sight.runs = work_in(reading) * share_copied(reading, lab) * lab->divided / work_in(lab);
    if (reading->form == READING_LIBRARY) { // a sample of the library's is as long as it says
        sight.runs *= runs_of_sample(reading);
        span = reading->value;
    }
    if (fabs(sight.runs / round(sight.runs) - 1) <= whole)
        sight.runs = round(sight.runs);
    if (!(sight.runs > 0)) {
        sight.as = SEEN_NOT;
        return sight;
    }
    sight.odd =
        run_is_given_other_numbers(pair->student_run, pair->reference_run, pair->student->what);
    sight.seconds = 1e-9 * span / sight.runs;
    sight.read = 1e-9 * reading->value / sight.runs;
    // The library's stopwatch is ours: its median and that of what ran are of two sets of runs,
    // which other programs part by some percent.
    sight.closest = reading->form == READING_LIBRARY ? 1 : 1 / fmax(reading->closest, 1e-9);
    sight.wall = reading->usual / reading->elapsed;
    sight.copies = holds_copies(pair);
    sight.besides = mine->account.window > 0 ? all.other / mine->account.window : 0;
    return sight;
}

double gaps_of(const struct claim_pair *pair, double runs) {
    static const double alike = 0.05; // of the kernels; not measured
    const struct witness_facts *mine = run_facts(pair->student_run, pair->student->what);
    const struct witness_facts *ours = run_facts(pair->reference_run, pair->reference->what);
    if (runs < 2 || mine->reading.form != READING_ONE || ours->reading.form != READING_ONE)
        return 1;
    double times = ours->reading.divided / runs;
    double kernels = times * mine->kernel_ns / ours->kernel_ns;
    double all = times * mine->reading.span / ours->reading.span;
    return fabs(kernels - 1) <= alike && all < 1 ? all : 1;
}

// ---- several runs -------------------------------------------------------------------------------

static int is_near(double ratio, double tolerance) {
    return fabs(ratio - 1) <= tolerance;
}

// The claim is what was read, by the run, on the clock of the wall. That needs no quiet machine.
static int is_fair(const struct sight *sight, double tolerance) {
    static const double rounding = 1e-2; // of the claim; not measured
    return is_near(sight->fair, rounding) && is_near(sight->wall, tolerance);
}

// Other programs part the median of all readings from that of a claim's own samples.
static int is_typical(const struct sight *sight, double tolerance, int crowded) {
    return is_near(sight->typical, tolerance) || (crowded && !sight->exact);
}

// A quarter of the readings were shorter than what ran in them: the stopwatch stopped too early,
// even where a sleep made it nearly late enough.
static int stopped_early(const struct sight *sight) {
    static const double rounding = 0.03; // of a reading; not measured
    static const double shortest = 1e-4; // seconds: a clock's own time is 1 % of it; not measured
    return sight->closest > 1 + rounding && sight->seconds * sight->runs > shortest;
}

int is_far_below(double time) {
    static const double far = 0.5; // of a claim's seconds, that the lab's work took; not measured
    return time < far;
}

// Other programs may keep the host from ending a reading in time. Then the quarter of the readings
// that they disturbed least says how good the stopwatch is; but where the work took less than half
// of most readings, something else was timed.
static int agrees(const struct sight *sight, double time, double tolerance) {
    return is_fair(sight, tolerance) && is_near(sight->typical, tolerance) && !sight->copies &&
           !stopped_early(sight) &&
           (is_near(time, tolerance) ||
            (time < 1 && !is_far_below(time) && is_near(sight->closest, tolerance)));
}

enum decision decide_by_sight(const struct sight *sights, const double *times, int count,
                              double tolerance, int crowded, enum seen_as *as) {
    static const double beside = 2; // tolerances, of other work in the window; not measured
    int by_kind[SEEN_BY_NOBODY + 1] = {0}, inside = 0, wrong = 0, other = 0, far = 0;
    for (int i = 0; i < count; i++) {
        by_kind[sights[i].as]++;
        other += sights[i].exact; // another statistic, or a clock of another time
        if (sights[i].as == SEEN_MEASURED) {
            inside += agrees(&sights[i], times[i], tolerance);
            far += is_far_below(times[i]);
            // No other program makes a claim shorter than what ran in it.
            wrong += times[i] > 1 + tolerance || stopped_early(&sights[i]) || sights[i].copies ||
                     !is_fair(&sights[i], tolerance) ||
                     !is_typical(&sights[i], tolerance, crowded) ||
                     (sights[i].besides > beside * tolerance && times[i] < 1 - tolerance);
        }
    }
    *as = SEEN_NOT;
    for (int kind = SEEN_MEASURED; kind <= SEEN_BY_NOBODY; kind++)
        if (by_kind[kind] == count)
            *as = (enum seen_as)kind;
    if (*as == SEEN_NOT && 2 * (by_kind[SEEN_BY_NOBODY] + by_kind[SEEN_NOTHING]) >= count)
        *as = SEEN_BY_NOBODY;
    if (count >= 2 && 2 * other >= count)
        return OUTSIDE;
    if (count < 2 || *as == SEEN_NOT || *as == SEEN_BY_NOBODY)
        return UNDECIDED;
    if (*as != SEEN_MEASURED)
        return OUTSIDE;
    if (inside >= 2 && 2 * inside > count)
        return INSIDE;
    if (wrong == count)
        return OUTSIDE;
    // A crowded machine makes a claim longer than its work, but not by half of it in every run.
    int enough = crowded ? count >= 8 && far == count : count >= 3;
    return inside == 0 && enough ? OUTSIDE : UNDECIDED;
}

int clock_is_unseen(const struct observed *seen) {
    static const char *const ways[] = {"asm",
                                       "__asm__",
                                       "syscall",
                                       "dlsym",
                                       "rdtsc",
                                       "__rdtsc",
                                       "__rdtscp",
                                       "_rdtsc",
                                       "time",
                                       "times",
                                       "ftime",
                                       "getrusage",
                                       "clock64",
                                       "clock",
                                       "__builtin_ia32_rdtsc",
                                       "__builtin_ia32_rdtscp"};
    const char *at = seen->submission.calls;
    while (*at) {
        size_t length = strcspn(at, " ");
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
            if (strlen(ways[i]) == length && strncmp(at, ways[i], length) == 0)
                return 1;
        at += length + (at[length] == ' ');
    }
    return 0;
}
