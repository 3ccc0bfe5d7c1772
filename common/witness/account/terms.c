// terms.c: the terms of an account: what keeps the claim from being the time of one run, each by
// the name of its mistake. Ids of mistakes of time stand here and nowhere else.
#include <math.h>
#include <string.h>

#include "witness/read/read.h"

// A smaller share of the true time is noise, or the time that noting takes: read/finding.c holds
// its findings against the same share.
static const double neutral = 0.05;
// Counts and divisors are whole numbers, read from doubles.
static const double whole_to = 1e-9;
// A clock of processor time is told from one of wall time by this much: the same share as
// `neutral`, since a smaller difference does not make a claim wrong. It was not measured.
static const double same_clock = 0.05;

static const char mixed_mean[] = "statistic/mean-of-outliers";
static const char too_short[] = "units/s-as-ms", too_long[] = "units/ms-as-s";

static const struct {
    const char *name, *mistake;
} parts[ACCOUNT_PARTS] = {
    [PART_OWN] = {"own", ""},
    [PART_EARLIER] = {"earlier", "time/counts-earlier-work"},
    [PART_COPIES] = {"copies", "time/copies-inside"},
    [PART_MEMSETS] = {"memsets", "time/flush-inside"},
    [PART_KERNELS] = {"kernels", "work/other-kernel"},
    [PART_CONTEXT] = {"context", "time/first-run"},
    [PART_ALLOCATION] = {"allocation", "time/allocation-inside"},
    [PART_CALLS] = {"calls", "time/host-overhead"},
    [PART_HOST] = {"host", "time/host-overhead"},
    [PART_OTHERS] = {"others", ""},                  // nobody's mistake
    [PART_BEFORE] = {"before", "time/other-stream"}, // of events: a stream keeps its order
    [PART_AFTER] = {"after", "time/launch-only"},
    [PART_APART] = {"apart", "time/other-stream"},
};

const char *account_part_name(enum account_part part) {
    return parts[part].name;
}

int fills_the_queue(double launches) {
    static const double room = 500; // about so many, and the next one has to wait
    return launches >= room;
}

static int is_near(double a, double b) {
    return fabs(a - b) <= whole_to * fabs(b);
}

// ---- parts -------------------------------------------------------------------------------------

// An event is reached after all earlier work of its stream, so what ran later was in another one.
static const char *mistake_of(const struct account *account, enum account_part part, int events) {
    switch (part) {
    case PART_KERNELS:
        return !account->named ? "" : account->fresh ? "time/first-run" : parts[part].mistake;
    case PART_AFTER:
        return account->own_copies         ? "time/not-waited-copy"
               : events                    ? "time/other-stream"
               : account->streams_left > 0 ? "time/one-of-streams"
               : fills_the_queue(account->launches) && account->part[PART_OWN] > 0
                   ? "time/queue-full"
                   : parts[part].mistake;
    case PART_APART:
        return account->other_stream < account->launches ? "time/one-of-streams"
                                                         : parts[part].mistake;
    default:
        return parts[part].mistake;
    }
}

// What the time of all runs in the windows would be. Other kernels belong to the work of a claim
// that is not named after one of them.
static double true_total(const struct account *account) {
    return account->own + (account->named ? 0 : account->part[PART_KERNELS]);
}

// A mean of readings of which some held more runs than the usual one.
static int is_mixed_mean(const struct witness_facts *facts) {
    const struct reading *reading = &facts->reading;
    return reading->form == READING_MEAN && reading->mixed && facts->account.windows > 1 &&
           facts->account.runs > reading->runs * facts->account.windows * (1 + neutral);
}

static double runs_of_reading(const struct witness_facts *facts, double runs) {
    const struct account *account = &facts->account;
    if (is_mixed_mean(facts))
        return facts->reading.runs;
    if (facts->reading.form == READING_SUM)
        return account->one_of > 1 ? runs * account->one_of : runs;
    return account->windows ? runs / account->windows : runs;
}

double account_truth(const struct account *account) {
    return account->runs > 0 ? true_total(account) / account->runs : 0;
}

double account_taken(const struct account *account, double ns) {
    double all = account->own + account->part[PART_CALLS] + account->part[PART_HOST];
    return all > 0 ? account->part[PART_OTHERS] * ns / all : 0;
}

static void add(struct account *account, const char *mistake, double factor, int exact, int set) {
    if (account->term_count < ACCOUNT_TERMS)
        account->terms[account->term_count++] = (struct account_term){mistake, factor, exact, set};
}

static void add_parts(struct witness_facts *facts) {
    struct account *account = &facts->account;
    double total = true_total(account);
    const char *mistakes[ACCOUNT_PARTS];
    for (int part = 0; part < ACCOUNT_PARTS; part++)
        mistakes[part] = mistake_of(account, (enum account_part)part, facts->kind == WINDOW_EVENTS);
    for (int part = PART_EARLIER; part < ACCOUNT_PARTS; part++) {
        double sum = strcmp(mistakes[part], "time/first-run") == 0 ? account->cold : 0;
        int is_first = *mistakes[part] != 0;
        for (int i = 0; i < ACCOUNT_PARTS; i++)
            if (strcmp(mistakes[i], mistakes[part]) == 0) {
                is_first &= i >= part;
                sum += i < ACCOUNT_INSIDE ? account->part[i] : -account->part[i];
            }
        // Work in another stream is a count, even where the stop mark came late by luck.
        int exact = account->other_stream > 0 && strcmp(mistakes[part], mistakes[PART_APART]) == 0;
        if (is_first && (exact || fabs(sum) > neutral * total))
            add(account, mistakes[part], (total + sum) / total, exact, 0);
    }
}

int account_is_guilty(const struct account *account, enum account_part part) {
    const char *mistake = mistake_of(account, part, 0), *events = mistake_of(account, part, 1);
    for (int i = 0; i < account->term_count; i++)
        if (*mistake && account->part[part] > 0 &&
            (strcmp(account->terms[i].mistake, mistake) == 0 ||
             strcmp(account->terms[i].mistake, events) == 0))
            return 1;
    return 0;
}

// ---- the expression ----------------------------------------------------------------------------

struct guess { // divided by this number, for these reasons
    double divided;
    const char *why[2];
};

static int is_whole(double number) {
    return round(number) > 1 && is_near(number, round(number));
}

static void add_sets(struct account *account, const struct guess *guesses, int count, double runs) {
    int meet = 0, set = 0;
    for (int i = 0; i < count; i++)
        meet += is_near(guesses[i].divided, account->divided);
    for (int i = 0; i < count; i++) {
        if (!is_near(guesses[i].divided, account->divided))
            continue;
        set++;
        int both = guesses[i].why[1] != NULL;
        double unit = guesses[i].why[0] == too_short ? 1e-3 : 1e3; // of two, the first is the unit
        double all = runs / account->divided;
        for (int k = 0; k <= both; k++)
            add(account, guesses[i].why[k],
                !both    ? all
                : k == 0 ? unit
                         : all / unit,
                1, meet > 1 ? set : 0);
    }
}

// The divisor against the runs. Sets of one known number come before sets of two, and before a
// number of which nothing is known but that it is whole.
static void add_expression(struct witness_facts *facts) {
    struct account *account = &facts->account;
    const struct reading *reading = &facts->reading;
    double runs = runs_of_reading(facts, account->runs), divided = account->divided;
    double means = reading->form == READING_MEAN ? account->windows : 1;
    int summed = reading->form == READING_SUM && (reading->mixed || reading->count < 3);
    const char *all = summed ? "time/accumulated" : "time/batch-not-divided";
    if (runs < 1 && runs < (1 - neutral) * divided) { // a part of it, and the rest is not timed
        int elsewhere = fabs(runs + account->behind - 1) < neutral;
        add(account, elsewhere ? "time/one-of-streams" : "work/part-of-grid", runs / divided, 1, 0);
        return;
    }
    if (!(divided > 0) || is_near(divided, runs) ||
        is_near(divided, runs_of_reading(facts, account->launches)))
        return;
    const struct guess one[] = {{runs > 1 ? 1 : -1, {all}},
                                {runs > 1 ? runs * runs : -1, {"time/divided-twice"}},
                                {1e3 * runs, {too_short}},
                                {1e-3 * runs, {too_long}}};
    const struct guess two[] = {
        {runs > 1 ? 1e3 : -1, {too_short, all}},
        {runs > 1 ? 1e-3 : -1, {too_long, all}},
        {runs > 1 ? 1e3 * runs * runs : -1, {too_short, "time/divided-twice"}},
        {runs > 1 ? 1e-3 * runs * runs : -1, {too_long, "time/divided-twice"}},
        {is_whole(divided) || is_whole(divided * means) ? divided : -1,
         {runs > 1 ? "time/other-count" : "time/divided-twice"}}};
    add_sets(account, one, sizeof one / sizeof *one, runs);
    if (!account->term_count)
        add_sets(account, two, sizeof two / sizeof *two, runs);
    if (!account->term_count)
        add(account, "", runs / divided, 1, 0);
}

// A small part is told only where nothing large explains the claim.
static void drop_small(struct account *account) {
    static const double small = 0.1; // not measured
    static const double large = 0.2; // not measured
    double largest = 0;
    int kept = 0;
    for (int i = 0; i < account->term_count; i++)
        largest = fmax(largest, fabs(account->terms[i].factor - 1));
    for (int i = 0; i < account->term_count; i++) {
        const struct account_term term = account->terms[i];
        if (term.exact || largest < large || fabs(term.factor - 1) > small)
            account->terms[kept++] = term;
    }
    account->term_count = kept;
}

void account_terms(struct witness_facts *facts) {
    static const struct {
        enum witness_finding finding;
        const char *mistake;
    } failures[] = {{FOUND_STALE_ELAPSED, "time/stale-elapsed"},
                    {FOUND_NO_TIMING, "time/event-without-timing"},
                    {FOUND_REVERSED, "time/reversed-events"},
                    {FOUND_LAUNCH_FAILED, "launch/failed"}};
    struct account *account = &facts->account;
    account->term_count = 0;
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        if (facts->known && facts->finding == failures[i].finding) {
            add(account, failures[i].mistake, NAN, 1, 0);
            return;
        }
    if (!account->known)
        return;
    if (account->stale) {
        add(account, "time/stale-elapsed", NAN, 1, 0);
        return;
    }
    if (facts->unseen)
        return; // the device could not be watched
    if (!(account->runs > 0)) {
        add(account,
            account->part[PART_KERNELS] > 0 ? parts[PART_KERNELS].mistake : "launch/nothing-ran",
            NAN, 1, 0);
        return;
    }
    add_expression(facts);
    if (is_mixed_mean(facts))
        add(account, mixed_mean, facts->reading.value / facts->reading.usual, 0, 0);
    int unlike = facts->kind == WINDOW_HOST && !facts->library &&
                 fabs(account->read - account->window) > same_clock * account->window;
    if (account->processor || unlike)
        add(account, "time/cpu-clock", account->read / account->window, 1, 0);
    add_parts(facts);
    drop_small(account);
}
