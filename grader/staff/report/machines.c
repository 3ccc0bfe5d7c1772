// machines.c: formats that programs read: JUnit XML, the Test Anything Protocol, and the summary of
// a GitHub job.
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/report.h"

// ---- JUnit: a suite a student, a case a lab. A failure is the student's; an error is ours. ---

struct counts {
    int tests, failures, errors, skipped;
    double seconds;
};

static void count(const struct grading *g, struct counts *counts) {
    counts->tests++;
    counts->failures +=
        g->judged.outcome == OUTCOME_FAIL || g->judged.outcome == OUTCOME_NOT_ATTEMPTED;
    counts->errors +=
        g->judged.outcome == OUTCOME_CANNOT_GRADE || g->judged.outcome == OUTCOME_NONE;
    counts->skipped += g->judged.outcome == OUTCOME_SKIPPED;
    counts->seconds += g->timings.total;
}

static void attributes(FILE *out, const struct counts *counts) {
    fprintf(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\" time=\"%.3f\"", counts->tests,
            counts->failures, counts->errors, counts->seconds);
}

static int one_case(const struct report *report, const struct grading *g, FILE *out) {
    static const char *const elements[] = {[OUTCOME_NONE] = "error",
                                           [OUTCOME_FAIL] = "failure",
                                           [OUTCOME_NOT_ATTEMPTED] = "failure",
                                           [OUTCOME_CANNOT_GRADE] = "error",
                                           [OUTCOME_SKIPPED] = "skipped"};
    char mistakes[400], *text = report_text(report, g);
    if (!text)
        return -1;
    report_mistakes(g, mistakes);
    fputs("  <testcase classname=\"", out);
    escape_markup(out, g->seen.lab.folder);
    fputs("\" name=\"", out);
    escape_markup(out, g->seen.submission.id[0] ? g->seen.submission.id : g->seen.lab.name);
    fprintf(out, "\" time=\"%.3f\">\n", g->timings.total);
    if (g->judged.outcome != OUTCOME_PASS) {
        fprintf(out, "   <%s", elements[g->judged.outcome]);
        if (g->judged.outcome != OUTCOME_SKIPPED) // skipped has no type
            fprintf(out, " type=\"%s\"", outcome_name(g->judged.outcome));
        fputs(" message=\"", out);
        escape_markup(out, mistakes[0] ? mistakes : outcome_name(g->judged.outcome));
        fputs("\">", out);
        escape_markup(out, text);
        fprintf(out, "</%s>\n", elements[g->judged.outcome]);
    }
    fputs("  </testcase>\n", out);
    free(text);
    return 0;
}

int report_junit(const struct report *report, FILE *out) {
    struct counts all = {0, 0, 0, 0, 0};
    for (int i = 0; i < report->count; i++)
        count(report->gradings[i], &all);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tare\"", out);
    attributes(out, &all);
    fputs(">\n", out); // no "skipped" here: Jenkins's schema has it only for a single suite
    for (int first = 0, end; first < report->count; first = end) {
        struct counts suite = {0, 0, 0, 0, 0};
        const char *id = report->gradings[first]->seen.submission.id;
        for (end = first;
             end < report->count && !strcmp(report->gradings[end]->seen.submission.id, id); end++)
            count(report->gradings[end], &suite);
        fputs(" <testsuite name=\"", out);
        escape_markup(out, id[0] ? report_name(report, id) : "tare");
        fputc('"', out);
        attributes(out, &suite);
        fprintf(out, " skipped=\"%d\">\n", suite.skipped);
        for (int i = first; i < end; i++)
            if (one_case(report, report->gradings[i], out) != 0)
                return -1;
        fputs(" </testsuite>\n", out);
    }
    fputs("</testsuites>\n", out);
    return ferror(out) ? -1 : 0;
}

// ---- TAP: a line for each grading. Version 13, because Perl's parser knows no later version. --

static void name(FILE *out, const char *text) { // '#' would begin a directive
    for (; *text; text++) {
        if (*text == '#' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
}

int report_tap(const struct report *report, FILE *out) {
    fprintf(out, "TAP version 13\n1..%d\n", report->count);
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        int passed = g->judged.outcome == OUTCOME_PASS,
            skipped = g->judged.outcome == OUTCOME_SKIPPED;
        fprintf(out, "%s %d - ", passed || skipped ? "ok" : "not ok", i + 1);
        name(out, g->seen.submission.id);
        fprintf(out, "%s%s", g->seen.submission.id[0] ? " " : "", g->seen.lab.folder);
        if (skipped)
            fputs(" # SKIP this device cannot show it", out);
        fputc('\n', out);
        if (passed || skipped)
            continue;
        char *text = report_text(report, g);
        if (!text)
            return -1;
        fprintf(out, "  ---\n  outcome: %s\n  said: |\n", outcome_name(g->judged.outcome));
        report_lines(out, "    ", text);
        fputs("  ...\n", out);
        free(text);
    }
    return ferror(out) ? -1 : 0;
}

// ---- GitHub: a table, then what each student was told ------------------------------------------

static void escape_markdown(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\n') {
            fputs("<br>", out);
            continue;
        }
        if (strchr("\\`*_{}[]()#+-.!|<>~&:@", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static const char *mark(enum outcome outcome) {
    return outcome == OUTCOME_PASS ? "✅" : outcome == OUTCOME_FAIL ? "❌" : "⚪";
}

int report_github(const struct report *report, FILE *out) {
    double most, points = report_score(report, &most);
    fprintf(out,
            "## Tare: %g / %g\n\n| | student | lab | outcome | points | mistakes |\n"
            "|---|---|---|---|---|---|\n",
            points, most);
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        char mistakes[400];
        report_mistakes(g, mistakes);
        fprintf(out, "| %s | ", mark(g->judged.outcome));
        escape_markdown(out, report_name(report, g->seen.submission.id));
        fputs(" | ", out);
        escape_markdown(out, g->seen.lab.folder);
        fprintf(out, " | %s | ", outcome_name(g->judged.outcome));
        if (report_has_points(g))
            fprintf(out, "%g / %g", g->judged.points, g->judged.max_points);
        fputs(" | ", out);
        escape_markdown(out, mistakes);
        fputs(" |\n", out);
    }
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        char *text = g->judged.outcome == OUTCOME_PASS ? NULL : report_text(report, g);
        if (!text)
            continue;
        fputs("\n<details><summary>", out);
        escape_markup(out, report_name(report, g->seen.submission.id));
        fprintf(out, " %s</summary>\n\n", g->seen.lab.folder);
        report_lines(out, "    ", text); // a code block: nothing in it is Markdown or a command
        fputs("\n</details>\n", out);
        free(text);
    }
    return ferror(out) ? -1 : 0;
}
