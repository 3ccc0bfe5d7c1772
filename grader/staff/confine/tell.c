// tell.c: the one line by which the caller learns how it ended, whatever the command says.
#include "confine/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int status_fd = -1;

int confine_tell_to(int status) {
    status_fd = status;
    return fcntl(status_fd, F_SETFD, FD_CLOEXEC) == 0 ? 0 : -1;
}

static void tell(const char *word, const char *what, const char *why) {
    char line[240];
    int length = snprintf(line, sizeof line, "%s%s%s%s%s\n", word, *what ? " " : "", what,
                          *why ? ": " : "", why);
    if (length > 0 && (size_t)length >= sizeof line)
        length = sizeof line - 1;
    if (status_fd >= 0 && length > 0 && write(status_fd, line, (size_t)length) < 0)
        status_fd = -1; // nobody listens
}

void confine_tell(const char *word, const char *what) {
    tell(word, what, "");
}

void confine_die(const char *what) {
    const char *why = errno ? strerror(errno) : "failed";
    fprintf(stderr, "confine: %s: %s\n", what, why);
    tell("walls", what, why);
    _exit(125);
}
