// csv.c: a row a student and lab, for a spreadsheet.
#include <math.h>

#include "report/escape.h"
#include "report/report.h"

static void number(FILE *out, double value) {
    fputc(',', out);
    if (isfinite(value))
        fprintf(out, "%.6g", value);
}

static void cell(FILE *out, const char *text) {
    fputc(',', out);
    escape_csv(out, text);
}

int report_csv(const struct report *report, FILE *out) {
    fputs("id,lab,outcome,points,max_points,mistakes,unit,work,time,time_low,time_high,reported,"
          "expected,rate_unit,device,device_name,sandbox,seed,seconds,sha256\n",
          out);
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        static const struct row none = {.unit = NAN,
                                        .work = NAN,
                                        .time = NAN,
                                        .time_low = NAN,
                                        .time_high = NAN,
                                        .reported = NAN,
                                        .expected = NAN};
        const struct row *row = g->row_count ? &g->rows[0] : &none;
        char mistakes[400], seed[24];
        report_mistakes(g, mistakes);
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)g->seed);
        escape_csv(out, g->submission.id);
        cell(out, g->lab.folder);
        cell(out, outcome_name(g->outcome));
        number(out, g->points);
        number(out, g->max_points);
        cell(out, mistakes);
        const double values[] = {row->unit,      row->work,     row->time,    row->time_low,
                                 row->time_high, row->reported, row->expected};
        for (size_t v = 0; v < sizeof values / sizeof *values; v++)
            number(out, values[v]);
        cell(out, row->unit_name);
        cell(out, g->device);
        cell(out, g->device_name);
        cell(out, g->sandbox);
        cell(out, seed);
        number(out, g->timings.total);
        cell(out, g->submission.sha256);
        fputc('\n', out);
    }
    return ferror(out) ? -1 : 0;
}
