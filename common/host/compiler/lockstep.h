// lockstep.h: statements that count on the lanes of a warp to go in step.
#ifndef HOSTCC_LOCKSTEP_H
#define HOSTCC_LOCKSTEP_H

#include "edit.h"

#include <set>

struct LockstepStatement {
    int value, end; // the assigned value's first token, and the ; or both -1: it is none
};

std::set<std::string, std::less<>> volatile_names(const Source &source);
LockstepStatement lockstep_statement(const Source &source, int i);
// The value is read by all, then written by all.
void rewrite_lockstep(const Source &source, int i, Edits &edits);

#endif
