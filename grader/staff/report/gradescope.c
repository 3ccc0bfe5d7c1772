// gradescope.c: results.json of one student, a test a lab.
#include <jansson.h>
#include <stdlib.h>

#include "report/report.h"

static json_t *one_test(const struct grading *g, enum language language) {
    char *text = report_text(g, language);
    json_t *test =
        json_pack("{s:s, s:s, s:f, s:f, s:s, s:s, s:s, s:s, s:{s:s, s:s}}", "number", g->lab.number,
                  "name", g->lab.name, "score", g->points, "max_score", g->max_points, "status",
                  g->outcome == OUTCOME_PASS ? "passed" : "failed", "output", text ? text : "",
                  "output_format", "text", "visibility", "visible", "extra_data", "outcome",
                  outcome_name(g->outcome), "sha256", g->submission.sha256);
    free(text);
    return test;
}

int report_gradescope(const struct report *report, FILE *out) {
    double most, seconds = 0;
    json_t *tests = json_array();
    for (int i = 0; i < report->count; i++) {
        json_array_append_new(tests, one_test(report->gradings[i], report->language));
        seconds += report->gradings[i]->timings.total;
    }
    const struct grading *any = report->count ? report->gradings[0] : NULL;
    json_t *whole = json_pack(
        "{s:f, s:i, s:s, s:s, s:s, s:s, s:o, s:{s:s, s:s}}", "score", report_score(report, &most),
        "execution_time", (int)(seconds + 0.5), "output", any ? any->device_name : "",
        "output_format", "text", "visibility", "visible", "stdout_visibility", "hidden", "tests",
        tests, "extra_data", "schema", "tare-class/1", "sandbox", any ? any->sandbox : "");
    int bad = !whole || json_dumpf(whole, out, JSON_INDENT(1)) != 0 || fputc('\n', out) == EOF;
    json_decref(whole);
    return bad ? -1 : 0;
}
