// intake.h: takes a submission as it comes, and refuses what cannot be one.
#ifndef GRADER_INTAKE_H
#define GRADER_INTAKE_H

#include "intake/fence.h"

enum { SUBMISSION_LIMIT = 1 << 20 }; // bytes

struct intake {
    char *text;      // theirs, with \n line ends; NULL when refused
    char *pristine;  // the solution's file, or the lab as shipped where there is none
    int no_solution; // the reference comes as an object
    char *spliced;   // the pristine file with their fence
    char *proven;    // the same as it is compiled, see fence_splice_proven
    char proof[33];  // what the frozen part of it says at its end, and the fence cannot
    struct fence theirs, ours;
};

// path: a lab.cu, or a folder that holds lab.cu or <lab's folder>/lab.cu. Below base no link is
// followed; NULL: a person typed the path, and links in it are meant, but not below it. Fills
// submission; 0 when it can be built, -1 when it was refused, -2 when our own tree lacks
// something (why).
int intake_take(const char *root, const struct lab_meta *lab, const char *base, const char *path,
                struct submission *submission, struct intake *intake, char why[160]);
// What the compiler took may still give a name of ours another meaning: then it is refused, and
// must not run. Asked after the compiler, because a forgotten semicolon, "f() for (...) {", looks
// like the head of a function, and the compiler's words say what it is. 1 when it is refused.
int intake_is_refused_built(const struct intake *intake, struct submission *submission);
// Our own file alone, for the reference. 0, or -2 and why.
int intake_pristine(const char *root, const struct lab_meta *lab, struct intake *intake,
                    char why[160]);
// Fills proof and proven. The same secret and fence give the same program; secret NULL: the
// tree's own. 0, or -1 without memory.
int intake_prove(const char *root, const struct lab_meta *lab, const char *secret,
                 struct intake *intake);
void intake_free(struct intake *intake);

// Why a submission was not taken.
extern const struct words intake_words;
void refusal_words(const struct submission *submission, char words[LANGUAGES][240]);

// labs/FOLDER/shipped.fence: what stood between the marks of lab.cu before any learner edited
// it. A file, because only a file is there in a clone, in an archive and in a plain download.
// free() it; NULL: errno says why.
char *fence_as_shipped(const char *root, const char *folder, size_t *length);

// The lab's whole file as the workbook ships it. NULL and why, when our own tree lacks a part.
char *lab_as_shipped(const char *root, const struct lab_meta *lab, char why[160]);

// A whole file, with a NUL after it. NULL: errno says why.
char *file_read(const char *path, size_t limit, size_t *length);

// ---- beneath.c
// Opens a file for reading below a folder, and nothing that lies elsewhere: -1 with ELOOP when a
// part of the path is a link. The second is for kernels without openat2 (before 5.6).
int open_beneath(int folder, const char *path);
int open_beneath_by_steps(int folder, const char *path);

#endif
