// report.h: what a class's gradings become: one model, one writer a format.
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdio.h>

#include "grading/grading.h"

struct report {
    struct grading **gradings; // by student, then by lab
    int count;
    enum language language;
    const char *root;   // the workbook; NULL: here
    const char *folder; // of results, where pictures and fences lie beside; NULL: none
};

// Reads every "*.json" grading of a results folder. 0, or -1 and why.
int report_read(const char *folder, struct report *report, char why[200]);
int report_add(struct report *report, struct grading *grading); // takes it; 0, or -1
void report_sort(struct report *report);
void report_free(struct report *report);

// What the learner is told about one grading, plain, as one string of lines. Freed by
// the caller; NULL when memory is out.
char *report_text(const struct grading *grading, enum language language);
// The ids of its findings, one blank between; "" for none.
void report_mistakes(const struct grading *grading, char mistakes[400]);
double report_score(const struct report *report, double *most); // sums of points

typedef int report_writer(const struct report *report, FILE *out); // 0, or -1
struct report_format {
    const char *name; // of the option: --junit FILE
    report_writer *write;
    int one_student; // it holds the gradings of one
    const char *what;
};
extern const struct report_format report_formats[]; // ends with a NULL name
const struct report_format *report_format_named(const char *name);

// Written beside and renamed, so that a reader finds a whole file or the old one.
int report_write(const struct report *report, const struct report_format *format, const char *path,
                 char why[200]);

report_writer report_json, report_csv, report_junit, report_gradescope, report_autolab,
    report_prairielearn, report_classroom50, report_github, report_tap, report_html,
    report_html_class;

// Canvas's or Moodle's own export, with the grades of one lab filled in. Rows that match
// nobody stay as they are; the counts come back. 0, or -1 and why.
enum gradebook { GRADEBOOK_CANVAS, GRADEBOOK_MOODLE };
struct gradebook_counts {
    int filled, unmatched_rows, unmatched_gradings;
};
int report_gradebook(const struct report *report, enum gradebook kind, const char *lab, FILE *in,
                     FILE *out, struct gradebook_counts *counts, char why[200]);

#endif
