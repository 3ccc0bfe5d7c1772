#include "block.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

__thread uint3 threadIdx, blockIdx;
__thread dim3 blockDim, gridDim;

namespace hostcu {

__thread const host_launch *current_launch;
static __thread struct shared_memory {
    char *begin;
    size_t size;
} shared;

running::running(const host_launch *launch) {
    current_launch = launch;
    blockDim = dim3(launch->block[0], launch->block[1], launch->block[2]);
    gridDim = dim3(launch->grid[0], launch->grid[1], launch->grid[2]);
}

running::~running() {
    current_launch = nullptr;
}

at first_thread(const host_launch *launch, uint64_t block_number) {
    uint3 block = block_index(launch, block_number);
    blockIdx = block;
    unsigned long long wide = (unsigned long long)block.x * launch->block[0];
    return {uint3{0, 0, 0},      block,           blockDim, gridDim, 0,
            (int)(unsigned)wide, (long long)wide, false};
}

void *dynamic_shared() {
    const size_t alignment = 1024;
    size_t needed = current_launch ? current_launch->dynamic_shared : 0;
    if (!shared.begin || shared.size < needed) {
        free(shared.begin);
        shared.size = (needed + alignment) / alignment * alignment;
        shared.begin = (char *)aligned_alloc(alignment, shared.size);
        if (!shared.begin)
            failed(cudaErrorMemoryAllocation, "no memory for %zu bytes of shared memory", needed);
    }
    return shared.begin;
}

void failed(cudaError_t error, const char *format, ...) {
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    current_launch = nullptr;
    host_kernel_failed(error, message);
}

} // namespace hostcu

void hostcu_assert_fail(const char *expression, const char *file, unsigned line,
                        const char *function) {
    if (!hostcu::current_launch)
        __assert_fail(expression, file, line, function);
    hostcu::failed(cudaErrorAssert,
                   "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.", file,
                   line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y,
                   threadIdx.z, expression);
}
