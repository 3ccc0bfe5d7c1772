// workers.c: the device's processors, one thread for each core. The blocks of a grid are divided
// into equal parts. A worker gets the same part at every launch, so that the next launch finds in
// the core's cache what the block left there. A worker that has done its part takes blocks from the
// far end of another worker's part.
#define _GNU_SOURCE // a thread's core
#include "queue/queue.h"

#include <sched.h>
#include <stdlib.h>

// A worker without work polls for this long before it sleeps.
enum { LOOK_NS = 30000, LOOKS_BEFORE_CLOCK = 64 };
// A worker takes pieces of about this length: much shorter than a grid, but much longer than it
// takes to get a piece.
enum { PIECE_NS = 4000, FIRST_PIECE_THREADS = 4096 };
// Another program keeps a processor for longer than this.
enum { LONG_NS = 100000 };

struct worker {
    _Alignas(CACHE_LINE) atomic_uint parked;
    int index;
    int cpu;
    struct worker *next_idle;
    const struct host_kernel *kernel; // of the last grid
    uint64_t unit;
    uint32_t piece;
    uint64_t delay; // how long it waited for its processor until `asked`, or a little later
    uint64_t asked;
};

static struct worker *workers;
static int worker_count;
// Under the lock:
static struct worker *idle;
static struct op *active_first, *active_last; // grids with blocks to take
static struct op *cooperating;                // the grid that runs whose blocks wait for each other
static int looking;                           // workers that poll for work
static int waking;                            // workers that were woken and do not run yet
// Polled without the lock:
static atomic_int active_count;

// Wakes the worker of this core if the core will be free; else the worker of another core, because
// the calling thread keeps this core busy.
static void wake_one(bool this_core_is_free) {
    struct worker **link = &idle;
    int here = sched_getcpu();
    while (*link && ((*link)->cpu == here) != this_core_is_free && (*link)->next_idle)
        link = &(*link)->next_idle;
    struct worker *worker = *link;
    if (!worker)
        return;
    *link = worker->next_idle;
    waking++;
    atomic_store(&worker->parked, 0);
    wake_later(&worker->parked);
}

static void take_out(struct op *op) {
    struct op **link = &active_first, *previous = NULL;
    while (*link && *link != op) {
        previous = *link;
        link = &(*link)->queued;
    }
    if (!*link)
        return;
    *link = op->queued;
    if (active_last == op)
        active_last = previous;
    op->queued = NULL;
    atomic_fetch_sub_explicit(&active_count, 1, memory_order_relaxed);
}

// Puts a grid into the list. Grids of streams with higher priority (a lower number) come first;
// otherwise the order of the launches is kept.
static void put_in(struct op *op) {
    op->queued = NULL;
    int priority = op->stream->priority;
    if (!active_last || active_last->stream->priority <= priority) {
        if (active_last)
            active_last->queued = op;
        else
            active_first = op;
        active_last = op;
    } else {
        struct op **link = &active_first;
        while ((*link)->stream->priority <= priority)
            link = &(*link)->queued;
        op->queued = *link;
        *link = op;
    }
    atomic_fetch_add_explicit(&active_count, 1, memory_order_relaxed);
}

static uint64_t range_of(uint64_t first, uint64_t end) {
    return first << 32 | end;
}

// Called before this thread sleeps. If a grid still waits for a worker, wakes the worker of this
// core, which will be free; a worker that was woken before may still wait for its own core.
void workers_host_sleeps(void) {
    if (!atomic_load_explicit(&active_count, memory_order_relaxed))
        return;
    device_lock();
    if (active_first)
        wake_one(true);
    device_unlock();
}

bool workers_offer(struct op *op) {
    uint64_t units = (op->blocks + op->unit - 1) / op->unit;
    op->single = units == 1;
    op->sharers = units < (uint64_t)worker_count ? (int)units : worker_count;
    for (int i = 0; i < op->sharers; i++)
        atomic_store_explicit(&op->shares[i].range,
                              range_of(units * (uint64_t)i / (uint64_t)op->sharers,
                                       units * (uint64_t)(i + 1) / (uint64_t)op->sharers),
                              memory_order_relaxed);
    if (listener && op->note == NOTE_KERNEL)
        op->heard = listener->begin(&op->launch);
    put_in(op);
    // A worker that polls, or that was woken already, will find this grid and wake the others. This
    // call wakes a worker only if there is no such worker, so that a launch takes the host little
    // time.
    if (!looking && !waking)
        wake_one(false);
    return false;
}

// Takes up to `wanted` units, from the front or the back; 0: the share is empty.
static uint32_t take(struct share *share, uint32_t wanted, bool front, uint64_t *first) {
    uint64_t range = atomic_load_explicit(&share->range, memory_order_relaxed);
    for (;;) {
        uint64_t begin = range >> 32, end = range & 0xffffffffu;
        if (begin >= end)
            return 0;
        uint64_t left = end - begin;
        uint64_t n = left < 2 * (uint64_t)wanted ? left : wanted; // leaves no small rest
        uint64_t rest = front ? range_of(begin + n, end) : range_of(begin, end - n);
        if (atomic_compare_exchange_weak_explicit(&share->range, &range, rest, memory_order_relaxed,
                                                  memory_order_relaxed)) {
            *first = front ? begin : end - n;
            return (uint32_t)n;
        }
    }
}

static bool find_piece(const struct worker *me, struct op *op, uint64_t *first, uint32_t *count) {
    int start = me->index % op->sharers;
    for (int i = 0; i < op->sharers; i++) {
        int owner = (start + i) % op->sharers;
        *count = take(&op->shares[owner], me->piece, owner == me->index, first);
        if (*count)
            return true;
    }
    return false;
}

static void first_piece(struct worker *me, const struct op *op) {
    if (me->kernel == op->launch.kernel && me->unit == op->unit)
        return;
    me->kernel = op->launch.kernel;
    me->unit = op->unit;
    const unsigned *block = op->launch.block;
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2] * op->unit;
    me->piece = threads >= FIRST_PIECE_THREADS ? 1 : (uint32_t)(FIRST_PIECE_THREADS / threads);
}

static void run_blocks(struct op *op, uint64_t first, uint64_t end) {
    if (op->heard)
        listener->enter(op->heard);
    fault_guarded(&op->launch, first, end);
    if (op->heard)
        listener->enter(NULL);
}

static void run_units(struct worker *me, struct op *op, uint64_t first, uint32_t count) {
    uint64_t begin = first * op->unit, end = (first + count) * op->unit;
    if (end > op->blocks)
        end = op->blocks;
    if (device_failed() != cudaSuccess)
        return; // nothing runs after a failure
    if (op->single) {
        run_blocks(op, begin, end);
        return;
    }
    uint64_t start = now_ns();
    run_blocks(op, begin, end);
    uint64_t took = now_ns() - start;
    if (took > 2 * PIECE_NS)
        me->piece = (uint32_t)((uint64_t)count * PIECE_NS / took) + 1;
    else if (took < PIECE_NS / 2 && count == me->piece && me->piece < UINT32_MAX / 2)
        me->piece *= 2;
}

// To ask takes a microsecond, and nothing was missed in a time that is too short for a delay.
static void ask_after(struct worker *me, uint64_t ns) {
    uint64_t now = now_ns();
    if (now - me->asked > ns)
        me->delay = watch_delay();
    me->asked = now;
}

// What this worker waited for its processor while it had a part of the grid.
static void add_delay(struct worker *me, struct op *op) {
    uint64_t before = me->delay;
    ask_after(me, LONG_NS);
    atomic_fetch_add_explicit(&op->delays, me->delay - before, memory_order_relaxed);
    atomic_fetch_add_explicit(&op->delayed, 1, memory_order_relaxed);
}

static void run_grid(struct worker *me, struct op *op) {
    uint64_t first;
    uint32_t count;
    if (op->single) {
        run_units(me, op, 0, 1);
        return;
    }
    first_piece(me, op);
    while (find_piece(me, op, &first, &count))
        run_units(me, op, first, count);
    atomic_store_explicit(&op->drained, true, memory_order_relaxed);
}

// Two grids whose blocks wait for each other could each hold a worker that the other needs.
static bool must_wait(const struct op *op) {
    return op->launch.together && cooperating && cooperating != op;
}

// Under the lock: the next grid with something to take.
static struct op *pick(void) {
    struct op *op = active_first;
    while (op && (atomic_load_explicit(&op->drained, memory_order_relaxed) || must_wait(op)))
        op = op->queued;
    if (!op)
        return NULL;
    if (op->launch.together)
        cooperating = op;
    op->users++;
    if (watched && !op->begin)
        op->begin = now_ns();
    if (op->single)
        take_out(op);
    // Is there more work than the workers that run can do?
    bool more = op->single ? active_first != NULL : op->users < op->sharers || op->queued;
    if (more) {
        wake_one(false);
        wake_one(false);
    }
    return op;
}

// Under the lock. If the grid ended now, `ended` gets its launch: the caller frees the arguments
// later, so that the next grid does not wait for that.
static void leave(struct op *op, struct host_launch *ended) {
    if (!op->single)
        take_out(op); // nothing is left to take
    if (--op->users)
        return;
    if (op == cooperating)
        cooperating = NULL;
    if (op->heard)
        listener->end(op->heard);
    *ended = op->launch;
    op_complete(op);
}

static void look_for_work(void) {
    uint64_t until = now_ns() + LOOK_NS;
    do {
        for (int i = 0; i < LOOKS_BEFORE_CLOCK; i++) {
            if (atomic_load_explicit(&active_count, memory_order_relaxed))
                return;
            relax();
        }
    } while (now_ns() < until);
}

// Under the lock, which it releases while it waits.
static void wait_for_work(struct worker *me) {
    // One core is left to the thread that launches.
    if (looking < (worker_count > 1 ? worker_count - 1 : 1)) {
        looking++;
        device_unlock();
        look_for_work();
        if (watched)
            ask_after(me, LONG_NS);
        device_lock();
        looking--;
        if (active_first)
            return;
    }
    atomic_store(&me->parked, 1);
    me->next_idle = idle;
    idle = me;
    device_unlock();
    while (atomic_load(&me->parked))
        park(&me->parked, 1);
    if (watched)
        ask_after(me, 0);
    device_lock();
    waking--;
}

static void *work(void *argument) {
    struct worker *me = argument;
    me->cpu = device_pin(me->index);
    fault_stack();
    struct host_launch ended = {0};
    device_lock();
    for (;;) {
        struct op *op = pick();
        if (!op && !ended.drop) {
            wait_for_work(me);
            continue;
        }
        device_unlock();
        if (ended.drop) // calls code of the program: not under the lock
            ended.drop(ended.closure);
        ended.drop = NULL;
        if (op && watched) // it may have waited before it got its part
            ask_after(me, LONG_NS);
        if (op)
            run_grid(me, op);
        if (op && watched)
            add_delay(me, op);
        device_lock();
        if (op)
            leave(op, &ended);
    }
    return NULL;
}

static void start(void) {
    uint64_t begin = watched ? now_ns() : 0;
    int count = device_workers();
    listener_missing();
    workers = aligned_alloc(CACHE_LINE, (size_t)count * sizeof *workers);
    if (!workers)
        return;
    for (int i = 0; i < count; i++)
        workers[i] = (struct worker){.index = i};
    worker_count = count;
    int running = 0;
    while (running < count && device_thread(work, &workers[running]) == 0)
        running++;
    if (running == 0)
        device_fail(cudaErrorInitializationError);
    if (watched)
        watch_context("workers", begin);
}

void workers_start(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}
