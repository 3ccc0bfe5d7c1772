// tap.c: Test Anything Protocol, a line a grading. Version 13: Perl's parser knows no later one.
#include <stdlib.h>

#include "report/escape.h"
#include "report/report.h"

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
        int passed = g->outcome == OUTCOME_PASS, skipped = g->outcome == OUTCOME_SKIPPED;
        fprintf(out, "%s %d - ", passed || skipped ? "ok" : "not ok", i + 1);
        name(out, g->submission.id);
        fprintf(out, "%s%s", g->submission.id[0] ? " " : "", g->lab.folder);
        if (skipped)
            fputs(" # SKIP this device cannot show it", out);
        fputc('\n', out);
        if (passed || skipped)
            continue;
        char *text = report_text(g, report->language);
        if (!text)
            return -1;
        fprintf(out, "  ---\n  outcome: %s\n  said: |\n", outcome_name(g->outcome));
        escape_lines(out, "    ", text);
        fputs("  ...\n", out);
        free(text);
    }
    return ferror(out) ? -1 : 0;
}
