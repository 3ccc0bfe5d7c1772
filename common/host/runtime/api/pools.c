// pools.c: the device's memory pool. Memory comes from the machine at once and goes back at once,
// so the pool keeps nothing, and what is set has no effect.
#include "api/api.h"

static char pool_of_device; // its address is the handle

static cudaError_t get_default(cudaMemPool_t *pool, int device) {
    if (!pool)
        return cudaErrorInvalidValue;
    if (device != 0)
        return cudaErrorInvalidDevice;
    *pool = (cudaMemPool_t)&pool_of_device;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    CALL(get_default(pool, device));
}

static cudaError_t set_attribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                 const void *value) {
    bool right = pool == (cudaMemPool_t)&pool_of_device && value &&
                 attribute >= cudaMemPoolReuseFollowEventDependencies &&
                 attribute <= cudaMemPoolAttrUsedMemHigh;
    return right ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value) {
    CALL(set_attribute(pool, attribute, value));
}
