// streams.c: the list of streams: their handles, the default ones, and when one is gone.
#include "queue.h"

#include <stdlib.h>
#include <string.h>

static struct CUstream_st the_null_stream = {.magic = STREAM_MAGIC};
struct CUstream_st *all_streams = &the_null_stream;
struct CUstream_st *blocking_streams;
static struct CUstream_st *free_streams; // kept, so that a stale handle is known as one
static uint64_t last_id;
static _Thread_local struct CUstream_st *per_thread;
static pthread_key_t thread_ends;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;

struct CUstream_st *null_stream(void) {
    return &the_null_stream;
}

struct CUstream_st *stream_new(unsigned flags, int priority) {
    device_lock();
    struct CUstream_st *stream = free_streams;
    if (stream)
        free_streams = stream->next;
    else
        stream = malloc(sizeof *stream);
    if (stream) {
        memset(stream, 0, sizeof *stream);
        stream->magic = STREAM_MAGIC;
        stream->id = ++last_id;
        stream->flags = flags;
        stream->non_blocking = flags & cudaStreamNonBlocking;
        stream->priority = priority > PRIORITY_LEAST      ? PRIORITY_LEAST
                           : priority < PRIORITY_GREATEST ? PRIORITY_GREATEST
                                                          : priority;
        stream->next = the_null_stream.next;
        the_null_stream.next = stream;
        if (!stream->non_blocking) {
            stream->next_blocking = blocking_streams;
            blocking_streams = stream;
        }
    }
    device_unlock();
    return stream;
}

static void unlink_from(struct CUstream_st *stream) {
    for (struct CUstream_st *s = all_streams; s; s = s->next)
        if (s->next == stream) {
            s->next = stream->next;
            break;
        }
    for (struct CUstream_st **link = &blocking_streams; *link; link = &(*link)->next_blocking)
        if (*link == stream) {
            *link = stream->next_blocking;
            break;
        }
}

void stream_free(struct CUstream_st *stream) {
    unlink_from(stream);
    stream->next = free_streams;
    free_streams = stream;
}

void stream_drop(struct CUstream_st *stream) {
    device_lock();
    stream->magic = 0;
    stream->destroyed = true;
    if (!stream->head)
        stream_free(stream);
    device_unlock();
}

static void thread_ended(void *stream) {
    stream_drop(stream);
}

static void make_key(void) {
    pthread_key_create(&thread_ends, thread_ended);
}

static struct CUstream_st *per_thread_stream(void) {
    if (!per_thread) {
        pthread_once(&key_once, make_key);
        per_thread = stream_new(cudaStreamDefault, 0);
        pthread_setspecific(thread_ends, per_thread);
    }
    return per_thread;
}

struct CUstream_st *stream_of(cudaStream_t handle) {
    if (!handle || handle == cudaStreamLegacy)
        return &the_null_stream;
    if (handle == cudaStreamPerThread)
        return per_thread_stream();
    return handle->magic == STREAM_MAGIC ? handle : NULL;
}

bool stream_is_default(const struct CUstream_st *stream) {
    return stream == &the_null_stream || stream == per_thread;
}
