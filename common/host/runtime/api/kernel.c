// kernel.c: kernels by their address, what they may use, and how many blocks of them fit.
#include "api.h"

#include <stdlib.h>

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

static struct known get(const void *address) {
    pthread_mutex_lock(&mutex);
    struct known *known = look_up(address), copy = {.carveout = cudaSharedmemCarveoutDefault};
    if (known)
        copy = *known;
    pthread_mutex_unlock(&mutex);
    return copy;
}

static size_t limit_of(const struct host_kernel *kernel, int set) {
    if (set > 0)
        return (size_t)set;
    return kernel->shared_bytes < SHARED_DEFAULT ? SHARED_DEFAULT - kernel->shared_bytes : 0;
}

size_t kernel_shared_limit(const struct host_kernel *kernel) {
    return limit_of(kernel, get(kernel->address).dynamic_limit);
}

static cudaError_t get_attributes(struct cudaFuncAttributes *attributes, const void *address) {
    if (!attributes)
        return cudaErrorInvalidValue;
    const struct host_kernel *kernel = host_find_kernel(address);
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    struct known known = get(address);
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

static cudaError_t get_name(const char **name, const void *address) {
    const struct host_kernel *kernel = host_find_kernel(address);
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    if (!name)
        return cudaErrorInvalidValue;
    *name = kernel->name;
    return cudaSuccess;
}

cudaError_t cudaFuncGetName(const char **name, const void *kernel) {
    CALL(get_name(name, kernel));
}
