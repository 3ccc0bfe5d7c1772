// hub.h: where all notes of a process come together.
#ifndef WITNESS_HUB_H
#define WITNESS_HUB_H

#include "note.h"

// Whether anyone asked for a trace (TARE_WITNESS).
int witness_watching(void);

// The program read a host clock. Held back until this thread makes a CUDA call: threads
// that never do are no learner's stopwatch, and reads within a call are the runtime's.
void witness_clock_read(const char *function, uint64_t ns);

// This process runs on a card: said before its first note.
void witness_on_card(void);

uint64_t witness_now(void); // CLOCK_MONOTONIC, past the interposers

#endif
