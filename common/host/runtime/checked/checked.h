// checked.h: what a kernel may not do: use memory that is not its own, read what nothing wrote,
// touch a word that another thread changes, leave others alone at a barrier. For programs that were
// compiled with --checked.
#ifndef HOST_CHECKED_H
#define HOST_CHECKED_H

#include <atomic>
#include <string>
#include <vector>

#include "access/access.h"

namespace checked {

// ---- places.cpp: lines of the source

using place = uint16_t; // 0: not known
struct source {
    const void *at;
    const char *file; // NULL: not known
    unsigned line;
    bool users;            // not of CUDA's headers here, nor of the C++ library
    bool textures, groups; // of those headers of CUDA
};

// The line of the user's that called, directly or not, what stands at `from`, called in `frame`.
place place_of(const void *from, void *const *frame);
source source_of(place p);
// The __shared__ variable that is in no function, from the beginning of a worker's; else empty.
span shared_of_namespace(uintptr_t offset);
bool is_in_groups(const void *from);   // they have variables of their own
bool is_in_textures(const void *from); // their memory is checked when it is bound

// ---- memory.cpp: what the device has

// Who touched a word. 65536 places, 1024 threads, and 2^32 moments are enough for what a checked
// program does in its time.
struct mark {
    uint32_t time; // 0: nobody
    uint32_t block;
    uint16_t place;
    uint16_t thread : 10, bytes : 4, how : 2;
};

struct cell { // of four bytes
    mark writer, readers[2];
    uint8_t written; // bytes that have a value
};

enum kind : uint8_t { DEVICE, HOSTS, STATIC };

struct part { // an allocation
    uintptr_t start;
    size_t size;
    cell *cells;
    long number; // in the order of cudaMalloc
    place made, freed;
    kind of;
    bool is_freed, has_values; // all of it
};

void memory_begin(void);
std::vector<part *> parts_now(); // by address
void have_values();              // all of them: something that is not checked may write them
void moved_to(const moved *m);
cell *new_cells(size_t size);
void made_by_kernel(uintptr_t start, size_t size); // its uses are not checked

enum wrong { FINE, PAST, BEFORE, FREED, HOST_POINTER, OUTSIDE, NULL_POINTER };
// Of an address that is in no part of the launch; `distance` from the part, if there is one.
wrong why_outside(uintptr_t at, part *near, size_t *distance);

// ---- report.cpp: what was found

struct launch {
    const host_launch *of;
    std::vector<part *> parts;
    uint32_t begin;
    std::atomic<uint32_t> met;       // its blocks, the last time
    std::atomic<uint32_t> *released; // by block: when it last let others see what it had written
    size_t blocks;
};

struct agent { // a thread, and where it was
    uint32_t block;
    unsigned thread;
    place at;
};

struct finding {
    const char *kind, *what;
    agent who, other;
    bool has_other;
    access_way way, other_way;
    size_t size;
    const part *near;
    size_t distance;
    unsigned count; // of threads
};

void begin_file(int file);
void put(const std::string &line);
bool is_new(const launch *l, const char *kind, place at); // once for each line
void report(const launch *l, const finding &f);

// ---- check.cpp: what a worker does at each access

uint32_t tick(); // what comes later has a later time
void enter(void *launch);
void touch(const access *access);
void fence();
void met(const struct met *met);

// ---- record.cpp: which launches are checked

void start();

} // namespace checked

#endif
