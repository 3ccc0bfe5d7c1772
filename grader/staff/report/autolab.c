// autolab.c: what each lab was told, then the line that Autolab reads: the last one.
#include <jansson.h>
#include <stdlib.h>

#include "report/escape.h"
#include "report/report.h"

int report_autolab(const struct report *report, FILE *out) {
    json_t *scores = json_object();
    double most, total = report_score(report, &most);
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        char *text = report_text(g, report->language);
        if (text)
            escape_lines(out, "| ", text);
        free(text);
        json_object_set_new(scores, g->lab.name, json_real(g->points));
    }
    json_t *last = json_pack("{s:o, s:[f]}", "scores", scores, "scoreboard", total);
    int bad = !last || json_dumpf(last, out, 0) != 0 || fputc('\n', out) == EOF;
    json_decref(last);
    return bad ? -1 : 0;
}
