// junit.c: a suite a student, a case a lab. A failure is the student's; an error is ours.
#include <stdlib.h>
#include <string.h>

#include "report/escape.h"
#include "report/report.h"

struct counts {
    int tests, failures, errors, skipped;
    double seconds;
};

static void count(const struct grading *g, struct counts *counts) {
    counts->tests++;
    counts->failures += g->outcome == OUTCOME_FAIL || g->outcome == OUTCOME_NOT_ATTEMPTED;
    counts->errors += g->outcome == OUTCOME_CANNOT_GRADE || g->outcome == OUTCOME_NONE;
    counts->skipped += g->outcome == OUTCOME_SKIPPED;
    counts->seconds += g->timings.total;
}

static void attributes(FILE *out, const struct counts *counts) {
    fprintf(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\" time=\"%.3f\"", counts->tests,
            counts->failures, counts->errors, counts->seconds);
}

static int one_case(const struct grading *g, enum language language, FILE *out) {
    static const char *const elements[] = {[OUTCOME_NONE] = "error",
                                           [OUTCOME_FAIL] = "failure",
                                           [OUTCOME_NOT_ATTEMPTED] = "failure",
                                           [OUTCOME_CANNOT_GRADE] = "error",
                                           [OUTCOME_SKIPPED] = "skipped"};
    char mistakes[400], *text = report_text(g, language);
    if (!text)
        return -1;
    report_mistakes(g, mistakes);
    fputs("  <testcase classname=\"", out);
    escape_markup(out, g->lab.folder);
    fputs("\" name=\"", out);
    escape_markup(out, g->submission.id[0] ? g->submission.id : g->lab.name);
    fprintf(out, "\" time=\"%.3f\">\n", g->timings.total);
    if (g->outcome != OUTCOME_PASS) {
        fprintf(out, "   <%s", elements[g->outcome]);
        if (g->outcome != OUTCOME_SKIPPED) // skipped has no type
            fprintf(out, " type=\"%s\"", outcome_name(g->outcome));
        fputs(" message=\"", out);
        escape_markup(out, mistakes[0] ? mistakes : outcome_name(g->outcome));
        fputs("\">", out);
        escape_markup(out, text);
        fprintf(out, "</%s>\n", elements[g->outcome]);
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
    fputs(">\n", out); // Jenkins's schema knows skipped of a suite only
    for (int first = 0, end; first < report->count; first = end) {
        struct counts suite = {0, 0, 0, 0, 0};
        const char *id = report->gradings[first]->submission.id;
        for (end = first; end < report->count && !strcmp(report->gradings[end]->submission.id, id);
             end++)
            count(report->gradings[end], &suite);
        fputs(" <testsuite name=\"", out);
        escape_markup(out, id[0] ? id : "tare");
        fputc('"', out);
        attributes(out, &suite);
        fprintf(out, " skipped=\"%d\">\n", suite.skipped);
        for (int i = first; i < end; i++)
            if (one_case(report->gradings[i], report->language, out) != 0)
                return -1;
        fputs(" </testsuite>\n", out);
    }
    fputs("</testsuites>\n", out);
    return ferror(out) ? -1 : 0;
}
