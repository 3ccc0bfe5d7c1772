// kernels.c: launches, and what is known of a kernel by its address.
#include "api/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what the program set for a kernel

struct known {
    const void *address;
    int dynamic_limit; // 0: never set
    int carveout;
    struct known *next;
};

enum { BUCKETS = 256 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct known *table[BUCKETS];

static struct known **bucket_of(const void *address) {
    return &table[((uintptr_t)address >> 4) % BUCKETS];
}

static struct known *look_up(const void *address) {
    for (struct known *k = *bucket_of(address); k; k = k->next)
        if (k->address == address)
            return k;
    return NULL;
}

static struct known *look_up_or_add(const void *address) {
    struct known *known = look_up(address);
    if (known)
        return known;
    known = calloc(1, sizeof *known);
    if (!known)
        return NULL;
    struct known **bucket = bucket_of(address);
    known->address = address;
    known->carveout = cudaSharedmemCarveoutDefault;
    known->next = *bucket;
    *bucket = known;
    return known;
}

static struct known known_of(const void *address) {
    pthread_mutex_lock(&mutex);
    struct known *known = look_up(address), copy = {.carveout = cudaSharedmemCarveoutDefault};
    if (known)
        copy = *known;
    pthread_mutex_unlock(&mutex);
    return copy;
}

// ---- what a kernel may use

static size_t limit_of(const struct host_kernel *kernel, int set) {
    if (set > 0)
        return (size_t)set;
    return kernel->shared_bytes < SHARED_DEFAULT ? SHARED_DEFAULT - kernel->shared_bytes : 0;
}

static size_t kernel_shared_limit(const struct host_kernel *kernel) {
    return limit_of(kernel, known_of(kernel->address).dynamic_limit);
}

static cudaError_t get_attributes(struct cudaFuncAttributes *attributes, const void *address) {
    if (!attributes)
        return cudaErrorInvalidValue;
    const struct host_kernel *kernel = host_find_kernel(address);
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    struct known known = known_of(address);
    *attributes = (struct cudaFuncAttributes){
        .sharedSizeBytes = kernel->shared_bytes,
        .maxThreadsPerBlock = kernel->max_threads,
        .maxDynamicSharedSizeBytes = (int)limit_of(kernel, known.dynamic_limit),
        .preferredShmemCarveout = known.carveout,
    };
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel) {
    CALL(get_attributes(attributes, kernel));
}

static cudaError_t set_known(const void *address, enum cudaFuncAttribute attribute, int value) {
    struct known *known = look_up_or_add(address);
    if (!known)
        return cudaErrorMemoryAllocation;
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
        if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared)
            return cudaErrorInvalidValue;
        known->carveout = value;
        return cudaSuccess;
    }
    const struct host_kernel *kernel = host_find_kernel(address);
    size_t fixed = kernel ? kernel->shared_bytes : 0;
    if (value < 0 || (size_t)value + fixed > SHARED_OPT_IN)
        return cudaErrorInvalidValue;
    known->dynamic_limit = value;
    return cudaSuccess;
}

static cudaError_t set_attribute(const void *address, enum cudaFuncAttribute attribute, int value) {
    if (!address)
        return cudaErrorInvalidDeviceFunction;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize &&
        attribute != cudaFuncAttributePreferredSharedMemoryCarveout)
        return cudaErrorInvalidValue;
    pthread_mutex_lock(&mutex);
    cudaError_t error = set_known(address, attribute, value);
    pthread_mutex_unlock(&mutex);
    return error;
}

cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute, int value) {
    CALL(set_attribute(kernel, attribute, value));
}

cudaError_t cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache config) {
    CALL(!kernel                             ? cudaErrorInvalidDeviceFunction
         : config > cudaFuncCachePreferEqual ? cudaErrorInvalidValue
                                             : cudaSuccess);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *kernel, enum cudaSharedMemConfig config) {
    CALL(!kernel                                   ? cudaErrorInvalidDeviceFunction
         : config > cudaSharedMemBankSizeEightByte ? cudaErrorInvalidValue
                                                   : cudaSuccess);
}

// ---- the way of a grid from the call to the queue

static bool fits(const unsigned size[3], unsigned x, unsigned y, unsigned z) {
    return size[0] && size[1] && size[2] && size[0] <= x && size[1] <= y && size[2] <= z;
}

// Returns the error that a card with CUDA 13 gives for a configuration that it cannot run.
static cudaError_t check_launch(const struct host_launch *launch) {
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

static cudaError_t grid_enqueue(const struct host_launch *launch, uint64_t blocks,
                                struct CUstream_st *stream, const struct op *described) {
    workers_start();
    struct op *op = op_new(workers_offer, launch->kernel->name);
    if (!op)
        return cudaErrorMemoryAllocation;
    op->launch = *launch;
    op->blocks = blocks;
    op->unit = (blocks >> 31) + 1; // shares count units in 32 bits
    if (launch->together) {
        op->together = *launch->together;
        op->launch.together = &op->together;
    }
    op->note = NOTE_KERNEL;
    if (watched && launch->kernel->numbers) {
        op->code = launch->kernel->code;
        op->numbers = launch->kernel->numbers(launch->closure);
    }
    if (described) {
        op->note = described->note;
        op->direction = described->direction;
        op->to = described->to;
        op->to_pitch = described->to_pitch;
        op->rows = described->rows;
        op->size = described->size;
    }
    op_enqueue(op, stream);
    return cudaSuccess;
}

cudaError_t grid_of_our_own(const struct host_kernel *kernel, const void *what, size_t size,
                            uint64_t blocks, struct CUstream_st *stream,
                            const struct op *described) {
    void *closure = malloc(size);
    if (!closure)
        return cudaErrorMemoryAllocation;
    memcpy(closure, what, size);
    struct host_launch launch = {
        .kernel = kernel, .block = {MAX_BLOCK_THREADS, 1, 1}, .closure = closure, .drop = free};
    cudaError_t error = grid_enqueue(&launch, blocks, stream, described);
    if (error != cudaSuccess)
        free(closure);
    return error;
}

static cudaError_t enqueue_program(const struct host_launch *launch, cudaStream_t handle) {
    cudaError_t error = check_launch(launch);
    if (error != cudaSuccess)
        return error;
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    error = grid_enqueue(launch, blocks, stream, NULL);
    if (error == cudaSuccess && launch_blocking() && !stream->capture) {
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
        error = enqueue_program(launch, stream);
        queued = error == cudaSuccess || error == device_failed();
    }
    if (!queued && launch->drop)
        launch->drop(launch->closure);
    return call_end(&call, error);
}

// A card gives the error alone, which many programs do not ask for.
void host_launch_unconfigured(const struct host_kernel *kernel) {
    struct call call = call_begin("cudaLaunchKernel");
    fprintf(stderr,
            "kernel %s was called without <<<>>>, so it did not run: say how many blocks and "
            "threads run it, as in pointer<<<blocks, threads>>>(...)\n",
            kernel->name);
    call_end(&call, cudaErrorMissingConfiguration);
}

static cudaError_t launch_packed(const void *address, dim3 grid, dim3 block, void **arguments,
                                 size_t shared, cudaStream_t stream,
                                 struct host_together *together) {
    const struct host_kernel *kernel = host_find_kernel(address);
    if (!kernel || !kernel->pack)
        CALL(cudaErrorInvalidDeviceFunction);
    struct host_launch launch = {.kernel = kernel,
                                 .grid = {grid.x, grid.y, grid.z},
                                 .block = {block.x, block.y, block.z},
                                 .dynamic_shared = shared,
                                 .closure = kernel->pack(arguments),
                                 .drop = kernel->drop,
                                 .together = together};
    return host_launch_grid(&launch, stream);
}

cudaError_t enqueue_kernel(const void *address, dim3 grid, dim3 block, void **arguments,
                           size_t shared, cudaStream_t stream) {
    const struct host_kernel *kernel = host_find_kernel(address);
    if (!kernel || !kernel->pack || !arguments)
        return kernel && kernel->pack ? cudaErrorInvalidValue : cudaErrorInvalidDeviceFunction;
    struct host_launch launch = {.kernel = kernel,
                                 .grid = {grid.x, grid.y, grid.z},
                                 .block = {block.x, block.y, block.z},
                                 .dynamic_shared = shared,
                                 .closure = kernel->pack(arguments),
                                 .drop = kernel->drop};
    cudaError_t error = enqueue_program(&launch, stream);
    if (error != cudaSuccess)
        launch.drop(launch.closure);
    return error;
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                             size_t shared, cudaStream_t stream) {
    return launch_packed(kernel, grid, block, arguments, shared, stream, NULL);
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared, cudaStream_t stream) {
    struct host_together together = {.blocks = (uint64_t)grid.x * grid.y * grid.z};
    if (together.blocks > (uint64_t)device_workers())
        CALL(cudaErrorCooperativeLaunchTooLarge);
    return launch_packed(kernel, grid, block, arguments, shared, stream, &together);
}

// Of the attributes only the cooperative launch changes anything here.
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                void **arguments) {
    if (!config || (config->numAttrs && !config->attrs))
        CALL(cudaErrorInvalidValue);
    bool cooperative = false;
    for (unsigned i = 0; i < config->numAttrs; i++)
        cooperative |= config->attrs[i].id == cudaLaunchAttributeCooperative &&
                       config->attrs[i].val.cooperative;
    return (cooperative ? cudaLaunchCooperativeKernel
                        : cudaLaunchKernel)(kernel, config->gridDim, config->blockDim, arguments,
                                            config->dynamicSmemBytes, config->stream);
}

// ---- occupancy: a worker runs one block after another, so one block is resident

static cudaError_t resident(int *blocks, const void *address, int threads, size_t shared) {
    struct cudaFuncAttributes kernel;
    if (!blocks || threads <= 0)
        return cudaErrorInvalidValue;
    cudaError_t error = get_attributes(&kernel, address);
    if (error != cudaSuccess)
        return error;
    *blocks =
        threads <= kernel.maxThreadsPerBlock && shared <= (size_t)kernel.maxDynamicSharedSizeBytes;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int threads, size_t shared) {
    CALL(resident(blocks, kernel, threads, shared));
}
