// rules.h: the rules that name a mistake, and what they share: the clues about one claim, and how
// a finding is added.
#ifndef GRADER_RULES_H
#define GRADER_RULES_H

#include "grading/grading.h"
#include "judge/judge.h"
#include "naming/source.h"

enum { CLUE_PAIRS = 64 };

struct clues {
    const struct observed *seen;
    const struct row *row;     // NULL: the run gave no usable claim
    const char *detail;        // what was wrong with that run
    struct findings *findings; // that the rules add to
    struct claim_pair pairs[CLUE_PAIRS];
    int count;
    const struct claim *residual;        // of the probe; NULL: none
    const struct witness_facts *witness; // NULL: none
    struct source *source;               // the fence; NULL: it was not kept
    double runs;                         // that the claimed work is of, where it is not one
};

// ---- cases.c ----

// The mistake that the catalogue has for this one in this lab and this code: itself, mostly.
const char *case_of(const struct clues *clues, const char *mistake);

// The token of the code that shows a mistake, by the words of the catalogue; -1: none.
int case_line(const struct clues *clues, const char *mistake);

// ---- clues.c ----

// The sentences that prove a finding: "says" of the mistake, or, where several mistakes share a
// sentence or a mistake has several, words_en.def and words_zh.def.
enum proof {
#define WORD(name, text) PROOF_##name,
#include "naming/words_en.def"
#undef WORD
    PROOFS,
    PROOF_ITS_OWN, // what the mistake's own text says
};
extern const struct words naming_words;

// Adds a finding, at most once for each mistake and claim; the catalogue may have a case of it for
// this lab or this code, which is told in its place. The last arguments are those of the
// proof's sentence.
void finding_add(struct clues *clues, const char *mistake, enum certainty certainty,
                 const char *rule, double value, enum proof proof, ...);

// The same with the sentences that the witness has made.
void finding_add_said(struct clues *clues, const char *mistake, enum certainty certainty,
                      const char *rule, double value, const char *const said[LANGUAGES]);

// What is known of this claim; the rules add to `findings`.
struct clues clues_gather(const struct observed *seen, const struct row *row,
                          struct findings *findings);

void clues_free(struct clues *clues);

int near(double value, double wanted, double tolerance); // relative
int near_exactly(double value, double wanted);           // a factor without a clock
int same_number(double value, double wanted);            // to a program's own digits
// 1 when it holds in every pair.
int everywhere(const struct clues *clues, int (*holds)(const struct claim_pair *pair));
int lab_teaches(const struct clues *clues, const char *mistake); // the lab's or the row's own
int student_calls(const struct clues *clues, const char *name);  // in the fence

int nothing_was_left(const struct claim *probe); // a synchronisation had nothing to wait for
int waited(const struct clues *clues);           // a probe found no work left
int saw_its_work(const struct clues *clues);     // its stopwatch, by the trace
int as_shipped(const struct clues *clues);       // the fence; its mistake is known
int is_whole(const struct clues *clues);         // the factor, or 1 / factor
struct duration lasting(double seconds);
double work_share(const struct claim_pair *pair); // of the reference's work, in the claim

// ---- the rules: each adds what it can prove, and returns 1 when it added something ----

int name_unit(struct clues *clues); // rate against work and time of the same claim
int name_half(struct clues *clues); // a half-repair: rate, work and seconds do not belong together
int name_half_of_rate(struct clues *clues);
int name_work(struct clues *clues); // work against the reference's

int name_weighed(struct clues *clues); // the same, where nothing else names it: by each array

// 1: the fence has no size that this name of a wrong count would need.
int source_denies(const struct clues *clues, const char *mistake, double factor);

// The same for one count, by the terms that were weighed or the lab's: an intensity has two.
int name_by_terms(struct clues *clues, int flops);
// How the claimed count, times `by`, comes from these terms (sum.h).
struct work_guess;
int work_guesses(const struct clues *clues, int flops, double by, struct work_guess *guesses);
struct sum;
int weighed_sum(const struct clues *clues, double by, struct sum *sum); // 0: it was not weighed

int name_peak(struct clues *clues);       // labs whose claim is a theoretical peak
int name_intensity(struct clues *clues);  // claims in FLOP/byte
void name_no_number(struct clues *clues); // the run had no usable claim
int name_zero(struct clues *clues);       // a time of zero

// ---- by reading the fence ----

int name_source_of_rate(struct clues *clues);
int name_rounded(struct clues *clues); // the rate
int name_source_of_time(struct clues *clues);
int name_recorded(struct clues *clues); // events
// The line that sets this member of the claim, and its number; 0 where there is none.
int claim_line(const struct clues *clues, const char *member, char *text, size_t size);

// ---- the time ----

int name_account(struct clues *clues); // by the terms of the account
int name_choice(struct clues *clues);
int name_unmeasured(struct clues *clues);

int name_event_error(struct clues *clues);
int name_statistic(struct clues *clues);
int name_samples(struct clues *clues); // by the claim's own samples
int name_time_of_a_call(struct clues *clues);
int name_below_tick(struct clues *clues);
int name_residual(struct clues *clues);
int name_grid(struct clues *clues);
int is_part_of_grid(const struct witness_facts *w); // its reading is of no whole run
int name_cache(struct clues *clues);
int name_slow_memory(struct clues *clues);
int name_whole_factor(struct clues *clues);

#endif
