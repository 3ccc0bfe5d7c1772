// ops.c: the pool of operations. Every launch takes an operation, so each thread keeps some ready.
#include "queue/queue.h"

#include <stdlib.h>
#include <string.h>

// The first allocation covers a full queue: no later launch calls the allocator or touches a page
// for the first time.
enum { BATCH = 16, FIRST_ALLOCATION = QUEUE_DEPTH + 4 * BATCH };

// Allocations are never freed; the list of them shows a leak checker that they are not lost.
struct allocation {
    struct allocation *next;
    struct op *ops;
};

// Under the lock:
static struct op *free_ops;
static struct allocation *allocations;

static _Thread_local struct op *at_hand;

// Under the lock.
static bool more_ops(int count) {
    size_t workers = (size_t)device_workers();
    struct allocation *allocation = malloc(sizeof *allocation);
    struct op *ops = calloc((size_t)count, sizeof *ops);
    struct share *shares = aligned_alloc(CACHE_LINE, (size_t)count * workers * sizeof *shares);
    if (!allocation || !ops || !shares) {
        free(allocation);
        free(ops);
        free(shares);
        return false;
    }
    memset(shares, 0, (size_t)count * workers * sizeof *shares);
    for (int i = 0; i < count; i++) {
        ops[i].shares = shares + (size_t)i * workers;
        op_free(&ops[i]);
    }
    allocation->ops = ops;
    allocation->next = allocations;
    allocations = allocation;
    return true;
}

static bool refill(void) {
    device_lock();
    if (!free_ops)
        more_ops(allocations ? BATCH : FIRST_ALLOCATION);
    struct op *first = free_ops, *last = first;
    for (int i = 1; last && i < BATCH && last->queued; i++)
        last = last->queued;
    if (last) {
        free_ops = last->queued;
        last->queued = NULL;
        at_hand = first;
    }
    device_unlock();
    return first != NULL;
}

struct op *op_new(op_start *start, const char *name) {
    if (!at_hand && !refill())
        return NULL;
    struct op *op = at_hand;
    at_hand = op->queued;
    struct share *shares = op->shares;
    memset(op, 0, sizeof *op);
    op->shares = shares;
    op->start = start;
    op->name = name;
    if (watched)
        op->correlation = watch_correlation();
    return op;
}

void op_free(struct op *op) {
    op->queued = free_ops;
    free_ops = op;
}

void op_discard(struct op *op) {
    device_lock();
    op_free(op);
    device_unlock();
}
