// tell.h: how the measuring library (clock.c) tells the witness what it does, and where its
// programs wait. In the archive these functions have names that no program can call: a mark is the
// library's.
#ifndef WITNESS_TELL_H
#define WITNESS_TELL_H

#include "witness/note.h"

// Tells the witness of this instant, when a witness watches.
void tare_mark(enum witness_kind kind, const char *name, const void *event, double value);

// TARE_COVER() is the first line of a public function that measures. Until the function returns,
// the witness takes its clock reads, events and kernels for the library's, not for the learner's.
struct tare_cover {
    const char *function;
    uint64_t begin;
};
struct tare_cover tare_cover_begin(const char *function);
void tare_cover_end(struct tare_cover *cover);
#define TARE_COVER()                                                                               \
    struct tare_cover tare_cover_ __attribute__((cleanup(tare_cover_end), unused)) =               \
        tare_cover_begin(__func__)

// Waits at this place ("data", "check"), if the grader asked the program to wait there.
void tare_gate(const char *place);
// From this place on ("host", "check", "report") this program measures nothing: others may measure.
void tare_gate_leave(const char *place);
int tare_gate_is_warm(void); // 1 when another program has just measured

#endif
