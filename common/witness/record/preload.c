// preload.c: the host clocks that a program may read, in front of the C library's functions.
// Only reads by the program itself are noted: the driver reads clocks too.
#define _GNU_SOURCE // RTLD_NEXT
#include "witness/record/record.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

enum { RANGES = 32 };

static struct { uintptr_t begin, end; } program[RANGES];
static int ranges;

static int (*real_clock_gettime)(clockid_t, struct timespec *);
static int (*real_gettimeofday)(struct timeval *, void *);
static int (*real_timespec_get)(struct timespec *, int);
static clock_t (*real_clock)(void);

static void *next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

uint64_t witness_now(void) {
    struct timespec now;
    if (!real_clock_gettime)
        *(void **)&real_clock_gettime = next("clock_gettime");
    real_clock_gettime(CLOCK_MONOTONIC, &now);
    return nanoseconds(&now);
}

// 1 for a library of the system, of the device, or this one: its reads are not the learner's.
static int is_system(const char *file) {
    static const char *const system[] = {"libc.so",   "ld-linux",  "libpthread", "libdl",
                                         "librt.so",  "libcuda",   "libcupti",   "libnv",
                                         "libcudart", "libcublas", "witness.so", "linux-vdso"};
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;
    for (size_t i = 0; i < sizeof(system) / sizeof(system[0]); i++)
        if (strncmp(name, system[i], strlen(system[i])) == 0)
            return 1;
    return 0;
}

static int remember(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size, (void)unused;
    if (is_system(object->dlpi_name))
        return 0;
    for (int i = 0; i < object->dlpi_phnum && ranges < RANGES; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
            continue;
        program[ranges].begin = object->dlpi_addr + part->p_vaddr;
        program[ranges].end = program[ranges].begin + part->p_memsz;
        ranges++;
    }
    return 0;
}

__attribute__((constructor(102))) static void find_program(void) {
    witness_now();
    if (witness_watching())
        dl_iterate_phdr(remember, NULL);
}

static void tell(const char *function, const void *caller, uint64_t ns, uint64_t told) {
    uintptr_t at = (uintptr_t)caller;
    for (int i = 0; i < ranges; i++)
        if (at >= program[i].begin && at < program[i].end) {
            witness_clock_read(function, ns ? ns : witness_now(), told);
            return;
        }
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (!real_clock_gettime)
        *(void **)&real_clock_gettime = next("clock_gettime");
    int result = real_clock_gettime(clock, now);
    if (ranges && result == 0 && clock == CLOCK_MONOTONIC)
        tell("clock_gettime", __builtin_return_address(0), nanoseconds(now), 0);
    else if (ranges && result == 0)
        tell(clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID
                 ? WITNESS_PROCESSOR_CLOCK
                 : "clock_gettime",
             __builtin_return_address(0), 0, nanoseconds(now));
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    if (!real_gettimeofday)
        *(void **)&real_gettimeofday = next("gettimeofday");
    int result = real_gettimeofday(now, zone);
    if (ranges)
        tell("gettimeofday", __builtin_return_address(0), 0,
             (uint64_t)now->tv_sec * 1000000000u + (uint64_t)now->tv_usec * 1000u);
    return result;
}

int timespec_get(struct timespec *now, int base) {
    if (!real_timespec_get)
        *(void **)&real_timespec_get = next("timespec_get");
    int result = real_timespec_get(now, base);
    if (ranges)
        tell("timespec_get", __builtin_return_address(0), 0, nanoseconds(now));
    return result;
}

clock_t clock(void) {
    if (!real_clock)
        *(void **)&real_clock = next("clock");
    clock_t result = real_clock();
    if (ranges)
        tell(WITNESS_PROCESSOR_CLOCK, __builtin_return_address(0), 0,
             (uint64_t)result * (1000000000u / CLOCKS_PER_SEC));
    return result;
}
