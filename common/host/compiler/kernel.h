// kernel.h: the __global__ functions of a source.
#ifndef HOSTCC_KERNEL_H
#define HOSTCC_KERNEL_H

#include "edit.h"
#include "lexer.h"

struct Parameter {
    int first, last;  // tokens, without a default argument
    std::string name; // as the stub knows it; "..." follows when it is a pack
    bool named, pack;
};

struct Kernel {
    int global;          // the token __global__
    int open, close;     // ( ) of the parameters
    int body, end;       // { } or -1: only declared here
    std::string name;    // without qualifiers and template arguments
    std::string address; // an expression for its address, "" when there is none
    std::string bounds;  // __launch_bounds__: the most threads a block may have
    std::vector<Parameter> parameters;
};

std::vector<Kernel> find_kernels(const Source &source);

// Splits [first, last] at commas outside brackets; angle brackets count as brackets.
std::vector<std::pair<int, int>> split_at_commas(const Source &source, int first, int last);

struct Reach;
struct Linear;

// Removes __global__ and moves each kernel's body into the class that its stub launches; the
// body's phases, if there are any, in its stead.
void rewrite_kernel(const Source &source, const Kernel &kernel, const Reach &reach,
                    const Linear &linear, const std::string &phases, Edits &edits);

#endif
