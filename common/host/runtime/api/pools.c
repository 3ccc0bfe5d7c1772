// pools.c: memory pools. Memory comes from the machine at once and goes back at once, so a pool
// keeps nothing but its attributes.
#include "api/api.h"

#include <stdlib.h>

enum { POOL_MAGIC = 0x506f6f6c, ATTRIBUTES = 8 };

struct CUmemPoolHandle_st {
    uint32_t magic;
    uint64_t attributes[ATTRIBUTES + 1];
};

static struct CUmemPoolHandle_st standard = {.magic = POOL_MAGIC};
static struct CUmemPoolHandle_st *current = &standard;

static bool is_pool(const struct CUmemPoolHandle_st *pool) {
    return pool && pool->magic == POOL_MAGIC;
}

static cudaError_t get(cudaMemPool_t *pool, int device, struct CUmemPoolHandle_st *found) {
    if (!pool)
        return cudaErrorInvalidValue;
    if (device != 0)
        return cudaErrorInvalidDevice;
    *pool = found;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    CALL(get(pool, device, &standard));
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    CALL(get(pool, device, current));
}

static cudaError_t set(int device, cudaMemPool_t pool) {
    if (device != 0)
        return cudaErrorInvalidDevice;
    if (!is_pool(pool))
        return cudaErrorInvalidValue;
    current = pool;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    CALL(set(device, pool));
}

static cudaError_t create(cudaMemPool_t *pool, const struct cudaMemPoolProps *wanted) {
    if (!pool || !wanted || wanted->allocType != cudaMemAllocationTypePinned)
        return cudaErrorInvalidValue;
    if (wanted->handleTypes != cudaMemHandleTypeNone)
        return cudaErrorNotSupported;
    if (wanted->location.type != cudaMemLocationTypeDevice || wanted->location.id != 0)
        return cudaErrorInvalidDevice;
    *pool = calloc(1, sizeof **pool);
    if (!*pool)
        return cudaErrorMemoryAllocation;
    (*pool)->magic = POOL_MAGIC;
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties) {
    CALL(create(pool, properties));
}

static cudaError_t destroy(cudaMemPool_t pool) {
    if (!is_pool(pool) || pool == &standard)
        return cudaErrorInvalidValue;
    if (current == pool)
        current = &standard;
    pool->magic = 0;
    free(pool);
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    CALL(destroy(pool));
}

// The first three are ints, the others sizes, as CUDA has it.
static bool is_attribute(enum cudaMemPoolAttr attribute, const void *value) {
    return value && attribute >= cudaMemPoolReuseFollowEventDependencies &&
           attribute <= cudaMemPoolAttrUsedMemHigh;
}

static cudaError_t set_attribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                 const void *value) {
    if (!is_pool(pool) || !is_attribute(attribute, value))
        return cudaErrorInvalidValue;
    pool->attributes[attribute] = attribute < cudaMemPoolAttrReleaseThreshold
                                      ? (uint64_t) * (const int *)value
                                      : *(const uint64_t *)value;
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value) {
    CALL(set_attribute(pool, attribute, value));
}

static cudaError_t get_attribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value) {
    if (!is_pool(pool) || !is_attribute(attribute, value))
        return cudaErrorInvalidValue;
    uint64_t kept = pool->attributes[attribute];
    if (attribute < cudaMemPoolAttrReleaseThreshold)
        *(int *)value = (int)kept;
    else
        *(uint64_t *)value = kept;
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value) {
    CALL(get_attribute(pool, attribute, value));
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep) {
    (void)keep;
    CALL(is_pool(pool) ? cudaSuccess : cudaErrorInvalidValue);
}

static cudaError_t allocate(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
    if (!is_pool(pool))
        return cudaErrorInvalidValue;
    if (!stream_of(stream))
        return cudaErrorInvalidResourceHandle;
    watch_bytes(size);
    return memory_allocate(pointer, size, cudaMemoryTypeDevice, 0);
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    CALL(allocate(pointer, size, pool, stream));
}
