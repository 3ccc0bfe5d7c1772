// escape.h: text that a student may have written, into each kind of file. The bytes
// become printable UTF-8 first, so no escaper sees a control character.
#ifndef REPORT_ESCAPE_H
#define REPORT_ESCAPE_H

#include <stdio.h>

#include "base/text.h" // escape_markup, for XML and HTML

void escape_csv(FILE *out, const char *text);      // one cell, quoted; no formula starts it
void escape_markdown(FILE *out, const char *text); // in a table's cell too
void escape_lines(FILE *out, const char *prefix, const char *text); // each line behind prefix

#endif
