// under_witness.h: runs a program with the witness loaded into it.
#ifndef LEARNER_UNDER_WITNESS_H
#define LEARNER_UNDER_WITNESS_H

#include <stddef.h>

#include "base/words.h"

struct under_witness {
    const char *witness; // witness.so; NULL: the program runs unseen
    const char *trace;
    int aside; // its output goes to standard error
    enum language language;
    char **program;
};

// The witness of `device` ("gpu", "host"; NULL: the first that is there).
int find_witness(const char *device, char *path, size_t size);

// 0 and a message when the program could not be started; *code is what to exit with.
int run_under_witness(const struct under_witness *run, int *code);

#endif
