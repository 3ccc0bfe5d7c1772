// name.c: asks the rules about each claim that is not right.
#include "naming/naming.h"

#include <string.h>

#include "naming/rules.h"

// ---- the time: the rules with the strongest proof come first, and the first that names a mistake
// ends it ---------------------------------------------------------------------------------------

// Slow, and the source changes the compiler's optimisation.
static int name_debug(struct clues *clues) {
    static const double slow = 0.9; // not measured
    if (clues->row->time > slow || !student_calls(clues, "optimize"))
        return 0;
    finding_add(clues, "build/debug", LIKELY, "source", clues->row->time, PROOF_ITS_OWN,
                clues->row->time);
    return 1;
}

static int name_time(struct clues *clues) {
    static int (*const rules[])(struct clues * clues) = {
        name_statistic,    name_samples,     name_recorded,       name_choice,
        name_account,      name_event_error, name_source_of_time, name_time_of_a_call,
        name_below_tick,   name_residual,    name_part_of_grid,   name_other_numbers,
        name_cache,        name_slow_memory, name_debug,          name_unmeasured,
        name_whole_factor,
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (rules[i](clues))
            return 1;
    return 0;
}

// ---- all rules ----------------------------------------------------------------------------------

static void name_row(const struct observed *seen, const struct row *row,
                     struct findings *findings) {
    struct clues clues = clues_gather(seen, row, findings);
    if (clues.count > 0 && name_intensity(&clues)) {
        if (row->time_right == OUTSIDE)
            name_time(&clues);
    } else if (clues.count > 0 && !name_peak(&clues) && !name_half(&clues)) {
        if (row->unit_right == OUTSIDE && !name_unit(&clues) && !name_half_of_rate(&clues))
            name_rounded(&clues);
        if (row->work_right == OUTSIDE && !name_work(&clues))
            name_weighed(&clues);
        if (row->time_right == OUTSIDE && !(clues.runs > 1)) // their time is right, then
            name_time(&clues);
    }
    clues_free(&clues);
}

// 1 for a finding that no noise of the machine can have caused. The mistake of a lab as shipped is
// known in advance. A busy machine makes outliers too, so a wrong statistic is a proof only in the
// labs about statistics.
static int is_proof(const struct clues *clues, const struct finding *finding) {
    if (as_shipped(clues) && lab_teaches(clues, finding->mistake))
        return 1;
    static const char *const without_a_clock[] = {"account", "event-error", "grid-share",
                                                  "claim-is-sum"};
    for (size_t i = 0; i < sizeof without_a_clock / sizeof without_a_clock[0]; i++)
        if (strcmp(finding->rule, without_a_clock[i]) == 0)
            return finding->certainty == SURE;
    return strncmp(finding->mistake, "statistic/", 10) == 0 && lab_teaches(clues, finding->mistake);
}

int name_proves(const struct observed *seen, const struct row *row) {
    struct findings findings = {.count = 0}; // only looked at here, not kept
    struct clues clues = clues_gather(seen, row, &findings);
    int proves = name_time(&clues) && findings.count > 0 &&
                 is_proof(&clues, &findings.list[findings.count - 1]);
    clues_free(&clues);
    return proves;
}

void name_mistakes(const struct observed *seen, const struct judgement *judged,
                   struct findings *findings) {
    findings->count = 0;
    int open = judgement_is_open(judged); // then of some rows at most
    if ((judged->outcome == OUTCOME_CANNOT_GRADE && !open) || judged->outcome == OUTCOME_SKIPPED)
        return;
    if (judged->stage == STAGE_RUN || judged->stage == STAGE_RESULT) {
        struct clues clues = clues_gather(seen, NULL, findings);
        clues.detail = judged->detail[ENGLISH];
        name_no_number(&clues);
        clues_free(&clues);
    }
    for (int i = 0; i < judged->row_count; i++)
        if (!judged->rows[i].right && judged->rows[i].claimed &&
            !(open && !row_is_decided(seen, &judged->rows[i])))
            name_row(seen, &judged->rows[i], findings);
}
