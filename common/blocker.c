// blocker.c: the host's side of the blocker: one word that both sides see.
#include <stdlib.h>
#include <string.h>

#include "tare_kernels.h"
#include "tare_sampler.h"

static volatile unsigned *words; // released, gave up: see tare_launch_blocker
static unsigned generation;

int tare_blocker_allowed(void) {
    const char *blocking = getenv("CUDA_LAUNCH_BLOCKING");
    if (blocking && *blocking && strcmp(blocking, "0") != 0)
        return 0;
    // A profiler may run every launch to its end before it returns.
    return !getenv("CUDA_INJECTION64_PATH") && !getenv("NV_COMPUTE_PROFILER_PERFWORKS_DIR") &&
           !getenv("NV_TPS_LAUNCH_TOKEN");
}

tare_status tare_blocker_close(tare_stream stream, double patience) {
    if (!words) {
        void *pinned = NULL;
        TARE_TRY_CUDA(cudaHostAlloc(&pinned, 2 * sizeof *words, cudaHostAllocMapped));
        memset(pinned, 0, 2 * sizeof *words);
        words = pinned;
    }
    void *seen_by_device = NULL;
    TARE_TRY_CUDA(cudaHostGetDevicePointer(&seen_by_device, (void *)words, 0));
    generation++;
    cudaError_t error =
        tare_launch_blocker(seen_by_device, generation, (uint64_t)(1e9 * patience), stream);
    return error == cudaSuccess ? TARE_OK : tare_fail_cuda(error, "the launch of the blocker");
}

void tare_blocker_open(void) {
    if (words)
        __atomic_store_n(&words[0], generation, __ATOMIC_RELEASE);
}

int tare_blocker_held(void) {
    return words && __atomic_load_n(&words[1], __ATOMIC_ACQUIRE) != generation;
}
