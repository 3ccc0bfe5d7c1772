// kernel.h: what happens inside a kernel: the threads of a block, their stacks, and their faults.
// Compiled kernels call host/runtime.h; the layers above call the C part of this.
#ifndef HOST_KERNEL_H
#define HOST_KERNEL_H

#include <stdbool.h>

#include "host/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- fault.c: a kernel runs guarded, and its first failure sticks

cudaError_t device_failed(void); // the failure that sticks, or cudaSuccess
void device_fail(cudaError_t error);
void device_mend(void);

void fault_handlers(void); // once
void fault_stack(void);    // once for each thread that runs kernels
// Runs the blocks; false when the kernel failed and left in the middle.
bool fault_guarded(const struct host_launch *launch, uint64_t first, uint64_t last);

// ---- block_threads.cpp

// Both are null in a program in which no kernel takes the general path.

// Called when a worker has left a block in the middle and returned to its own stack.
void host_block_abandoned(void) __attribute__((weak));

// Writes the running thread in words, if it is known. Returns whether the address is at the end of
// that thread's stack.
bool host_block_thread(const void *address, char *words, size_t size) __attribute__((weak));

// ---- listener.c: who is told of each access to memory, in a program that was compiled with
// --weigh or --checked (runtime/access/). All but enter, met and touch are called under the
// device's lock.

struct moved {        // by a copy or a memset
    const char *kind; // "h2d", "d2h", "d2d", "memset"; NULL: neither
    char *to;
    size_t bytes, pitch, rows; // bytes: of all rows
};

enum meeting {
    BLOCK_BEGINS,
    BLOCK_MEETS, // its threads have met at a barrier
    GRID_MEETS,  // and those of the other blocks
    TILE_MEETS,  // two warps or more of a block
    WARP_MEETS,
    THREAD_WAITS,    // the running thread, at one of these
    BARRIERS_DIFFER, // the running thread came to one, and others wait at another
    BLOCK_STUCK
};

struct met {
    enum meeting how;
    int first;      // thread of the warp
    unsigned lanes; // that met; and that should have met
    unsigned asked;
};

struct access {
    const void *at;
    size_t size;
    const void *from;   // the place in the kernel
    void *const *frame; // of the function that was called there
    unsigned char way;  // READ, WRITTEN
    unsigned char how;  // PLAIN ...
    bool aligned;       // the compiler takes it that it is
    bool orders;        // an atomic operation that orders others
};
#ifdef __cplusplus
enum access_way { READ, WRITTEN, WAYS };
enum access_how { PLAIN, VOLATILE, ATOMIC };
#endif

struct listener {
    void *(*begin)(const struct host_launch *launch); // its blocks may run now; NULL: not heard
    void (*enter)(void *begun); // this worker runs blocks of it; NULL: of no grid that is heard
    void (*met)(const struct met *met); // threads of this worker's block
    void (*touch)(const struct access *access);
    void (*fence)(void);
    void (*end)(void *begun);
    void (*moved)(const struct moved *moved);
};
extern const struct listener *listener; // NULL: nobody listens
void listener_missing(void);            // at the first launch; tells tare weigh of it

#ifdef __cplusplus
}

#include <setjmp.h>

namespace hostcu {

// ---- fiber.cpp: a stack of its own for a thread that must wait for others of its block.
// Portable: makecontext makes it, _setjmp and _longjmp switch to it.

struct fiber {
    jmp_buf where;
    char *stack = nullptr; // null: the worker's own stack
    size_t size = 0;
    bool begun = false;
    void *shadow = nullptr; // the sanitizers' view of this stack
};

// A stack with a guard page below it; null: out of memory. Never freed: a worker keeps its
// fibers. The colour shifts the top of the stack.
fiber *fiber_create(size_t stack_size, unsigned colour);

// Leaves `from` where it is and continues in `to`, which begins in `entry` if it is new.
void fiber_switch(fiber *from, fiber *to, void (*entry)());

// `entry` calls this first.
void fiber_entered();

// Tells ThreadSanitizer that this thread jumps back to its own stack.
void fiber_left_for(const fiber *own);

// Forgets what the fiber was doing: its next switch begins anew.
inline void fiber_forget(fiber *f) {
    f->begun = false;
}

// ---- block_threads.cpp, block_warps.cpp: a block on the general path

enum { most_threads = 1024, lanes = 32, most_warps = most_threads / lanes };

struct warp {
    unsigned alive, ready;    // lanes that have not ended; lanes that can continue
    unsigned meeting, asking; // lanes that wait in warp_meet; in warp_active
    unsigned mask[lanes];
    warp_op op[lanes];
    uint64_t value[lanes], result[lanes];
    int from[lanes];
    int asked_in[lanes]; // lines
};

struct gathering { // of the threads of a tile
    int here;
    unsigned long opened;
};

enum { smallest_tile = 64, tile_sizes = 5 }; // 64, 128 ... 1024

struct block {
    thread_function body;
    const void *arguments;
    at where;
    int threads, begun, alive, current;
    int at_barrier, line; // threads that wait at __syncthreads, and its line in the source
    int yes;              // their votes
    int result;           // of the barrier that opened last
    vote kind;
    bool running;           // false: the last block ended as it should
    unsigned long progress; // counts threads that ended or could continue
    unsigned long spun_at;  // the value of progress when threads began to poll
    unsigned spins;
    double spun_since;
    warp warps[most_warps];
    gathering tiles[tile_sizes][most_threads / smallest_tile];
    fiber *on[most_threads];
    fiber own, *spare[most_threads], *all[most_threads];
    int spares, fibers;
};

// Lets the lanes that wait with this mask go on if all of them are there.
bool try_meeting(warp &w, unsigned mask);

// Answers the lanes that called __activemask in one line, once no other lane of the warp can come.
void answer_active(warp &w);

// Is the address on the stack of a thread of this worker's block?
bool on_a_stack(uintptr_t address);
bool on_this_stack(uintptr_t address); // of the running thread

// ---- block_groups.cpp: blocks that wait for each other

void meet_other_blocks();
double seconds_now();
double spin_limit(); // how long threads may only poll

} // namespace hostcu

#endif
#endif
