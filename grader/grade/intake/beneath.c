// beneath.c: opens a file below a folder, where a link leads nowhere.
#define _GNU_SOURCE
#include "intake/intake.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const int how_to_open = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;

// The C library has no name for it, and its headers may be older than the kernel.
enum { OPENAT2 = 437, NO_MAGICLINKS = 2, NO_SYMLINKS = 4, BENEATH = 8 };

int open_beneath(int folder, const char *path) {
    const struct {
        uint64_t flags, mode, resolve;
    } how = {(uint64_t)how_to_open, 0, BENEATH | NO_SYMLINKS | NO_MAGICLINKS};
    int fd = (int)syscall(OPENAT2, folder, path, &how, sizeof how);
    if (fd >= 0 || (errno != ENOSYS && errno != EPERM && errno != EINVAL))
        return fd;
    return open_beneath_by_steps(folder, path); // an old kernel, or a filter that knows no openat2
}

// One folder further down. -1 with ELOOP when it is a link.
static int step(int folder, const char *name) {
    struct stat about;
    if (strcmp(name, "..") == 0)
        return errno = EXDEV, -1;
    int fd = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &about) == 0 && S_ISDIR(about.st_mode))
        return fd;
    int why = fd < 0 ? errno : S_ISLNK(about.st_mode) ? ELOOP : ENOTDIR;
    if (fd >= 0)
        close(fd);
    errno = why;
    return -1;
}

int open_beneath_by_steps(int folder, const char *path) {
    char *copy = strdup(path), *rest = copy;
    int at = copy ? fcntl(folder, F_DUPFD_CLOEXEC, 0) : -1;
    for (char *slash; at >= 0 && (slash = strchr(rest, '/'));) {
        *slash = '\0';
        int next = *rest ? step(at, rest) : fcntl(at, F_DUPFD_CLOEXEC, 0);
        int why = errno;
        close(at);
        errno = why;
        at = next;
        rest = slash + 1;
    }
    int fd = -1;
    if (at >= 0)
        fd = strcmp(rest, "..") ? openat(at, rest, how_to_open) : (errno = EXDEV, -1);
    int why = errno;
    if (at >= 0)
        close(at);
    free(copy);
    errno = why;
    return fd;
}
