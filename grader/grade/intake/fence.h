// fence.h: the part between "// tare: begin" and "// tare: end", which is all that is
// taken from a submission.
#ifndef GRADER_FENCE_H
#define GRADER_FENCE_H

#include "grading/grading.h"

struct fence {
    const char *inside; // first byte after the begin mark's line
    size_t length;      // up to the end mark's line
    int line;           // of the begin mark, from 1
    int end_line;
};

enum refusal fence_find(const char *text, struct fence *fence);

// The pristine file with their fence in place of its own. NULL: out of memory.
char *fence_splice(const char *pristine, const struct fence *ours, const struct fence *theirs);

// 1 when both are the same code: comments and blanks aside.
int fence_same_code(const char *a, size_t a_length, const char *b, size_t b_length);

// Notes the lines outside the fences in which theirs differs from the pristine file.
void fence_compare_frozen(const char *pristine, const struct fence *ours, const char *text,
                          const struct fence *theirs, struct submission *submission);

// ---- fence_names.c

// The functions that it calls, once each, a blank between them; no keywords.
void fence_calls(const struct fence *fence, char *calls, size_t size);

// 1 when the fence gives another meaning to a name of the library or of the frozen part; the
// line is the submission's first changed line then.
int fence_redefines(const char *pristine, const struct fence *ours, const struct fence *theirs,
                    struct submission *submission);

// "#undef NAME" for every macro of the fence, a line each. NULL: out of memory.
char *fence_macros_end(const struct fence *theirs);

// The spliced file as it is compiled: macros of the fence end with it, the frozen part behind it
// calls the library by names that the fence cannot change, and ends with proof, which stands
// behind the fence alone. Lines keep their numbers, by #line with the file's shown name.
char *fence_splice_proven(const char *pristine, const struct fence *ours,
                          const struct fence *theirs, const char *proof, const char *shown);

#endif
