// phases.h: a kernel with barriers as loops over the threads, one loop between two barriers.
#ifndef HOSTCC_PHASES_H
#define HOSTCC_PHASES_H

#include "edit.h"
#include "kernel.h"
#include "reach.h"

// The body of a function that runs a whole block, or "" when the kernel has something that
// only the general path can do.
std::string phased_body(const Source &source, const Kernel &kernel, const Reaches &reaches,
                        const Edits &edits, bool gcc, bool asks_index);

#endif
