// block_state.h: a block on the general path, as its scheduler and its warp functions see it.
#ifndef HOST_BLOCK_STATE_H
#define HOST_BLOCK_STATE_H

#include "block.h"
#include "fiber.h"

namespace hostcu {

enum { most_threads = 1024, lanes = 32, most_warps = most_threads / lanes };

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

// Lets the lanes that wait with this mask go on if all of them are there.
bool try_meeting(warp &w, unsigned mask);

// The lanes that ask in the same line, once no other lane of the warp can come.
void answer_active(warp &w);

} // namespace hostcu

#endif
