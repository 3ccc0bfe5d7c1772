// name.c: asks the rules about each claim that is not right.
#include "naming/naming.h"

#include <string.h>

#include "naming/rules.h"

// ---- the time: each rule says how it knows; the strongest knowledge is told, and all of it -----

// Slow, and the source changes the compiler's optimisation.
static int name_debug(struct clues *clues) {
    static const double slow = 0.9; // not measured
    if (clues->row->time > slow || !student_calls(clues, "optimize"))
        return 0;
    finding_add(clues, "build/debug", LIKELY, "source", clues->row->time, PROOF_ITS_OWN,
                clues->row->time);
    return 1;
}

// How a rule knows. The first one is the strongest.
enum knowledge {
    BY_DIGITS,      // the claim is this of its own samples or readings, digit by digit
    BY_TRACE,       // the parts of the account
    BY_PROBE,       // the device said so: an error, work left over, a count of threads
    BY_ELIMINATION, // nothing else that the code does makes it so fast or so slow
    BY_ABSENCE,     // nothing that was seen makes the claim
    BY_SIZE,        // of the factor alone
    KNOWLEDGES,
};

static const struct time_rule {
    enum knowledge knowledge;
    int (*name)(struct clues *clues);
} time_rules[] = {
    {BY_DIGITS, name_statistic},     {BY_DIGITS, name_samples},
    {BY_DIGITS, name_choice},        {BY_DIGITS, name_recorded},
    {BY_TRACE, name_account},        {BY_PROBE, name_event_error},
    {BY_PROBE, name_source_of_time}, {BY_PROBE, name_below_tick},
    {BY_PROBE, name_residual},       {BY_PROBE, name_time_of_a_call},
    {BY_PROBE, name_grid},           {BY_ELIMINATION, name_cache},
    {BY_ELIMINATION, name_debug},    {BY_ELIMINATION, name_slow_memory},
    {BY_ABSENCE, name_unmeasured},   {BY_SIZE, name_whole_factor},
};

static int name_time(struct clues *clues) {
    int named = 0;
    for (int knowledge = 0; knowledge < KNOWLEDGES && clues->count > 0 && !named; knowledge++)
        for (size_t i = 0; i < sizeof time_rules / sizeof time_rules[0]; i++)
            if ((int)time_rules[i].knowledge == knowledge)
                named |= time_rules[i].name(clues);
    return named;
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
    int proves = 0;
    name_time(&clues);
    for (int i = 0; i < findings.count; i++)
        proves |= is_proof(&clues, &findings.list[i]);
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
