// read.h: reads a trace back into notes. A trace that was cut short is read as far as it
// goes; what is not a witness's trace is refused with a reason.
#ifndef WITNESS_READ_H
#define WITNESS_READ_H

#include "note.h"

#include <stddef.h>

struct trace {
    struct witness_note *notes; // by begin; of equal begins, the longer first
    size_t count;
    char device[16]; // "host", "gpu" or "" where the trace does not say
    char program[64];
    int cut_short;     // its end is missing
    size_t unread;     // lines that could not be understood
    uint64_t left_out; // notes that the writer had no room for
    struct name_block *names;
};

// 1, or 0 with why[] filled: what is wrong and where.
int trace_read(const char *path, struct trace *trace, char *why, size_t size);
int trace_parse(const char *text, size_t length, struct trace *trace, char *why, size_t size);
// Cuts the reserved pages off the file that a crash left, so that other readers take it.
void trace_mend(const char *path);
void trace_free(struct trace *trace);

#endif
