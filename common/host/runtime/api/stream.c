// stream.c: the calls about streams.
#include "api.h"

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
    if (!stream || stream_is_default(stream))
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
    if (stream == null_stream())
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
    struct op *op = op_new(NULL, "wait");
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
