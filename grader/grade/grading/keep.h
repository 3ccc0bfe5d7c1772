// keep.h: gradings as files: complete gradings as JSON, and recordings, which keep only what was
// observed.
#ifndef GRADER_KEEP_H
#define GRADER_KEEP_H

#include <stdio.h>

#include "grading/grading.h"

// ---- store.c: files -----------------------------------------------------------------------

// Writes a new file and then renames it, so that a reader never sees half a file. "-" is standard
// output. 0, or -1 after a message.
int store_grading(const struct grading *grading, const char *path);

// NULL after a message.
struct grading *load_grading(const char *path);
struct grading *grading_of_text(const char *text, const char *path); // path: for the message
char *load_text(const char *path); // a whole file; "-" is standard input

// ---- recording.c: gradings to be judged again; no verdict is stored in them ---------------
//
// A file of recordings is JSON Lines. A line with "recording" begins one and says what was
// graded, where, and what is known of it; each line after it is one run. The keys are those of
// a grading's JSON. A missing key has its default value, so a new observation gets a new key, whose
// default means "not observed" in older recordings. An unknown key is refused.
//
//   {"recording":"01_kernel_time.shipped","lab":"01_kernel_time","is":"shipped",
//    "expect":"not-attempted time/launch-only","seed":7,"submission":{"attempted":false}}
//   {"part":924,"seed":213,"count":242221,"claims":[{"what":"saxpy","bytes":2906652, ...}]}
//   {"role":"reference","part":924, ...}

struct recording {
    char name[96];
    // The correct answer, given by a person: "right", "broken" (the program gives no number),
    // "shipped" (with the lab's own mistakes), or the mistakes with blanks between. "a/b|c/d" is
    // one mistake that may have either name. "": no answer was given.
    char is[240];
    char expect[400]; // the verdict that the grader should give, as grading_brief() writes it
    struct grading *grading;
};

// "fail units/gib-as-gb time/host-overhead?": the outcome and what was named, "?" for perhaps.
void grading_brief(const struct grading *grading, char text[400]);

int recording_is_one(const char *text); // 1 when a file with this text holds recordings

// Reads the next recording of a text, and moves *text to the end of the recording. root: the
// workbook that has the lab. Returns 1; 0 at the end; -1 and why. The caller frees the grading,
// which is not judged yet.
int recording_next(const char **text, const char *root, struct recording *recording, char why[200]);

// 0, or -1 when it could not be written.
int recording_write(const struct recording *recording, FILE *out);

#endif
