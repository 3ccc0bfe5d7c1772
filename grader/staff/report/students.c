// students.c: one student's file for a course's system: Gradescope, Autolab, PrairieLearn,
// Classroom 50. A submission that could not be graded has no score, because a zero would count.
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "report/report.h"

// Prints the value and frees it.
static int print_json(json_t *whole, size_t style, FILE *out) {
    int bad = !whole || json_dumpf(whole, out, style) != 0 || fputc('\n', out) == EOF;
    json_decref(whole);
    return bad ? -1 : 0;
}

// When a test has no score, Gradescope ends the run with an error, which the staff see; the student
// reads the output.
static json_t *gradescope_test(const struct report *report, const struct grading *g) {
    char *text = report_text(report, g);
    json_t *test =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:{s:s, s:s}}", "number", g->seen.lab.number, "name",
                  g->seen.lab.name, "output", text ? text : "", "output_format", "text",
                  "visibility", "visible", "extra_data", "outcome", outcome_name(g->judged.outcome),
                  "sha256", g->seen.submission.sha256);
    if (report_has_points(g)) {
        json_object_set_new(test, "score", json_real(g->judged.points));
        json_object_set_new(test, "max_score", json_real(g->judged.max_points));
        json_object_set_new(test, "status",
                            json_string(g->judged.outcome == OUTCOME_PASS ? "passed" : "failed"));
    }
    free(text);
    return test;
}

int report_gradescope(const struct report *report, FILE *out) {
    double most, seconds = 0, points = report_score(report, &most);
    json_t *tests = json_array();
    for (int i = 0; i < report->count; i++) {
        json_array_append_new(tests, gradescope_test(report, report->gradings[i]));
        seconds += report->gradings[i]->timings.total;
    }
    const struct grading *any = report->count ? report->gradings[0] : NULL;
    const char *not_graded =
        words_text(&report_words, report->language, REPORT_GRADESCOPE_NOT_GRADED);
    int graded = report_is_graded(report);
    json_t *whole = json_pack("{s:i, s:s, s:s, s:s, s:s, s:o, s:{s:s, s:s}}", "execution_time",
                              (int)(seconds + 0.5), "output",
                              !graded ? not_graded
                              : any   ? any->seen.measured.device_name
                                      : "",
                              "output_format", "text", "visibility", "visible", "stdout_visibility",
                              "hidden", "tests", tests, "extra_data", "schema", "tare-class/1",
                              "sandbox", any ? any->seen.sandbox : "");
    if (graded)
        json_object_set_new(whole, "score", json_real(points));
    return print_json(whole, JSON_INDENT(1), out);
}

// Autolab reads the scores from the last line.
int report_autolab(const struct report *report, FILE *out) {
    json_t *scores = json_object();
    double most, total = report_score(report, &most);
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        char *text = report_text(report, g);
        if (text)
            report_lines(out, "| ", text);
        free(text);
        if (report_has_points(g))
            json_object_set_new(scores, g->seen.lab.name, json_real(g->judged.points));
    }
    return print_json(json_pack("{s:o, s:[f]}", "scores", scores, "scoreboard", total), 0, out);
}

// A submission that was refused, or does not build, costs no attempt in PrairieLearn.
int report_prairielearn(const struct report *report, FILE *out) {
    json_t *tests = json_array(), *errors = json_array();
    double most, points = report_score(report, &most);
    int gradable = 0;
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        char *text = report_text(report, g);
        int judged = g->judged.stage > STAGE_BUILD && report_has_points(g);
        gradable |= judged;
        if (!judged)
            json_array_append_new(errors, json_string(text ? text : g->seen.lab.name));
        json_t *test =
            json_pack("{s:s, s:s}", "name", g->seen.lab.name, "output", text ? text : "");
        if (report_has_points(g)) {
            json_object_set_new(test, "points", json_real(g->judged.points));
            json_object_set_new(test, "max_points", json_real(g->judged.max_points));
        }
        json_array_append_new(tests, test);
        free(text);
    }
    gradable &= report_is_graded(report);
    return print_json(json_pack("{s:b, s:f, s:o, s:o}", "gradable", gradable, "score",
                                gradable && most > 0 ? points / most : 0.0, "tests", tests,
                                "format_errors", errors),
                      JSON_INDENT(1), out);
}

// Classroom 50 takes whole numbers.
int report_classroom50(const struct report *report, FILE *out) {
    json_t *tests = json_array();
    double most, points = report_score(report, &most);
    char when[32] = "";
    time_t now = report->count ? report->gradings[0]->seen.when : 0;
    struct tm utc;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        json_t *test = json_pack("{s:s, s:b, s:s}", "test-name", g->seen.lab.name, "passed",
                                 g->judged.outcome == OUTCOME_PASS, "outcome",
                                 outcome_name(g->judged.outcome));
        if (report_has_points(g)) {
            json_object_set_new(test, "score", json_integer((json_int_t)floor(g->judged.points)));
            json_object_set_new(test, "max-score",
                                json_integer((json_int_t)floor(g->judged.max_points)));
        }
        json_array_append_new(tests, test);
    }
    json_t *whole = json_pack("{s:s, s:s, s:o}", "schema", "classroom50/result/v1", "datetime",
                              when, "tests", tests);
    if (report_is_graded(report)) {
        json_object_set_new(whole, "score", json_integer((json_int_t)floor(points)));
        json_object_set_new(whole, "max-score", json_integer((json_int_t)floor(most)));
    }
    return print_json(whole, JSON_INDENT(1), out);
}

int report_json(const struct report *report, FILE *out) {
    json_t *list = json_array(), *left_out = json_array();
    for (int i = 0; i < report->count; i++)
        json_array_append_new(list, grading_to_json(report->gradings[i]));
    for (int i = 0; i < report->left_out.count; i++)
        json_array_append_new(left_out,
                              json_pack("{s:s, s:s}", "file", report->left_out.all[i].name, "why",
                                        report->left_out.all[i].why));
    return print_json(json_pack("{s:s, s:o, s:o}", "schema", "tare-class/1", "gradings", list,
                                "left_out", left_out),
                      JSON_INDENT(1), out);
}
