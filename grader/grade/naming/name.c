// name.c: asks every rule about every claim that is not right.
#include "naming/name.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "naming/name_time.h"

int near(double value, double wanted, double tolerance) {
    return fabs(value - wanted) <= tolerance * fabs(wanted);
}

int everywhere(const struct clues *clues, int (*holds)(const struct claim_pair *pair)) {
    for (int i = 0; i < clues->count; i++)
        if (!holds(&clues->pairs[i]))
            return 0;
    return clues->count > 0;
}

int lab_teaches(const struct clues *clues, const char *mistake) {
    const char *row = clues->row ? clues->row->mistake : "";
    return strcmp(row[0] ? row : clues->grading->lab.mistake, mistake) == 0;
}

int student_calls(const struct clues *clues, const char *name) {
    const char *calls = clues->grading->submission.calls;
    size_t length = strlen(name);
    for (const char *at = strstr(calls, name); at; at = strstr(at + 1, name))
        if ((at == calls || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return 1;
    return 0;
}

static struct finding *put_down(struct clues *clues, const char *mistake) {
    struct grading *grading = clues->grading;
    const char *what = clues->row ? clues->row->what : "";
    for (int i = 0; i < grading->finding_count; i++)
        if (strcmp(grading->findings[i].mistake, mistake) == 0 &&
            strcmp(grading->findings[i].what, what) == 0)
            return NULL;
    struct finding *finding = grading_add_finding(grading, mistake);
    if (finding)
        text_copy(finding->what, sizeof finding->what, what);
    return finding;
}

static void keep_proof(struct finding *finding, int language, const char *words) {
    size_t length = text_printable(finding->proof[language], sizeof finding->proof[0] - 4, words,
                                   strlen(words));
    const char *stops[] = {language == CHINESE ? "。" : ".", language == CHINESE ? "？" : "?"};
    for (int i = 0; i < 2; i++)
        if (length >= strlen(stops[i]) &&
            strcmp(finding->proof[language] + length - strlen(stops[i]), stops[i]) == 0)
            return;
    strcat(finding->proof[language], stops[0]);
}

static struct finding *begin_finding(struct clues *clues, const char *mistake,
                                     enum certainty certainty, const char *rule, double value) {
    struct finding *finding = put_down(clues, mistake);
    if (!finding)
        return NULL;
    finding->certainty = certainty;
    finding->value = value;
    text_copy(finding->rule, sizeof finding->rule, rule);
    return finding;
}

void finding_add(struct clues *clues, const char *mistake, enum certainty certainty,
                 const char *rule, double value, const char *english, const char *chinese, ...) {
    struct finding *finding = begin_finding(clues, mistake, certainty, rule, value);
    const char *formats[LANGUAGES] = {english, chinese};
    for (int language = 0; finding && language < LANGUAGES; language++) {
        char words[240];
        va_list arguments;
        va_start(arguments, chinese);
        vsnprintf(words, sizeof words, formats[language], arguments);
        va_end(arguments);
        keep_proof(finding, language, words);
    }
}

void finding_add_said(struct clues *clues, const char *mistake, enum certainty certainty,
                      const char *rule, double value, const char *english, const char *chinese) {
    struct finding *finding = begin_finding(clues, mistake, certainty, rule, value);
    if (!finding)
        return;
    keep_proof(finding, ENGLISH, english);
    keep_proof(finding, CHINESE, chinese);
}

static const struct claim *probe_claim(const struct grading *grading, enum run_role role,
                                       const char *what) {
    for (int i = 0; i < grading->run_count; i++)
        if (grading->runs[i].role == role && run_claim(&grading->runs[i], what))
            return run_claim(&grading->runs[i], what);
    return NULL;
}

static void gather(struct clues *clues, struct grading *grading, const struct row *row) {
    memset(clues, 0, sizeof *clues);
    clues->grading = grading;
    clues->row = row;
    clues->count = claim_pairs(grading, row->what, clues->pairs, CLUE_PAIRS);
    clues->residual = probe_claim(grading, RUN_PROBE_RESIDUAL, row->what);
    clues->half = probe_claim(grading, RUN_PROBE_HALF, row->what);
    clues->witness = grading_facts(grading, row->what);
    clues->accesses = NAN;
    if (clues->count > 0 && clues->pairs[0].reference_run->count > 0)
        clues->accesses = (double)clues->pairs[0].reference->bytes /
                          (4.0 * (double)clues->pairs[0].reference_run->count);
}

static void name_row(struct grading *grading, const struct row *row) {
    struct clues clues;
    gather(&clues, grading, row);
    if (clues.count == 0)
        return;
    if (name_peak(&clues) || name_intensity(&clues))
        return;
    if (row->unit_right == OUTSIDE)
        name_unit(&clues);
    if (row->work_right == OUTSIDE)
        name_work(&clues);
    if (row->time_right == OUTSIDE)
        name_time(&clues);
}

// What was shipped is known to be wrong. A busy machine makes outliers of its own: a statistic is
// wrong where the lab is about it.
static int is_proof(const struct clues *clues, const struct finding *finding) {
    if (as_shipped(clues) && lab_teaches(clues, finding->mistake))
        return 1;
    static const char *const without_a_clock[] = {"witness",     "division",   "launch-error",
                                                  "event-error", "old-window", "grid-share",
                                                  "claim-is-sum"};
    for (size_t i = 0; i < sizeof without_a_clock / sizeof without_a_clock[0]; i++)
        if (strcmp(finding->rule, without_a_clock[i]) == 0)
            return finding->certainty == SURE;
    return strncmp(finding->mistake, "statistic/", 10) == 0 && lab_teaches(clues, finding->mistake);
}

int name_proves(struct grading *grading) {
    int proven = 0;
    for (int i = 0; i < grading->row_count; i++) {
        struct clues clues;
        struct row *row = &grading->rows[i];
        grading->finding_count = 0; // named once all is judged
        if (!row->leans)
            continue;
        gather(&clues, grading, row);
        if (name_time(&clues) && grading->finding_count > 0 &&
            is_proof(&clues, &grading->findings[grading->finding_count - 1])) {
            row->time_right = OUTSIDE;
            proven = 1;
        }
    }
    grading->finding_count = 0;
    return proven;
}

void name_mistakes(struct grading *grading) {
    grading->finding_count = 0;
    if (grading->outcome == OUTCOME_CANNOT_GRADE || grading->outcome == OUTCOME_SKIPPED)
        return;
    if (grading->stage == STAGE_RUN || grading->stage == STAGE_RESULT) {
        struct clues clues = {.grading = grading};
        clues.witness = grading_facts(grading, "");
        name_no_number(&clues);
    }
    for (int i = 0; i < grading->row_count && grading->stage == STAGE_JUDGE; i++)
        if (!grading->rows[i].right && grading->rows[i].claimed)
            name_row(grading, &grading->rows[i]);
}
