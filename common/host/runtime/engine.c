// engine.c: the threads beside the workers: one copies to the device, one from it, and one
// calls the host functions of the streams.
#define _GNU_SOURCE // SCHED_BATCH
#include "witness.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>

struct engine {
    struct op *first, *last; // under the lock
    atomic_uint sleeping;
    pthread_once_t once;
};

static struct engine to_device = {.once = PTHREAD_ONCE_INIT};
static struct engine to_host = {.once = PTHREAD_ONCE_INIT};
static struct engine functions = {.once = PTHREAD_ONCE_INIT};

static struct engine *engine_of(enum op_kind kind) {
    return kind == OP_TO_DEVICE ? &to_device : kind == OP_TO_HOST ? &to_host : &functions;
}

void engine_offer(struct op *op) {
    struct engine *engine = engine_of(op->kind);
    op->queued = NULL;
    if (engine->last)
        engine->last->queued = op;
    else
        engine->first = op;
    engine->last = op;
    if (atomic_exchange(&engine->sleeping, 0))
        wake_later(&engine->sleeping);
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

struct body {
    void *(*run)(void *);
    void *argument;
};

static void *begin_thread(void *argument) {
    struct body body = *(struct body *)argument;
    free(argument);
    // A thread of the device that wakes must not push the program's off its core.
    struct sched_param none = {0};
    pthread_setschedparam(pthread_self(), SCHED_BATCH, &none);
    return body.run(body.argument);
}

// The program's signals are not for the device's threads; their own faults are.
int device_thread(void *(*run)(void *), void *argument) {
    struct body *body = malloc(sizeof *body);
    pthread_t thread;
    sigset_t all, old;
    if (!body)
        return 1;
    *body = (struct body){run, argument};
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int failed = pthread_create(&thread, NULL, begin_thread, body);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (failed)
        free(body);
    else
        pthread_detach(thread);
    return failed;
}

static void start_to_device(void) {
    device_thread(work, &to_device);
}

static void start_to_host(void) {
    device_thread(work, &to_host);
}

static void start_functions(void) {
    device_thread(work, &functions);
}

void engine_start(enum op_kind kind) {
    struct engine *engine = engine_of(kind);
    pthread_once(&engine->once, kind == OP_TO_DEVICE ? start_to_device
                                : kind == OP_TO_HOST ? start_to_host
                                                     : start_functions);
}
