// wait.c: how a host thread waits for the device: it polls for a moment, then sleeps.
#include "queue/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Long enough to see a short kernel end, but short compared with the cost of a sleep. There is no
// sched_yield, because the scheduler puts a thread that yields behind all others. A worker that
// this thread wakes at its next launch would then take this core (seen on Linux 6.18: 36 us for the
// call).
enum { LOOK_NS = 20000, LOOKS_BEFORE_CLOCK = 32 };

// The time after which a kernel that still runs may never end.
static uint64_t long_ns(void) {
    const char *value = getenv("HOSTDEVICE_LONG_SECONDS");
    double seconds = value ? atof(value) : 0;
    return (uint64_t)((seconds > 0 ? seconds : 10) * 1e9);
}

static void tell_of_long_kernel(double seconds) {
    static atomic_bool told;
    char name[128] = "";
    device_lock();
    for (struct CUstream_st *stream = all_streams; stream && !*name; stream = stream->next)
        if (stream->head && stream->head->note == NOTE_KERNEL && stream->head->users > 0)
            snprintf(name, sizeof name, "%s", stream->head->name);
    device_unlock();
    if (*name && !atomic_exchange(&told, true))
        fprintf(stderr, "the host has waited for %g s: kernel %s still runs\n", seconds, name);
}

void waiter_sleep(struct waiter *waiter) {
    uint64_t until = now_ns() + LOOK_NS;
    do {
        for (int i = 0; i < LOOKS_BEFORE_CLOCK; i++) {
            if (atomic_load_explicit(&waiter->state, memory_order_acquire) == 1)
                return;
            relax();
        }
    } while (now_ns() < until);
    workers_host_sleeps();
    unsigned waiting = 0;
    if (!atomic_compare_exchange_strong(&waiter->state, &waiting, 2))
        return;
    uint64_t patience = long_ns();
    while (atomic_load(&waiter->state) != 1)
        if (park_for(&waiter->state, 2, patience))
            tell_of_long_kernel((double)patience * 1e-9);
}

// A card works while the host queries it; here the thread that queries occupies a core that a
// kernel could use. A thread that queries now and then gets its answer at once; a thread that
// queries in a loop sleeps between its queries.
void asked_too_early(void) {
    enum { IN_A_ROW = 8, SOON_NS = 100000, NAP_NS = 20000 };
    static __thread uint64_t last;
    static __thread int row;
    uint64_t now = now_ns();
    row = now - last < SOON_NS ? row + 1 : 0;
    if (row >= IN_A_ROW) {
        nanosleep(&(struct timespec){0, NAP_NS}, NULL);
        now = now_ns();
    }
    last = now;
}

void wait_and_unlock(struct CUstream_st *stream, uint64_t ticket) {
    struct waiter waiter = {.target = ticket};
    if (stream_past(stream, ticket)) {
        device_unlock();
        return;
    }
    waiter.next = stream->waiters;
    // The thread that wakes this one takes it out of the list, so it is out before this returns.
    // cppcheck-suppress autoVariables
    stream->waiters = &waiter;
    device_unlock();
    uint64_t begin = watched ? now_ns() : 0;
    waiter_sleep(&waiter);
    if (watched)
        watch_wait(begin);
}

// Waits for what is queued now, in one stream after another.
static void wait_streams(bool non_blocking_too) {
    device_lock();
    uint64_t now = device_ticket;
    struct CUstream_st *stream = all_streams;
    while (stream) {
        if (stream_past(stream, now) || (stream->non_blocking && !non_blocking_too)) {
            stream = stream->next;
            continue;
        }
        wait_and_unlock(stream, now);
        device_lock();
        stream = all_streams; // from the start: the list may have changed
    }
    device_unlock();
}

// Waits for a stream. The default stream is done when all streams that it waits for are done.
void wait_stream(struct CUstream_st *stream) {
    if (stream == null_stream()) {
        wait_streams(false);
        return;
    }
    device_lock();
    wait_and_unlock(stream, device_ticket);
}

void wait_device(void) {
    wait_streams(true);
}

// A call waits while its stream is full, as on a card.
void stream_await_space(struct CUstream_st *stream) {
    while (stream->depth >= QUEUE_DEPTH) {
        wait_and_unlock(stream, stream->head->ticket + QUEUE_FREED);
        device_lock();
    }
}

void op_enqueue(struct op *op, struct CUstream_st *stream) {
    device_lock();
    if (stream->capture) {
        graph_keep(stream->capture, op);
        device_unlock();
        return;
    }
    stream_await_space(stream);
    op_enqueue_locked(op, stream);
    device_unlock();
}
