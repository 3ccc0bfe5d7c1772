// page.h: the frame that both HTML pages share. One file, no script, nothing from outside.
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "report/report.h"

void page_begin(FILE *out, const char *title, enum language language);
void page_end(FILE *out);
const char *page_outcome(enum outcome outcome, enum language language);      // a word for people
void page_factors(FILE *out, const struct row *row, enum language language); // bars

#endif
