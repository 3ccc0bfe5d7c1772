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
// line is the submission's first changed line then. Sure only of a fence that compiles.
int fence_redefines(const char *pristine, const struct fence *ours, const struct fence *theirs,
                    struct submission *submission);

// "#undef NAME" for every macro of the fence, a line each. NULL: out of memory.
char *fence_macros_end(const struct fence *theirs);

// The spliced file as it is compiled: macros of the fence end with it, the frozen part behind it
// calls the library by names that the fence cannot change, and ends with proof, which stands
// behind the fence alone. Lines keep their numbers, by #line with the file's shown name.
char *fence_splice_proven(const char *pristine, const struct fence *ours,
                          const struct fence *theirs, const char *proof, const char *shown);

// ---- fences.c: files that hold many fences, a section each ----------------------------------
//
//   // fence: 01_kernel_time.asked_once      in repairs/ the name is without the lab
//   // mistake: time/launch-only, units/ms-as-s     only where its folder does not say all
//   // predicted: >2 (1 x 1 x >2)
//   static double measure( ...
//
// FAMILY/NAME/fences has those with that mistake, repairs/NN_lab.fences the right ones of that
// lab. Blank lines between two sections belong to neither.

struct fence_section {
    char name[128];
    const char *text; // behind the line with its name
    size_t length;
};

// The next section of a text, which moves on behind it. 1; 0 at the end; -1 and why.
int fences_next(const char **text, struct fence_section *section, char why[160]);

// The fence alone, of the file at this path. Its first line says what it is, "// right" or
// "// mistake: ...", where the section leaves that to its place. NULL: out of memory.
char *fences_text(const char *path, const struct fence_section *section);

// A whole file, or one fence of it: "PATH" or "PATH#NAME". NULL and why.
char *fences_load(const char *address, char why[160]);
const char *fences_name(const char *address); // NAME, or NULL for a whole file

#endif
