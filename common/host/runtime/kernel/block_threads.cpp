// block_threads.cpp: the general path. Each thread of a block runs until it must wait for others.
// Threads that never wait run one after another on the same stack.
#include "kernel/kernel.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace hostcu {

// Pages of a stack that its thread never touches take no memory.
enum : size_t { stack_bytes = 256 << 10 };
enum : ptrdiff_t { guard_bytes = 64 << 10 }; // at most: the guard page below a stack

static __thread block *b; // the block that this worker runs

static bool inside() {
    return b && b->running && current_launch;
}

static void run_here();

static fiber *take_fiber() {
    if (b->spares)
        return b->spare[--b->spares];
    fiber *f = fiber_create(stack_bytes, (unsigned)b->fibers);
    if (!f)
        failed(cudaErrorMemoryAllocation, "out of memory: the stack of a thread");
    return b->all[b->fibers++] = f;
}

static uint3 index_of(int thread) {
    const dim3 &size = b->where.size;
    unsigned t = (unsigned)thread;
    if (t < size.x) // without a division, which takes longer than a short kernel
        return uint3{t, 0, 0};
    return uint3{t % size.x, t / size.x % size.y, t / (size.x * size.y)};
}

static void tell(meeting how, int first = 0, unsigned lanes = 0, unsigned asked = 0) {
    if (!listener)
        return;
    met one = {how, first, lanes, asked};
    listener->met(&one);
}

[[noreturn]] static void stuck() {
    tell(BLOCK_STUCK);
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

// The next thread after the current one that can continue, or -1.
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
        if (b->warps[n].asking) { // no other lane of the warp can reach the call any more
            answer_active(b->warps[n]);
            return n * lanes + __builtin_ctz(b->warps[n].ready);
        }
    return -1;
}

// Continues with another thread. `from` is where this thread will continue, or the worker's own
// stack.
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

// Stops the current thread until it is ready again; others run meanwhile.
static void wait() {
    int self = b->current;
    leave(b->on[self]);
    // This thread runs again: it is the current thread, and no longer one of the ready threads.
    b->current = self;
    b->warps[self / lanes].ready &= ~(1u << self % lanes);
    threadIdx = index_of(self);
}

static void open_barrier() {
    tell(BLOCK_MEETS);
    if (b->kind == vote::grid) {
        tell(GRID_MEETS); // before the others go on
        meet_other_blocks();
    }
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
        failed(cudaErrorLaunchFailure, "a barrier was reached in a call that hostcc did not see: "
                                       "compile the program with hostcc --general");
    if (b->at_barrier && line != b->line) {
        tell(BARRIERS_DIFFER);
        failed(cudaErrorLaunchFailure,
               "divergent barrier in block (%u,%u,%u): thread (%u,%u,%u) reached the barrier in "
               "line %d while others wait at the one in line %d",
               blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z, line,
               b->line);
    }
    tell(THREAD_WAITS);
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

// Ends a block whose threads only poll for a value that never comes.
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

// Tiles of different sizes may begin at the same thread.
void tile_barrier(int first, int count) {
    if (!inside())
        failed(cudaErrorLaunchFailure, "a group was met in a call that hostcc did not see");
    int size = __builtin_ctz((unsigned)count / smallest_tile);
    gathering &tile = b->tiles[size][first / smallest_tile];
    int all = count < b->threads - first ? count : b->threads - first;
    unsigned long mine = tile.opened;
    if (++tile.here < all) {
        while (tile.opened == mine)
            let_others_run();
        return;
    }
    tell(TILE_MEETS);
    tile.here = 0;
    tile.opened++;
    b->progress++;
}

static bool meet_now(warp &w, unsigned mask) {
    bool all = try_meeting(w, mask);
    b->progress += all;
    if (all)
        tell(WARP_MEETS, (int)(&w - b->warps) * lanes, mask & w.alive, mask);
    return all;
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
    tell(THREAD_WAITS);
    if (meet_now(w, mask))
        w.ready &= ~(1u << lane);
    else
        wait();
    return w.result[lane];
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

static void end_thread() {
    int lane = b->current % lanes;
    warp &w = b->warps[b->current / lanes];
    w.alive &= ~(1u << lane);
    b->alive--;
    b->progress++;
    for (int i = 0; w.meeting && i < lanes; i++) // lanes that waited only for this one
        if (w.meeting >> i & 1)
            meet_now(w, w.mask[i]);
    if (b->at_barrier && b->at_barrier == b->alive)
        open_barrier();
}

// The whole life of a fiber: it runs threads of this block and of later ones, one after another.
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
        failed(cudaErrorMemoryAllocation, "out of memory: the threads of a block");
    return made;
}

// After a kernel that failed, its fibers are still in the middle of their work: frees them all for
// later blocks.
static void recover() {
    b->spares = 0;
    for (int i = 0; i < b->fibers; i++) {
        fiber_forget(b->all[i]);
        b->spare[b->spares++] = b->all[i];
    }
}

static void begin_block() {
    tell(BLOCK_BEGINS);
    b->begun = b->at_barrier = b->yes = b->current = 0;
    b->alive = b->threads;
    for (int n = 0; n * lanes < b->threads; n++) {
        int here = b->threads - n * lanes;
        warp &w = b->warps[n];
        w.alive = here >= lanes ? ~0u : (1u << here) - 1;
        w.ready = w.meeting = w.asking = 0;
    }
    memset(b->tiles, 0, sizeof b->tiles);
}

// Once for each kernel: who measures it should know.
static void tell_slow(const host_kernel *kernel) {
    int *told = &const_cast<host_kernel *>(kernel)->told;
    if (kernel->slow && !__atomic_exchange_n(told, 1, __ATOMIC_RELAXED))
        fprintf(stderr,
                "host device: kernel %s waits in a way that is not split, so its speed is not "
                "comparable: %s\n",
                kernel->name, kernel->slow);
}

void run_threads(const host_launch *launch, uint64_t first, uint64_t last, thread_function body) {
    running inside_kernel(launch);
    tell_slow(launch->kernel);
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

bool hostcu::on_a_stack(uintptr_t address) {
    for (int i = 0; i < b->fibers; i++)
        if (address - (uintptr_t)b->all[i]->stack < b->all[i]->size)
            return true;
    return false;
}

bool hostcu::on_this_stack(uintptr_t address) {
    const fiber *f = b->on[b->current];
    return f && address - (uintptr_t)f->stack < f->size;
}

bool host_block_thread(const void *address, char *words, size_t size) {
    if (!hostcu::inside())
        return false;
    uint3 thread = hostcu::index_of(hostcu::b->current), block = hostcu::b->where.block;
    snprintf(words, size, "thread (%u,%u,%u) of block (%u,%u,%u)", thread.x, thread.y, thread.z,
             block.x, block.y, block.z);
    const char *stack = hostcu::b->on[hostcu::b->current]->stack, *at = (const char *)address;
    return at < stack && stack - at <= hostcu::guard_bytes;
}

void host_block_abandoned() {
    if (hostcu::b)
        hostcu::fiber_left_for(&hostcu::b->own);
}
