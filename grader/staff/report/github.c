// github.c: a job summary in Markdown: a table, then what each student was told.
#include <stdlib.h>

#include "report/escape.h"
#include "report/report.h"

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
        fprintf(out, "| %s | ", mark(g->outcome));
        escape_markdown(out, g->submission.id);
        fputs(" | ", out);
        escape_markdown(out, g->lab.folder);
        fprintf(out, " | %s | %g / %g | ", outcome_name(g->outcome), g->points, g->max_points);
        escape_markdown(out, mistakes);
        fputs(" |\n", out);
    }
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        char *text = g->outcome == OUTCOME_PASS ? NULL : report_text(g, report->language);
        if (!text)
            continue;
        fputs("\n<details><summary>", out);
        escape_markup(out, g->submission.id);
        fprintf(out, " %s</summary>\n\n", g->lab.folder);
        escape_lines(out, "    ", text); // a code block: nothing in it is Markdown or a command
        fputs("\n</details>\n", out);
        free(text);
    }
    return ferror(out) ? -1 : 0;
}
