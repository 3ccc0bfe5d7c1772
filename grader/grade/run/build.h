// build.h: how a lab's source becomes a program. Sections by file.
#ifndef GRADER_BUILD_H
#define GRADER_BUILD_H

#include "grading/grading.h"
#include "run/process.h"

// ---- device.c: which device is meant -----------------------------------------------------

// "host" or "gpu": the one asked for, else DEVICE of the environment, else what
// common/make/device.sh finds. NULL after a message.
const char *device_chosen(const char *root, const char *asked);

// ---- seal.c: files of ours that stay as they are while code is graded that nobody has read --

struct seal;

struct seal *seal_new(void); // NULL: out of memory
// Takes the hash of a file, or of every header in a folder; a path that is not there is left
// out. 0, or -1 with errno.
int seal_add(struct seal *seal, const char *path);
// NULL: all files hold what they held; else the path of one that does not.
const char *seal_broken(struct seal *seal);
void seal_free(struct seal *seal);

// ---- build.c, build_cache.c, build_error.c: a source is compiled with the command that `make
// lab` uses, in a child with a time limit; what was compiled before is kept and used again -----

struct build_request {
    const char *root;
    const char *device;   // "host" or "gpu": names build/compile.DEVICE
    const char *folder;   // where the program is kept; made when it is not there
    const char *name;     // "student" or "reference": programs of one name replace each other
    const char *source;   // the text
    const char *compiled; // the text that the compiler gets, of the same lines; NULL: source
    const char *object;   // its object, built elsewhere and only linked here; NULL: none
    const char *shown;    // the name that messages give it; NULL: none
    double limit;         // seconds
    const struct sandbox *sandbox;
    struct seal *seal; // our own files, checked before a compiler reads them; NULL: none
    int anew;          // compile it even when it is there
    int weighed;       // so that it counts its accesses: on the host device only
    // To name lines in the student's own file: their fence begins at their_line, and at
    // our_line in source. 0: no mapping.
    int our_line, our_end, their_line;
};

// What a trouble of the kind CANNOT_LACKS says; the name follows.
#define BUILD_LACKS "the host device has no "

// 0 with result filled and, when result->ok, the program's path; -1 when it is not the
// source's fault (cannot, why).
int build_program(const struct build_request *request, struct build_result *result,
                  char program[600], enum cannot *cannot, char why[240]);

// ---- build_error.c

// The first error in a compiler's words that is about the file named source.
void build_first_error(const char *log, const struct build_request *request,
                       struct build_result *result);

// ---- build_lacks.c

// 1 and the name, when the compiler stopped at something of CUDA that a card has and the host
// device has not.
int build_lacks(const struct build_request *request, const char *log, char name[64]);

// ---- build_cache.c

// What the program depends on: its text, the command's words, and the state of every file
// and header that they name. 0, or -1 without memory.
int build_key(const struct build_request *request, char *const *words, int count, char key[17]);
// Keeps the newest few programs of this name, and all that are younger than a minute: another
// grading may be about to start one.
void build_prune(const char *folder, const char *name);

// ---- of other rooms too

// An environment of these names only, where they are set; free() the array, not the
// strings beyond the given ones.
char **environment_of(const char *const *names, char *const *given);

// Makes every folder of path. 0, or -1 with errno.
int make_folders(const char *path);

#endif
