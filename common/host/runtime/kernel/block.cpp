// block.cpp: what every kernel needs, whichever way its threads run: the built-in variables,
// dynamic shared memory, the report of a failure, and the list of the program's kernels.
#include "kernel/kernel.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <mutex>
#include <unordered_map>
#include <vector>

__thread uint3 threadIdx, blockIdx;
__thread dim3 blockDim, gridDim;

namespace hostcu {

__thread const host_launch *current_launch;
__thread bool counting;
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

static uint3 block_index(const host_launch *launch, uint64_t number) {
    return uint3{unsigned(number % launch->grid[0]),
                 unsigned(number / launch->grid[0] % launch->grid[1]),
                 unsigned(number / launch->grid[0] / launch->grid[1])};
}

at first_thread(const host_launch *launch, uint64_t block_number) {
    uint3 block = block_index(launch, block_number);
    blockIdx = block;
    unsigned long long wide = (unsigned long long)block.x * launch->block[0];
    return {uint3{0, 0, 0},      block,           blockDim, gridDim, 0,
            (int)(unsigned)wide, (long long)wide, false};
}

void *dynamic_shared() {
    const size_t alignment = 1024, beyond = listener ? 1 << 16 : 0; // a checked store past its end
    size_t needed = current_launch ? current_launch->dynamic_shared : 0;
    if (!shared.begin || shared.size < needed) {
        free(shared.begin);
        shared.size = (needed + alignment) / alignment * alignment;
        shared.begin = (char *)aligned_alloc(alignment, shared.size + beyond);
        if (!shared.begin)
            failed(cudaErrorMemoryAllocation, "out of memory: %zu bytes of shared memory", needed);
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

// ---- the list of kernels, and the configuration of a launch

namespace {

struct kernels {
    std::mutex lock;
    std::unordered_map<const void *, const host_kernel *> by_address;
};

// Made at its first use: the order of static initialisers is not known.
kernels &all_kernels() {
    static kernels *all = new kernels;
    return *all;
}

thread_local std::vector<configuration> pushed;

} // namespace

void list_kernel(const host_kernel *kernel) {
    kernels &all = all_kernels();
    std::lock_guard<std::mutex> guard(all.lock);
    all.by_address[kernel->address] = kernel;
}

void push_configuration(const configuration &c) {
    if (current_launch)
        failed(cudaErrorNotSupported,
               "the kernel launches a kernel: not supported on the host device");
    pushed.push_back(c);
}

bool pop_configuration(configuration &c) {
    if (pushed.empty())
        return false;
    c = pushed.back();
    pushed.pop_back();
    return true;
}

} // namespace hostcu

const host_kernel *host_find_kernel(const void *address) {
    hostcu::kernels &all = hostcu::all_kernels();
    std::lock_guard<std::mutex> guard(all.lock);
    auto found = all.by_address.find(address);
    return found == all.by_address.end() ? nullptr : found->second;
}

void hostcu_assert_fail(const char *expression, const char *file, unsigned line,
                        const char *function) {
    if (!hostcu::current_launch)
        __assert_fail(expression, file, line, function);
    hostcu::failed(cudaErrorAssert,
                   "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.", file,
                   line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y,
                   threadIdx.z, expression);
}
