// threads.c: the device's threads: their clock, their cores, their sleep, and the one lock.
#define _GNU_SOURCE // a thread's core, SCHED_BATCH
#include "machine/machine.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int (*read_clock)(clockid_t, struct timespec *) = clock_gettime;

// ---- cores: one worker on each

static int workers;
static bool own_cores;

// Counts the cores. A container's quota allows a number of cores, but does not say which cores.
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

// Binds a worker to its core. Otherwise a woken worker may wait behind the thread that woke it,
// while another core is free.
int device_pin(int worker) {
    cpu_set_t all, one;
    if (!own_cores || sched_getaffinity(0, sizeof all, &all) != 0)
        return -1;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &all) && worker-- == 0) {
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            sched_setaffinity(0, sizeof one, &one); // this thread, the one number that walls allow
            return cpu;
        }
    return -1;
}

// ---- threads

struct body {
    void *(*run)(void *);
    void *argument;
};

static void *begin_thread(void *argument) {
    struct body body = *(struct body *)argument;
    free(argument);
    // A device's thread that wakes up must not push a thread of the program off its core.
    struct sched_param none = {0};
    pthread_setschedparam(pthread_self(), SCHED_BATCH, &none);
    return body.run(body.argument);
}

// Starts a thread. It takes no signals that are sent to the program, only those of its own faults.
int device_thread(void *(*run)(void *), void *argument) {
    struct body *body = malloc(sizeof *body);
    pthread_t thread;
    sigset_t all, old;
    if (!body)
        return 1;
    *body = (struct body){run, argument};
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int failed = pthread_create(&thread, NULL, begin_thread, body);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (failed)
        free(body);
    else
        pthread_detach(thread);
    return failed;
}

// ---- sleep

void park(atomic_uint *word, unsigned while_it_is) {
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, while_it_is, NULL, NULL, 0);
}

bool park_for(atomic_uint *word, unsigned while_it_is, uint64_t ns) {
    struct timespec time = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
    return syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, while_it_is, &time, NULL, 0) != 0 &&
           errno == ETIMEDOUT;
}

void unpark(atomic_uint *word) {
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

// ---- the lock
//
// It is held for a fraction of a microsecond, and a sleep costs a hundred times that: so a thread
// that finds the lock taken polls for a while before it sleeps. Code that holds the lock may have
// threads to wake; they are woken after the release, for otherwise they would wake only to wait
// for the lock.

enum { MAX_WAKES = 64, LOOKS = 400, YIELDS = 20 };
enum { FREE, TAKEN, WAITED_FOR };

static _Alignas(CACHE_LINE) atomic_uint word;
static _Alignas(CACHE_LINE) atomic_uint *wakes[MAX_WAKES];
static int wake_count;

static bool take(void) {
    unsigned is = FREE;
    return atomic_load_explicit(&word, memory_order_relaxed) == FREE &&
           atomic_compare_exchange_strong_explicit(&word, &is, TAKEN, memory_order_acquire,
                                                   memory_order_relaxed);
}

void device_lock(void) {
    for (int i = 0; i < LOOKS; i++) {
        if (take())
            return;
        relax();
    }
    for (int i = 0; i < YIELDS; i++) { // the thread that holds the lock may wait for this core
        sched_yield();
        if (take())
            return;
    }
    while (atomic_exchange_explicit(&word, WAITED_FOR, memory_order_acquire) != FREE)
        park(&word, WAITED_FOR);
}

void device_unlock(void) {
    atomic_uint *mine[MAX_WAKES];
    int count = wake_count;
    for (int i = 0; i < count; i++)
        mine[i] = wakes[i];
    wake_count = 0;
    if (atomic_exchange_explicit(&word, FREE, memory_order_release) == WAITED_FOR)
        unpark(&word);
    for (int i = 0; i < count; i++)
        unpark(mine[i]);
}

void wake_later(atomic_uint *sleeper) {
    if (wake_count < MAX_WAKES)
        wakes[wake_count++] = sleeper;
    else
        unpark(sleeper);
}
