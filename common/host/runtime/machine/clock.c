// clock.c: the clock that the runtime reads: another one where somebody watches the program's.
#include "machine.h"

int (*read_clock)(clockid_t, struct timespec *) = clock_gettime;
