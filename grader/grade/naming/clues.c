// clues.c: what is known of one claim, how the rules ask for it, and how they add a finding.
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "naming/naming.h"
#include "naming/rules.h"

// ---- what is known -----------------------------------------------------------------------------

static const struct claim *probe_claim(const struct observed *seen, enum run_role role,
                                       const char *what) {
    for (int i = 0; i < seen->measured.run_count; i++) {
        const struct run *run = &seen->measured.runs[i];
        if (run->role == role && run_claim(run, what))
            return run_claim(run, what);
    }
    return NULL;
}

struct clues clues_gather(const struct observed *seen, const struct row *row,
                          struct findings *findings) {
    struct clues clues = {.seen = seen, .row = row, .findings = findings, .detail = ""};
    if (row) {
        clues.count = claim_pairs(seen, row->what, clues.pairs, CLUE_PAIRS);
        clues.residual = probe_claim(seen, RUN_PROBE_RESIDUAL, row->what);
    }
    clues.witness = facts_about(seen, row ? row->what : "");
    clues.source = source_read(&seen->submission);
    if (clues.source)
        sorts_declare(clues.source);
    return clues;
}

void clues_free(struct clues *clues) {
    free(clues->source);
    clues->source = NULL;
}

// ---- questions -----------------------------------------------------------------------------

int near(double value, double wanted, double tolerance) {
    return fabs(value - wanted) <= tolerance * fabs(wanted);
}

int near_exactly(double value, double wanted) {
    static const double rounding = 1e-3; // of a program's own arithmetic; not measured
    return near(value, wanted, rounding);
}

int same_number(double value, double wanted) {
    static const double digits = 1e-6; // that programs print or keep in a float; not measured
    return near(value, wanted, digits);
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

int nothing_was_left(const struct claim *probe) {
    static const double call = 5e-5; // seconds of a synchronisation by itself; not measured
    return probe->residual_seconds < call;
}

// The stopwatch saw the work, whatever ran on when the program reported.
int saw_its_work(const struct clues *clues) {
    static const double most = 0.5; // of the time that was read; not measured
    const struct account *account = clues->witness ? &clues->witness->account : NULL;
    return account && account->known && account->own > most * account->window;
}

int waited(const struct clues *clues) {
    static const double rest = 0.1; // of the work's time; not measured
    const struct claim *probe = clues->residual;
    return probe && (nothing_was_left(probe) || saw_its_work(clues) ||
                     probe->residual_seconds < rest * clues->pairs[0].reference->seconds);
}

int as_shipped(const struct clues *clues) {
    return !clues->seen->submission.attempted;
}

// An intensity may be of a part of the work: of one element, or of several runs.
double work_share(const struct claim_pair *pair) {
    return unit_kind(pair->reference->unit) == WORK_INTENSITY ? claim_share(pair) : 1;
}

struct duration lasting(double seconds) {
    return duration_exact(1e9 * seconds);
}

// ---- findings ------------------------------------------------------------------------------

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
#include "naming/words_en.def"
};
static const char *const chinese[PROOFS] = {
#include "naming/words_zh.def"
};
#undef WORD
const struct words naming_words = {PROOFS, {[ENGLISH] = english, [CHINESE] = chinese}};

// The format of the mistake's own sentence. NULL: it has no numbers of a run, and is in words.
static const char *own_proof(enum language language, const char *id, char words[EVIDENCE]) {
    const struct mistake *mistake = mistake_named(id);
    const struct mistake_words *own =
        mistake ? mistake_words(mistake, language_codes[language]) : NULL;
    if (!own || *own->says)
        return own ? own->says : "";
    text_copy(words, EVIDENCE, own->proof);
    words[0] = (char)toupper((unsigned char)words[0]);
    return NULL;
}

void finding_add(struct clues *clues, const char *mistake, enum certainty certainty,
                 const char *rule, double value, enum proof proof, ...) {
    mistake = case_of(clues, mistake);
    struct finding *finding = begin_finding(clues, mistake, certainty, rule, value);
    for (int language = 0; finding && language < LANGUAGES; language++) {
        char words[EVIDENCE];
        const char *format = proof == PROOF_ITS_OWN
                                 ? own_proof((enum language)language, mistake, words)
                                 : words_text(&naming_words, (enum language)language, proof);
        va_list arguments;
        va_start(arguments, proof);
        if (format)
            vsnprintf(words, sizeof words, format, arguments);
        va_end(arguments);
        keep_proof(finding, language, words);
    }
}

void finding_add_said(struct clues *clues, const char *mistake, enum certainty certainty,
                      const char *rule, double value, const char *const said[LANGUAGES]) {
    struct finding *finding = begin_finding(clues, case_of(clues, mistake), certainty, rule, value);
    for (int language = 0; finding && language < LANGUAGES; language++)
        keep_proof(finding, language, said[language]);
}
