// checked.h: what the checked mode of the host device found: the file of runtime/checked/, read and
// shown. README.md describes both.
#ifndef CHECKED_H
#define CHECKED_H

#include <stddef.h>
#include <stdio.h>

#include "base/words.h"

// ---- words.c, words_*.def

enum checked_word {
#define WORD(name, text) CHECKED_##name,
#include "checked/words_en.def"
#undef WORD
    CHECKED_WORDS
};
extern const struct words checked_words;
const char *checked_text(enum language language, enum checked_word name);

// ---- read.c

// The faults: the words of the file, in the order of their sentences, CHECKED_SAYS_*.
enum fault {
    FAULT_PAST,
    FAULT_BEFORE,
    FAULT_FREED,
    FAULT_HOST,
    FAULT_OUTSIDE,
    FAULT_NULL,
    FAULT_SHARED,
    FAULT_DYNAMIC,
    FAULT_MISALIGNED,
    FAULT_UNWRITTEN,
    FAULT_THREADS,
    FAULT_BLOCKS,
    FAULT_BARRIER,
    FAULT_WARP,
    FAULT_DIFFER,
    FAULT_STUCK,
    FAULTS
};
extern const char *const fault_names[FAULTS];

struct spot { // of the source; "": not known
    char *file;
    unsigned line;
};

struct checked_thread {
    unsigned block[3], thread[3];
    struct spot at;
};

struct checked_finding {
    enum fault fault;
    int writes, other_writes;
    char *kind, *kernel; // memcheck, initcheck, racecheck, synccheck
    struct checked_thread who, other;
    double size, distance, bytes, allocation, count; // NAN: not known
    struct spot made, freed;                         // the allocation
};

struct checking {
    struct checked_finding *findings;
    size_t count;
    char **unchecked; // kernels
    size_t unchecked_count;
    int begun; // a kernel was checked
    size_t damaged;
};

int checking_read(const char *path, struct checking *checking); // 0: errno
void checking_free(struct checking *checking);

// ---- show.c

enum { CHECKED_SHOWN = 20 };
void checking_show(const struct checking *checking, enum language language, int width, FILE *out);
void checking_json(const struct checking *checking, FILE *out); // by checked.schema.json

#endif
