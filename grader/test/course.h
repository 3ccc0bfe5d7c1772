// course.h: what the course's own tests share: the labs, their files, a check that says
// which lab it is about.
#ifndef COURSE_H
#define COURSE_H

#include <stddef.h>

#include "grade/workbook.h"

extern char course_root[512];
extern struct lab_meta course_labs[WORKBOOK_LABS];
extern int course_count;

void course_read_labs(void); // ends the program with a message when they cannot be read

// A failed check prints its message, so that a table over all labs says which one.
void course_expect(int ok, const char *file, unsigned line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#define EXPECT(ok, ...) course_expect((ok), __FILE__, __LINE__, __VA_ARGS__)

// The text of a file below the root; free() it. NULL when there is none.
char *course_file(const char *format, ...) __attribute__((format(printf, 1, 2)));

int course_occurrences(const char *text, const char *word);

// The lines of a text, cut in place.
struct lines {
    char **at;
    int count;
};
struct lines course_lines(char *text);

// Lines of two texts that a diff would show as removed and added.
void course_diff(const struct lines *a, const struct lines *b, int *removed, int *added);

#endif
