// records.c: see records.h. Correlations only grow: the list is in order.
#include "records.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST = 1 << 20 };

static struct {
    pthread_mutex_t lock;
    struct {
        uint64_t correlation, event;
    } * of;
    size_t count, room;
} records = {.lock = PTHREAD_MUTEX_INITIALIZER};

void record_keep(uint64_t correlation, uint64_t event) {
    pthread_mutex_lock(&records.lock);
    if (records.count == records.room && records.room < MOST) {
        size_t room = records.room ? records.room * 2 : 1024;
        void *of = realloc(records.of, room * sizeof *records.of);
        if (of) {
            records.of = of;
            records.room = room;
        }
    }
    if (records.count < records.room) {
        size_t i = records.count++;
        for (; i > 0 && records.of[i - 1].correlation > correlation; i--) // another thread's
            records.of[i] = records.of[i - 1];
        records.of[i].correlation = correlation;
        records.of[i].event = event;
    }
    pthread_mutex_unlock(&records.lock);
}

uint64_t record_event(uint64_t correlation) {
    uint64_t event = 0;
    pthread_mutex_lock(&records.lock);
    size_t low = 0, high = records.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (records.of[middle].correlation < correlation)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < records.count && records.of[low].correlation == correlation)
        event = records.of[low].event;
    pthread_mutex_unlock(&records.lock);
    return event;
}
