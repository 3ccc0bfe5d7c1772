// record.h: the part of the witness that is loaded into a watched program. Sections by file.
#ifndef WITNESS_RECORD_H
#define WITNESS_RECORD_H

#include <stddef.h>
#include <time.h>

#include "witness/note.h"

static inline uint64_t nanoseconds(const struct timespec *time) {
    return (uint64_t)time->tv_sec * 1000000000u + (uint64_t)time->tv_nsec;
}

// ---- trace.c: notes as Chrome trace events ---------------------------------------------

enum { TRACE_LINE = 1024 }; // the longest event, its separator included

// One note as a line without its end; returns its length.
size_t trace_format(const struct witness_note *note, unsigned thread, char line[TRACE_LINE]);

// Opens `path` for the following notes; `device` is "host" or "gpu". At most `limit` notes are
// written; marks and claims do not count. When the file cannot be written, stderr says so once, and
// nothing more is traced. The watched program does not notice.
void trace_open(const char *path, const char *device, uint64_t limit);
void trace_write(const struct witness_note *note, unsigned thread);
void trace_close(void);
void trace_doubt(void); // what the program tells is not to be believed
// A note that the next one may take back. It stands in the file if no other comes: behind _exit,
// exec or a crash. `again`: in place of the last one that was promised.
void trace_promise(const struct witness_note *note, unsigned thread, int again);

// ---- preload.c: the clocks that the program reads --------------------------------------

uint64_t witness_now(void); // CLOCK_MONOTONIC, from the C library's own function

// ---- delay.c: how long a thread waited for a processor -----------------------------------
//
// witness_delay (note.h) is here.

// ---- hub.c: all notes of a process, from any thread ------------------------------------
//
// witness_note and witness_lend (note.h) are here.

int witness_watching(void); // whether TARE_WITNESS names a trace

// Notes that the program read a host clock at `ns` and was told `told`, both in nanoseconds; told
// is 0 for CLOCK_MONOTONIC. The note is held back until this thread makes a CUDA call: a thread
// without CUDA calls has no stopwatch of the learner, and reads within a call are the runtime's.
void witness_clock_read(const char *function, uint64_t ns, uint64_t told);

void witness_on_card(void); // this process runs on a card: called before its first note

#endif
