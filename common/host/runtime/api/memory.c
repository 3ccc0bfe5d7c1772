// memory.c: memory allocated, freed, registered and asked about.
#include "api/api.h"

#include <stdlib.h>

static cudaError_t allocate(void **pointer, size_t size, enum cudaMemoryType type, unsigned flags) {
    watch_bytes(size);
    return memory_allocate(pointer, size, type, flags);
}

cudaError_t cudaMalloc(void **pointer, size_t size) {
    CALL(allocate(pointer, size, cudaMemoryTypeDevice, 0));
}

static cudaError_t allocate_pitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    enum { ROW = 512 };
    size_t row = (width + ROW - 1) / ROW * ROW, size;
    if (!pointer || !pitch || row < width)
        return cudaErrorInvalidValue;
    if (__builtin_mul_overflow(row, height, &size))
        return cudaErrorMemoryAllocation;
    *pitch = row;
    return allocate(pointer, size, cudaMemoryTypeDevice, 0);
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    CALL(allocate_pitch(pointer, pitch, width, height));
}

static cudaError_t allocate_3d(struct cudaPitchedPtr *pointer, struct cudaExtent extent) {
    size_t rows;
    if (!pointer)
        return cudaErrorInvalidValue;
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
        return cudaErrorMemoryAllocation;
    pointer->xsize = extent.width;
    pointer->ysize = extent.height;
    return allocate_pitch(&pointer->ptr, &pointer->pitch, extent.width, rows);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent) {
    CALL(allocate_3d(pointer, extent));
}

static cudaError_t allocate_host(void **pointer, size_t size, unsigned flags) {
    if (flags &
        ~(unsigned)(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
        return cudaErrorInvalidValue;
    return allocate(pointer, size, cudaMemoryTypeHost, flags);
}

cudaError_t cudaMallocHost(void **pointer, size_t size) {
    CALL(allocate_host(pointer, size, cudaHostAllocDefault));
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags) {
    CALL(allocate_host(pointer, size, flags));
}

static cudaError_t allocate_managed(void **pointer, size_t size, unsigned flags) {
    if (size == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
        return cudaErrorInvalidValue;
    return allocate(pointer, size, cudaMemoryTypeManaged, flags);
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned flags) {
    CALL(allocate_managed(pointer, size, flags));
}

static cudaError_t allocate_async(void **pointer, size_t size, cudaStream_t stream) {
    if (!stream_of(stream))
        return cudaErrorInvalidResourceHandle;
    return allocate(pointer, size, cudaMemoryTypeDevice, 0);
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream) {
    CALL(allocate_async(pointer, size, stream));
}

static bool may_free(const void *pointer, bool host) {
    struct range range;
    return memory_find(pointer, &range) && range.start == pointer && range.mapped &&
           (range.type == cudaMemoryTypeHost) == host;
}

// As on a card, waits until the device is done, because the device may still use the memory.
static cudaError_t release(void *pointer, bool host) {
    struct range range;
    if (!pointer)
        return cudaSuccess;
    if (!may_free(pointer, host))
        return cudaErrorInvalidValue;
    wait_device();
    if (!memory_take(pointer, &range))
        return cudaErrorInvalidValue;
    memory_unmap(&range);
    return device_failed();
}

cudaError_t cudaFree(void *pointer) {
    CALL(release(pointer, false));
}

cudaError_t cudaFreeHost(void *pointer) {
    CALL(release(pointer, true));
}

static void unmap_taken(struct op *op) {
    memory_unmap_pages(op->to, op->size);
}

// The pages are freed when the stream comes to the operation; the pointer is invalid from now on.
static cudaError_t release_async(void *pointer, cudaStream_t handle) {
    struct CUstream_st *stream = stream_of(handle);
    struct range range;
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (!may_free(pointer, false))
        return cudaErrorInvalidValue;
    if (stream->capture) // each launch of the graph uses it again
        return cudaSuccess;
    struct op *op = engine_op(TO_HOST, "free");
    if (!op)
        return cudaErrorMemoryAllocation;
    if (!memory_take(pointer, &range)) {
        op_discard(op);
        return cudaErrorInvalidValue;
    }
    op->run = unmap_taken;
    op->to = range.start;
    op->size = range.reserved;
    op_enqueue(op, stream);
    return cudaSuccess;
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
    CALL(release_async(pointer, stream));
}

static cudaError_t register_host(void *pointer, size_t size, unsigned flags) {
    unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterReadOnly;
    if (!pointer || size == 0 || (flags & ~(known | cudaHostRegisterIoMemory)))
        return cudaErrorInvalidValue;
    if (flags & cudaHostRegisterIoMemory)
        return cudaErrorNotSupported;
    return memory_register(pointer, size, flags, false);
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags) {
    CALL(register_host(pointer, size, flags));
}

static cudaError_t unregister_host(void *pointer) {
    struct range range;
    if (!pointer)
        return cudaErrorInvalidValue;
    if (!memory_find(pointer, &range) || range.start != pointer || range.mapped || range.symbol)
        return cudaErrorHostMemoryNotRegistered;
    wait_device();
    memory_take(pointer, &range);
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *pointer) {
    CALL(unregister_host(pointer));
}

static bool is_page_locked(const void *pointer, struct range *range) {
    return memory_find(pointer, range) && range->type == cudaMemoryTypeHost;
}

static cudaError_t device_pointer(void **device, void *host, unsigned flags) {
    struct range range;
    if (!device || flags != 0 || !is_page_locked(host, &range))
        return cudaErrorInvalidValue;
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
    CALL(device_pointer(device, host, flags));
}

static cudaError_t get_attributes(struct cudaPointerAttributes *attributes, const void *pointer) {
    struct range range;
    if (!attributes)
        return cudaErrorInvalidValue;
    *attributes = (struct cudaPointerAttributes){.type = cudaMemoryTypeUnregistered,
                                                 .device = cudaInvalidDeviceId};
    if (!memory_find(pointer, &range)) {
        attributes->hostPointer = (void *)pointer;
        return cudaSuccess;
    }
    attributes->type = range.type;
    attributes->device = 0;
    attributes->devicePointer = (void *)pointer;
    attributes->hostPointer = range.type == cudaMemoryTypeDevice ? NULL : (void *)pointer;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer) {
    CALL(get_attributes(attributes, pointer));
}

static cudaError_t get_info(size_t *free_bytes, size_t *total_bytes) {
    if (free_bytes)
        *free_bytes = device_memory_free();
    if (total_bytes)
        *total_bytes = device_memory_total();
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
    CALL(get_info(free_bytes, total_bytes));
}

// ---- managed memory: a prefetch makes the pages exist; advice is checked

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
    memory_populate(op->to, op->size);
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
    CALL(advise(pointer, size, advice, location)); // there is one memory: nothing moves
}

static cudaError_t attach(cudaStream_t handle, void *pointer, size_t size, unsigned flags) {
    if (!stream_of(handle))
        return cudaErrorInvalidResourceHandle;
    bool one = flags == cudaMemAttachSingle;
    if (!one && flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return cudaErrorInvalidValue;
    bool to_null = stream_of(handle) == null_stream();
    return !is_managed(pointer, size) || (one && to_null) ? cudaErrorInvalidValue : cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t size,
                                     unsigned flags) {
    CALL(attach(stream, pointer, size, flags));
}
