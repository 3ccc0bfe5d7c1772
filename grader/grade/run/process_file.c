// process_file.c: files that have no name. A program gets its input and leaves its output
// through descriptors of the grader, so that no name inside its room is ever opened outside.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/process.h"

static int write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return -1;
        bytes += written;
        length -= (size_t)written;
    }
    return 0;
}

int process_file_new(const char *bytes, size_t length) {
    int fd = memfd_create("tare", MFD_CLOEXEC);
    if (fd >= 0 && (write_all(fd, bytes, length) != 0 || lseek(fd, 0, SEEK_SET) != 0)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

int process_file_fresh(const char *path, mode_t mode) {
    if (unlink(path) != 0 && errno != ENOENT)
        return -1;
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

// What lies beyond the limit is left out: the program decided how much there is.
static int copy(int from, int to, off_t limit) {
    char bytes[65536];
    off_t at = 0;
    ssize_t got = 0;
    while (at < limit && (got = pread(from, bytes, sizeof bytes, at)) > 0) {
        if (write_all(to, bytes, (size_t)got) != 0)
            return -1;
        at += got;
    }
    return got < 0 ? -1 : 0;
}

int process_file_keep(int fd, off_t limit, const char *path, mode_t mode) {
    int to = process_file_fresh(path, mode);
    if (to < 0)
        return -1;
    int failed = copy(fd, to, limit);
    if (close(to) != 0 || failed) {
        int why = errno;
        unlink(path);
        errno = why;
        return -1;
    }
    return 0;
}
