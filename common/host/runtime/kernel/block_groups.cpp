// block_groups.cpp: this_grid().sync(): the blocks of a cooperative launch wait for each other.
// Each worker runs one of them; the last thread of a block that comes waits for the other blocks.
#include "kernel/kernel.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

namespace hostcu {

double seconds_now() {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double spin_limit() {
    const char *value = getenv("HOSTDEVICE_SPIN_SECONDS");
    double seconds = value ? atof(value) : 0;
    return seconds > 0 ? seconds : 10;
}

void meet_other_blocks() {
    host_together *all = current_launch->together;
    if (!all)
        failed(cudaErrorLaunchFailure,
               "kernel %s waits for its whole grid: launch it with cudaLaunchCooperativeKernel",
               current_launch->kernel->name);
    uint64_t round = __atomic_load_n(&all->rounds, __ATOMIC_ACQUIRE);
    if (__atomic_add_fetch(&all->here, 1, __ATOMIC_ACQ_REL) == all->blocks) {
        __atomic_store_n(&all->here, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&all->rounds, round + 1, __ATOMIC_RELEASE);
        return;
    }
    double since = seconds_now();
    while (__atomic_load_n(&all->rounds, __ATOMIC_ACQUIRE) == round) {
        if (device_failed() != cudaSuccess)
            failed(device_failed(), "%s", ""); // another block has said why
        if (seconds_now() - since > spin_limit())
            failed(
                cudaErrorLaunchTimeout,
                "deadlock: block (%u,%u,%u) waits for its whole grid, and some block never comes",
                blockIdx.x, blockIdx.y, blockIdx.z);
        sched_yield();
    }
}

} // namespace hostcu
