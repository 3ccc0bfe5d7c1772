// level.c: which levels this machine has, and how level bwrap is entered. Each level is tried on a
// command that does nothing, so that a promise made later is one that was kept here.
#define _GNU_SOURCE
#include "confine/confine.h"

#include <fcntl.h>
#include <stdio.h>
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

// ---- level bwrap: namespaces through bubblewrap: a path that is not bound does not exist
// ---------

enum { WORDS = 4 * CONFINE_PATHS };
static const char *words[WORDS];
static int count;

static void add(const char *word) {
    if (count + 1 >= WORDS)
        confine_die("too many words for bubblewrap");
    words[count++] = word;
}
static void add3(const char *option, const char *from, const char *to) {
    add(option), add(from), add(to);
}

static int below_system_paths(const char *path) {
    for (const char *const *system = confine_system_paths; *system; system++) {
        size_t length = strlen(*system);
        if (!strncmp(path, *system, length) && (path[length] == '/' || !path[length]))
            return 1;
    }
    return 0;
}

// The last wall is put up inside, by this program: only there are the numbers of processes known
// that the filter names.
static void add_last_wall(const struct confine *confine, const char *self) {
    static char numbers[CONFINE_FDS + 1][16];
    add("--"), add(self), add("--inside");
    if (confine->sealed)
        add("--sealed");
    if (confine->device)
        add("--device");
    if (confine->learn)
        add("--learn");
    for (int i = 0; i < confine->fd_count; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%d", confine->fds[i]);
        add("--fd"), add(numbers[i]);
    }
    if (confine->status >= 0) {
        snprintf(numbers[CONFINE_FDS], sizeof numbers[0], "%d", confine->status);
        add("--status"), add(numbers[CONFINE_FDS]);
        fcntl(confine->status, F_SETFD, 0);
    }
    add("--");
}

void confine_exec_bwrap(const struct confine *confine) {
    static char report[16], size[32], self[4096];
    if (readlink("/proc/self/exe", self, sizeof self - 1) <= 0)
        confine_die("/proc/self/exe");
    snprintf(report, sizeof report, "%d", confine->report[1]);
    snprintf(size, sizeof size, "%zu", confine->room_mib << 20);
    add("bwrap"), add("--unshare-all"), add("--unshare-user"), add("--die-with-parent");
    add("--new-session"), add("--disable-userns"), add("--json-status-fd"), add(report);
    for (const char *const *path = confine_system_paths; *path; path++)
        if (strcmp(*path, "/proc") != 0)
            add3("--ro-bind-try", *path, *path);
    add("--proc"), add("/proc"), add("--dev"), add("/dev");
    for (const char *const *path = confine_switches; *path; path++)
        add3("--ro-bind-try", *path, *path); // root inside is root outside to the kernel's switches
    if (confine->device)
        for (char **node = confine_device_nodes(); *node; node++)
            add3("--dev-bind-try", *node, *node);
    for (int i = 0; i < confine->reads; i++)
        if (!below_system_paths(confine->read[i]))
            add3("--ro-bind-try", confine->read[i], confine->read[i]);
    if (!below_system_paths(self))
        add3("--ro-bind", self, self);
    add3("--size", "1048576", "--tmpfs"), add("/dev/shm");
    if (confine->room)
        add3("--size", size, "--tmpfs"), add(confine->room);
    add("--remount-ro"), add("/dev"), add("--remount-ro"), add("/");
    if (!confine->device) // a program's memory is a file there
        add("--remount-ro"), add("/proc");
    add("--chdir"), add(confine->folder ? confine->folder : confine->room ? confine->room : "/");
    add_last_wall(confine, self);
    for (char **word = confine->command; *word; word++)
        add(*word);
    add(NULL);
    execvp("bwrap", (char *const *)words);
    confine_die("bwrap");
}
