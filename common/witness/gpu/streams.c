// streams.c: see streams.h. A small table under one lock; the first of a context's streams
// is its default one.
#include "streams.h"

#include <pthread.h>

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
        return (struct stream_seen){STREAMS + 1, 0}; // all later ones together
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
