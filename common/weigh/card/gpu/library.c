// library.c: the functions of CUPTI and of the driver, found while the program runs.
#define _GNU_SOURCE // dladdr
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "weigh/card/gpu/gpu.h"
#include "witness/gpu/library.h"

struct weigh_library library;

// A C program has no C++ library: then kernels keep the names that the linker knows.
static void find_demangler(void) {
    void *cxx = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (cxx)
        *(void **)&library.demangle = dlsym(cxx, "__cxa_demangle");
}

// CUPTI loads the two by name, from wherever the loader finds one. Where a program brings a CUPTI
// of its own (JAX does) that may be another version's, which crashed on an H200: so those beside it
// come first.
static void load_what_belongs_to(void *cupti) {
    static const char *const names[] = {"libnvperf_host.so", "libnvperf_target.so"};
    char path[1024];
    Dl_info where;
    const char *slash = dladdr(dlsym(cupti, "cuptiSubscribe"), &where) && where.dli_fname
                            ? strrchr(where.dli_fname, '/')
                            : NULL;
    for (size_t i = 0; slash && i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%.*s/%s", (int)(slash - where.dli_fname), where.dli_fname,
                 names[i]);
        dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
}

#define FIND(from, function)                                                                       \
    *(void **)&library.function = dlsym(from, #function);                                          \
    if (!library.function)                                                                         \
        return #function;
#define FIND_IN_CUPTI(function) FIND(cupti, function)
#define FIND_IN_DRIVER(function) FIND(driver, function)

const char *library_find(void) {
    void *cupti = cupti_open();
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!cupti)
        return "libcupti.so";
    if (!driver)
        return "libcuda.so.1";
    load_what_belongs_to(cupti);
    WEIGH_CUPTI(FIND_IN_CUPTI)
    WEIGH_DRIVER(FIND_IN_DRIVER)
    find_demangler();
    return NULL;
}
