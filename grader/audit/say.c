// say.c: the verdicts on a program's numbers: for a person, as JSON, as a JUnit report.
#include "audit/audit.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "naming/naming.h"
#include "witness/picture.h"

#define WORD(name, text) [AUDIT_##name] = (text),
static const char *const english[AUDIT_WORDS] = {
#include "audit/words_en.def"
};
static const char *const chinese[AUDIT_WORDS] = {
#include "audit/words_zh.def"
};
#undef WORD
const struct words audit_words = {AUDIT_WORDS, {[ENGLISH] = english, [CHINESE] = chinese}};

const char *audit_text(enum language language, enum audit_word name) {
    return words_text(&audit_words, language, name);
}

// ---- one number ------------------------------------------------------------------------------

static void size_text(double bytes, char *text, size_t size) {
    static const char *const names[] = {"", "k", "M", "G"};
    int unit = 0;
    for (; bytes >= 10000 && unit < 3; unit++)
        bytes /= 1e3;
    text_format(text, size, "%.6g%s%s", bytes, unit ? " " : "", names[unit]);
}

static void say_statistic(const struct tie *tie, enum language language, char *text, size_t size) {
    if (tie->of.form == READING_MEAN)
        text_format(text, size, audit_text(language, AUDIT_A_MEAN), tie->of.count);
    else
        text_format(text, size, audit_text(language, AUDIT_ONE_READING), tie->of.rank + 1,
                    tie->of.like);
}

// Of which readings the number was made, and how. "": it is one reading as it stands.
static void say_made(const struct audited *of, enum language language, char *text, size_t size) {
    const struct tie *tie = &of->time;
    char divided[40] = "";
    double by = tie->of.value / tie->value;
    text[0] = 0;
    if (!of->tied || !(of->low > 0))
        return;
    if (fabs(by - 1) > 1e-9)
        text_format(divided, sizeof divided, audit_text(language, AUDIT_DIVIDED), by);
    if (tie->of.form >= READING_SUM && tie->of.form < READING_LIBRARY) // the words' order
        text_format(text, size, audit_text(language, AUDIT_A_STATISTIC),
                    audit_text(language, AUDIT_FORM_SUM + (tie->of.form - READING_SUM)),
                    tie->of.count, duration_of(of->low).text, duration_of(of->high).text, divided);
    else if (divided[0])
        text_format(text, size, audit_text(language, AUDIT_A_QUOTIENT),
                    duration_of(tie->of.value).text, divided);
}

// The term that is named, or what the stopwatch saw.
static void say_stopwatch(const struct audited *of, enum language language, char *text,
                          size_t size) {
    static const struct account_term first_run = {"time/first-run", NAN, 0, 0};
    const struct account *account = &of->facts.account;
    for (int i = 0; i < account->term_count; i++)
        if (*of->mistake && strcmp(account->terms[i].mistake, of->mistake) == 0) {
            account_term_say(&of->facts, &account->terms[i], language, text, size);
            return;
        }
    if (strcmp(of->mistake, first_run.mistake) == 0) // it never ran again, so no term has a factor
        account_term_say(&of->facts, &first_run, language, text, size);
    else
        witness_sentence(&of->facts, language, text, size);
}

static void say_more(char *text, size_t size, const char *more) {
    size_t length = strlen(text);
    text_format(text + length, size - length, "%s%s", length && *more ? " " : "", more);
}

// The stopwatch's own sentence, with what the number is made of before it.
static void say_account(const struct audited *of, enum language language, char *text, size_t size) {
    char saw[400];
    say_made(of, language, text, size);
    if (text[0] && of->verdict == VERDICT_RIGHT)
        return;
    if (text[0] && of->time.of.form != READING_ONE && of->facts.account.windows < 2)
        say_more(text, size, audit_text(language, AUDIT_ONE_OF_THEM));
    say_stopwatch(of, language, saw, sizeof saw);
    say_more(text, size, saw);
}

// Why the verdict is what it is, in a sentence.
static void say_why(const struct audited *of, enum language language, char *text, size_t size) {
    const char *words = of->why == WHY_NOTHING
                            ? ""
                            : audit_text(language, AUDIT_NOT_TIED + (enum audit_word)of->why);
    const struct account *account = &of->facts.account;
    char first[80], second[40];
    switch (of->why) {
    case WHY_LUCK:
        text_format(text, size, words, (int)lround(100 * of->luck));
        break;
    case WHY_IF_WORK:
        size_text(of->work.work, first, sizeof first);
        size_text(of->work.base, second, sizeof second);
        text_format(text, size, words, first, of->work.multiple, second);
        break;
    case WHY_WEIGHED:
    case WHY_WEIGHED_OPERATIONS:
    case WHY_WEIGHED_CACHE:
        size_text(of->weighed, first, sizeof first);
        size_text(of->work.work, second, sizeof second);
        text_format(text, size, words, first, second);
        break;
    case WHY_UNIT:
        text_format(text, size, words, of->work.factor);
        break;
    case WHY_NOT_MEDIAN:
    case WHY_NOT_MEAN:
        say_statistic(&of->time, language, first, sizeof first);
        text_format(text, size, words, first);
        break;
    case WHY_MODEL:
        text_format(text, size, words, of->facts.kernel, of->work.multiple);
        break;
    case WHY_COUNT:
        text_format(text, size, words, of->work.multiple);
        break;
    case WHY_RATIO:
        text_format(text, size, words, of->over->printed->number, of->over->printed->unit_name,
                    of->under->printed->number, of->under->printed->unit_name);
        break;
    case WHY_OWN_WORK:
        text_format(text, size, words, duration_of(account->window).text,
                    duration_of(account->beside).text, duration_of(account->own).text);
        break;
    case WHY_OTHERS:
        text_format(text, size, words, duration_of(account->window).text,
                    duration_of(account->part[PART_OTHERS]).text);
        break;
    case WHY_SAID:
    case WHY_SERIES:
    case WHY_THREADS:
    case WHY_NOTHING:
        say_account(of, language, text, size);
        say_more(text, size, words);
        break;
    default:
        text_copy(text, size, words);
    }
}

static int has_mistake(const struct audited *of) {
    return of->mistake[0] && of->verdict >= VERDICT_SUSPECT;
}

// The mistake in the catalogue's words; 0: none.
static int say_mistake(const struct audited *of, enum language language, char *text, size_t size) {
    const struct mistake *mistake = has_mistake(of) ? mistake_named(of->mistake) : NULL;
    if (!mistake)
        return 0;
    text_format(text, size,
                audit_text(language, of->verdict == VERDICT_WRONG ? AUDIT_MISTAKE : AUDIT_PERHAPS),
                of->mistake, mistake_words(mistake, language_codes[language])->did);
    return 1;
}

// ---- for a person ----------------------------------------------------------------------------

static const char *style(const struct audit_report *report, enum verdict verdict) {
    static const char *const codes[VERDICTS] = {"\033[2m",  "\033[32m", "\033[36m",
                                                "\033[36m", "\033[33m", "\033[31m"};
    return report->colour ? codes[verdict] : "";
}

// 1: a number before it was made of the same time, so its account stands there.
static int is_told(const struct audit_report *report, const struct audited *of) {
    for (const struct audited *before = report->of; before < of; before++)
        if (before->verdict >= VERDICT_SUSPECT && before->facts.account.term_count > 0 &&
            before->facts.begin == of->facts.begin && before->facts.end == of->facts.end &&
            before->facts.claim_seconds == of->facts.claim_seconds)
            return 1;
    return 0;
}

static void say_one(const struct audit_report *report, const struct audited *of, FILE *out) {
    const struct printed *printed = of->printed;
    char verdict[40], text[700];
    text_copy(
        verdict, sizeof verdict,
        audit_text(report->language, AUDIT_VERDICT_CANNOT_TELL + (enum audit_word)of->verdict));
    int gap = 12 - columns_of(verdict);
    fprintf(out, "%s%s%s%*s %s %s  ", style(report, of->verdict), verdict,
            report->colour ? "\033[0m" : "", gap > 0 ? gap : 1, "", printed->number,
            printed->unit_name);
    fprintf(out, audit_text(report->language, AUDIT_LINE), printed->line);
    fprintf(out, "  %s\n", printed->label);
    if (say_mistake(of, report->language, text, sizeof text))
        print_wrapped(text, report->width, 13, out);
    say_why(of, report->language, text, sizeof text);
    print_wrapped(text, report->width, 13, out);
    if (of->verdict >= VERDICT_SUSPECT)
        print_wrapped(audit_text(report->language, of->proof == EVIDENCE_TRACE ? AUDIT_PROOF_TRACE
                                                                               : AUDIT_PROOF_WORDS),
                      report->width, 13, out);
    if (of->verdict >= VERDICT_SUSPECT && of->facts.account.term_count > 0 && !is_told(report, of))
        account_say(&of->facts, ACCOUNT_IN_FULL, report->language, out);
    if (!isnan(of->truth) && of->verdict >= VERDICT_SUSPECT) {
        text_format(text, sizeof text, audit_text(report->language, AUDIT_TRUTH), of->truth,
                    printed->unit_name);
        print_wrapped(text, report->width, 13, out);
    }
}

int audit_counts(const struct audit_report *report, int counts[VERDICTS]) {
    memset(counts, 0, VERDICTS * sizeof *counts);
    for (size_t i = 0; i < report->numbers->count; i++)
        counts[report->of[i].verdict]++;
    return (int)report->numbers->count;
}

const struct audited *audit_worst(const struct audit_report *report) {
    const struct audited *worst = NULL;
    for (size_t i = 0; i < report->numbers->count; i++)
        if (report->of[i].facts.known && (!worst || report->of[i].verdict > worst->verdict))
            worst = &report->of[i];
    return worst;
}

void audit_say_refused(const struct trace *trace, enum language language, int width, FILE *out) {
    struct refused refused = launches_refused(trace, 0, UINT64_MAX);
    char text[400];
    if (!refused.count)
        return;
    text_format(text, sizeof text, audit_text(language, AUDIT_REFUSED_LAUNCHES), refused.count,
                refused.all, refused.first->name, refused.first->result);
    print_wrapped(text, width, 0, out);
}

void audit_say(const struct audit_report *report, FILE *out) {
    int counts[VERDICTS];
    char text[300];
    audit_counts(report, counts);
    fputc('\n', out);
    audit_say_refused(report->view->trace, report->language, report->width, out);
    for (size_t i = 0; i < report->numbers->count; i++)
        say_one(report, &report->of[i], out);
    const struct audited *worst = audit_worst(report);
    if (worst && worst->verdict >= VERDICT_SUSPECT) {
        struct drawing drawing = {.width = report->width,
                                  .ascii = report->ascii,
                                  .colour = report->colour,
                                  .language = report->language,
                                  .device = report->device,
                                  .program = report->program};
        fputc('\n', out);
        draw_text(report->view, &worst->facts, &drawing, out);
    }
    text_format(text, sizeof text, audit_text(report->language, AUDIT_SUMMARY),
                report->numbers->count, counts[VERDICT_RIGHT], counts[VERDICT_TIME_RIGHT],
                counts[VERDICT_NOTE], counts[VERDICT_SUSPECT], counts[VERDICT_WRONG],
                counts[VERDICT_CANNOT_TELL]);
    fprintf(out, "\n%s\n", text);
    if (report->numbers->left_out) {
        fprintf(out, audit_text(report->language, AUDIT_LEFT_OUT), report->numbers->left_out,
                MOST_PRINTED);
        fputc('\n', out);
    }
    fprintf(out, "%s\n", audit_text(report->language, AUDIT_WATCHED));
}

// ---- for a program ---------------------------------------------------------------------------

static json_t *number_or_null(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *json_of_account(const struct account *account) {
    json_t *json = json_object(), *terms = json_array();
    json_object_set_new(json, "window_ns", json_real(account->window));
    json_object_set_new(json, "runs", json_real(account->runs));
    for (int i = 0; i < ACCOUNT_PARTS; i++)
        json_object_set_new(json, account_part_name((enum account_part)i),
                            json_real(account->part[i]));
    for (int i = 0; i < account->term_count; i++)
        json_array_append_new(
            terms, json_pack("{s:s, s:o, s:b, s:i}", "mistake", account->terms[i].mistake, "factor",
                             number_or_null(account->terms[i].factor), "exact",
                             account->terms[i].exact, "set", account->terms[i].set));
    json_object_set_new(json, "terms", terms);
    return json;
}

static json_t *json_of_one(const struct audited *of) {
    static const char *const proofs[EVIDENCES] = {"none", "words", "trace"};
    static const char *const made[] = {"whole", "run", "part", "twice", "scaled"};
    const struct printed *printed = of->printed;
    char why[700];
    say_why(of, ENGLISH, why, sizeof why);
    json_t *json = json_pack("{s:i, s:i, s:s, s:s, s:f, s:s, s:s, s:s, s:b, s:s, s:f}", "line",
                             printed->line, "column", printed->column, "label", printed->label,
                             "text", printed->number, "value", printed->value, "unit",
                             printed->unit_name, "verdict", verdict_name(of->verdict), "mistake",
                             has_mistake(of) || of->verdict == VERDICT_NOTE ? of->mistake : "",
                             "tied", of->tied, "why", why, "luck", of->luck);
    if (!json)
        return NULL;
    json_object_set_new(json, "true", number_or_null(of->truth));
    json_object_set_new(json, "proof", json_string(proofs[of->proof]));
    if (of->tied && !of->over)
        json_object_set_new(json, "reading",
                            json_pack("{s:s, s:s, s:i, s:f, s:f}", "form",
                                      reading_form_name(of->time.of.form), "made",
                                      made[of->time.made], "count", of->time.of.count, "runs",
                                      of->time.of.runs, "seconds", of->time.value / 1e9));
    if (of->tied && of->work.how != WORK_UNSEEN)
        json_object_set_new(json, "work",
                            json_pack("{s:f, s:f, s:f, s:f}", "of_one_run", of->work.work,
                                      "multiple", of->work.multiple, "of", of->work.base,
                                      "unit_factor", of->work.factor));
    if (of->facts.known)
        json_object_set_new(
            json, "window",
            json_pack("{s:s, s:s, s:s, s:f, s:i, s:f, s:f, s:i, s:f, s:f}", "kind",
                      of->facts.kind == WINDOW_EVENTS ? "events" : "host", "finding",
                      witness_finding_name(of->facts.finding), "kernel", of->facts.kernel,
                      "seconds", of->facts.window_ns / 1e9, "kernels", of->facts.kernels,
                      "kernel_seconds", of->facts.kernel_ns / 1e9, "busy_seconds",
                      of->facts.busy_ns / 1e9, "copies", of->facts.copies, "copy_seconds",
                      of->facts.copy_ns / 1e9, "begin_us", (double)of->facts.begin / 1e3));
    if (of->facts.account.known)
        json_object_set_new(json, "account", json_of_account(&of->facts.account));
    return json;
}

int audit_json(const struct audit_report *report, FILE *out) {
    int counts[VERDICTS];
    audit_counts(report, counts);
    json_t *numbers = json_array(), *verdicts = json_object();
    for (size_t i = 0; i < report->numbers->count; i++)
        json_array_append_new(numbers, json_of_one(&report->of[i]));
    for (int i = 0; i < VERDICTS; i++)
        json_object_set_new(verdicts, verdict_name((enum verdict)i), json_integer(counts[i]));
    json_t *json =
        json_pack("{s:i, s:s, s:s, s:i, s:s, s:I, s:o, s:o}", "version", 1, "program",
                  report->program, "device", report->device, "exit_code", report->heard->code,
                  "trace_sha256", report->sha256, "left_out", (json_int_t)report->numbers->left_out,
                  "verdicts", verdicts, "numbers", numbers);
    struct refused refused = launches_refused(report->view->trace, 0, UINT64_MAX);
    json_object_set_new(json, "refused_launches", json_integer(refused.count));
    int done = json && json_dumpf(json, out, JSON_INDENT(1) | JSON_REAL_PRECISION(12)) == 0;
    json_decref(json);
    fputc('\n', out);
    return done;
}

static void cell(const char *text, FILE *out) {
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text == '\n' ? ' ' : *text);
    fputc('"', out);
}

void audit_csv(const struct audit_report *report, FILE *out) {
    char why[700];
    fputs("line,verdict,mistake,unit,number,why\n", out);
    for (size_t i = 0; i < report->numbers->count; i++) {
        const struct audited *of = &report->of[i];
        say_why(of, report->language, why, sizeof why);
        fprintf(out, "%d,%s,%s,%s,%.17g,", of->printed->line, verdict_name(of->verdict),
                has_mistake(of) || of->verdict == VERDICT_NOTE ? of->mistake : "",
                of->printed->unit_name, of->printed->value);
        cell(why, out);
        fputc('\n', out);
    }
}

void audit_junit(const struct audit_report *report, enum verdict fail_on, FILE *out) {
    int failed = 0;
    char why[700], name[160];
    for (size_t i = 0; i < report->numbers->count; i++)
        failed += report->of[i].verdict >= fail_on;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuite name=\"tare audit\" tests=\"%zu\" failures=\"%d\">\n",
            report->numbers->count, failed);
    for (size_t i = 0; i < report->numbers->count; i++) {
        const struct audited *of = &report->of[i];
        say_why(of, report->language, why, sizeof why);
        text_format(name, sizeof name, "%d: %s %s %s", of->printed->line, of->printed->label,
                    of->printed->number, of->printed->unit_name);
        fputs("  <testcase name=\"", out);
        escape_markup(out, name);
        fputs("\">", out);
        const char *element = of->verdict >= fail_on               ? "failure"
                              : of->verdict == VERDICT_CANNOT_TELL ? "skipped"
                                                                   : "system-out";
        fprintf(out, of->verdict >= fail_on ? "<%s message=\"%s %s\">" : "<%s>", element,
                verdict_name(of->verdict), of->mistake);
        escape_markup(out, why);
        fprintf(out, "</%s></testcase>\n", element);
    }
    fputs("</testsuite>\n", out);
}
