// mend.c: a program that crashes leaves reserved, empty pages behind its last note.
#include "read.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

void trace_mend(const char *path) {
    char part[1 << 14];
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    off_t at = 0;
    ssize_t n;
    if (file < 0)
        return;
    while ((n = read(file, part, sizeof part)) > 0) {
        const char *nul = memchr(part, 0, (size_t)n);
        if (nul) {
            int cut = ftruncate(file, at + (nul - part));
            (void)cut; // where that is not allowed, it stays as it was
            break;
        }
        at += n;
    }
    close(file);
}
