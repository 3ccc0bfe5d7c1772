// fuzz.h: the readers of what others wrote, each given any bytes. One target a reader.
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stddef.h>

// Takes a seed: an input as it should be, of which others are made.
typedef void fuzz_seed(const void *bytes, size_t length);

struct fuzz_target {
    const char *name;
    // A copy of exactly that length, with a NUL behind it.
    void (*read)(const char *text, size_t length);
    // Its seeds are grader/test/fuzz/NAME/*, where what once broke the reader lies; the files of
    // the tree with these names, as for glob(); and those that are made.
    const char *files;
    void (*seeds)(fuzz_seed *seed);
};
extern const struct fuzz_target fuzz_targets[]; // ends with a NULL name

const struct fuzz_target *fuzz_target_named(const char *name); // NULL: there is none
void fuzz_read(const struct fuzz_target *target, const void *bytes, size_t length);

#endif
