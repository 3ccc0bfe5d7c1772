// name_account.c: the terms of the account (witness/account) as findings. The account adds up by
// itself; here it is held against the runs, the reference's own account and the row.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "naming/rules.h"

// A smaller part of the largest one is not a reason beside it. Not measured.
static const double least_share = 0.1;
// The account explains a time where it meets it to this share, or to this part of the error: a
// first run, say, is never twice the same. Neither was measured.
static const double explained = 0.15;
static const double of_error = 0.5; // not measured
// Where the account does not meet the error, a part of this share of it is told. Not measured.
static const double good_part = 0.2;
// Of the lab's tolerance: with others a smaller part may make a claim wrong. Not measured.
static const double of_tolerance = 0.4;

static const struct account_term *term_of(const struct witness_facts *facts, const char *mistake) {
    for (int i = 0; facts && i < facts->account.term_count; i++)
        if (strcmp(facts->account.terms[i].mistake, mistake) == 0)
            return &facts->account.terms[i];
    return NULL;
}

static const char *what_of(const struct clues *clues) {
    return clues->row ? clues->row->what : ""; // of a run that gave no number: any
}

// Half of the runs that have an account show it.
static int is_usual(const struct clues *clues, const char *mistake) {
    int with = 0, all = 0;
    for (int i = 0; i < clues->count; i++) {
        const struct witness_facts *facts = run_facts(clues->pairs[i].student_run, what_of(clues));
        if (!facts || (!facts->account.known && !facts->account.term_count))
            continue;
        with += term_of(facts, mistake) != NULL;
        all++;
    }
    return 2 * with >= all;
}

// What the reference has in each of its runs is the lab's own.
static double of_reference(const struct clues *clues, const char *mistake) {
    double least = INFINITY;
    for (int i = 0; i < clues->seen->measured.run_count; i++) {
        const struct run *run = &clues->seen->measured.runs[i];
        if (run->role != RUN_REFERENCE && run->role != RUN_WITNESS_OWN)
            continue;
        const struct account_term *term = term_of(run_facts(run, what_of(clues)), mistake);
        least = fmin(least, term && term->factor > 1 ? term->factor : 1);
    }
    return isfinite(least) ? least : 1;
}

// Claimed / true - 1 by this part alone. Parts are a sum, the factors of the expression a product.
static double excess_of(const struct clues *clues, const struct account_term *term) {
    return isfinite(term->factor) ? term->factor / of_reference(clues, term->mistake) - 1 : 0;
}

static int is_kept(const struct clues *clues, const struct account_term *term) {
    if (!clues->row) // the run gave no number
        return term->exact && *term->mistake;
    // The small part of a lab about caches is what is measured there: name_cache tells.
    if (strcmp(term->mistake, "work/part-of-grid") == 0 &&
        strncmp(clues->seen->lab.mistake, "cache/", 6) == 0)
        return 0;
    return *term->mistake && is_usual(clues, term->mistake) &&
           (term->exact ||
            fabs(excess_of(clues, term)) > of_tolerance * clues->seen->lab.tolerance);
}

// Of all parts that are kept, the largest; *kept: how many terms are.
static double largest_excess(const struct clues *clues, const struct account *account, int *kept) {
    double largest = 0;
    *kept = 0;
    for (int i = 0; i < account->term_count; i++) {
        const struct account_term *term = &account->terms[i];
        if (!is_kept(clues, term))
            continue;
        ++*kept;
        largest = term->exact ? largest : fmax(largest, fabs(excess_of(clues, term)));
    }
    return largest;
}

// ---- the source chooses between names of one term, and gives the line --------------------------

struct refined {
    const char *mistake;
    int at; // a token; -1: none
    enum proof proof;
};

static int find_word(const struct clues *clues, const char *const *words) {
    int at = -1;
    for (int i = 0; clues->source && words[i] && at < 0; i++)
        at = source_find(clues->source, 0, words[i]);
    return at;
}

static struct refined refine(const struct clues *clues, const char *mistake) {
    static const char *const sleeps[] = {"usleep",    "nanosleep",   "sleep",
                                         "sleep_for", "sleep_until", NULL};
    static const char *const clocks[] = {"clock", "CLOCK_PROCESS_CPUTIME_ID",
                                         "CLOCK_THREAD_CPUTIME_ID", "getrusage", NULL};
    int at;
    if (strcmp(mistake, "time/cpu-clock") == 0 && (at = find_word(clues, clocks)) >= 0)
        return (struct refined){mistake, at, PROOF_CPU_CLOCK};
    if (strcmp(mistake, "time/host-overhead") == 0 && (at = find_word(clues, sleeps)) >= 0)
        return (struct refined){"time/sleep-inside", at, PROOF_SLEEP};
    if (strcmp(mistake, "time/launch-only") == 0 && student_calls(clues, "cudaStreamSynchronize"))
        return (struct refined){"time/waited-elsewhere", -1, PROOF_ITS_OWN};
    return (struct refined){mistake, -1, PROOF_ITS_OWN};
}

// ---- findings -------------------------------------------------------------------------------

static void say_line(struct clues *clues, const struct refined *as, enum certainty certainty,
                     double factor) {
    char line[90];
    source_line(clues->source, as->at, line, sizeof line);
    finding_add(clues, as->mistake, certainty, "account", factor, as->proof,
                clues->source->tokens[as->at].line, line);
}

static void say_term(struct clues *clues, const struct account_term *term,
                     enum certainty certainty) {
    struct refined as = refine(clues, term->mistake);
    char said[LANGUAGES][EVIDENCE];
    if (as.at >= 0) {
        say_line(clues, &as, certainty, term->factor);
        return;
    }
    for (int language = 0; language < LANGUAGES; language++)
        account_term_say(clues->witness, term, (enum language)language, said[language], EVIDENCE);
    finding_add_said(clues, as.mistake, certainty, "account", term->factor,
                     (const char *const[LANGUAGES]){said[ENGLISH], said[CHINESE]});
}

int name_account(struct clues *clues) {
    const struct witness_facts *facts = clues->witness;
    int before = clues->findings->count, kept;
    if (!facts || !facts->account.term_count)
        return 0;
    const struct account *account = &facts->account;
    double wrong = clues->row ? 1 / clues->row->time : NAN;
    double largest = largest_excess(clues, account, &kept);
    double told = account->window / account->divided / account_truth(account);
    int meets = fabs(log(told / wrong)) <= fmax(explained, of_error * fabs(log(wrong)));
    for (int i = 0; i < account->term_count; i++) {
        const struct account_term *term = &account->terms[i];
        double excess = excess_of(clues, term), share = log(1 + excess) / log(wrong);
        // A part is a reason where the account meets the error, or where it is a good part of it.
        int matters = term->exact || (fabs(excess) >= least_share * largest &&
                                      (kept == 1 || fabs(excess) > clues->seen->lab.tolerance) &&
                                      (meets || share > good_part));
        if (is_kept(clues, term) && matters)
            say_term(clues, term, term->set == 0 && (term->exact || meets) ? SURE : LIKELY);
    }
    return clues->findings->count > before;
}
