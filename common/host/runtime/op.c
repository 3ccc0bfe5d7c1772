// op.c: the pool of operations. One is taken at every launch, so a thread keeps some at hand.
#include "runtime.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 16 };

static struct op *free_ops; // under the lock
static _Thread_local struct op *at_hand;

// Every batch ever allocated, so that a leak checker sees them in use.
struct batch {
    struct batch *next;
    struct op *ops;
};
static struct batch *batches;

static bool more_ops(void) {
    int workers = device_workers();
    struct batch *batch = malloc(sizeof *batch);
    struct op *ops = calloc(BATCH, sizeof *ops);
    struct share *shares =
        aligned_alloc(CACHE_LINE, (size_t)BATCH * (size_t)workers * sizeof *shares);
    if (!batch || !ops || !shares) {
        free(batch);
        free(ops);
        free(shares);
        return false;
    }
    for (int i = 0; i < BATCH; i++) {
        ops[i].shares = shares + (size_t)i * (size_t)workers;
        ops[i].queued = i + 1 < BATCH ? &ops[i + 1] : NULL;
    }
    at_hand = ops;
    device_lock();
    batch->ops = ops;
    batch->next = batches;
    batches = batch;
    device_unlock();
    return true;
}

static bool refill(void) {
    device_lock();
    struct op *first = free_ops, *last = first;
    for (int i = 1; last && i < BATCH && last->queued; i++)
        last = last->queued;
    if (last) {
        free_ops = last->queued;
        last->queued = NULL;
        at_hand = first;
    }
    device_unlock();
    return first || more_ops();
}

struct op *op_new(enum op_kind kind, const char *name) {
    if (!at_hand && !refill())
        return NULL;
    struct op *op = at_hand;
    at_hand = op->queued;
    struct share *shares = op->shares;
    memset(op, 0, sizeof *op);
    op->shares = shares;
    op->kind = kind;
    op->name = name;
    if (watched)
        op->correlation = call_correlation();
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
