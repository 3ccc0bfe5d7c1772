// wait.c: how a host thread waits for the device: a short look, then asleep.
#include "witness.h"

#include <time.h>

// Long enough to see a short kernel end; short against what a sleep costs. No sched_yield: who
// yields is behind everybody afterwards, and a worker that it wakes at its next launch pushes it
// off its core (seen on Linux 6.18: 36 us for the call).
enum { LOOK_NS = 20000, LOOKS_BEFORE_CLOCK = 32 };

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
    while (atomic_load(&waiter->state) != 1)
        park(&waiter->state, 2);
}

// A card works while the host asks; here the one who asks sits on a core that a kernel could
// have. Who asks now and then gets his answer at once; who asks in a loop sleeps in between.
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

// Under the lock; releases it.
void wait_and_unlock(struct CUstream_st *stream, uint64_t ticket) {
    struct waiter waiter = {.target = ticket};
    if (stream_past(stream, ticket)) {
        device_unlock();
        return;
    }
    waiter.next = stream->waiters;
    // It is out of the list again before this returns: who wakes it takes it out.
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
        stream = all_streams; // the list may have changed meanwhile
    }
    device_unlock();
}

// The default stream is done when what it would wait for is.
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

// A full queue makes the caller wait, as a card's does.
void device_room(struct CUstream_st *stream) {
    while (stream->depth >= QUEUE_DEPTH) {
        wait_and_unlock(stream, stream->head->ticket + QUEUE_ROOM);
        device_lock();
    }
}

void op_enqueue(struct op *op, struct CUstream_st *stream) {
    device_lock();
    device_room(stream);
    op_enqueue_locked(op, stream);
    device_unlock();
}
