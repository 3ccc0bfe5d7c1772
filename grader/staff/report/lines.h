// lines.h: how two short texts differ, line by line.
#ifndef REPORT_LINES_H
#define REPORT_LINES_H

#include <stddef.h>

enum { LINES_MOST = 600 };
// Calls each for every line, ' ' in both, '-' only in a, '+' only in b, in order. Texts
// of more than LINES_MOST lines are cut there.
void lines_differ(const char *a, const char *b,
                  void (*each)(void *context, char mark, const char *line, size_t length),
                  void *context);

#endif
