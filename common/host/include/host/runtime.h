// runtime.h: the interface between a compiled kernel and the host device's runtime. Code from
// hostcc calls the functions declared here; the files of runtime/ define them.
#ifndef HOST_RUNTIME_H
#define HOST_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#include "../driver_types.h"

// ---- a launch (runtime/api/kernels.c, runtime/kernel/)

#ifdef __cplusplus
extern "C" {
#endif

struct host_launch;

struct host_kernel { // one kernel, known at compile time
    const char *name;
    const void *address; // what cudaFuncGetAttributes and cudaLaunchKernel are given
    size_t shared_bytes; // static shared memory
    int max_threads;     // of a block: 1024, or less by __launch_bounds__
    // Runs blocks [first, last) of the grid in the calling thread. x counts fastest.
    void (*run)(const struct host_launch *launch, uint64_t first, uint64_t last);
    // cudaLaunchKernel: copies the arguments that args points at into a closure.
    void *(*pack)(void **args);
    void (*drop)(void *closure); // frees what pack made
    const char *slow;            // why its threads wait on stacks, with the line; null: they do not
    int told;                    // the program has been told so
    unsigned vector_bytes;       // of the largest vector that its text names, float4; 0: none
    const char *names;           // of its parameters, with blanks between; "": not known one by one
    // to[i]: the i-th argument, if it is a pointer; else null.
    void (*pointers)(const void *closure, const void **to);
    size_t parameters;
    uint64_t code;                            // of its whole name, with namespaces and types
    uint64_t (*numbers)(const void *closure); // one number of all arguments that are numbers
    int weighable;                            // 1: compiled with --weigh; 2: with --checked
};

struct host_together { // blocks that wait for each other: a cooperative launch
    uint64_t blocks, here, rounds;
};

struct host_launch { // one launch; the runtime owns it from host_launch_grid on
    const struct host_kernel *kernel;
    unsigned grid[3], block[3];
    size_t dynamic_shared;
    void *closure;                  // the arguments, copied at the call
    void (*drop)(void *closure);    // frees them, after the last block
    struct host_together *together; // null: no block may wait for another
};

// Checks the configuration as a card does, queues the grid and returns at once.
cudaError_t host_launch_grid(const struct host_launch *launch, cudaStream_t stream);
// How many operations all streams were given so far. The measuring library asks.
uint64_t host_operations(void);
// The program called a kernel through a pointer as any other function: an error, and a word of it.
void host_launch_unconfigured(const struct host_kernel *kernel);

// The kernel that a pointer to it names (the function that <<<>>> calls), or null: for
// cudaFuncGetAttributes and cudaLaunchKernel. Static initialisers fill the list, so every kernel is
// in it when main begins.
const struct host_kernel *host_find_kernel(const void *address);

// A kernel's body reports a divergent barrier, a failed assert or a trap. Never returns.
void host_kernel_failed(cudaError_t error, const char *message) __attribute__((noreturn));

#ifdef __cplusplus
}

// ---- a thread of a block (runtime/kernel/block.cpp)

// CUDA's built-in variables, of the thread that this worker is running.
// In a program they stand at a place that the linker knows. gcc 12 for a Cooper Lake processor
// keeps the address of a place that only the loader knows in a way that no linker takes.
#if defined __PIC__ && !defined __PIE__ // a shared library
#define HOST_THREAD_LOCAL extern __thread
#else
#define HOST_THREAD_LOCAL extern __thread __attribute__((tls_model("local-exec")))
#endif
HOST_THREAD_LOCAL uint3 threadIdx, blockIdx;
HOST_THREAD_LOCAL dim3 blockDim, gridDim;

namespace hostcu {

struct at { // where a thread is
    uint3 thread, block;
    dim3 size, grid;
    // blockIdx.x * blockDim.x + threadIdx.x is low + step, and wide + step without wrapping. These
    // are signed sums: a compiler may assume that they do not wrap, and counts along.
    int step, low;
    long long wide;
    bool inside; // below the bound that the kernel's guard compares with
};

// The launch that this worker is running, null on any other thread.
HOST_THREAD_LOCAL const host_launch *current_launch;
HOST_THREAD_LOCAL bool counting; // what this worker's blocks read and write (runtime/weigh/)

struct running { // while it lives, this worker is inside a kernel
    explicit running(const host_launch *launch);
    ~running();
};

// Where the first thread of a block is.
at first_thread(const host_launch *launch, uint64_t block_number);

// As large as the launch asked for; the same memory for every block of this worker.
void *dynamic_shared();

[[noreturn]] void failed(cudaError_t error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The configuration between <<<>>> and the call that follows it.
struct configuration {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
};

void push_configuration(const configuration &c);
bool pop_configuration(configuration &c); // false: none was pushed

void list_kernel(const host_kernel *kernel);

// ---- threads that wait for each other (runtime/kernel/block_threads.cpp, block_warps.cpp)

// The general path: every thread of a block can wait for other threads of the block.
using thread_function = void (*)(const void *arguments, const at &where);
void run_threads(const host_launch *launch, uint64_t first, uint64_t last, thread_function body);

// Barriers of a block. The line tells the barriers of the source apart.
enum class vote { none, count, all, any, grid }; // grid: and all other blocks have come
int block_barrier(vote kind, int predicate, int line);

// A barrier of the threads [first, first + count) of the block, two warps or more.
void tile_barrier(int first, int count);

// Warp functions: waits until every lane of `mask` that has not ended is there.
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
void tell_outside_mask(unsigned mask, int lane, int from, const char *file, int line);
unsigned warp_active(int line);
int lane_index();

// What a kernel of --checked tells (runtime/checked/): a thread has come to the end of its body;
// a __shared__ variable.
#if defined __CUDACC__ && !defined __HOST_CHECKED__
__attribute__((always_inline)) inline void body_ends() {}
__attribute__((always_inline)) inline void shared_here(const volatile void *, size_t) {}
#else
void body_ends();
void shared_here(const volatile void *variable, size_t size);
#endif

#if defined __CUDACC__
// The same variable, of whose address the C++ compiler knows nothing.
template <typename T> __attribute__((always_inline)) inline T &hidden(T &variable) {
    T *at = &variable;
    asm("" : "+r"(at));
    return *at;
}
#endif

// Lets the other threads of the block run: a thread that polls would keep them from running.
void let_others_run();

} // namespace hostcu

// assert() in device code calls this; in host code this calls the C library's own.
[[noreturn]] void hostcu_assert_fail(const char *expression, const char *file, unsigned line,
                                     const char *function);

#endif
#endif
