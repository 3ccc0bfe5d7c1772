// launch.c: the way of a grid from the call to the queue.
#include "api.h"

static bool fits(const unsigned size[3], unsigned x, unsigned y, unsigned z) {
    return size[0] && size[1] && size[2] && size[0] <= x && size[1] <= y && size[2] <= z;
}

// What a card with CUDA 13 answers to a configuration that it cannot run.
static cudaError_t check(const struct host_launch *launch) {
    const unsigned *block = launch->block;
    if (!fits(launch->grid, INT32_MAX, 65535, 65535) || !fits(block, 1024, 1024, 64))
        return cudaErrorInvalidValue;
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    if (threads > MAX_BLOCK_THREADS || threads > (uint64_t)launch->kernel->max_threads)
        return cudaErrorInvalidValue;
    size_t shared = launch->kernel->shared_bytes + launch->dynamic_shared;
    if (shared > SHARED_DEFAULT && launch->dynamic_shared > kernel_shared_limit(launch->kernel))
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

cudaError_t grid_enqueue(const struct host_launch *launch, uint64_t blocks,
                         struct CUstream_st *stream, const struct op *described) {
    workers_start();
    struct op *op = op_new(workers_offer, launch->kernel->name);
    if (!op)
        return cudaErrorMemoryAllocation;
    op->launch = *launch;
    op->blocks = blocks;
    op->unit = (blocks >> 31) + 1; // shares count units in 32 bits
    op->note = NOTE_KERNEL;
    if (described) {
        op->note = described->note;
        op->direction = described->direction;
        op->size = described->size;
    }
    op_enqueue(op, stream);
    return cudaSuccess;
}

static cudaError_t enqueue(const struct host_launch *launch, cudaStream_t handle) {
    cudaError_t error = check(launch);
    if (error != cudaSuccess)
        return error;
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    error = grid_enqueue(launch, blocks, stream, NULL);
    if (error == cudaSuccess && launch_blocking()) {
        wait_stream(stream);
        error = device_failed();
    }
    return error;
}

cudaError_t host_launch_grid(const struct host_launch *launch, cudaStream_t stream) {
    struct call call = call_begin("cudaLaunchKernel");
    cudaError_t error = device_start();
    if (error == cudaSuccess)
        error = device_failed();
    bool queued = false;
    if (error == cudaSuccess) {
        error = enqueue(launch, stream);
        queued = error == cudaSuccess || error == device_failed();
    }
    if (!queued && launch->drop)
        launch->drop(launch->closure);
    return call_end(&call, error);
}

cudaError_t cudaLaunchKernel(const void *address, dim3 grid, dim3 block, void **arguments,
                             size_t shared, cudaStream_t stream) {
    const struct host_kernel *kernel = host_find_kernel(address);
    if (!kernel || !kernel->pack)
        CALL(cudaErrorInvalidDeviceFunction);
    struct host_launch launch = {.kernel = kernel,
                                 .grid = {grid.x, grid.y, grid.z},
                                 .block = {block.x, block.y, block.z},
                                 .dynamic_shared = shared,
                                 .closure = kernel->pack(arguments),
                                 .drop = kernel->drop};
    return host_launch_grid(&launch, stream);
}
