// cupti_library.c: see cupti_library.h. The dynamic loader's own places first, then those
// of the toolkit that this was built with.
#include "cupti_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#ifndef CUPTI_FOLDERS
#define CUPTI_FOLDERS ""
#endif

struct cupti_library cupti;

static void *open_in_folders(const char *name) {
    char path[1024];
    const char *folder = CUPTI_FOLDERS;
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    while (!library && *folder) {
        size_t length = strcspn(folder, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, name);
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        folder += length + (folder[length] == ':');
    }
    return library;
}

static void *open_library(void) {
    char name[40];
    enum { MAJOR = CUDA_VERSION / 1000, MINOR = CUDA_VERSION % 1000 / 10 };
    if (MAJOR >= 12)
        snprintf(name, sizeof name, "libcupti.so.%d", MAJOR);
    else
        snprintf(name, sizeof name, "libcupti.so.%d.%d", MAJOR, MINOR);
    void *library = open_in_folders(name);
    return library ? library : open_in_folders("libcupti.so");
}

int cupti_load(void) {
    void *library = open_library();
    if (!library) {
        fprintf(stderr,
                "witness: CUPTI was not found (%s); kernels are not watched. "
                "Put the toolkit's extras/CUPTI/lib64 into LD_LIBRARY_PATH\n",
                dlerror());
        return 0;
    }
#define CUPTI_FIND(function)                                                                       \
    *(void **)&cupti.function = dlsym(library, #function);                                         \
    if (!cupti.function) {                                                                         \
        fprintf(stderr, "witness: this CUPTI has no " #function "; kernels are not watched\n");    \
        return 0;                                                                                  \
    }
    CUPTI_FUNCTIONS(CUPTI_FIND)
    *(void **)&cupti.enable_event_times =
        dlsym(library, "cuptiActivityEnableCudaEventDeviceTimestamps");
    return 1;
}
