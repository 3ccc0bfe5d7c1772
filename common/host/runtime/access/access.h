// access.h: what those who listen to a program's accesses share. Its files are in every
// hostdevice.a; the linker takes them only where the compiler has left calls of __tsan_*, in files
// that were compiled with --weigh or --checked.
#ifndef HOST_ACCESS_H
#define HOST_ACCESS_H

#include <stddef.h>
#include <stdint.h>

#include <string>

#include "kernel/kernel.h"
#include "machine/machine.h"

// ---- memory.cpp: what belongs to no allocation

struct span {
    uintptr_t begin, end;
};

// This worker's static __shared__ variables, among other variables of its own.
span static_shared();
bool is_built_in(uintptr_t at); // one of those others: CUDA's built-in variables, and ours
span dynamic_shared_now();      // of the running block

static inline bool within(uintptr_t at, span s) {
    return at >= s.begin && at < s.end;
}

static inline unsigned thread_of_block() { // the running one, x first
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

// ---- lines.cpp: the file of a collector: common/weigh/README.md

int open_lines(const char *path); // -1: errno
bool put_line(int file, const std::string &line);
std::string escaped(const char *text);
void add(std::string &line, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
