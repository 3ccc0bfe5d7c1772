// ways.h: the way in which each kernel of a file runs: what is tried, and what is left of it.
#ifndef HOSTCC_WAYS_H
#define HOSTCC_WAYS_H

#include "lexer.h"

#include <set>

enum class Way {
    loop,    // its threads never wait: a loop over them
    split,   // a loop over the threads between two waits
    stacks,  // each thread on a stack of its own: splitting.h has no way, or was not asked
    refused, // the same: the compiler refused its split form
};

struct KernelWay {
    std::string name;
    Place begin, end; // of its body in the user's file
    Way way;
};

std::set<int> split_kernels(const std::vector<KernelWay> &kernels);

// The numbers of the split kernels that the compiler's errors point into.
std::set<int> blamed_kernels(const std::vector<KernelWay> &kernels, const std::string &errors);

// --report: a line for each kernel.
std::string report(const std::vector<KernelWay> &kernels);

#endif
