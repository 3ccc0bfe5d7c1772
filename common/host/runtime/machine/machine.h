// machine.h: what the machine gives: a clock, cores, threads, sleep, and the device's lock.
#ifndef HOST_MACHINE_H
#define HOST_MACHINE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum { MAX_WORKERS = 1024, CACHE_LINE = 64 };

// clock_gettime; a watched program's is the C library's own, behind the witness's back: these
// reads are not the program's.
extern int (*read_clock)(clockid_t clock, struct timespec *time);

static inline uint64_t now_ns(void) {
    struct timespec t;
    read_clock(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

void cores_start(void);
int device_workers(void);
int device_pin(int worker); // the calling thread, to the core of that number; returns which
int device_thread(void *(*body)(void *), void *argument); // 0: it runs

// Sleeping on a word.
void park(atomic_uint *word, unsigned while_it_is);
void unpark(atomic_uint *word); // wakes one

void device_lock(void);
void device_unlock(void);
void wake_later(atomic_uint *sleeper); // under the lock: unpark it when the lock is released

#endif
