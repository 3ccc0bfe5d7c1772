// name_account.c: the terms of the account (witness/account) as findings. The account adds up by
// itself; here it is held against the runs, the reference's own account and the row.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "naming/naming.h"
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

// A probe found work afterwards: then the trace lost the end of a launch.
static int something_ran(const struct clues *clues) {
    return clues->row && clues->residual && !waited(clues);
}

// What the runs were judged wrong for, whatever its share.
static int is_seen(const struct clues *clues, const struct account_term *term) {
    return strcmp(term->mistake, "time/copies-inside") == 0 && !clues->seen->lab.by_pairs &&
           everywhere(clues, holds_copies);
}

static int is_kept(const struct clues *clues, const struct account_term *term) {
    if (strcmp(term->mistake, "launch/nothing-ran") == 0 && something_ran(clues))
        return 0;
    if (!clues->row) // the run gave no number
        return term->exact && *term->mistake;
    // The small part of a lab about caches is what is measured there: name_cache tells.
    if (strcmp(term->mistake, "work/part-of-grid") == 0 &&
        strncmp(clues->seen->lab.mistake, "cache/", 6) == 0)
        return 0;
    return *term->mistake && is_usual(clues, term->mistake) &&
           (term->exact || is_seen(clues, term) ||
            fabs(excess_of(clues, term)) > of_tolerance * clues->seen->lab.tolerance);
}

// Of all parts that are kept, the largest; *kept: how many terms are; *exact: of these, the exact
// ones.
static double largest_excess(const struct clues *clues, const struct account *account, int *kept,
                             int *exact) {
    double largest = 0;
    *kept = *exact = 0;
    for (int i = 0; i < account->term_count; i++) {
        const struct account_term *term = &account->terms[i];
        if (!is_kept(clues, term))
            continue;
        ++*kept;
        *exact += term->exact;
        largest = term->exact ? largest : fmax(largest, fabs(excess_of(clues, term)));
    }
    return largest;
}

static void say_term(struct clues *clues, const struct account_term *term,
                     enum certainty certainty) {
    int at = case_line(clues, case_of(clues, term->mistake));
    char said[LANGUAGES][EVIDENCE], line[90];
    for (int language = 0; language < LANGUAGES; language++) {
        account_term_say(clues->witness, term, (enum language)language, said[language], EVIDENCE);
        if (at < 0)
            continue;
        size_t length = strlen(said[language]) - strlen(language == CHINESE ? "。" : ".");
        source_line(clues->source, at, line, sizeof line);
        text_format(said[language] + length, EVIDENCE - length,
                    words_text(&naming_words, (enum language)language, PROOF_AT_LINE),
                    clues->source->tokens[at].line, line);
    }
    finding_add_said(clues, term->mistake, certainty, "account", term->factor,
                     (const char *const[LANGUAGES]){said[ENGLISH], said[CHINESE]});
}

int name_account(struct clues *clues) {
    const struct witness_facts *facts = clues->witness;
    int before = clues->findings->count, kept, exact;
    if (!facts || !facts->account.term_count)
        return 0;
    const struct account *account = &facts->account;
    double wrong = clues->row ? 1 / clues->row->time : NAN;
    double largest = largest_excess(clues, account, &kept, &exact);
    // The row was measured beside the same other programs, so they stand on both sides here.
    double truth = account_truth(account) + account_taken(account, account->own) / account->runs;
    int windows = facts->reading.form == READING_SUM || !account->windows ? 1 : account->windows;
    double told = account->read / windows / account->divided / truth;
    int meets = fabs(log(told / wrong)) <= fmax(explained, of_error * fabs(log(wrong)));
    // By pairs, the account is about another error where it says long and the clocks say short.
    if (clues->seen->lab.by_pairs && log(told) * log(wrong) < 0 && !meets)
        return 0;
    for (int i = 0; i < account->term_count; i++) {
        const struct account_term *term = &account->terms[i];
        double excess = excess_of(clues, term), share = log(1 + excess) / log(wrong);
        // A part is a reason where the account meets the error, or where it is a good part of it.
        // Idle time grows with the machine's load: it is a reason where nothing larger is one.
        if (strcmp(term->mistake, "time/host-overhead") == 0 && (exact || fabs(excess) < largest))
            continue;
        int matters = term->exact || is_seen(clues, term) ||
                      (fabs(excess) >= least_share * largest &&
                       (kept == 1 || fabs(excess) > clues->seen->lab.tolerance) &&
                       (meets || share > good_part));
        if (is_kept(clues, term) && matters)
            say_term(clues, term, term->set == 0 && (term->exact || meets) ? SURE : LIKELY);
    }
    return clues->findings->count > before;
}
