// name_rules.h: what the rules share: the clues about one claim, and how a finding is
// put down.
#ifndef GRADER_NAME_RULES_H
#define GRADER_NAME_RULES_H

#include "grading/grading.h"
#include "judge/factors.h"

enum { CLUE_PAIRS = 64 };

struct clues {
    struct grading *grading;
    const struct row *row;
    struct claim_pair pairs[CLUE_PAIRS];
    int count;
    const struct claim *residual, *half; // of the probes; NULL: none
    const struct witness_facts *witness; // NULL: none
    double accesses;                     // floats that the reference moves an element; NAN: unknown
};

// Puts a finding down, once for an id and a claim. The proof's formats take the same
// arguments, and each takes all of them (%2$s without %1$s ends a hardened program).
void finding_add(struct clues *clues, const char *mistake, enum certainty certainty,
                 const char *rule, double value, const char *english, const char *chinese, ...);

// The same where the sentences are whole.
void finding_add_said(struct clues *clues, const char *mistake, enum certainty certainty,
                      const char *rule, double value, const char *english, const char *chinese);

int near(double value, double wanted, double tolerance); // relative
// In every pair.
int everywhere(const struct clues *clues, int (*holds)(const struct claim_pair *pair));
int lab_teaches(const struct clues *clues, const char *mistake); // the lab's or the row's own
int student_calls(const struct clues *clues, const char *name);  // in the fence

// Each puts down what it can prove. 1 when it named something.
int name_unit(struct clues *clues);
int name_work(struct clues *clues);
int name_time(struct clues *clues);
int name_peak(struct clues *clues);       // labs whose claim is a theoretical peak
int name_intensity(struct clues *clues);  // claims in FLOP/byte
int name_witness(struct clues *clues);    // the time, by what the trace shows
int name_samples(struct clues *clues);    // the time, by the claim's own samples
void name_no_number(struct clues *clues); // the run had no usable claim

#endif
