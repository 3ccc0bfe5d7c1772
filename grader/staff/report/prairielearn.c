// prairielearn.c: results.json of one student. A submission that was refused or does not
// build costs no attempt there.
#include <jansson.h>
#include <stdlib.h>

#include "report/report.h"

int report_prairielearn(const struct report *report, FILE *out) {
    json_t *tests = json_array(), *errors = json_array();
    double most, points = report_score(report, &most);
    int gradable = 0;
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        char *text = report_text(g, report->language);
        int judged = g->stage > STAGE_BUILD && g->outcome != OUTCOME_CANNOT_GRADE;
        gradable |= judged;
        if (!judged)
            json_array_append_new(errors, json_string(text ? text : g->lab.name));
        json_array_append_new(tests, json_pack("{s:s, s:f, s:f, s:s}", "name", g->lab.name,
                                               "points", g->points, "max_points", g->max_points,
                                               "output", text ? text : ""));
        free(text);
    }
    json_t *whole =
        json_pack("{s:b, s:f, s:o, s:o}", "gradable", gradable, "score",
                  most > 0 ? points / most : 0.0, "tests", tests, "format_errors", errors);
    int bad = !whole || json_dumpf(whole, out, JSON_INDENT(1)) != 0 || fputc('\n', out) == EOF;
    json_decref(whole);
    return bad ? -1 : 0;
}
