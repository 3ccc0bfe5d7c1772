// load.h: by which name a program loads the witness.
#ifndef WITNESS_LOAD_H
#define WITNESS_LOAD_H

#include <stddef.h>

// LD_PRELOAD is a list that ends a name at a space and at a colon, and replaces what follows a
// dollar. A witness below a folder of such a name is opened, and named by the descriptor.

// A descriptor of it; -1 where its path can stand in LD_PRELOAD.
int witness_open(const char *path);

// What LD_PRELOAD says: the path, or this descriptor of a process ("self" or its number).
void witness_name(const char *path, const char *holder, int descriptor, char *name, size_t size);

#endif
