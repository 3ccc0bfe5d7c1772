// load.c: see load.h.
#include "witness/load.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

int witness_open(const char *path) {
    return strpbrk(path, " :$") ? open(path, O_RDONLY | O_CLOEXEC) : -1;
}

void witness_name(const char *path, const char *holder, int descriptor, char *name, size_t size) {
    if (descriptor < 0)
        snprintf(name, size, "%s", path);
    else
        snprintf(name, size, "/proc/%s/fd/%d", holder, descriptor);
}
