// device.c: the context of the program, the choice of a device, its flags and limits, and versions.
#include "api/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the context: its start and its end

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cudaError_t started;
static bool blocking;
_Thread_local bool in_host_function;

static bool hidden(void) {
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    return visible && strcmp(visible, "0") != 0 && strncmp(visible, "0,", 2) != 0;
}

// A child process after fork() has none of the device's threads. As on a card, every call fails
// there.
static void in_child(void) {
    device_fail(cudaErrorInitializationError);
}

static void start(void) {
    uint64_t begin = watched ? now_ns() : 0;
    if (hidden()) {
        started = cudaErrorNoDevice;
        return;
    }
    const char *wish = getenv("CUDA_LAUNCH_BLOCKING");
    blocking = wish && strcmp(wish, "1") == 0;
    cores_start();
    memory_start();
    fault_handlers();
    pthread_atfork(NULL, NULL, in_child);
    if (watched)
        watch_context("context", begin);
}

cudaError_t device_start(void) {
    pthread_once(&once, start);
    return in_host_function ? cudaErrorNotPermitted : started;
}

bool launch_blocking(void) {
    return blocking;
}

static cudaError_t synchronize(void) {
    wait_device();
    return device_failed();
}

cudaError_t cudaDeviceSynchronize(void) {
    CALL(synchronize());
}

cudaError_t cudaThreadSynchronize(void) {
    CALL(synchronize());
}

static cudaError_t reset(void) {
    wait_device();
    memory_reset();
    device_mend();
    return cudaSuccess;
}

cudaError_t cudaDeviceReset(void) {
    CALL_WITHOUT_CONTEXT(device_start() == cudaSuccess ? reset() : device_start());
}

cudaError_t cudaThreadExit(void) {
    CALL_WITHOUT_CONTEXT(device_start() == cudaSuccess ? reset() : device_start());
}

// ---- the choice of a device

#define PCI_ID "0000:00:00.0" // a CPU has no PCI address; programs print it

static unsigned device_flags;
static enum cudaFuncCache cache_config;
static enum cudaSharedMemConfig shared_config;

static cudaError_t get_count(int *count) {
    if (!count)
        return cudaErrorInvalidValue;
    cudaError_t error = device_start();
    if (error == cudaSuccess)
        *count = 1;
    return error; // without a device the count is left alone, as a card's runtime does
}

cudaError_t cudaGetDeviceCount(int *count) {
    CALL_WITHOUT_CONTEXT(get_count(count));
}

cudaError_t cudaGetDevice(int *device) {
    CALL(GIVE(device, 0));
}

static cudaError_t is_device(int device) {
    return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t cudaSetDevice(int device) {
    CALL(is_device(device));
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted) {
    CALL(wanted ? GIVE(device, 0) : cudaErrorInvalidValue);
}

static cudaError_t get_pci_id(char *id, int length, int device) {
    if (!id || length < (int)sizeof PCI_ID)
        return cudaErrorInvalidValue;
    if (device != 0)
        return cudaErrorInvalidDevice;
    snprintf(id, (size_t)length, "%s", PCI_ID);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device) {
    CALL(get_pci_id(id, length, device));
}

// ---- flags and limits

static cudaError_t set_flags(unsigned flags) {
    unsigned schedule = flags & cudaDeviceScheduleMask;
    unsigned known = cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax;
    if ((flags & ~known) || (schedule & (schedule - 1)))
        return cudaErrorInvalidValue;
    device_flags = flags;
    return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    CALL(set_flags(flags));
}

// A kernel's malloc and printf are the C library's, and a thread's stack has 256 KiB
// (runtime/kernel/block_threads.cpp), so a limit on them is only remembered. The other limits
// belong to things that this device does not have.
static size_t heap_limit = (size_t)8 << 20, print_limit = (size_t)1 << 20, stack_limit = 1024;

static size_t *limit_of(enum cudaLimit limit) {
    return limit == cudaLimitMallocHeapSize   ? &heap_limit
           : limit == cudaLimitStackSize      ? &stack_limit
           : limit == cudaLimitPrintfFifoSize ? &print_limit
                                              : NULL;
}

static cudaError_t set_limit(enum cudaLimit limit, size_t value) {
    size_t *kept = limit_of(limit);
    if (limit > cudaLimitPersistingL2CacheSize)
        return cudaErrorInvalidValue;
    if (!kept)
        return cudaErrorUnsupportedLimit;
    *kept = value;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    CALL(set_limit(limit, value));
}

static cudaError_t get_limit(size_t *value, enum cudaLimit limit) {
    const size_t *kept = limit_of(limit);
    if (!value || limit > cudaLimitPersistingL2CacheSize)
        return cudaErrorInvalidValue;
    if (!kept)
        return cudaErrorUnsupportedLimit;
    *value = *kept;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    CALL(get_limit(value, limit));
}

// Remembers a preference, which has no effect: a CPU's cache cannot be configured.
static cudaError_t set_cache(enum cudaFuncCache config) {
    if (config > cudaFuncCachePreferEqual)
        return cudaErrorInvalidValue;
    cache_config = config;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
    CALL(set_cache(config));
}

static cudaError_t set_banks(enum cudaSharedMemConfig config) {
    if (config > cudaSharedMemBankSizeEightByte)
        return cudaErrorInvalidValue;
    shared_config = config;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
    CALL(set_banks(config));
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
    CALL(GIVE(config, shared_config));
}

static cudaError_t priority_range(int *least, int *greatest) {
    if (least)
        *least = PRIORITY_LEAST;
    if (greatest)
        *greatest = PRIORITY_GREATEST;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    CALL(priority_range(least, greatest));
}

// ---- other devices, versions, the profiler

static cudaError_t can_access(int *can, int device, int peer) {
    if (!can)
        return cudaErrorInvalidValue;
    if (device != 0 || peer != 0)
        return cudaErrorInvalidDevice;
    *can = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    CALL(can_access(can, device, peer));
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    (void)peer;
    CALL(flags ? cudaErrorInvalidValue : cudaErrorInvalidDevice); // there is no peer
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    (void)peer;
    CALL(cudaErrorInvalidDevice);
}

static cudaError_t between(const int *value) {
    return value ? cudaErrorInvalidDevice : cudaErrorInvalidValue; // there is one device
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device,
                                      int peer) {
    (void)attribute, (void)device, (void)peer;
    CALL(between(value));
}

// Does nothing: no line of a CPU's cache persists.
cudaError_t cudaCtxResetPersistingL2Cache(void) {
    CALL(cudaSuccess);
}

cudaError_t cudaDriverGetVersion(int *value) {
    CALL_WITHOUT_CONTEXT(GIVE(value, CUDART_VERSION));
}

cudaError_t cudaRuntimeGetVersion(int *value) {
    CALL_WITHOUT_CONTEXT(GIVE(value, CUDART_VERSION));
}

// Does nothing: there is no profiler for this device.
cudaError_t cudaProfilerStart(void) {
    CALL(cudaSuccess);
}

cudaError_t cudaProfilerStop(void) {
    CALL(cudaSuccess);
}
