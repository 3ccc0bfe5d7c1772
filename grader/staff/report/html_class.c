// html_class.c: the class's page: how the labs went, which mistakes there are, and a row
// a student that leads to the student's own page.
#include <stdlib.h>
#include <string.h>

#include "report/escape.h"
#include "report/page.h"

static void outcome_cell(FILE *out, const struct grading *g, enum language language) {
    static const char *const classes[] = {[OUTCOME_PASS] = "pass", [OUTCOME_FAIL] = "fail"};
    const char *class = g->outcome <= OUTCOME_FAIL ? classes[g->outcome] : NULL;
    char mistakes[400];
    report_mistakes(g, mistakes);
    fprintf(out, "<td class=\"%s\">%s</td><td class=\"n\">%g / %g</td><td>", class ? class : "none",
            page_outcome(g->outcome, language), g->points, g->max_points);
    escape_markup(out, mistakes);
    fputs("</td>", out);
}

struct tally {
    char mistake[48];
    int count;
};

static int more_first(const void *a, const void *b) {
    const struct tally *left = a, *right = b;
    return right->count - left->count ? right->count - left->count
                                      : strcmp(left->mistake, right->mistake);
}

static void mistakes_of_the_class(const struct report *report, FILE *out) {
    struct tally tallies[128] = {{"", 0}};
    int count = 0;
    for (int i = 0; i < report->count; i++)
        for (int f = 0; f < report->gradings[i]->finding_count; f++) {
            const char *id = report->gradings[i]->findings[f].mistake;
            int at = 0;
            while (at < count && strcmp(tallies[at].mistake, id) != 0)
                at++;
            if (at == 128)
                continue;
            if (at == count) {
                snprintf(tallies[count].mistake, sizeof tallies[count].mistake, "%s", id);
                tallies[count++].count = 0;
            }
            tallies[at].count++;
        }
    if (!count)
        return;
    qsort(tallies, (size_t)count, sizeof *tallies, more_first);
    fprintf(
        out,
        "<h2>%s</h2>\n<table><thead><tr><th>%s</th><th class=\"n\">%s</th></tr></thead><tbody>\n",
        TEXT("Mistakes, the most common first", "常见错误（按次数排序）")[report->language],
        TEXT("mistake", "错误")[report->language], TEXT("students", "学生")[report->language]);
    for (int i = 0; i < count; i++) {
        fputs("<tr><td>", out);
        escape_markup(out, tallies[i].mistake);
        fprintf(out, "</td><td class=\"n\">%d</td></tr>\n", tallies[i].count);
    }
    fputs("</tbody></table>\n", out);
}

int report_html_class(const struct report *report, FILE *out) {
    enum language language = report->language;
    int passed = 0, cannot = 0;
    char title[160];
    for (int i = 0; i < report->count; i++) {
        passed += report->gradings[i]->outcome == OUTCOME_PASS;
        cannot += report->gradings[i]->outcome == OUTCOME_CANNOT_GRADE;
    }
    snprintf(title, sizeof title, TEXT("Tare: %d of %d passed", "Tare：%d / %d 通过")[language],
             passed, report->count);
    page_begin(out, title, language);
    if (cannot)
        fprintf(out,
                TEXT("<p>%d could not be graded; they keep no zero: grade them again.</p>\n",
                     "<p>%d 份无法评分，不记零分，请重新评分。</p>\n")[language],
                cannot);
    mistakes_of_the_class(report, out);
    fprintf(out,
            "<h2>%s</h2>\n<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th>%s</th>"
            "<th>%s</th><th>%s</th><th class=\"n\">%s</th><th>%s</th></tr></thead><tbody>\n",
            TEXT("Students", "学生")[language], TEXT("student", "学生")[language],
            TEXT("lab", "实验")[language], TEXT("outcome", "结果")[language],
            TEXT("points", "分数")[language], TEXT("mistakes", "错误")[language]);
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        fputs("<tr><td><a href=\"", out);
        escape_markup(out, g->submission.id);
        fputs(".html\">", out);
        escape_markup(out, g->submission.id);
        fprintf(out, "</a></td><td>%s</td>", g->lab.folder);
        outcome_cell(out, g, language);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
    page_end(out);
    return ferror(out) ? -1 : 0;
}
