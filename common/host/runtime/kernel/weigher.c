// weigher.c: the place where the counters of a program that was compiled with --weigh stand.
#include "kernel/kernel.h"

const struct weigher *weigher;
