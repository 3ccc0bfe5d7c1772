// kinds.h: what a note's kind is called in a trace.
#ifndef WITNESS_KINDS_H
#define WITNESS_KINDS_H

enum { WITNESS_KINDS = 13 };
extern const char *const witness_categories[WITNESS_KINDS];

#endif
