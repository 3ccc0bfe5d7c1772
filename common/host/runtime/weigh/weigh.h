// weigh.h: what the kernels of a program that was compiled with --weigh read and write.
#ifndef HOST_WEIGH_H
#define HOST_WEIGH_H

#include <stddef.h>
#include <stdint.h>

#include <string>
#include <vector>

#include "access/access.h"

namespace weigh {

using way = access_way;

struct part { // of the device's memory: an allocation
    const char *start;
    size_t size;
    long number;          // in the order of cudaMalloc; -1: the program's own memory, registered
    std::string name;     // of the kernel's parameter that points into it; "": none or several
    uint8_t *lines[WAYS]; // 1 for each line that was touched
};

// What one worker has counted of one launch. No other thread writes it.
struct tally {
    uint64_t asked[WAYS] = {}, shared[WAYS] = {}, sectors[WAYS] = {};
    bool no_sectors = false; // they could not be known
    std::vector<uint64_t> of_part[WAYS];
};

struct launch { // one that is weighed
    struct shape *shape;
    unsigned vector;         // host_kernel.vector_bytes
    std::vector<part> parts; // by address
    tally *of_worker[MAX_WORKERS];
    uint64_t begin;
};

enum { LINE = 64, SECTOR = 32 };

// ---- count.cpp: what a worker does at each access

void touch(const access *access);
void enter(void *launch); // NULL: this worker runs no blocks of a launch that is weighed
void met(const struct met *met);

// ---- record.cpp: which launches are weighed, and the lines of the file

void start(); // once, before main

} // namespace weigh

#endif
