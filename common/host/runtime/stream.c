// stream.c: streams: their handles, the default ones, and who waits for whom.
#include "runtime.h"

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

enum { PRIORITY_LEAST = 0, PRIORITY_GREATEST = -5 };

struct CUstream_st *null_stream(void) {
    return &the_null_stream;
}

static struct CUstream_st *stream_new(unsigned flags, int priority) {
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

static void stream_drop(struct CUstream_st *stream) {
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

static cudaError_t create(cudaStream_t *stream, unsigned flags, int priority) {
    if (!stream || (flags & ~(unsigned)cudaStreamNonBlocking))
        return cudaErrorInvalidValue;
    struct CUstream_st *made = stream_new(flags, priority);
    if (!made)
        return cudaErrorMemoryAllocation;
    *stream = made;
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    CALL(create(stream, cudaStreamDefault, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
    CALL(create(stream, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
    CALL(create(stream, flags, priority));
}

static cudaError_t destroy(cudaStream_t handle) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream || stream == &the_null_stream || stream == per_thread)
        return cudaErrorInvalidResourceHandle;
    stream_drop(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    CALL(destroy(stream));
}

static cudaError_t synchronize(cudaStream_t handle) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    wait_stream(stream);
    return device_failed();
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    CALL(synchronize(stream));
}

static bool idle(const struct CUstream_st *stream) {
    if (stream->head)
        return false;
    if (stream == &the_null_stream)
        for (struct CUstream_st *s = blocking_streams; s; s = s->next_blocking)
            if (s->head)
                return false;
    return true;
}

static cudaError_t query(cudaStream_t handle) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    device_lock();
    bool done = idle(stream);
    device_unlock();
    if (!done)
        asked_too_early();
    return done ? device_failed() : cudaErrorNotReady;
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    CALL_ANSWER(query(stream));
}

static cudaError_t wait_event(cudaStream_t handle, cudaEvent_t event, unsigned flags) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream || !event || event->magic != EVENT_MAGIC)
        return cudaErrorInvalidResourceHandle;
    if (flags & ~(unsigned)cudaEventWaitExternal)
        return cudaErrorInvalidValue;
    struct op *op = op_new(OP_MARK, "wait");
    if (!op)
        return cudaErrorMemoryAllocation;
    device_lock();
    if (event->mark && event->mark->stream != stream) {
        op_depend(op, event->mark);
        op_enqueue_locked(op, stream);
    } else {
        op_free(op); // what the event marks is done, or before this in any case
    }
    device_unlock();
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    CALL(wait_event(stream, event, flags));
}

static cudaError_t get_flags(cudaStream_t handle, unsigned *flags) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (!flags)
        return cudaErrorInvalidValue;
    *flags = stream->flags;
    return cudaSuccess;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) {
    CALL(get_flags(stream, flags));
}

static cudaError_t get_priority(cudaStream_t handle, int *priority) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (!priority)
        return cudaErrorInvalidValue;
    *priority = stream->priority;
    return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    CALL(get_priority(stream, priority));
}

static cudaError_t get_id(cudaStream_t handle, unsigned long long *id) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (!id)
        return cudaErrorInvalidValue;
    *id = stream->id;
    return cudaSuccess;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
    CALL(get_id(stream, id));
}

static cudaError_t priority_range(int *least, int *greatest) {
    if (least)
        *least = PRIORITY_LEAST;
    if (greatest)
        *greatest = PRIORITY_GREATEST;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    CALL(priority_range(least, greatest));
}
