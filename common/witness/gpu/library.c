// library.c: CUPTI's library, from the dynamic loader's own folders, then from those of the toolkit
// that built this file.
#include <cupti.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "witness/gpu/library.h"

#ifndef CUPTI_FOLDERS
#define CUPTI_FOLDERS ""
#endif

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

void *cupti_open(void) {
    char name[40];
    enum { MAJOR = CUDA_VERSION / 1000, MINOR = CUDA_VERSION % 1000 / 10 };
    if (MAJOR >= 12)
        snprintf(name, sizeof name, "libcupti.so.%d", MAJOR);
    else
        snprintf(name, sizeof name, "libcupti.so.%d.%d", MAJOR, MINOR);
    void *library = open_in_folders(name);
    return library ? library : open_in_folders("libcupti.so");
}
