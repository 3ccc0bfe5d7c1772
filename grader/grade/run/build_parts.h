// build_parts.h: what the files of build.h share, and nobody else needs.
#ifndef GRADER_BUILD_PARTS_H
#define GRADER_BUILD_PARTS_H

#include "run/build.h"

// What the program depends on: its text, the command's words, and the state of every file
// and header that they name. 0, or -1 without memory.
int build_key(const struct build_request *request, char *const *words, int count, char key[17]);

// Keeps the newest few programs of this name, and whatever is younger than a minute:
// another grading may be about to start it.
void build_prune(const char *folder, const char *name);

#endif
