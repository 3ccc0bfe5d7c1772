// clock.c: the host's clock, and what either clock can tell apart.
#include <pthread.h>
#include <time.h>

#include "tare_cover.h"
#include "tare_internal.h"

double tare_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    tare_mark_read("tare_now", (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

tare_status tare_host_clock(tare_clock *clock) {
    TARE_COVER();
    if (!clock)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_host_clock: clock is NULL");
    // In whole nanoseconds: a double holds seconds since boot to some 10 ns only.
    long tick = 1000000000, floor = 1000000000;
    for (int i = 0; i < 2000; i++) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        clock_gettime(CLOCK_MONOTONIC, &b);
        long step = (b.tv_sec - a.tv_sec) * 1000000000 + b.tv_nsec - a.tv_nsec;
        floor = step < floor ? step : floor;
        while (step == 0) {
            clock_gettime(CLOCK_MONOTONIC, &b);
            step = (b.tv_sec - a.tv_sec) * 1000000000 + b.tv_nsec - a.tv_nsec;
        }
        tick = step < tick ? step : tick;
    }
    clock->tick = 1e-9 * (double)tick;
    clock->floor = 1e-9 * (double)floor;
    return TARE_OK;
}
