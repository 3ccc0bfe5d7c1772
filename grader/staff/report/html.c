// html.c: a student's page: each lab with what was said, the factors, the picture and
// what was changed.
#include <stdlib.h>

#include "base/text.h"
#include "intake/intake.h"
#include "report/escape.h"
#include "report/lines.h"
#include "report/page.h"

static void diff_line(void *context, char mark, const char *line, size_t length) {
    FILE *out = context;
    char text[512];
    text_printable(text, sizeof text, line, length);
    const char *element = mark == '+' ? "ins" : mark == '-' ? "del" : NULL;
    if (element)
        fprintf(out, "<%s>", element);
    fputc(mark, out);
    escape_markup(out, text);
    if (element)
        fprintf(out, "</%s>", element);
    fputc('\n', out);
}

// Files beside the results: "ID-LAB.fence" (theirs) and "ID-LAB.svg" (the witness's).
static char *beside(const struct report *report, const struct grading *g, const char *ending) {
    char path[1200];
    size_t length;
    if (!report->folder)
        return NULL;
    snprintf(path, sizeof path, "%s/%s-%s%s", report->folder, g->submission.id, g->lab.folder,
             ending);
    return file_read(path, 4 << 20, &length);
}

static void changes(const struct report *report, const struct grading *g, FILE *out) {
    char path[1200];
    size_t length;
    char *theirs = beside(report, g, ".fence");
    snprintf(path, sizeof path, "%s/grader/shipped/%s.fence", report->root ? report->root : ".",
             g->lab.folder);
    char *shipped = theirs ? file_read(path, SUBMISSION_LIMIT, &length) : NULL;
    if (theirs && shipped) {
        fprintf(out, "<h3>%s</h3>\n<pre tabindex=\"0\">",
                TEXT("What was changed", "修改内容")[report->language]);
        lines_differ(shipped, theirs, diff_line, out);
        fputs("</pre>\n", out);
    }
    free(theirs);
    free(shipped);
}

static int one_lab(const struct report *report, const struct grading *g, FILE *out) {
    enum language language = report->language;
    char *text = report_text(g, language);
    if (!text)
        return -1;
    char *picture = beside(report, g, ".svg");
    fprintf(out, "<section><h2>%s ", g->lab.number);
    escape_markup(out, g->lab.title[language]);
    fprintf(out, " &ndash; <span class=\"%s\">%s</span> %g / %g</h2>\n",
            g->outcome == OUTCOME_PASS   ? "pass" // NOLINT(clang-analyzer-core.NullDereference)
            : g->outcome == OUTCOME_FAIL ? "fail"
                                         : "none",
            page_outcome(g->outcome, language), g->points, g->max_points);
    for (int i = 0; i < g->row_count; i++) {
        if (g->row_count > 1) {
            fputs("<h3>", out);
            escape_markup(out, g->rows[i].what);
            fputs("</h3>\n", out);
        }
        page_factors(out, &g->rows[i], language);
    }
    fputs("<pre class=\"said\">", out);
    escape_markup(out, text);
    fputs("</pre>\n", out);
    if (picture)
        fprintf(out, "<div class=\"scroll\" tabindex=\"0\">%s</div>\n",
                picture); // drawn by the grader; names in it are escaped there
    changes(report, g, out);
    fputs("</section>\n", out);
    free(text);
    free(picture);
    return 0;
}

int report_html(const struct report *report, FILE *out) {
    double most, points = report_score(report, &most);
    char title[160];
    const struct grading *any = report->count ? report->gradings[0] : NULL;
    snprintf(title, sizeof title, "Tare%s%s: %g / %g", any && any->submission.id[0] ? ", " : "",
             any ? any->submission.id : "", points, most);
    page_begin(out, title, report->language);
    if (any) {
        fputs("<p class=\"dim\">", out);
        escape_markup(out, any->device_name);
        fputs("</p>\n", out);
    }
    for (int i = 0; i < report->count; i++)
        if (one_lab(report, report->gradings[i], out) != 0)
            return -1;
    page_end(out);
    return ferror(out) ? -1 : 0;
}
