// block_threads.cpp: the general path. Each thread of a block runs until it must wait;
// threads that never wait share one stack.
#include "block.h"
#include "fiber.h"

#include <stdlib.h>
#include <time.h>

namespace hostcu {

enum { most_threads = 1024, lanes = 32, most_warps = most_threads / lanes };
// Only what a thread touches is ever real memory.
enum : size_t { stack_bytes = 256 << 10 };

struct warp {
    unsigned alive, ready;    // lanes: not ended; waiting to go on
    unsigned meeting, asking; // lanes: in warp_meet; in warp_active
    unsigned mask[lanes];
    warp_op op[lanes];
    uint64_t value[lanes], result[lanes];
    int from[lanes];
    int asked_in[lanes]; // lines
};

struct block {
    thread_function body;
    const void *arguments;
    at where;
    int threads, begun, alive, current;
    int at_barrier, line; // who waits at __syncthreads, and in which line of the source
    int yes;              // their votes
    int result;           // of the barrier that opened last
    vote kind;
    bool running;           // false: left in good order
    unsigned long progress; // threads that ended or were let go on
    unsigned long spun_at;  // its value when threads began to spin
    unsigned spins;
    double spun_since;
    warp warps[most_warps];
    fiber *on[most_threads];
    fiber own, *spare[most_threads], *all[most_threads];
    int spares, fibers;
};

static __thread block *b;

static bool inside() {
    return b && b->running && current_launch;
}

static void run_here();

static fiber *take_fiber() {
    if (b->spares)
        return b->spare[--b->spares];
    fiber *f = fiber_create(stack_bytes, (unsigned)b->fibers);
    if (!f)
        failed(cudaErrorMemoryAllocation, "no memory for the stack of a thread");
    return b->all[b->fibers++] = f;
}

static uint3 index_of(int thread) {
    const dim3 &size = b->where.size;
    unsigned t = (unsigned)thread;
    return uint3{t % size.x, t / size.x % size.y, t / (size.x * size.y)};
}

[[noreturn]] static void stuck() {
    int barrier = b->at_barrier, others = b->alive - b->at_barrier;
    if (barrier)
        failed(cudaErrorLaunchTimeout,
               "deadlock in block (%u,%u,%u): %d threads wait at __syncthreads and %d at a warp "
               "function that the others never reach",
               b->where.block.x, b->where.block.y, b->where.block.z, barrier, others);
    failed(cudaErrorLaunchTimeout,
           "deadlock in block (%u,%u,%u): %d threads wait at a warp function for lanes of their "
           "mask that never reach it",
           b->where.block.x, b->where.block.y, b->where.block.z, others);
}

static void answer_active(warp &w);

// The thread after the current one that can go on, or -1.
static int next_ready() {
    int warps = (b->threads + lanes - 1) / lanes, first = b->current / lanes;
    unsigned later = ~1u << b->current % lanes; // lanes after the current one
    for (int i = 0; i <= warps; i++) {
        int n = (first + i) % warps;
        unsigned ready = b->warps[n].ready & (i == 0 ? later : i == warps ? ~later : ~0u);
        if (ready)
            return n * lanes + __builtin_ctz(ready);
    }
    for (int n = 0; n < warps; n++)
        if (b->warps[n].asking) { // no other lane of the warp can come any more
            answer_active(b->warps[n]);
            return n * lanes + __builtin_ctz(b->warps[n].ready);
        }
    return -1;
}

// Goes on elsewhere; `from` is where this thread continues, or the worker's own stack.
static void leave(fiber *from) {
    fiber *to;
    if (b->begun < b->threads) {
        to = b->on[b->begun] = take_fiber();
    } else {
        int thread = next_ready();
        if (thread < 0 && b->alive)
            stuck();
        to = thread < 0 ? &b->own : b->on[thread];
        if (thread >= 0)
            b->current = thread;
    }
    if (to != from)
        fiber_switch(from, to, run_here);
}

static void wait() {
    int self = b->current;
    leave(b->on[self]);
    // Whoever woke us made us the current thread; our bit is taken here.
    b->current = self;
    b->warps[self / lanes].ready &= ~(1u << self % lanes);
    threadIdx = index_of(self);
}

static void open_barrier() {
    b->result = b->kind == vote::all   ? b->yes == b->at_barrier
                : b->kind == vote::any ? b->yes != 0
                                       : b->yes;
    int warps = (b->threads + lanes - 1) / lanes;
    for (int n = 0; n < warps; n++) {
        warp &w = b->warps[n];
        w.ready = w.alive & ~w.meeting & ~w.asking;
    }
    b->at_barrier = b->yes = 0;
    b->progress++;
}

int block_barrier(vote kind, int predicate, int line) {
    if (!inside())
        failed(cudaErrorLaunchFailure, "a barrier was reached in a call that hostcc did not see");
    if (b->at_barrier && line != b->line)
        failed(cudaErrorLaunchFailure,
               "divergent barrier in block (%u,%u,%u): thread (%u,%u,%u) reached the barrier in "
               "line %d while others wait at the one in line %d",
               blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z, line,
               b->line);
    b->kind = kind;
    b->line = line;
    b->yes += predicate != 0;
    if (++b->at_barrier < b->alive) {
        wait();
    } else {
        open_barrier();
        b->warps[b->current / lanes].ready &= ~(1u << b->current % lanes);
    }
    return b->result;
}

static uint64_t reduced(const warp &w, warp_op op, unsigned group) {
    bool begun = false;
    uint64_t r = 0;
    for (unsigned left = group; left; left &= left - 1) {
        uint64_t v = w.value[__builtin_ctz(left)];
        if (!begun) {
            r = v;
            begun = true;
            continue;
        }
        switch (op) {
        case warp_op::add:
            r += v;
            break;
        case warp_op::min:
            r = (int64_t)v < (int64_t)r ? v : r;
            break;
        case warp_op::max:
            r = (int64_t)v > (int64_t)r ? v : r;
            break;
        case warp_op::umin:
            r = v < r ? v : r;
            break;
        case warp_op::umax:
            r = v > r ? v : r;
            break;
        case warp_op::bit_and:
            r &= v;
            break;
        case warp_op::bit_or:
            r |= v;
            break;
        default:
            r ^= v;
            break;
        }
    }
    return r;
}

static uint64_t result_for(const warp &w, int lane, unsigned group) {
    uint64_t own = w.value[lane];
    unsigned same = 0;
    switch (w.op[lane]) {
    case warp_op::sync:
        return 0;
    case warp_op::shuffle: // from a lane that does not take part: undefined on a card
        return group >> w.from[lane] & 1 ? w.value[w.from[lane]] : own;
    case warp_op::ballot:
        for (int i = 0; i < lanes; i++)
            same |= (unsigned)((group >> i & 1) && w.value[i]) << i;
        return same;
    case warp_op::match_any:
    case warp_op::match_all:
        for (int i = 0; i < lanes; i++)
            same |= (unsigned)((group >> i & 1) && w.value[i] == own) << i;
        return w.op[lane] == warp_op::match_any || same == group ? same : 0;
    default:
        return reduced(w, w.op[lane], group);
    }
}

// Lets the lanes that wait with this mask go on if all of them are there.
static bool try_meeting(warp &w, unsigned mask) {
    unsigned needed = mask & w.alive, here = 0;
    for (unsigned left = w.meeting & needed; left; left &= left - 1)
        if (w.mask[__builtin_ctz(left)] == mask)
            here |= left & -left;
    if (here != needed)
        return false;
    for (unsigned left = here; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        w.result[lane] = result_for(w, lane, here);
    }
    w.meeting &= ~here;
    w.ready |= here;
    b->progress++;
    return true;
}

uint64_t warp_meet(warp_op op, unsigned mask, uint64_t value, int from) {
    if (!inside())
        failed(cudaErrorLaunchFailure,
               "a warp function was reached in a call that hostcc did not see");
    int lane = b->current % lanes;
    warp &w = b->warps[b->current / lanes];
    mask |= 1u << lane;
    w.mask[lane] = mask;
    w.op[lane] = op;
    w.value[lane] = value;
    w.from[lane] = from & (lanes - 1);
    w.meeting |= 1u << lane;
    if (try_meeting(w, mask))
        w.ready &= ~(1u << lane);
    else
        wait();
    return w.result[lane];
}

// The lanes that ask in the same line, once no other lane of the warp can come.
static void answer_active(warp &w) {
    int line = w.asked_in[__builtin_ctz(w.asking)];
    unsigned here = 0;
    for (unsigned left = w.asking; left; left &= left - 1)
        if (w.asked_in[__builtin_ctz(left)] == line)
            here |= left & -left;
    for (unsigned left = here; left; left &= left - 1)
        w.result[__builtin_ctz(left)] = here;
    w.asking &= ~here;
    w.ready |= here;
}

unsigned warp_active(int line) {
    if (!inside())
        return 1u << lane_index();
    int lane = b->current % lanes;
    warp &w = b->warps[b->current / lanes];
    w.asked_in[lane] = line;
    w.asking |= 1u << lane;
    wait();
    return (unsigned)w.result[lane];
}

int lane_index() {
    return (int)((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % lanes);
}

static double seconds_now() {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double spin_limit() {
    const char *value = getenv("HOSTDEVICE_SPIN_SECONDS");
    double seconds = value ? atof(value) : 0;
    return seconds > 0 ? seconds : 10;
}

// All that this block does is to ask for others' turn: does that never end?
static void count_spin() {
    if (b->spun_at != b->progress || b->spins == 0) {
        b->spun_at = b->progress;
        b->spins = 0;
        b->spun_since = seconds_now();
    }
    if (++b->spins % 4096 == 0 && seconds_now() - b->spun_since > spin_limit())
        failed(cudaErrorLaunchTimeout,
               "deadlock in block (%u,%u,%u): its threads wait for something that does not happen",
               b->where.block.x, b->where.block.y, b->where.block.z);
}

void let_others_run() {
    if (!inside())
        return;
    count_spin();
    if (b->alive < 2)
        return;
    b->warps[b->current / lanes].ready |= 1u << b->current % lanes;
    wait();
}

static void end_thread() {
    int lane = b->current % lanes;
    warp &w = b->warps[b->current / lanes];
    w.alive &= ~(1u << lane);
    b->alive--;
    b->progress++;
    for (int i = 0; i < lanes; i++) // the lanes that waited for this one alone
        if (w.meeting >> i & 1)
            try_meeting(w, w.mask[i]);
    if (b->at_barrier && b->at_barrier == b->alive)
        open_barrier();
}

// A fiber's whole life: threads of this block and of later ones, one after another.
static void run_here() {
    fiber_entered();
    for (;;) {
        int thread = b->current = b->begun++;
        fiber *mine = b->on[thread];
        threadIdx = index_of(thread);
        at where = b->where;
        where.thread = threadIdx;
        where.step = (int)threadIdx.x;
        b->body(b->arguments, where);
        end_thread();
        if (b->begun < b->threads) {
            b->on[b->begun] = mine;
            continue;
        }
        b->spare[b->spares++] = mine;
        leave(mine);
    }
}

static block *make_block() {
    block *made = (block *)calloc(1, sizeof(block));
    if (!made)
        failed(cudaErrorMemoryAllocation, "no memory for the threads of a block");
    return made;
}

// After a kernel that failed, fibers stand where it left them.
static void recover() {
    b->spares = 0;
    for (int i = 0; i < b->fibers; i++) {
        fiber_forget(b->all[i]);
        b->spare[b->spares++] = b->all[i];
    }
}

static void begin_block() {
    b->begun = b->at_barrier = b->yes = b->current = 0;
    b->alive = b->threads;
    for (int n = 0; n * lanes < b->threads; n++) {
        int here = b->threads - n * lanes;
        warp &w = b->warps[n];
        w.alive = here >= lanes ? ~0u : (1u << here) - 1;
        w.ready = w.meeting = w.asking = 0;
    }
}

void run_threads(const host_launch *launch, uint64_t first, uint64_t last, thread_function body) {
    running inside_kernel(launch);
    if (!b)
        b = make_block();
    if (b->running)
        recover();
    b->running = true;
    b->body = body;
    b->arguments = launch->closure;
    b->threads = (int)(blockDim.x * blockDim.y * blockDim.z);
    for (uint64_t n = first; n < last; n++) {
        b->where = first_thread(launch, n);
        begin_block();
        leave(&b->own);
    }
    b->running = false;
}

} // namespace hostcu
