// queue.c: what waits for what. Everything here is called with the device's lock held.
#include "witness.h"

#include <stdlib.h>

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
        abort(); // an order that cannot be kept must not be dropped
    edge->later = op;
    edge->next = earlier->edges;
    earlier->edges = edge;
    op->pending++;
}

void waiter_wake(struct waiter *waiter) {
    // The waiter's frame may be gone as soon as it sees 1: only the address is used after.
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

// Takes a finished operation out of its stream; its successors without other predecessors
// go to the ready list.
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
