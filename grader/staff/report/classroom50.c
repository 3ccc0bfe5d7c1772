// classroom50.c: result.json of one student; its scores are whole numbers.
#include <jansson.h>
#include <math.h>
#include <time.h>

#include "report/report.h"

int report_classroom50(const struct report *report, FILE *out) {
    json_t *tests = json_array();
    double most, points = report_score(report, &most);
    char when[32] = "";
    time_t now = report->count ? report->gradings[0]->when : 0;
    struct tm utc;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        json_array_append_new(tests, json_pack("{s:s, s:b, s:I, s:I, s:s}", "test-name",
                                               g->lab.name, "passed", g->outcome == OUTCOME_PASS,
                                               "score", (json_int_t)floor(g->points), "max-score",
                                               (json_int_t)floor(g->max_points), "outcome",
                                               outcome_name(g->outcome)));
    }
    json_t *whole = json_pack("{s:s, s:s, s:I, s:I, s:o}", "schema", "classroom50/result/v1",
                              "datetime", when, "score", (json_int_t)floor(points), "max-score",
                              (json_int_t)floor(most), "tests", tests);
    int bad = !whole || json_dumpf(whole, out, JSON_INDENT(1)) != 0 || fputc('\n', out) == EOF;
    json_decref(whole);
    return bad ? -1 : 0;
}
