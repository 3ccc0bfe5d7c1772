// cores.c: the cores that this process may use, one for each worker.
#define _GNU_SOURCE // a thread's core
#include "limits.h"
#include "machine.h"

#include <sched.h>
#include <unistd.h>

static int workers;
static bool own_cores;

// A container's quota is worth some number of cores, but says nothing of which.
void cores_start(void) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                            : (int)sysconf(_SC_NPROCESSORS_ONLN);
    int quota = limits_cores("/sys/fs/cgroup");
    own_cores = quota == 0 || quota >= count;
    if (!own_cores)
        count = quota;
    workers = count < 1 ? 1 : count > MAX_WORKERS ? MAX_WORKERS : count;
}

int device_workers(void) {
    return workers;
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
