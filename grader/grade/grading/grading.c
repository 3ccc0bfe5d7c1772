// grading.c: the memory of a grading, questions about it, and the names of its values.
#include "grading/grading.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

struct grading *grading_new(void) {
    return calloc(1, sizeof(struct grading));
}

void grading_free(struct grading *grading) {
    if (!grading)
        return;
    runs_drop(&grading->seen.measured, 0);
    free(grading->seen.measured.runs);
    judgement_clear(&grading->judged);
    free(grading);
}

// ---- of what was observed ---------------------------------------------------------------

struct run *run_add(struct measured *measured, enum run_role role) {
    if (measured->run_count == measured->run_capacity) {
        int capacity = measured->run_capacity ? 2 * measured->run_capacity : 16;
        struct run *runs = realloc(measured->runs, (size_t)capacity * sizeof *runs);
        if (!runs)
            return NULL;
        measured->runs = runs;
        measured->run_capacity = capacity;
    }
    struct run *run = &measured->runs[measured->run_count++];
    memset(run, 0, sizeof *run);
    run->role = role;
    return run;
}

int run_add_claim(struct run *run, const struct claim *claim) {
    if (run->claim_count == RUN_CLAIMS)
        return -1;
    struct claim *claims = realloc(run->claims, (size_t)(run->claim_count + 1) * sizeof *claims);
    if (!claims)
        return -1;
    run->claims = claims;
    claims[run->claim_count++] = *claim;
    return 0;
}

int run_add_facts(struct run *run, const struct witness_facts *facts) {
    if (run->fact_count == RUN_CLAIMS)
        return -1;
    struct witness_facts *all = realloc(run->facts, (size_t)(run->fact_count + 1) * sizeof *all);
    if (!all)
        return -1;
    run->facts = all;
    all[run->fact_count++] = *facts;
    return 0;
}

int run_add_weight(struct run *run, const struct weight *weight) {
    if (run->weight_count == RUN_CLAIMS)
        return -1;
    struct weight *all = realloc(run->weights, (size_t)(run->weight_count + 1) * sizeof *all);
    if (!all)
        return -1;
    run->weights = all;
    all[run->weight_count++] = *weight;
    return 0;
}

void runs_drop(struct measured *measured, int kept) {
    while (measured->run_count > kept) {
        struct run *run = &measured->runs[--measured->run_count];
        free(run->claims);
        free(run->facts);
        free(run->weights);
    }
}

const struct run *run_of_pair(const struct observed *seen, enum run_role role, int pair) {
    for (int i = 0; i < seen->measured.run_count; i++)
        if (seen->measured.runs[i].role == role && seen->measured.runs[i].pair == pair)
            return &seen->measured.runs[i];
    return NULL;
}

const struct claim *run_claim(const struct run *run, const char *what) {
    for (int i = 0; i < run->claim_count; i++)
        if (strcmp(run->claims[i].what, what) == 0)
            return &run->claims[i];
    return NULL;
}

const struct witness_facts *run_facts(const struct run *run, const char *what) {
    for (int i = 0; i < run->fact_count; i++)
        if (!*what || strcmp(run->facts[i].claim, what) == 0)
            return &run->facts[i];
    return NULL;
}

const struct witness_facts *facts_about(const struct observed *seen, const char *what) {
    const struct witness_facts *facts = NULL;
    for (int i = seen->measured.run_count; i-- > 0 && !facts;)
        if (seen->measured.runs[i].role != RUN_REFERENCE &&
            seen->measured.runs[i].role != RUN_WITNESS_OWN)
            facts = run_facts(&seen->measured.runs[i], what);
    return facts;
}

const struct weight *run_weight(const struct run *run, const char *what) {
    for (int i = 0; i < run->weight_count; i++)
        if (strcmp(run->weights[i].kernel, what) == 0)
            return &run->weights[i];
    return run->weight_count == 1 ? &run->weights[0] : NULL;
}

const struct run *run_weighed(const struct observed *seen, int other) {
    for (int i = 0; i < seen->measured.run_count; i++)
        if (seen->measured.runs[i].role == RUN_WEIGHED && !other--)
            return &seen->measured.runs[i];
    return NULL;
}

int trace_is_lost(const struct observed *seen) {
    int watched = 0;
    for (int i = 0; i < seen->measured.run_count; i++)
        watched |= seen->measured.runs[i].role == RUN_WITNESS ||
                   (seen->measured.runs[i].role == RUN_STUDENT && seen->measured.runs[i].watched);
    return watched && !facts_about(seen, "");
}

void trouble_note(struct trouble *trouble, enum cannot cannot, const char *why) {
    if (trouble->cannot != CANNOT_NOTHING)
        return;
    trouble->cannot = cannot;
    text_copy(trouble->why, sizeof trouble->why, why);
}

// ---- of what was made from it -----------------------------------------------------------

void judgement_clear(struct judgement *judgement) {
    free(judgement->rows);
    *judgement = (struct judgement){0};
}

struct finding *finding_new(struct findings *findings, const char *mistake) {
    if (findings->count == FINDINGS)
        return NULL;
    struct finding *finding = &findings->list[findings->count++];
    memset(finding, 0, sizeof *finding);
    text_copy(finding->mistake, sizeof finding->mistake, mistake);
    return finding;
}

int outcome_exit_code(enum outcome outcome) {
    switch (outcome) {
    case OUTCOME_PASS:
        return 0;
    case OUTCOME_FAIL:
    case OUTCOME_NOT_ATTEMPTED:
        return 1;
    case OUTCOME_SKIPPED:
        return 77;
    case OUTCOME_NONE:
    case OUTCOME_CANNOT_GRADE:
        break;
    }
    return 3;
}

// ---- names: in JSON and in reports ------------------------------------------------

#define NAMES(function, type, ...)                                                                 \
    static const char *const function##s[] = {__VA_ARGS__};                                        \
    const char *function(type value) {                                                             \
        size_t index = (size_t)value;                                                              \
        return index < sizeof function##s / sizeof function##s[0] ? function##s[index]             \
                                                                  : "unknown";                     \
    }

NAMES(outcome_name, enum outcome, "none", "pass", "fail", "not-attempted", "cannot-grade",
      "skipped")
NAMES(stage_name, enum stage, "intake", "build", "run", "result", "judge")
NAMES(cannot_name, enum cannot, "nothing", "clock", "noise", "no-device", "no-compiler",
      "reference", "store", "sandbox", "lacks", "interrupted")
NAMES(refusal_name, enum refusal, "not", "missing", "not-a-file", "empty", "huge", "nul", "binary",
      "no-fence", "two-fences", "open-fence", "unreadable", "link", "redefined")
NAMES(run_role_name, enum run_role, "student", "reference", "probe-half", "probe-residual",
      "witness", "witness-reference", "weighed")
NAMES(run_end_name, enum run_end, "exited", "crashed", "timed-out", "flooded", "not-started",
      "interrupted")
NAMES(run_result_name, enum run_result, "missing", "right", "wrong", "unchecked")
NAMES(certainty_name, enum certainty, "likely", "sure")
NAMES(decision_name, enum decision, "undecided", "inside", "outside")
NAMES(seen_as_name, enum seen_as, "not", "measured", "nothing", "empty", "other", "by-nobody")
