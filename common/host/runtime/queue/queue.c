// queue.c: streams, and which operation waits for which.
#include "queue/queue.h"

#include <stdlib.h>
#include <string.h>

// ---- streams: their handles, the default ones, and the end of one

static struct CUstream_st the_null_stream = {.magic = STREAM_MAGIC};
struct CUstream_st *all_streams = &the_null_stream;
struct CUstream_st *blocking_streams;
static struct CUstream_st *free_streams; // never freed: a stale handle must stay readable
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

// Under the lock, when the stream is drained and destroyed.
static void stream_free(struct CUstream_st *stream) {
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

// ---- order: all of this is called under the lock

static struct edge *free_edges;
uint64_t device_ticket;

static struct edge *edge_new(void) {
    struct edge *edge = free_edges;
    if (!edge)
        return malloc(sizeof *edge);
    free_edges = edge->next;
    return edge;
}

void op_depend(struct op *op, struct op *earlier) {
    if (!earlier || earlier->done)
        return;
    struct edge *edge = edge_new();
    if (!edge)
        abort(); // out of memory: the operation would run too early
    edge->later = op;
    edge->next = earlier->edges;
    earlier->edges = edge;
    op->pending++;
}

void waiter_wake(struct waiter *waiter) {
    // The waiter may return as soon as it sees 1: from then on only its address is used.
    if (atomic_exchange(&waiter->state, 1) == 2)
        wake_later(&waiter->state);
}

static void wake_those_at(struct CUstream_st *stream) {
    struct waiter **link = &stream->waiters;
    while (*link) {
        struct waiter *waiter = *link;
        if (stream_past(stream, waiter->target)) {
            *link = waiter->next;
            waiter_wake(waiter);
        } else {
            link = &waiter->next;
        }
    }
}

static void release_one(struct op *op, struct op **ready) {
    if (--op->pending == 0) {
        op->queued = *ready;
        *ready = op;
    }
}

// What a copy or a memset moved, for the one who listens.
static void tell_moved(const struct op *op) {
    struct moved moved = {op->note == NOTE_MEMSET                     ? "memset"
                          : op->note != NOTE_COPY                     ? NULL
                          : op->direction == cudaMemcpyHostToDevice   ? "h2d"
                          : op->direction == cudaMemcpyDeviceToHost   ? "d2h"
                          : op->direction == cudaMemcpyDeviceToDevice ? "d2d"
                                                                      : NULL,
                          op->to, op->size, op->to_pitch, op->rows};
    if (moved.kind)
        listener->moved(&moved);
}

// Takes a finished operation out of its stream. Successors that waited for nothing else go to the
// ready list.
static void finish(struct op *op, struct op **ready) {
    struct CUstream_st *stream = op->stream;
    op->done = true;
    stream->depth--;
    stream->head = op->next;
    if (op->next)
        release_one(op->next, ready);
    else
        stream->tail = NULL;
    for (struct edge *edge = op->edges; edge;) {
        struct edge *next = edge->next;
        release_one(edge->later, ready);
        edge->next = free_edges;
        free_edges = edge;
        edge = next;
    }
    if (stream->waiters)
        wake_those_at(stream);
    if (watched)
        watch_op(op);
    if (listener)
        tell_moved(op);
    free(op->staging);
    op_free(op);
    if (stream->destroyed && !stream->head)
        stream_free(stream);
}

static void run_ready(struct op *ready) {
    while (ready) {
        struct op *op = ready;
        ready = op->queued;
        op->queued = NULL;
        if (!op->start || op->start(op))
            finish(op, &ready);
    }
}

void op_complete(struct op *op) {
    struct op *ready = NULL;
    finish(op, &ready);
    run_ready(ready);
}

uint64_t host_operations(void) {
    device_lock();
    uint64_t count = device_ticket;
    device_unlock();
    return count;
}

void op_enqueue_locked(struct op *op, struct CUstream_st *stream) {
    op->stream = stream;
    if (stream->tail) {
        stream->tail->next = op;
        op->pending++;
    } else {
        stream->head = op;
    }
    stream->tail = op;
    stream->depth++;
    op->ticket = ++device_ticket;
    // The legacy default stream and the blocking ones wait for each other.
    if (stream == null_stream()) {
        for (struct CUstream_st *other = blocking_streams; other; other = other->next_blocking)
            op_depend(op, other->tail);
    } else if (!stream->non_blocking) {
        op_depend(op, null_stream()->tail);
    }
    if (op->pending == 0)
        run_ready(op);
}
