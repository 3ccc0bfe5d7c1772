// listener.c: who counts what kernels read and write; and a program that cannot be weighed says so.
#include "kernel/kernel.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct listener *listener;

void listener_missing(void) {
    static const char line[] = "unweighed\twhy=compile\n"; // for tare weigh, common/weigh/weigh.h
    const char *path = getenv("TARE_WEIGH_FILE");
    int file = path && !listener ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644) : -1;
    if (file < 0)
        return;
    // What cannot be written is missing there, which tare weigh tells too.
    if (write(file, line, strlen(line)) < 0)
        (void)0;
    close(file);
}
