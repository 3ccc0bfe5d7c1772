// events.c: an event is the time at which its stream came to it.
#include "api/api.h"

#include <stdlib.h>
#include <string.h>

static struct CUevent_st *free_events; // never freed: a stale handle must stay readable
static uint64_t last_id;

static bool is_event(cudaEvent_t event) {
    return event && event->magic == EVENT_MAGIC;
}

static cudaError_t create(cudaEvent_t *event, unsigned flags) {
    unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (!event || (flags & ~known))
        return cudaErrorInvalidValue;
    if (flags & cudaEventInterprocess)
        return cudaErrorNotSupported;
    device_lock();
    struct CUevent_st *made = free_events;
    if (made)
        free_events = made->next;
    else
        made = malloc(sizeof *made);
    if (made) {
        memset(made, 0, sizeof *made);
        made->magic = EVENT_MAGIC;
        made->flags = flags;
        made->id = ++last_id;
    }
    device_unlock();
    if (!made)
        return cudaErrorMemoryAllocation;
    *event = made;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    CALL(create(event, cudaEventDefault));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
    CALL(create(event, flags));
}

static void release(struct CUevent_st *event) {
    event->next = free_events;
    free_events = event;
}

static cudaError_t destroy(cudaEvent_t event) {
    if (!is_event(event))
        return cudaErrorInvalidResourceHandle;
    device_lock();
    event->magic = 0;
    event->destroyed = true;
    if (event->marks == 0)
        release(event);
    device_unlock();
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    CALL(destroy(event));
}

// Called when the stream comes to the event.
static bool reach(struct op *mark) {
    struct CUevent_st *event = mark->event;
    uint64_t now = now_ns();
    if (mark->generation == event->recorded) {
        event->time = now;
        event->reached = event->recorded;
        event->mark = NULL;
    }
    if (watched)
        watch_reached(event, mark, now);
    if (--event->marks == 0 && event->destroyed)
        release(event);
    return true;
}

static cudaError_t record(cudaEvent_t event, cudaStream_t handle) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream || !is_event(event))
        return cudaErrorInvalidResourceHandle;
    if (stream->capture) { // it only says where another stream may join
        event->captured = stream->capture->id;
        return cudaSuccess;
    }
    struct op *op = op_new(reach, "event");
    if (!op)
        return cudaErrorMemoryAllocation;
    device_lock();
    event->captured = 0;
    stream_await_space(stream);
    op->event = event;
    op->generation = ++event->recorded;
    event->mark = op;
    event->marks++;
    op_enqueue_locked(op, stream);
    device_unlock();
    if (watched)
        watch_record(event, stream);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    CALL(record(event, stream));
}

static cudaError_t synchronize(cudaEvent_t event) {
    if (!is_event(event))
        return cudaErrorInvalidResourceHandle;
    if (event->captured)
        return cudaErrorCapturedEvent;
    device_lock();
    struct op *mark = event->mark;
    if (mark)
        wait_and_unlock(mark->stream, mark->ticket);
    else
        device_unlock();
    return device_failed();
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    CALL(synchronize(event));
}

static cudaError_t query(cudaEvent_t event) {
    if (!is_event(event))
        return cudaErrorInvalidResourceHandle;
    if (event->captured)
        return cudaErrorCapturedEvent;
    device_lock();
    bool done = !event->mark;
    device_unlock();
    if (!done)
        asked_too_early();
    return done ? device_failed() : cudaErrorNotReady;
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    CALL_ANSWER(query(event));
}

static cudaError_t elapsed(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
    if (!milliseconds)
        return cudaErrorInvalidValue;
    if (!is_event(start) || !is_event(end))
        return cudaErrorInvalidResourceHandle;
    if ((start->flags | end->flags) & cudaEventDisableTiming)
        return cudaErrorInvalidResourceHandle;
    cudaError_t error = cudaSuccess;
    device_lock();
    if (!start->recorded || !end->recorded)
        error = cudaErrorInvalidResourceHandle;
    else if (start->mark || end->mark)
        error = cudaErrorNotReady;
    else
        *milliseconds = (float)((double)(int64_t)(end->time - start->time) * 1e-6);
    device_unlock();
    if (error == cudaErrorNotReady)
        asked_too_early();
    if (watched)
        watch_elapsed(start, end, error == cudaSuccess ? (double)*milliseconds : 0, error);
    return error;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
    CALL(elapsed(milliseconds, start, end));
}
