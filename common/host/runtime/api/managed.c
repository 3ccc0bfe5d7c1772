// managed.c: prefetching and advice for managed memory. A prefetch makes the pages exist.
#define _GNU_SOURCE // MADV_POPULATE_WRITE
#include "api.h"

#include <sys/mman.h>

static bool is_managed(const void *pointer, size_t size) {
    struct range range;
    return memory_find(pointer, &range) && range.type == cudaMemoryTypeManaged &&
           size <= range.size - (size_t)((const char *)pointer - range.start);
}

static bool is_place(struct cudaMemLocation location) {
    return location.type == cudaMemLocationTypeHost ||
           (location.type == cudaMemLocationTypeDevice && location.id == 0);
}

static void populate(struct op *op) {
    enum { PAGE = 4096 };
    char *first = (char *)((uintptr_t)op->to / PAGE * PAGE), *end = (char *)op->to + op->size;
#ifdef MADV_POPULATE_WRITE
    if (madvise(first, (size_t)(end - first), MADV_POPULATE_WRITE) == 0)
        return;
#endif
    // The program may be writing there: add nothing, atomically.
    for (char *page = first; page < end; page += PAGE)
        __atomic_fetch_add(page, 0, __ATOMIC_RELAXED);
}

static cudaError_t prefetch(const void *pointer, size_t size, struct cudaMemLocation location,
                            unsigned flags, cudaStream_t handle) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (!pointer || size == 0 || flags != 0 || !is_managed(pointer, size))
        return cudaErrorInvalidValue;
    if (!is_place(location))
        return cudaErrorInvalidDevice;
    struct op *op = engine_op(TO_DEVICE, "prefetch");
    if (!op)
        return cudaErrorMemoryAllocation;
    op->run = populate;
    op->to = (void *)pointer;
    op->size = size;
    op_enqueue(op, stream);
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, struct cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream) {
    CALL(prefetch(pointer, size, location, flags, stream));
}

static cudaError_t advise(const void *pointer, size_t size, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location) {
    if (!pointer || size == 0 || !is_managed(pointer, size) ||
        advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
        return cudaErrorInvalidValue;
    bool placed =
        advice == cudaMemAdviseSetPreferredLocation || advice == cudaMemAdviseSetAccessedBy;
    return placed && !is_place(location) ? cudaErrorInvalidDevice : cudaSuccess;
}

cudaError_t cudaMemAdvise(const void *pointer, size_t size, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location) {
    CALL(advise(pointer, size, advice, location)); // one memory: there is nothing to move
}
