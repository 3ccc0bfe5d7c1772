// clock.h: the host's monotonic clock.
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t monotonic_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// In seconds, exact to some 10 ns, because a double holds no more digits. monotonic_ns() is exact
// to the nanosecond.
static inline double seconds_now(void) {
    return 1e-9 * (double)monotonic_ns();
}

#endif
