// name.c: asks the rules about each claim that is not right.
#include "naming/name.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "naming/rules.h"

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
    return strcmp(row[0] ? row : clues->seen->lab.mistake, mistake) == 0;
}

int student_calls(const struct clues *clues, const char *name) {
    const char *calls = clues->seen->submission.calls;
    size_t length = strlen(name);
    for (const char *at = strstr(calls, name); at; at = strstr(at + 1, name))
        if ((at == calls || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return 1;
    return 0;
}

static struct finding *put_down(struct clues *clues, const char *mistake) {
    const char *what = clues->row ? clues->row->what : "";
    for (int i = 0; i < clues->findings->count; i++)
        if (strcmp(clues->findings->list[i].mistake, mistake) == 0 &&
            strcmp(clues->findings->list[i].what, what) == 0)
            return NULL;
    struct finding *finding = finding_new(clues->findings, mistake);
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

#define WORD(name, text) [PROOF_##name] = (text),
static const char *const english[PROOFS] = {
#include "naming/words_en.h"
};
static const char *const chinese[PROOFS] = {
#include "naming/words_zh.h"
};
#undef WORD
const struct words naming_words = {PROOFS, {[ENGLISH] = english, [CHINESE] = chinese}};

void finding_add(struct clues *clues, const char *mistake, enum certainty certainty,
                 const char *rule, double value, enum proof proof, ...) {
    struct finding *finding = begin_finding(clues, mistake, certainty, rule, value);
    for (int language = 0; finding && language < LANGUAGES; language++) {
        char words[PROOF];
        va_list arguments;
        va_start(arguments, proof);
        vsnprintf(words, sizeof words, words_text(&naming_words, (enum language)language, proof),
                  arguments);
        va_end(arguments);
        keep_proof(finding, language, words);
    }
}

void finding_add_said(struct clues *clues, const char *mistake, enum certainty certainty,
                      const char *rule, double value, const char *const said[LANGUAGES]) {
    struct finding *finding = begin_finding(clues, mistake, certainty, rule, value);
    for (int language = 0; finding && language < LANGUAGES; language++)
        keep_proof(finding, language, said[language]);
}

static const struct claim *probe_claim(const struct observed *seen, enum run_role role,
                                       const char *what) {
    for (int i = 0; i < seen->measured.run_count; i++) {
        const struct run *run = &seen->measured.runs[i];
        if (run->role == role && run_claim(run, what))
            return run_claim(run, what);
    }
    return NULL;
}

static struct clues gather(const struct observed *seen, const struct row *row,
                           struct findings *findings) {
    struct clues clues = {.seen = seen, .row = row, .findings = findings, .detail = ""};
    clues.count = claim_pairs(seen, row->what, clues.pairs, CLUE_PAIRS);
    clues.residual = probe_claim(seen, RUN_PROBE_RESIDUAL, row->what);
    clues.half = probe_claim(seen, RUN_PROBE_HALF, row->what);
    clues.witness = facts_about(seen, row->what);
    clues.accesses = NAN;
    if (clues.count > 0 && clues.pairs[0].reference_run->count > 0)
        clues.accesses = (double)clues.pairs[0].reference->bytes /
                         (4.0 * (double)clues.pairs[0].reference_run->count);
    return clues;
}

static void name_row(const struct observed *seen, const struct row *row,
                     struct findings *findings) {
    struct clues clues = gather(seen, row, findings);
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

// A finding that no noise of the machine can have made. The mistake of a lab as shipped is known. A
// busy machine makes outliers too, so a statistic proves something only in the labs about it.
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

int name_proves(const struct observed *seen, const struct row *row) {
    struct findings findings = {.count = 0}; // they are only asked about here, and not kept
    struct clues clues = gather(seen, row, &findings);
    return name_time(&clues) && findings.count > 0 &&
           is_proof(&clues, &findings.list[findings.count - 1]);
}

void name_mistakes(const struct observed *seen, const struct judgement *judged,
                   struct findings *findings) {
    findings->count = 0;
    if (judged->outcome == OUTCOME_CANNOT_GRADE || judged->outcome == OUTCOME_SKIPPED)
        return;
    if (judged->stage == STAGE_RUN || judged->stage == STAGE_RESULT) {
        struct clues clues = {.seen = seen,
                              .findings = findings,
                              .detail = judged->detail[ENGLISH],
                              .witness = facts_about(seen, "")};
        name_no_number(&clues);
    }
    for (int i = 0; i < judged->row_count; i++)
        if (!judged->rows[i].right && judged->rows[i].claimed)
            name_row(seen, &judged->rows[i], findings);
}
