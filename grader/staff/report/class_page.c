// class_page.c: the page of the class: how the labs went, which mistakes were made, and one row for
// each student with a link to the student's page.
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/report.h"

// A table's head: titles to REPORT_WORDS; `numbers` is the column that holds numbers, or -1.
static void table_begin(const struct report *report, const enum report_word *titles, int numbers,
                        FILE *out) {
    fputs("<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>", out);
    for (int i = 0; titles[i] != REPORT_WORDS; i++)
        fprintf(out, "<th%s>%s</th>", i == numbers ? " class=\"n\"" : "",
                report_says(report, titles[i]));
    fputs("</tr></thead><tbody>\n", out);
}

static void table_end(FILE *out) {
    fputs("</tbody></table></div>\n", out);
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
    static const enum report_word head[] = {REPORT_HEAD_MISTAKE, REPORT_HEAD_COUNT, REPORT_WORDS};
    struct tally tallies[128] = {{"", 0}};
    int count = 0;
    for (int i = 0; i < report->count; i++)
        for (int f = 0; f < report->gradings[i]->named.count; f++) {
            const char *id = report->gradings[i]->named.list[f].mistake;
            int at = 0;
            while (at < count && strcmp(tallies[at].mistake, id) != 0)
                at++;
            if (at == 128)
                continue;
            if (at == count)
                text_copy(tallies[count++].mistake, sizeof tallies[0].mistake, id);
            tallies[at].count++;
        }
    if (!count)
        return;
    qsort(tallies, (size_t)count, sizeof *tallies, more_first);
    fprintf(out, "<h2>%s</h2>\n", report_says(report, REPORT_CLASS_MISTAKES));
    table_begin(report, head, 1, out);
    for (int i = 0; i < count; i++) {
        fputs("<tr><td>", out);
        escape_markup(out, tallies[i].mistake);
        fprintf(out, "</td><td class=\"n\">%d</td></tr>\n", tallies[i].count);
    }
    table_end(out);
}

static void students(const struct report *report, FILE *out) {
    static const enum report_word head[] = {REPORT_HEAD_STUDENT,  REPORT_HEAD_LAB,
                                            REPORT_HEAD_OUTCOME,  REPORT_HEAD_POINTS,
                                            REPORT_HEAD_MISTAKES, REPORT_WORDS};
    fprintf(out, "<h2>%s</h2>\n", report_says(report, REPORT_CLASS_STUDENTS));
    table_begin(report, head, 3, out);
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        char mistakes[400];
        report_mistakes(g, mistakes);
        fputs("<tr><td><a href=\"", out);
        escape_markup(out, g->seen.submission.id);
        fputs(".html\">", out);
        escape_markup(out, report_name(report, g->seen.submission.id));
        fprintf(out, "</a></td><td>%s</td><td>", g->seen.lab.folder);
        page_outcome(report, g, out);
        fputs("</td><td class=\"n\">", out);
        page_points(g, out);
        fputs("</td><td>", out);
        escape_markup(out, mistakes);
        fputs("</td></tr>\n", out);
    }
    table_end(out);
}

static void left_out(const struct report *report, FILE *out) {
    static const enum report_word head[] = {REPORT_HEAD_FILE, REPORT_HEAD_WHY, REPORT_WORDS};
    if (!report->left_out.count)
        return;
    fprintf(out, "<h2>%s</h2>\n", report_says(report, REPORT_CLASS_LEFT_OUT));
    table_begin(report, head, -1, out);
    for (int i = 0; i < report->left_out.count; i++) {
        fputs("<tr><td>", out);
        escape_markup(out, report->left_out.all[i].name);
        fputs("</td><td>", out);
        escape_markup(out, report->left_out.all[i].why);
        fputs("</td></tr>\n", out);
    }
    table_end(out);
}

int report_html_class(const struct report *report, FILE *out) {
    int passed = 0, cannot = 0;
    char title[160];
    for (int i = 0; i < report->count; i++) {
        passed += report->gradings[i]->judged.outcome == OUTCOME_PASS;
        cannot += report->gradings[i]->judged.outcome == OUTCOME_CANNOT_GRADE;
    }
    snprintf(title, sizeof title, report_says(report, REPORT_CLASS_TITLE), passed, report->count);
    page_begin(report, title, out);
    if (cannot) {
        fputs("<p>", out);
        fprintf(out, report_says(report, REPORT_CLASS_CANNOT), cannot);
        fputs("</p>\n", out);
    }
    left_out(report, out);
    mistakes_of_the_class(report, out);
    students(report, out);
    page_end(out);
    return ferror(out) ? -1 : 0;
}
