// device.c: the context: when it starts, and the end of it.
#include "api.h"

#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cudaError_t started;
static bool blocking;
_Thread_local bool in_host_function;

static bool hidden(void) {
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    return visible && strcmp(visible, "0") != 0 && strncmp(visible, "0,", 2) != 0;
}

// The child of a fork has no threads that could work: as on a card, nothing works in it.
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
