// grid.h: what the compiled launch hands to the runtime. The only thing that
// the compiler's side and the runtime's side of the host device share.
#ifndef HOST_GRID_H
#define HOST_GRID_H

#include <stddef.h>
#include <stdint.h>

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

struct host_launch;

struct host_kernel { // one kernel, known at compile time
    const char *name;
    const void *address; // what cudaFuncGetAttributes and cudaLaunchKernel are given
    size_t shared_bytes; // static shared memory
    int max_threads;     // of a block: 1024, or less by __launch_bounds__
    // Runs blocks [first, last) of the grid in the calling worker: x fastest.
    void (*run)(const struct host_launch *launch, uint64_t first, uint64_t last);
    // cudaLaunchKernel: copies the arguments that args points at into a closure.
    void *(*pack)(void **args);
    void (*drop)(void *closure); // frees what pack made
};

struct host_launch { // one launch; the runtime owns it from host_launch_grid on
    const struct host_kernel *kernel;
    unsigned grid[3], block[3];
    size_t dynamic_shared;
    void *closure;               // the arguments, copied at the call
    void (*drop)(void *closure); // frees them, after the last block
};

// Checks the configuration as a card does, queues the grid and returns at once.
cudaError_t host_launch_grid(const struct host_launch *launch, cudaStream_t stream);

// The kernel that a pointer to it names (the stub that <<<>>> calls), or null: for
// cudaFuncGetAttributes and cudaLaunchKernel. The compiler's side keeps the list, from
// static initialisers, so every kernel is known when main begins.
const struct host_kernel *host_find_kernel(const void *address);

// A kernel's body reports: divergent barrier, failed assert, trap. Never returns.
void host_kernel_failed(cudaError_t error, const char *message) __attribute__((noreturn));

// The compiled side may define this: a block is left in its middle, after a fault or a report,
// for the worker's own stack.
void host_block_abandoned(void) __attribute__((weak));

#ifdef __cplusplus
}
#endif
#endif
