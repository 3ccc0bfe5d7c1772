// user.c: level user: a user of its own for each run, whom no other run has at the same time. The
// end of a run ends every process of its user, so a shared one would end somebody else's.
#define _GNU_SOURCE
#include "confine/confine.h"

#include <grp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Numbers that systems give to nobody for long, and that a container has, too.
enum { FIRST = 61184, USERS = 4096 };

// An abstract socket's name is free again when the process that bound it has ended, however it
// ended. A student's program has no socket to bind.
static int take(uid_t uid) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    int length = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "tare-user-%u", uid);
    if (fd < 0 ||
        bind(fd, (struct sockaddr *)&name,
             (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1) + (socklen_t)length) != 0) {
        if (fd >= 0)
            close(fd);
        return -1;
    }
    return fd; // stays open as long as the watch lives
}

void confine_take_user(struct confine *confine) {
    if (confine->level != CONFINE_USER || confine->uid)
        return;
    for (unsigned i = 0; i < USERS; i++) { // begins at another number in every run
        confine->uid = FIRST + ((unsigned)getpid() + i) % USERS;
        if (take(confine->uid) >= 0)
            return;
    }
    confine_die("every user for runs is taken");
}

void confine_become_user(const struct confine *confine) {
    if (confine->level == CONFINE_USER &&
        (setgroups(0, NULL) != 0 || setresgid(confine->uid, confine->uid, confine->uid) != 0 ||
         setresuid(confine->uid, confine->uid, confine->uid) != 0))
        confine_die("change to another user");
}
