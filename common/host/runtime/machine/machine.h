// machine.h: what the host device takes from the machine: a clock, cores, threads that sleep and
// wake, one lock, and memory. This is the lowest layer; it does not use kernels, streams or calls
// of CUDA.
#ifndef HOST_MACHINE_H
#define HOST_MACHINE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "driver_types.h"

#ifdef __cplusplus // for weigh/
#include <atomic>
using std::atomic_uint;
extern "C" {
#else
#include <stdatomic.h>
#endif

// ---- threads.c: the clock

// The C library's clock_gettime. While the witness watches, the program's clock_gettime is the
// witness's function; the runtime does not use that one, so that the runtime's reads are not taken
// for the program's.
extern int (*read_clock)(clockid_t clock, struct timespec *time);

static inline uint64_t now_ns(void) {
    struct timespec t;
    read_clock(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// ---- threads.c: cores and threads

enum { MAX_WORKERS = 1024, CACHE_LINE = 64 };

void cores_start(void);     // counts the cores that this process may use
int device_workers(void);   // the number of workers: one for each core
int device_pin(int worker); // binds the calling thread to this worker's core; the core, or -1
int device_thread(void *(*body)(void *), void *argument); // starts a thread; 0: the thread runs

// Tells the processor that this thread polls.
static inline void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

void park(atomic_uint *word, unsigned while_it_is); // sleeps while the word has this value
bool park_for(atomic_uint *word, unsigned while_it_is, uint64_t ns); // true: not woken in this time
void unpark(atomic_uint *word); // wakes one thread that sleeps on the word

// ---- threads.c: the device's lock

void device_lock(void);
void device_unlock(void);
void wake_later(atomic_uint *sleeper); // under the lock: unparks it when the lock is released

// ---- limits.c: what a container allows. root is where control groups are mounted.

int limits_cores(const char *root);     // the quota in cores, rounded up; 0: no limit
size_t limits_memory(const char *root); // bytes left; SIZE_MAX: no limit

// ---- allocations.c: which memory belongs to the device, and how much there is

struct range { // one allocation, registration or symbol
    char *start;
    size_t size;     // what the program asked for
    size_t reserved; // what was mapped
    long number;     // of all allocations, from 0; -1: not allocated by the runtime
    enum cudaMemoryType type;
    unsigned flags;
    bool mapped; // by the runtime; else the program's own memory, registered
    bool symbol; // a __device__ or __constant__ variable
};

// Who is told of each allocation, and when its memory is gone; the addresses of freed memory are
// then never used again. NULL: nobody.
extern void (*memory_told)(const struct range *range, bool freed);

void memory_start(void);
size_t device_memory_total(void);
size_t device_memory_free(void);
bool memory_find(const void *pointer, struct range *found); // the range that holds the pointer
// The last range that starts before the pointer; false: no range is near.
bool memory_before(const void *pointer, struct range *found);
size_t memory_list(struct range *list, size_t room); // how many there are, in order of address
cudaError_t memory_allocate(void **pointer, size_t size, enum cudaMemoryType type, unsigned flags);
cudaError_t memory_register(void *pointer, size_t size, unsigned flags, bool symbol);
bool memory_take(void *pointer, struct range *taken); // removes the range that starts there
void memory_unmap(const struct range *range);
void memory_unmap_pages(void *start, size_t size);
void memory_populate(void *pointer, size_t size); // makes the pages exist, and changes no value
void memory_reset(void);                          // frees everything but symbols

#ifdef __cplusplus
}
#endif

#endif
