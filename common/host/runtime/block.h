// block.h: how the threads of one block run, as the compiled kernels see it.
#ifndef HOST_BLOCK_H
#define HOST_BLOCK_H

#include <stdint.h>

#include "grid.h"
#include "vector_types.h"

// CUDA's built-in variables, of the thread that this worker is running.
extern __thread uint3 threadIdx, blockIdx;
extern __thread dim3 blockDim, gridDim;

namespace hostcu {

struct at { // where a thread is
    uint3 thread, block;
    dim3 size, grid;
    // blockIdx.x * blockDim.x + threadIdx.x is low + step, and wide + step without wrapping:
    // signed sums, which a compiler knows how to count along.
    int step, low;
    long long wide;
    bool inside; // below the bound that the kernel's guard compares with
};

// The launch that this worker is running, null on any other thread.
extern __thread const host_launch *current_launch;

struct running { // while it lives, this worker is inside a kernel
    explicit running(const host_launch *launch);
    ~running();
};

// The general path: every thread of a block can wait for others of its block.
using thread_function = void (*)(const void *arguments, const at &where);
void run_threads(const host_launch *launch, uint64_t first, uint64_t last, thread_function body);

// Where the first thread of a block is.
at first_thread(const host_launch *launch, uint64_t block_number);

inline uint3 block_index(const host_launch *launch, uint64_t number) {
    return uint3{unsigned(number % launch->grid[0]),
                 unsigned(number / launch->grid[0] % launch->grid[1]),
                 unsigned(number / launch->grid[0] / launch->grid[1])};
}

// Grows to what the launch asked for; the same memory for every block of this worker.
void *dynamic_shared();

// Barriers of a block. The line tells the barriers of the source apart.
enum class vote { none, count, all, any };
int block_barrier(vote kind, int predicate, int line);

// Warp functions: every lane of `mask` that has not ended must come.
enum class warp_op {
    sync,
    shuffle,
    ballot,
    match_any,
    match_all,
    add,
    min,
    max,
    umin,
    umax,
    bit_and,
    bit_or,
    bit_xor
};
uint64_t warp_meet(warp_op op, unsigned mask, uint64_t value, int lane);
unsigned warp_active(int line);
int lane_index();

// Lets the other threads of the block go on: a thread that spins would keep them from it.
void let_others_run();

[[noreturn]] void failed(cudaError_t error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

} // namespace hostcu

// What assert() in device code becomes; the C library's own when called by host code.
[[noreturn]] void hostcu_assert_fail(const char *expression, const char *file, unsigned line,
                                     const char *function);

#endif
