// engines.c: three threads beside the workers. One copies to the device, one copies from the
// device, and one calls the host functions of the streams.
#include "queue/queue.h"

struct engine {
    struct op *first, *last; // under the lock
    atomic_uint sleeping;
    pthread_once_t once;
};

static struct engine engines[ENGINES] = {
    [TO_DEVICE].once = PTHREAD_ONCE_INIT,
    [TO_HOST].once = PTHREAD_ONCE_INIT,
    [FUNCTIONS].once = PTHREAD_ONCE_INIT,
};

static bool offer(struct op *op) {
    struct engine *engine = &engines[op->engine];
    op->queued = NULL;
    if (engine->last)
        engine->last->queued = op;
    else
        engine->first = op;
    engine->last = op;
    if (atomic_exchange(&engine->sleeping, 0))
        wake_later(&engine->sleeping);
    return false;
}

static void *work(void *argument) {
    struct engine *engine = argument;
    device_lock();
    for (;;) {
        struct op *op = engine->first;
        if (!op) {
            atomic_store(&engine->sleeping, 1);
            device_unlock();
            while (atomic_load(&engine->sleeping))
                park(&engine->sleeping, 1);
            device_lock();
            continue;
        }
        engine->first = op->queued;
        if (!engine->first)
            engine->last = NULL;
        device_unlock();
        if (watched)
            op->begin = now_ns();
        op->run(op);
        if (watched)
            op->end = now_ns();
        device_lock();
        op_complete(op);
    }
    return NULL;
}

static void start_to_device(void) {
    device_thread(work, &engines[TO_DEVICE]);
}

static void start_to_host(void) {
    device_thread(work, &engines[TO_HOST]);
}

static void start_functions(void) {
    device_thread(work, &engines[FUNCTIONS]);
}

struct op *engine_op(enum engine_kind kind, const char *name) {
    pthread_once(&engines[kind].once, kind == TO_DEVICE ? start_to_device
                                      : kind == TO_HOST ? start_to_host
                                                        : start_functions);
    struct op *op = op_new(offer, name);
    if (op)
        op->engine = kind;
    return op;
}
