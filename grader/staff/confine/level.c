// level.c: which levels this machine has. Each level is tried on a command that does nothing,
// so that a promise made later is one that was kept here.
#define _GNU_SOURCE
#include "confine/confine.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const names[CONFINE_LEVELS] = {"none", "landlock", "user", "bwrap"};

const char *confine_level_name(enum confine_level level) {
    return names[level];
}

int confine_level_named(const char *name, enum confine_level *level) {
    for (int i = 0; i < CONFINE_LEVELS; i++)
        if (!strcmp(name, names[i]))
            return *level = (enum confine_level)i, 0;
    return -1;
}

static int bwrap_works(void) {
    pid_t child = fork();
    if (child == 0) {
        close(2);
        execlp("bwrap", "bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--ro-bind",
               "/", "/", "--proc", "/proc", "--dev", "/dev", "true", NULL);
        _exit(127);
    }
    int status;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

const char *confine_level_missing(enum confine_level level) {
    switch (level) {
    case CONFINE_BWRAP:
        return bwrap_works() ? NULL
                             : "bubblewrap is not installed, or may not make namespaces here";
    case CONFINE_USER:
        if (geteuid() != 0)
            return "only root can change to another user";
        __attribute__((fallthrough));
    case CONFINE_LANDLOCK:
        return confine_landlock_version() ? NULL : "this kernel has no Landlock (Linux 5.13)";
    default:
        return NULL;
    }
}

enum confine_level confine_best_level(void) {
    for (int level = CONFINE_LEVELS - 1; level > CONFINE_NONE; level--)
        if (!confine_level_missing((enum confine_level)level))
            return (enum confine_level)level;
    return CONFINE_NONE;
}
