// library.c: the functions of CUPTI and of the driver, found while the program runs.
#include <dlfcn.h>

#include "weigh/card/gpu/gpu.h"
#include "witness/gpu/library.h"

struct weigh_library library;

// A C program has no C++ library: then kernels keep the names that the linker knows.
static void find_demangler(void) {
    void *cxx = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (cxx)
        *(void **)&library.demangle = dlsym(cxx, "__cxa_demangle");
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
    WEIGH_CUPTI(FIND_IN_CUPTI)
    WEIGH_DRIVER(FIND_IN_DRIVER)
    find_demangler();
    return NULL;
}
