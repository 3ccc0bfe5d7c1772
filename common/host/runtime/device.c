// device.c: the context: when it starts, whether it failed, and the end of it.
#define _GNU_SOURCE // a thread's core
#include "limits.h"
#include "witness.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cudaError_t started;
static int workers;
static bool blocking, own_cores;
static _Atomic cudaError_t failed;
_Thread_local bool in_host_function;

static bool hidden(void) {
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    return visible && strcmp(visible, "0") != 0 && strncmp(visible, "0,", 2) != 0;
}

// One a core that this process may use. A container's quota is worth some number of cores, but
// says nothing of which.
static int cores(void) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                            : (int)sysconf(_SC_NPROCESSORS_ONLN);
    int quota = limits_cores("/sys/fs/cgroup");
    own_cores = quota == 0 || quota >= count;
    if (!own_cores)
        count = quota;
    return count < 1 ? 1 : count > MAX_WORKERS ? MAX_WORKERS : count;
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
    workers = cores();
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

// A worker has its core: woken, it must not wait behind the one that woke it while another core
// is free.
int device_pin(int worker) {
    cpu_set_t all, one;
    if (!own_cores || sched_getaffinity(0, sizeof all, &all) != 0)
        return -1;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &all) && worker-- == 0) {
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            pthread_setaffinity_np(pthread_self(), sizeof one, &one);
            return cpu;
        }
    return -1;
}

int device_workers(void) {
    return workers;
}

bool launch_blocking(void) {
    return blocking;
}

cudaError_t device_failed(void) {
    return atomic_load_explicit(&failed, memory_order_relaxed);
}

// The first failure counts; nothing queued after it runs.
void device_fail(cudaError_t error) {
    cudaError_t none = cudaSuccess;
    atomic_compare_exchange_strong(&failed, &none, error);
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
    atomic_store(&failed, cudaSuccess);
    return cudaSuccess;
}

cudaError_t cudaDeviceReset(void) {
    CALL_WITHOUT_CONTEXT(device_start() == cudaSuccess ? reset() : device_start());
}
