// lock.c: the device's one lock. Sleepers that the work under it calls for are woken after
// it is released, so that they do not wake only to wait for it.
#include "runtime.h"

enum { MAX_WAKES = 64 };

static pthread_mutex_t mutex = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static atomic_uint *wakes[MAX_WAKES];
static int wake_count;

void device_lock(void) {
    pthread_mutex_lock(&mutex);
}

void device_unlock(void) {
    atomic_uint *mine[MAX_WAKES];
    int count = wake_count;
    for (int i = 0; i < count; i++)
        mine[i] = wakes[i];
    wake_count = 0;
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < count; i++)
        unpark(mine[i]);
}

void wake_later(atomic_uint *word) {
    if (wake_count < MAX_WAKES)
        wakes[wake_count++] = word;
    else
        unpark(word);
}
