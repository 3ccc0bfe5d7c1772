// grading.c: the memory and the names of a grading.
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
    grading_drop_runs(grading, 0);
    free(grading->runs);
    free(grading->rows);
    free(grading);
}

void run_free(struct run *run) {
    free(run->claims);
    free(run->facts);
    run->claims = NULL;
    run->facts = NULL;
    run->claim_count = run->fact_count = 0;
}

void grading_drop_runs(struct grading *grading, int kept) {
    while (grading->run_count > kept)
        run_free(&grading->runs[--grading->run_count]);
}

struct run *grading_add_run(struct grading *grading, enum run_role role) {
    if (grading->run_count == grading->run_room) {
        int room = grading->run_room ? 2 * grading->run_room : 16;
        struct run *runs = realloc(grading->runs, (size_t)room * sizeof *runs);
        if (!runs)
            return NULL;
        grading->runs = runs;
        grading->run_room = room;
    }
    struct run *run = &grading->runs[grading->run_count++];
    memset(run, 0, sizeof *run);
    run->role = role;
    return run;
}

int grading_add_claim(struct run *run, const struct claim *claim) {
    if (run->claim_count == GRADING_CLAIMS)
        return -1;
    struct claim *claims = realloc(run->claims, (size_t)(run->claim_count + 1) * sizeof *claims);
    if (!claims)
        return -1;
    run->claims = claims;
    claims[run->claim_count++] = *claim;
    return 0;
}

int grading_add_facts(struct run *run, const struct witness_facts *facts) {
    if (run->fact_count == GRADING_CLAIMS)
        return -1;
    struct witness_facts *all = realloc(run->facts, (size_t)(run->fact_count + 1) * sizeof *all);
    if (!all)
        return -1;
    run->facts = all;
    all[run->fact_count++] = *facts;
    return 0;
}

const struct witness_facts *grading_facts(const struct grading *grading, const char *what) {
    for (int i = 0; i < grading->run_count; i++)
        for (int k = 0; k < grading->runs[i].fact_count; k++)
            if (!*what || strcmp(grading->runs[i].facts[k].claim, what) == 0)
                return &grading->runs[i].facts[k];
    return NULL;
}

int grading_lost_trace(const struct grading *grading) {
    int watched = 0, seen = 0;
    for (int i = 0; i < grading->run_count; i++) {
        watched |= grading->runs[i].role == RUN_WITNESS;
        seen |= grading->runs[i].fact_count > 0;
    }
    return watched && !seen;
}

void grading_trouble(struct grading *grading, enum cannot cannot, const char *why) {
    if (grading->trouble.cannot != CANNOT_NOTHING)
        return;
    grading->trouble.cannot = cannot;
    text_copy(grading->trouble.why, sizeof grading->trouble.why, why);
}

struct finding *grading_add_finding(struct grading *grading, const char *mistake) {
    if (grading->finding_count == GRADING_FINDINGS)
        return NULL;
    struct finding *finding = &grading->findings[grading->finding_count++];
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
NAMES(cannot_name, enum cannot, "nothing", "noise", "no-device", "no-compiler", "reference",
      "store", "sandbox", "interrupted")
NAMES(refusal_name, enum refusal, "not", "missing", "not-a-file", "empty", "huge", "nul", "binary",
      "no-fence", "two-fences", "open-fence", "unreadable")
NAMES(run_role_name, enum run_role, "student", "reference", "probe-half", "probe-residual",
      "witness")
NAMES(run_end_name, enum run_end, "exited", "crashed", "timed-out", "flooded", "not-started",
      "interrupted")
NAMES(run_result_name, enum run_result, "missing", "right", "wrong", "unchecked")
NAMES(certainty_name, enum certainty, "likely", "sure")
NAMES(decision_name, enum decision, "undecided", "inside", "outside")
