// occupancy.c: how many blocks a processor holds at once. A worker runs one block after
// another, so the answer is one for whatever can be launched at all.
#include "api.h"

static cudaError_t resident(int *blocks, const void *address, int threads, size_t shared,
                            unsigned flags) {
    struct cudaFuncAttributes kernel;
    if (!blocks || threads <= 0 || (flags & ~(unsigned)cudaOccupancyDisableCachingOverride))
        return cudaErrorInvalidValue;
    cudaError_t error = cudaFuncGetAttributes(&kernel, address);
    if (error != cudaSuccess)
        return error;
    *blocks =
        threads <= kernel.maxThreadsPerBlock && shared <= (size_t)kernel.maxDynamicSharedSizeBytes;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int threads, size_t shared) {
    CALL(resident(blocks, kernel, threads, shared, cudaOccupancyDefault));
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                   int threads, size_t shared,
                                                                   unsigned flags) {
    CALL(resident(blocks, kernel, threads, shared, flags));
}

static cudaError_t available(size_t *shared, const void *address, int blocks, int threads) {
    struct cudaFuncAttributes kernel;
    if (!shared || blocks <= 0 || threads <= 0)
        return cudaErrorInvalidValue;
    cudaError_t error = cudaFuncGetAttributes(&kernel, address);
    if (error != cudaSuccess)
        return error;
    if (blocks > 1 || threads > kernel.maxThreadsPerBlock)
        return cudaErrorInvalidValue;
    *shared = (size_t)kernel.maxDynamicSharedSizeBytes;
    return cudaSuccess;
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, const void *kernel,
                                                      int blocks, int threads) {
    CALL(available(shared, kernel, blocks, threads));
}
