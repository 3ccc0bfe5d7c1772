// kinds.c: see kinds.h; in the order of enum witness_kind.
#include "kinds.h"

const char *const witness_categories[WITNESS_KINDS] = {
    "call",    "kernel", "copy",  "memset", "record", "reached", "wait",
    "elapsed", "clock",  "start", "stop",   "claim",  "context"};
