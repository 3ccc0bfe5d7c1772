// json.c: every grading whole.
#include <jansson.h>

#include "report/report.h"

int report_json(const struct report *report, FILE *out) {
    json_t *list = json_array();
    for (int i = 0; i < report->count; i++)
        json_array_append_new(list, grading_to_json(report->gradings[i]));
    json_t *whole = json_pack("{s:s, s:o}", "schema", "tare-class/1", "gradings", list);
    int bad = !whole || json_dumpf(whole, out, JSON_INDENT(1)) != 0 || fputc('\n', out) == EOF;
    json_decref(whole);
    return bad ? -1 : 0;
}
