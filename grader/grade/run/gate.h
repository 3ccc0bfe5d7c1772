// gate.h: starts programs ahead and lets one at a time measure. Making the data, and on
// a card the context, takes longer than the measuring; the first may overlap, the second
// must not. The program's side is common/clock.c, described in common/claim.md.
#ifndef GRADER_GATE_H
#define GRADER_GATE_H

#include "run/run.h"

// "check" or "data": which of its calls is the last before this lab measures. NULL: it
// has none of them before.
const char *gate_place(const char *pristine);

// "host", "check" or "report": the call before which it has measured all that it will.
const char *gate_leave(const char *pristine);

// Until each of them waits at its gate, or has ended, or the longest limit is over.
void gate_gather(struct running *const *ahead, int count);

// 1 while it does nothing at its gate: no work and no child of its own.
int gate_is_quiet(const struct running *running);

// Lets it go on. 0, or -1 when it did not wait, or did what it should have waited for:
// then it is no longer running, and is to be run again alone.
int gate_open(struct running *running);

// The same, until it has measured and waits again at its second gate, or has ended or never
// will be there: see process.at_gate. What is left is no measurement, and may go on beside
// others', or after them, when it is released.
int gate_measure(struct running *running);
void gate_release(struct running *running);

#endif
