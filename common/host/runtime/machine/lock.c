// lock.c: the device's one lock. It is held for a fraction of a microsecond, and to sleep and
// be woken costs a hundred times that: who finds it taken looks again for a while first.
// Sleepers that the work under it calls for are woken after it is released, so that they do
// not wake only to wait for it.
#include "machine.h"

#include <sched.h>

enum { MAX_WAKES = 64, LOOKS = 400, YIELDS = 20 };
enum { FREE, TAKEN, WAITED_FOR };

static _Alignas(CACHE_LINE) atomic_uint word;
static _Alignas(CACHE_LINE) atomic_uint *wakes[MAX_WAKES];
static int wake_count;

static bool take(void) {
    unsigned is = FREE;
    return atomic_load_explicit(&word, memory_order_relaxed) == FREE &&
           atomic_compare_exchange_strong_explicit(&word, &is, TAKEN, memory_order_acquire,
                                                   memory_order_relaxed);
}

void device_lock(void) {
    for (int i = 0; i < LOOKS; i++) {
        if (take())
            return;
        relax();
    }
    for (int i = 0; i < YIELDS; i++) { // its holder may wait for this core
        sched_yield();
        if (take())
            return;
    }
    while (atomic_exchange_explicit(&word, WAITED_FOR, memory_order_acquire) != FREE)
        park(&word, WAITED_FOR);
}

void device_unlock(void) {
    atomic_uint *mine[MAX_WAKES];
    int count = wake_count;
    for (int i = 0; i < count; i++)
        mine[i] = wakes[i];
    wake_count = 0;
    if (atomic_exchange_explicit(&word, FREE, memory_order_release) == WAITED_FOR)
        unpark(&word);
    for (int i = 0; i < count; i++)
        unpark(mine[i]);
}

void wake_later(atomic_uint *sleeper) {
    if (wake_count < MAX_WAKES)
        wakes[wake_count++] = sleeper;
    else
        unpark(sleeper);
}
