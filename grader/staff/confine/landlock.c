// landlock.c: which files may be opened, by the kernel's own rules. A path that no rule names
// cannot be opened.
#define _GNU_SOURCE
#include "confine/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The library has no wrapper, and its header may be older than the kernel.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
static const uint64_t READ = 1 << 0 | 1 << 2 | 1 << 3; // execute, read file, read folder
static const uint64_t WRITE = 1 << 1 | 1 << 14; // and cut to length, where Landlock knows of it
static const uint64_t ANY = (1 << 13) - 1;      // everything of the first version

struct ruleset { // as of version 6
    uint64_t files, net, scoped;
};

// Of /proc only what is the same for everybody, and the command's own: see confine_landlock.
const char *const confine_system_paths[] = {
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/proc", "/sys", NULL};
const char *const confine_switches[] = {"/proc/sys", "/proc/sysrq-trigger", "/proc/irq", NULL};
static const char *const proc_paths[] = {"/proc/self",    "/proc/cpuinfo",     "/proc/meminfo",
                                         "/proc/stat",    "/proc/loadavg",     "/proc/version",
                                         "/proc/devices", "/proc/filesystems", "/proc/modules",
                                         "/proc/driver",  "/proc/sys",         NULL};

char **confine_device_nodes(void) {
    static glob_t nodes; // "/dev/dxg" on Windows; /dev/nvidia-caps is a folder of nodes
    if (!nodes.gl_pathv && (glob("/dev/nvidia*", 0, NULL, &nodes) == GLOB_NOSPACE ||
                            glob("/dev/dxg", GLOB_APPEND | GLOB_NOCHECK, NULL, &nodes) != 0))
        confine_die("the card's nodes");
    return nodes.gl_pathv;
}

int confine_landlock_version(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, 1);
    return version > 0 ? (int)version : 0;
}

static void allow(int ruleset, const char *path, uint64_t access) {
    int fd = open(path, O_PATH | O_CLOEXEC);
    struct stat what;
    if (fd < 0 || fstat(fd, &what) != 0) {
        if (errno == ENOENT || errno == ENOTDIR || errno == EACCES)
            return; // a path that is not here needs no permission
        confine_die(path);
    }
    if (!S_ISDIR(what.st_mode))
        access &= 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15; // what a file can have
    struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = fd};
    if (syscall(ADD_RULE, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
        confine_die(path);
    close(fd);
}

void confine_landlock(const struct confine *confine) {
    int version = confine_landlock_version();
    struct ruleset rules = {ANY, 0, 0};
    size_t size = sizeof rules.files;
    if (version >= 2)
        rules.files |= 1 << 13; // move between folders
    if (version >= 3)
        rules.files |= 1 << 14; // truncate
    if (version >= 4) {
        rules.net = 3; // bind and connect by TCP
        size = 2 * sizeof(uint64_t);
    }
    if (version >= 5)
        rules.files |= 1 << 15; // ioctl on devices
    if (version >= 6) {
        rules.scoped = 3; // abstract sockets and signals stay inside
        size = sizeof rules;
    }
    int ruleset = (int)syscall(CREATE_RULESET, &rules, size, 0);
    if (ruleset < 0)
        confine_die("Landlock");
    for (const char *const *path = confine_system_paths; *path; path++)
        if (strcmp(*path, "/proc") != 0)
            allow(ruleset, *path, READ);
    for (const char *const *path = proc_paths; *path; path++)
        allow(ruleset, *path, READ);
    for (int i = 0; i < confine->reads; i++)
        allow(ruleset, confine->read[i], READ);
    const char *const nodes[] = {"/dev/null", "/dev/zero", "/dev/urandom", "/dev/random",
                                 "/dev/full"};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        allow(ruleset, nodes[i], (READ | WRITE) & rules.files);
    if (confine->device) {
        for (char **node = confine_device_nodes(); *node; node++)
            allow(ruleset, *node, (READ | WRITE | 1 << 15) & rules.files);
        allow(ruleset, "/proc/self/task", // where the driver names its threads
              (READ | WRITE) & rules.files);
    }
    if (confine->room)
        allow(ruleset, confine->room, rules.files);
    if (syscall(RESTRICT_SELF, ruleset, 0) != 0)
        confine_die("Landlock");
    close(ruleset);
}
