// trace.h: writes notes as Chrome trace events, one a line, into the file TARE_WITNESS
// names. The file's pages are shared with the kernel, so that a program that crashes
// leaves all that was noted before.
#ifndef WITNESS_TRACE_H
#define WITNESS_TRACE_H

#include "note.h"

#include <stddef.h>

enum { TRACE_LINE = 1024 }; // the longest event, its separator included

// One note as a line without its end; returns its length.
size_t trace_format(const struct witness_note *note, unsigned thread, char line[TRACE_LINE]);

// Opens `path` for the notes that come; `device` is "host" or "gpu". At most `limit`
// notes, of which clock reads and claims are not counted. Complaints go to stderr, once,
// and nothing is traced from then on: the program itself never notices.
void trace_open(const char *path, const char *device, uint64_t limit);
void trace_write(const struct witness_note *note, unsigned thread);
void trace_close(void);

#endif
