// say.c: expected, found, factor, name, why, read next.
#include "say/say.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/cache.h"
#include "base/text.h"
#include "base/typed.h"
#include "judge/judge.h"
#include "naming/naming.h"
#include "run/build.h"

#define WORD(name, text) [SAY_##name] = (text),
static const char *const english[SAY_WORDS] = {
#include "say/words_en.def"
};
static const char *const chinese[SAY_WORDS] = {
#include "say/words_zh.def"
};
#undef WORD
const struct words say_words = {SAY_WORDS, {[ENGLISH] = english, [CHINESE] = chinese}};

static const char red[] = "\033[31m", green[] = "\033[32m", yellow[] = "\033[33m",
                  bold[] = "\033[1m", plain[] = "\033[0m";

struct speaker {
    enum language language;
    int colour;
    enum feedback most;
    FILE *out;
};

static const char *style(const struct speaker *s, const char *code) {
    return s->colour ? code : "";
}

static const char *word(const struct speaker *s, enum say_word name) {
    return words_text(&say_words, s->language, name);
}

static void put(const struct speaker *s, enum say_word format, ...) {
    va_list values;
    va_start(values, format);
    vfprintf(s->out, word(s, format), values);
    va_end(values);
}

// Labels fill nine columns.
static void label(const struct speaker *s, enum say_word name) {
    int columns = columns_of(word(s, name));
    fprintf(s->out, "%s%s%s%*s", style(s, bold), word(s, name), style(s, plain),
            columns < 9 ? 9 - columns : 1, "");
}

void say_factor(double factor, char text[24]) {
    if (!isfinite(factor))
        text_copy(text, 24, "?");
    else if (fabs(factor) >= 0.01 && fabs(factor) < 100)
        text_format(text, 24, "%.4f", factor);
    else
        text_format(text, 24, "%.4g", factor);
}

void say_chapter(const char *id, enum language language, char text[80]) {
    const struct chapter *chapter = chapter_named(id);
    if (chapter)
        text_format(text, 80, words_text(&say_words, language, SAY_CHAPTER), chapter->number,
                    chapter_title(chapter, language_codes[language]));
    else
        text_format(text, 80, words_text(&say_words, language, SAY_NO_CHAPTER), id);
}

static const char *device_of(const struct speaker *s, const struct grading *g) {
    if (strcmp(g->seen.device, "gpu") == 0)
        return g->seen.measured.device_name[0] ? g->seen.measured.device_name : "gpu";
    return word(s, SAY_HOST_DEVICE);
}

static void first_line(const struct speaker *s, const struct grading *g) {
    static const struct {
        enum say_word word;
        const char *style;
    } outcomes[] = {
        [OUTCOME_NONE] = {SAY_NOT_GRADED, yellow},
        [OUTCOME_PASS] = {SAY_PASS, green},
        [OUTCOME_FAIL] = {SAY_FAIL, red},
        [OUTCOME_NOT_ATTEMPTED] = {SAY_AS_SHIPPED, red},
        [OUTCOME_CANNOT_GRADE] = {SAY_CANNOT_GRADE, yellow},
        [OUTCOME_SKIPPED] = {SAY_SKIPPED, yellow},
    };
    int pairs = 0;
    for (int i = 0; i < g->seen.measured.run_count; i++)
        pairs += g->seen.measured.runs[i].role == RUN_REFERENCE;
    fprintf(s->out, "%s%s %s%s  %s%s%s", style(s, bold), g->seen.lab.number, g->seen.lab.name,
            style(s, plain), style(s, outcomes[g->judged.outcome].style),
            word(s, outcomes[g->judged.outcome].word), style(s, plain));
    if (g->judged.outcome == OUTCOME_PASS || g->judged.outcome == OUTCOME_FAIL ||
        g->judged.points > 0)
        put(s, SAY_POINTS, g->judged.points, g->judged.max_points);
    if (pairs > 0)
        put(s, SAY_PAIRS, device_of(s, g), pairs, (unsigned long long)g->seen.seed);
    fputc('\n', s->out);
}

// A right quotient may come from two wrong numbers; then both numbers are printed.
static void say_work(const struct speaker *s, const struct row *row, char text[96]) {
    char flops[24], bytes[24];
    say_factor(row->work, text);
    say_factor(row->flops, flops);
    say_factor(row->bytes, bytes);
    size_t length = strlen(text);
    if (row->work_right == OUTSIDE && isfinite(row->flops))
        text_format(text + length, 96 - length, word(s, SAY_INTENSITY), flops, bytes);
}

// Without the true rate nothing is said from which it follows.
static int is_veiled(const struct row *row) {
    return row->claimed && isnan(row->expected);
}

static enum say_word veiled_time(const struct row *row) {
    return row->time_right == INSIDE      ? SAY_TIME_RIGHT
           : row->time_right == UNDECIDED ? SAY_TIME_OPEN
           : row->time > 1                ? SAY_TIME_ABOVE
                                          : SAY_TIME_BELOW;
}

// 1 when a proof speaks of nothing but the student's own numbers and the exact factors.
static int proves_by_own_numbers(const struct finding *f) {
    static const char *const rules[] = {"unit-",      "rate-",       "work-",       "claim-",
                                        "mean-",      "first-",      "event-error", "last-words",
                                        "other-unit", "upside-down", "useful-bytes"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (!strncmp(f->rule, rules[i], strlen(rules[i])))
            return 1;
    return 0;
}

static const char *proof_of(const struct speaker *s, const struct grading *g,
                            const struct finding *f) {
    for (int i = 0; i < g->judged.row_count; i++)
        if (is_veiled(&g->judged.rows[i]) && !proves_by_own_numbers(f))
            return "";
    return f->proof[s->language];
}

// Beside a factor that is printed far from 1, "right" says what it rests on: the pairs scatter.
static void say_right(const struct speaker *s, const struct grading *g, const struct row *row) {
    double tolerance = g->seen.lab.tolerance;
    fputs(style(s, green), s->out);
    if (is_veiled(row) || fabs(row->time - 1) <= tolerance ||
        row->time_high - row->time_low <= tolerance)
        put(s, SAY_RIGHT);
    else
        put(s, row->seen == SEEN_MEASURED ? SAY_RIGHT_BY_TRACE : SAY_RIGHT_BY_CALM, row->time_low,
            row->time_high);
    fputs(style(s, plain), s->out);
}

// The number, or in its place what is known, where the number is noise beside a fact.
static void say_time(const struct speaker *s, const struct grading *g, const struct row *row,
                     char text[24]) {
    int noise =
        !row->right && row->time_right == INSIDE && fabs(row->time - 1) > g->seen.lab.tolerance;
    if (noise || (g->judged.outcome == OUTCOME_FAIL && row->time_right == UNDECIDED))
        text_copy(text, 24, word(s, veiled_time(row)));
    else
        say_factor(row->time, text);
}

static void rate_line(const struct speaker *s, const struct grading *g, const struct row *row) {
    char reported[48], expected[48], unit[24], work[96], time[24];
    label(s, SAY_LABEL_RATE);
    if (g->judged.row_count > 1)
        put(s, SAY_ROW, row->what);
    if (!row->claimed) {
        put(s, SAY_NOT_REPORTED);
    } else {
        rate_text(row->reported, row->unit_name, reported);
        rate_text(row->expected, row->unit_name, expected);
        say_factor(row->unit, unit);
        say_work(s, row, work);
        say_time(s, g, row, time);
        if (is_veiled(row))
            put(s, SAY_RATE_VEILED, reported, unit, work, word(s, veiled_time(row)));
        else if (s->most == FEEDBACK_ALL || row->right)
            put(s, SAY_RATE, reported, expected, unit, work, time);
        else
            put(s, SAY_RATE_VEILED, reported, unit, work, time);
    }
    if (row->claimed && row->right)
        say_right(s, g, row);
    fputc('\n', s->out);
}

static int has_time_mistake(const struct grading *g, const struct row *row) {
    for (int i = 0; i < g->named.count; i++)
        if (strncmp(g->named.list[i].mistake, "time/", 5) == 0 &&
            strcmp(g->named.list[i].what, row->what) == 0)
            return 1;
    return 0;
}

// What the claimed time was made of, where this is why the row is not right.
static void account_lines(const struct speaker *s, const struct grading *g, const struct row *row) {
    const struct witness_facts *facts = facts_about(&g->seen, row->what);
    int judged = g->judged.outcome == OUTCOME_FAIL || g->judged.outcome == OUTCOME_NOT_ATTEMPTED;
    if (facts && judged && row->claimed && !row->right && !is_veiled(row) &&
        ((row->time_right == OUTSIDE && (row->seen != SEEN_NOT || facts->account.term_count)) ||
         has_time_mistake(g, row)))
        account_say(facts, s->most == FEEDBACK_PICTURE ? ACCOUNT_AS_QUESTION : ACCOUNT_IN_FULL,
                    s->language, s->out);
}

static void finding_lines(const struct speaker *s, const struct grading *g, const struct finding *f,
                          int with_why) {
    const struct mistake *m = mistake_named(f->mistake);
    if (!m)
        return;
    const struct mistake_words *words = mistake_words(m, language_codes[s->language]);
    label(s, f->certainty == SURE ? SAY_LABEL_MISTAKE : SAY_LABEL_PERHAPS);
    if (g->judged.row_count > 1)
        put(s, SAY_ROW, f->what);
    put(s, SAY_FINDING, style(s, red), f->mistake, style(s, plain), words->did, proof_of(s, g, f));
    if (!with_why || s->most != FEEDBACK_ALL)
        return;
    label(s, SAY_LABEL_WHY);
    put(s, SAY_WHY, words->why, words->mend);
}

static void read_line(const struct speaker *s, const struct grading *g, const struct finding *f) {
    const struct mistake *m = f ? mistake_named(f->mistake) : NULL;
    char chapter[80];
    say_chapter(m ? m->chapter : g->seen.lab.chapter, s->language, chapter);
    label(s, SAY_LABEL_READ); // the command first: at 60 columns it must not break in two
    put(s, SAY_READ, g->seen.lab.number, chapter);
}

// ---- a row that fails without a name: what decided it -------------------------------------------

static int is_named(const struct grading *g, const struct row *row) {
    for (int i = 0; i < g->named.count; i++)
        if (strcmp(g->named.list[i].what, row->what) == 0)
            return 1;
    return row->right || !row->claimed;
}

static void say_wrong_work(const struct speaker *s, const struct grading *g,
                           const struct row *row) {
    struct claim_pair pair;
    int flops = strcmp(row->unit_name, "") != 0 && unit_kind(row->unit_name) == WORK_FLOPS;
    if (is_veiled(row) || claim_pairs(&g->seen, row->what, &pair, 1) == 0) {
        put(s, SAY_WHY_WORK, row->work);
        return;
    }
    const struct claim *mine = pair.student, *ours = pair.reference;
    put(s, flops ? SAY_WHY_FLOPS : SAY_WHY_BYTES,
        (unsigned long long)(flops ? mine->flops : mine->bytes),
        (unsigned long long)(flops ? ours->flops : ours->bytes));
}

static void say_wrong_time(const struct speaker *s, const struct grading *g,
                           const struct row *row) {
    static const enum say_word seen[] = {[SEEN_NOTHING] = SAY_WHY_NOTHING,
                                         [SEEN_EMPTY] = SAY_WHY_EMPTY,
                                         [SEEN_OTHER] = SAY_WHY_OTHER};
    const struct witness_facts *facts = facts_about(&g->seen, row->what);
    double tolerance = g->seen.lab.tolerance;
    if (row->seen > SEEN_MEASURED)
        put(s, facts && facts->windows == 0 && !isfinite(facts->reading.near) &&
                       row->seen == SEEN_NOTHING
                   ? SAY_WHY_NO_CLOCK
                   : seen[row->seen]);
    else if (row->seen == SEEN_MEASURED && facts && facts->reading.like > 2 &&
             fabs(facts->reading.usual / facts->reading.value - 1) > tolerance)
        put(s, SAY_WHY_NOT_USUAL, duration_exact(facts->reading.value).text, facts->reading.like,
            duration_exact(facts->reading.usual).text);
    else if (row->seen == SEEN_MEASURED && facts && fabs(row->time - 1) <= tolerance)
        put(s, SAY_WHY_NOT_ONE_RUN, duration_exact(facts->reading.value).text, facts->kernels,
            facts->copies, duration_exact(1e9 * facts->claim_seconds).text);
    else
        put(s, row->time > 1 ? SAY_WHY_TOO_SHORT : SAY_WHY_TOO_LONG);
}

static void say_reason(const struct speaker *s, const struct grading *g, const struct row *row) {
    label(s, SAY_LABEL_MISTAKE);
    if (g->judged.row_count > 1)
        put(s, SAY_ROW, row->what);
    put(s, SAY_NOTHING_FITS);
    if (row->unit_right == OUTSIDE)
        put(s, SAY_WHY_UNIT, row->unit);
    if (row->work_right == OUTSIDE)
        say_wrong_work(s, g, row);
    if (row->time_right == OUTSIDE)
        say_wrong_time(s, g, row);
    fputc('\n', s->out);
}

static void say_findings(const struct speaker *s, const struct grading *g) {
    if (s->most == FEEDBACK_PICTURE) {
        read_line(s, g, NULL);
        return;
    }
    for (int i = 0; i < g->named.count; i++) {
        int again = 0;
        for (int k = 0; k < i; k++)
            again |= strcmp(g->named.list[k].mistake, g->named.list[i].mistake) == 0;
        finding_lines(s, g, &g->named.list[i], !again);
    }
    for (int i = 0; i < g->judged.row_count; i++)
        if (!is_named(g, &g->judged.rows[i]))
            say_reason(s, g, &g->judged.rows[i]);
    read_line(s, g, g->named.count > 0 ? &g->named.list[0] : NULL);
}

static void say_notes(const struct speaker *s, const struct grading *g, int about_naming) {
    const struct submission *sub = &g->seen.submission;
    // Where a mistake was proven without the trace, its loss is no news for the learner.
    int proven = g->named.count > 0 && g->named.list[0].certainty == SURE;
    if (about_naming && !proven && trace_is_lost(&g->seen)) {
        label(s, SAY_LABEL_NOTE);
        put(s, SAY_NO_TRACE);
    }
    if (sub->changed_count > 0 && sub->refusal == REFUSED_NOT) {
        label(s, SAY_LABEL_NOTE);
        put(s, SAY_FROZEN, sub->changed_count, sub->changed[0].line,
            sub->changed[0].theirs[0] ? sub->changed[0].theirs : word(s, SAY_TAKEN_OUT));
    }
}

// Which claims of several are open; the others are decided.
static void say_open_rows(const struct speaker *s, const struct grading *g) {
    const char *separator = "";
    if (g->judged.row_count < 2)
        return;
    put(s, SAY_OPEN_ROWS);
    for (int i = 0; i < g->judged.row_count; i++)
        if (!row_is_decided(&g->seen, &g->judged.rows[i])) {
            fprintf(s->out, "%s%s", separator, g->judged.rows[i].what);
            separator = ", ";
        }
}

// The lab's own program says what it needs (common/lab.c).
static void say_skipped(const struct speaker *s, const struct grading *g) {
    const char *needs = strstr(g->judged.detail[ENGLISH], "this lab needs ");
    int cards = 0, here = 0;
    label(s, SAY_LABEL_BECAUSE);
    if (needs && sscanf(needs, "this lab needs %d cards that reach each other; this machine has %d",
                        &cards, &here) == 2)
        put(s, SAY_TOO_FEW_CARDS, cards, here);
    else
        put(s, SAY_ONLY_A_CARD);
    label(s, SAY_LABEL_NEXT);
    fputs(typed("make next\n"), s->out);
}

// A lab about a cache, and the cache holds more than the solution reads: noise has one more cause.
static int cache_is_too_large(const struct observed *seen) {
    return strncmp(seen->lab.mistake, "cache/", 6) == 0 && strcmp(seen->device, "host") == 0 &&
           seen->last_cache > lab_memory_limit;
}

static void say_cannot(const struct speaker *s, const struct grading *g) {
    static const enum say_word reasons[] = {
        [CANNOT_CLOCK] = SAY_CANNOT_CLOCK,
        [CANNOT_NO_DEVICE] = SAY_CANNOT_NO_DEVICE,
        [CANNOT_NO_COMPILER] = SAY_CANNOT_NO_COMPILER,
        [CANNOT_REFERENCE] = SAY_CANNOT_REFERENCE,
        [CANNOT_STORE] = SAY_CANNOT_STORE,
        [CANNOT_SANDBOX] = SAY_CANNOT_SANDBOX,
        [CANNOT_LACKS] = SAY_CANNOT_LACKS,
        [CANNOT_INTERRUPTED] = SAY_CANNOT_INTERRUPTED,
    };
    label(s, SAY_LABEL_BECAUSE);
    if (g->judged.cannot == CANNOT_LACKS) {
        const char *name = strstr(g->judged.detail[ENGLISH], BUILD_LACKS);
        put(s, SAY_CANNOT_LACKS, name ? name + strlen(BUILD_LACKS) : "?");
        fputc('\n', s->out);
        return;
    }
    if (g->judged.cannot == CANNOT_NOISE && cache_is_too_large(&g->seen))
        put(s, SAY_CANNOT_CACHE, (int)(g->seen.last_cache >> 20), (int)(lab_memory_limit >> 20),
            g->seen.lab.number);
    else if (g->judged.cannot == CANNOT_NOISE)
        put(s, SAY_CANNOT_NOISE, g->seen.lab.number);
    else if (g->judged.cannot != CANNOT_NOTHING)
        put(s, reasons[g->judged.cannot]);
    if (g->judged.cannot == CANNOT_NOISE && g->judged.row_count > 0) {
        const struct row *row = &g->judged.rows[0];
        for (int i = 0; i < g->judged.row_count; i++)
            if (g->judged.rows[i].time_right == UNDECIDED)
                row = &g->judged.rows[i];
        if (!is_veiled(row) && row->pairs > 1)
            put(s, SAY_TIME_BETWEEN, row->time_low, row->time_high);
        else if (!is_veiled(row))
            put(s, SAY_ONE_RUN_ONLY, row->time);
        say_open_rows(s, g);
    } else if (g->judged.detail[s->language][0]) {
        put(s, SAY_DETAIL, g->judged.detail[s->language]);
    }
    fputc('\n', s->out);
}

static void say_build(const struct speaker *s, const struct grading *g) {
    label(s, SAY_LABEL_BUILD);
    if (g->seen.builds.student.line > 0)
        fprintf(s->out, "%s:%d:%d: ", g->seen.submission.path, g->seen.builds.student.line,
                g->seen.builds.student.column);
    fprintf(s->out, "%s%s%s\n", style(s, red), g->judged.detail[s->language], style(s, plain));
    if (g->seen.builds.student.source[0])
        fprintf(s->out, "         | %s\n", g->seen.builds.student.source);
}

static void say_run(const struct speaker *s, const struct grading *g) {
    static const enum say_word labels[] = {
        [STAGE_INTAKE] = SAY_LABEL_FILE, [STAGE_BUILD] = SAY_LABEL_BUILD,
        [STAGE_RUN] = SAY_LABEL_RUN,     [STAGE_RESULT] = SAY_LABEL_RESULT,
        [STAGE_JUDGE] = SAY_LABEL_JUDGE,
    };
    label(s, labels[g->judged.stage]);
    fprintf(s->out, "%s%s%s\n", style(s, red), g->judged.detail[s->language], style(s, plain));
    const struct run *last = g->seen.measured.run_count > 0 ? &g->seen.measured.runs[0] : NULL;
    if (last && g->judged.stage == STAGE_RESULT && strstr(last->output, "result"))
        fprintf(s->out, "         | %.*s\n", (int)strcspn(strstr(last->output, "result"), "\n"),
                strstr(last->output, "result"));
}

static void say_fault(const struct speaker *s, const struct grading *g) {
    if (g->judged.stage == STAGE_BUILD)
        say_build(s, g);
    else if (g->judged.stage != STAGE_JUDGE)
        say_run(s, g);
    if (g->judged.stage == STAGE_JUDGE || g->named.count > 0)
        say_findings(s, g);
}

void say_grading(const struct grading *g, enum language language, int colour, FILE *out) {
    say_staged(g, FEEDBACK_ALL, language, colour, out);
}

void say_staged(const struct grading *g, enum feedback most, enum language language, int colour,
                FILE *out) {
    struct speaker s = {language, colour, most, out};
    int of_a_fault = 0;
    first_line(&s, g);
    for (int i = 0; i < g->judged.row_count; i++) {
        rate_line(&s, g, &g->judged.rows[i]);
        account_lines(&s, g, &g->judged.rows[i]);
    }
    switch (g->judged.outcome) {
    case OUTCOME_CANNOT_GRADE:
        say_cannot(&s, g);
        for (int i = 0; i < g->named.count && most != FEEDBACK_PICTURE; i++)
            finding_lines(&s, g, &g->named.list[i], 0);
        break;
    case OUTCOME_SKIPPED:
        say_skipped(&s, g);
        break;
    case OUTCOME_PASS:
        label(&s, SAY_LABEL_NEXT);
        fputs(typed("make next\n"), out);
        break;
    default:
        say_fault(&s, g);
        of_a_fault = 1;
    }
    say_notes(&s, g, of_a_fault);
}
