// judge.h: what the files that judge a number share. Sections by file.
#ifndef WITNESS_AUDIT_JUDGE_H
#define WITNESS_AUDIT_JUDGE_H

#include <math.h>

#include "witness/audit/audit.h"

// "Wrong" needs one stopwatch or several that agree, at most this much luck, a mechanism in the
// trace and an effect that is worth telling; all else is at most "suspect".
static const double luck_of_a_tie = 0.1, luck_of_an_accusation = 0.025, worth_telling = 0.05;

struct auditing {
    const struct view *view;
    const struct numbers *numbers;
    struct ties *ties;
    double peak;                     // of the memory, bytes a second; 0: not known
    const struct weighing *weighing; // NULL: nothing was weighed
};

struct judged {
    enum verdict verdict;
    enum evidence proof;
    enum why why;
    const char *mistake;
    double true_ns; // what the time should have been; NAN: not known
};

static inline struct judged judged(enum verdict verdict, enum why why, const char *mistake,
                                   double ns) {
    enum evidence proof = verdict == VERDICT_CANNOT_TELL ? EVIDENCE_NONE
                          : verdict == VERDICT_SUSPECT   ? EVIDENCE_WORDS
                                                         : EVIDENCE_TRACE;
    return (struct judged){verdict, proof, why, mistake, ns};
}

// "Wrong" comes from these two alone. The trace alone proves it, whatever the line says:
static inline struct judged proven(enum why why, const char *mistake, double ns) {
    return (struct judged){VERDICT_WRONG, EVIDENCE_TRACE, why, mistake, ns};
}

// The trace refutes what the line says; if it does not say that: `otherwise`.
static inline struct judged accused(int refuted, int said, enum verdict otherwise, enum why why,
                                    const char *mistake, double ns) {
    struct judged found = judged(otherwise, why, mistake, ns);
    if (refuted) {
        found.verdict = said & SAYS_PLAIN ? VERDICT_WRONG : VERDICT_SUSPECT;
        found.proof = EVIDENCE_WORDS;
    }
    return found;
}

static inline int differs(double a, double b) {
    return fabs(a / b - 1) > worth_telling;
}

static inline void audited_take(struct audited *of, struct judged found) {
    of->verdict = found.verdict;
    of->proof = found.proof;
    of->why = found.why;
    of->mistake = found.verdict == VERDICT_CANNOT_TELL ? "" : found.mistake;
    of->truth = found.true_ns;
}

static inline void audited_cannot_tell(struct audited *of, enum why why) {
    audited_take(of, judged(VERDICT_CANNOT_TELL, why, "", NAN));
}

// ---- account.c: the account of a tie ---------------------------------------------------------

// What its terms prove against the words of the line.
struct judged judge_account(const struct witness_facts *facts, int said);
// The facts about the readings of this tie, and what their account proves.
struct judged judge_tie(const struct auditing *audit, const struct tie *tie,
                        const struct printed *printed, struct witness_facts *facts);

// ---- time.c: a printed time, and the statistic that its label names --------------------------

void audit_time(const struct auditing *audit, struct audited *of);

// ---- scales.c: a printed rate against what its kernels were weighed to do ---------------------

// How many runs were between the marks of one reading that the library took; 1 of any other.
double audited_batch(const struct auditing *audit, const struct tie *time);

// counted: bytes or operations in the whole of one reading, as the rate counts them. 0: the work
// was not weighed. Fills also of->weighed and of->work.work, both of one run.
int judge_by_scales(const struct auditing *audit, const struct tie *time, int said, double counted,
                    struct audited *of, struct judged *found);

// ---- rate.c: a printed rate ------------------------------------------------------------------

// on_line: the time on its line that it was made of; NULL: none. unknown_time: there is one that is
// tied to nothing, so the rate is not accused.
void audit_rate(const struct auditing *audit, const struct audited *on_line, int unknown_time,
                struct audited *of);

#endif
