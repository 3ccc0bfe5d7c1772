// streams.c: streams: how they are made, waited for and queried, and how they call host functions.
#include "api/api.h"

#include <string.h>

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
    if (stream->capture)
        return cudaErrorStreamCaptureUnsupported;
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
    if (stream->capture)
        return cudaErrorStreamCaptureUnsupported;
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
    if (event->captured || stream->capture) { // the stream joins the capture, or is in it
        struct CUgraph_st *graph = graph_in_capture(event->captured);
        bool joins = graph && (!stream->capture || stream->capture == graph);
        if (joins)
            stream->capture = graph;
        op_free(op);
        device_unlock();
        return joins ? cudaSuccess : cudaErrorStreamCaptureIsolation;
    }
    if (event->mark && event->mark->stream != stream) {
        op_depend(op, event->mark);
        op_enqueue_locked(op, stream);
    } else {
        op_free(op); // the event is reached, or earlier in the same stream
    }
    device_unlock();
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    CALL(wait_event(stream, event, flags));
}

// What the stream has, where the program wants it.
#define GIVE_OF(stream, to, value)                                                                 \
    (stream_of(stream) ? GIVE(to, value) : cudaErrorInvalidResourceHandle)

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) {
    CALL(GIVE_OF(stream, flags, stream_of(stream)->flags));
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    CALL(GIVE_OF(stream, priority, stream_of(stream)->priority));
}

// ---- attributes. A CPU's cache keeps nothing on request: only a window of no bytes is accepted.

static cudaError_t set_attribute(cudaStream_t handle, cudaStreamAttrID attribute,
                                 const cudaStreamAttrValue *value) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (!value)
        return cudaErrorInvalidValue;
    switch (attribute) {
    case cudaStreamAttributeAccessPolicyWindow:
        return value->accessPolicyWindow.num_bytes > 0 ? cudaErrorInvalidValue : cudaSuccess;
    case cudaStreamAttributePriority:
        stream->priority = value->priority;
        return cudaSuccess;
    default:
        break;
    }
    return cudaErrorNotSupported;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value) {
    CALL(set_attribute(stream, attribute, value));
}

// ---- functions of the program that a stream calls when it comes to them

static void run_function(struct op *op) {
    in_host_function = true;
    if (op->callback)
        op->callback(op->handle, device_failed(), op->user);
    else if (device_failed() == cudaSuccess)
        op->function(op->user);
    in_host_function = false;
}

cudaError_t enqueue_function(cudaStream_t handle, cudaHostFn_t function,
                             cudaStreamCallback_t callback, void *user) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (!function && !callback)
        return cudaErrorInvalidValue;
    struct op *op = engine_op(FUNCTIONS, "host function");
    if (!op)
        return cudaErrorMemoryAllocation;
    op->run = run_function;
    op->handle = handle;
    op->function = function;
    op->callback = callback;
    op->user = user;
    op_enqueue(op, stream);
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user) {
    CALL(enqueue_function(stream, function, NULL, user));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user,
                                  unsigned flags) {
    CALL(flags ? cudaErrorInvalidValue : enqueue_function(stream, NULL, callback, user));
}
