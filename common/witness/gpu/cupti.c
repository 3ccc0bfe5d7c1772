// cupti.c: CUPTI's functions, found while the program runs, and what CUPTI's numbers stand for.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "witness/gpu/gpu.h"
#include "witness/gpu/library.h"
#include "witness/words.h"

// ---- CUPTI's functions -----------------------------------------------------------------

struct cupti_library cupti;

int cupti_load(void) {
    void *library = cupti_open();
    if (!library) {
        fprintf(stderr, witness_text(witness_language(), WITNESS_SAYS_CUPTI_ABSENT), dlerror());
        return 0;
    }
#define CUPTI_FIND(function)                                                                       \
    *(void **)&cupti.function = dlsym(library, #function);                                         \
    if (!cupti.function) {                                                                         \
        fprintf(stderr, witness_text(witness_language(), WITNESS_SAYS_CUPTI_LACKS), #function);    \
        return 0;                                                                                  \
    }
    CUPTI_FUNCTIONS(CUPTI_FIND)
    *(void **)&cupti.enable_event_times =
        dlsym(library, "cuptiActivityEnableCudaEventDeviceTimestamps");
    return 1;
}

// ---- streams: a small table; the first stream of a context is its default stream ---------

enum { STREAMS = 256, CONTEXTS = 32 };

static struct {
    pthread_mutex_t lock;
    uint32_t ids[STREAMS]; // CUPTI's number of stream i + 1
    int non_blocking[STREAMS];
    int count;
    CUcontext contexts[CONTEXTS];
    uint32_t defaults[CONTEXTS];
    int context_count;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct stream_seen look_up(uint32_t id) {
    for (int i = 0; i < table.context_count; i++)
        if (table.defaults[i] == id)
            return (struct stream_seen){0, 0};
    int i = 0;
    while (i < table.count && table.ids[i] != id)
        i++;
    if (i == table.count && i < STREAMS)
        table.ids[table.count++] = id;
    if (i == STREAMS)
        return (struct stream_seen){STREAMS + 1, 0}; // all further streams share one number
    return (struct stream_seen){(uint64_t)i + 1, table.non_blocking[i]};
}

struct stream_seen stream_of_work(uint32_t id) {
    pthread_mutex_lock(&table.lock);
    struct stream_seen seen = look_up(id);
    pthread_mutex_unlock(&table.lock);
    return seen;
}

void stream_context_seen(CUcontext context) {
    uint32_t id;
    int known = !context;
    pthread_mutex_lock(&table.lock);
    for (int i = 0; i < table.context_count; i++)
        known |= table.contexts[i] == context;
    pthread_mutex_unlock(&table.lock);
    if (known || cupti.cuptiGetStreamIdEx(context, NULL, 0, &id) != CUPTI_SUCCESS)
        return;
    pthread_mutex_lock(&table.lock);
    if (table.context_count < CONTEXTS) {
        table.contexts[table.context_count] = context;
        table.defaults[table.context_count++] = id;
    }
    pthread_mutex_unlock(&table.lock);
}

struct stream_seen stream_of_handle(CUcontext context, CUstream stream, int per_thread) {
    uint32_t id;
    stream_context_seen(context);
    if (cupti.cuptiGetStreamIdEx(context, stream, (uint8_t)per_thread, &id) != CUPTI_SUCCESS)
        return (struct stream_seen){0, 0};
    return stream_of_work(id);
}

void stream_created(CUcontext context, CUstream stream, int non_blocking) {
    uint32_t id;
    stream_context_seen(context);
    if (cupti.cuptiGetStreamIdEx(context, stream, 0, &id) != CUPTI_SUCCESS)
        return;
    pthread_mutex_lock(&table.lock);
    uint64_t number = look_up(id).number;
    if (number >= 1 && number <= STREAMS)
        table.non_blocking[number - 1] = non_blocking;
    pthread_mutex_unlock(&table.lock);
}

// ---- recorded events: calls are numbered upwards, so the list is in order ----------------

enum { MOST = 1 << 20 };

struct record {
    uint64_t correlation, event;
};

static struct {
    pthread_mutex_t lock;
    struct record *of;
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
        for (; i > 0 && records.of[i - 1].correlation > correlation;
             i--) // another thread recorded first
            records.of[i] = records.of[i - 1];
        records.of[i].correlation = correlation;
        records.of[i].event = event;
    }
    pthread_mutex_unlock(&records.lock);
}

static int by_correlation(const void *record, const void *correlation) {
    uint64_t of = ((const struct record *)record)->correlation,
             key = *(const uint64_t *)correlation;
    return (of > key) - (of < key);
}

uint64_t record_event(uint64_t correlation) {
    uint64_t event = 0;
    pthread_mutex_lock(&records.lock);
    size_t low =
        lower_bound(&correlation, records.of, records.count, sizeof *records.of, by_correlation);
    if (low < records.count && records.of[low].correlation == correlation)
        event = records.of[low].event;
    pthread_mutex_unlock(&records.lock);
    return event;
}
