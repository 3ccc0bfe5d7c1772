// store.h: gradings as files.
#ifndef GRADER_STORE_H
#define GRADER_STORE_H

#include "grading/grading.h"

// Written beside and renamed: a reader sees all of it or nothing. "-" is standard
// output. 0, or -1 after a message.
int store_grading(const struct grading *grading, const char *path);

// NULL after a message.
struct grading *load_grading(const char *path);
struct grading *grading_of_text(const char *text, const char *path); // path: for the message
char *load_text(const char *path); // a whole file; "-" is standard input

#endif
