// limits.c: how much a confined command may take, and an environment from nothing.
#define _GNU_SOURCE
#include "confine/confine.h"

#include <ctype.h>
#include <dirent.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void limit(int what, rlim_t value, const char *name) {
    struct rlimit old, wanted = {value, value};
    if (getrlimit(what, &old) == 0 && old.rlim_max != RLIM_INFINITY && old.rlim_max < value)
        wanted.rlim_cur = wanted.rlim_max = old.rlim_max;
    if (setrlimit(what, &wanted) != 0)
        confine_die(name);
}

// Processes and threads of this user.
static unsigned own_tasks(void) {
    unsigned count = 0;
    DIR *all = opendir("/proc");
    for (struct dirent *entry; all && (entry = readdir(all));) {
        struct stat about;
        char path[300];
        snprintf(path, sizeof path, "/proc/%s/task", entry->d_name);
        if (isdigit((unsigned char)entry->d_name[0]) && stat(path, &about) == 0 &&
            about.st_uid == getuid() && about.st_nlink > 2)
            count += (unsigned)about.st_nlink - 2;
    }
    if (all)
        closedir(all);
    return count;
}

// A process of root keeps the user, and loses every right that makes root special.
static void drop_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; capability++)
        continue;
    if (syscall(SYS_capset, &header, none) != 0)
        confine_die("no capabilities");
}

void confine_limits(const struct confine *confine) {
    limit(RLIMIT_CORE, 0, "no core files");
    limit(RLIMIT_NOFILE, 1024, "open files");
    limit(RLIMIT_FSIZE, (rlim_t)confine->file_mib << 20, "size of a file");
    // Data, not address space: a program may reserve much and use little.
    if (confine->memory_mib)
        limit(RLIMIT_DATA, (rlim_t)confine->memory_mib << 20, "memory");
    // The kernel counts the processes of a user: an ordinary user has some already, and the
    // command gets its number on top of them.
    if (confine->processes && (confine->level == CONFINE_USER || geteuid() != 0))
        limit(RLIMIT_NPROC, confine->processes + (confine->level == CONFINE_USER ? 0 : own_tasks()),
              "processes");
    if (confine->level == CONFINE_LANDLOCK)
        drop_capabilities();
    if (prctl(PR_SET_PDEATHSIG, 9) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        confine_die("no new privileges");
}

void confine_environment(const struct confine *confine) {
    const char *home_folder = confine->room ? confine->room : "/";
    char home[4096], scratch[4096];
    snprintf(home, sizeof home, "HOME=%s", home_folder);
    snprintf(scratch, sizeof scratch, "TMPDIR=%s", home_folder);
    const char *fixed[] = {home, scratch, "LC_ALL=C", "CUDA_CACHE_DISABLE=1",
                           "PATH=/usr/local/cuda/bin:/usr/local/bin:/usr/bin:/bin"};
    if (!confine->inherit)
        clearenv();
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        putenv(strdup(fixed[i]));
    for (int i = 0; i < confine->environments; i++)
        putenv((char *)confine->environment[i]);
}

void confine_close_descriptors(const struct confine *confine) {
    DIR *open_ones = opendir("/proc/self/fd");
    if (!open_ones)
        confine_die("close descriptors");
    struct dirent *entry;
    while ((entry = readdir(open_ones))) {
        int fd = atoi(entry->d_name),
            keep = fd <= 2 || fd == dirfd(open_ones) || fd == confine->status;
        for (int i = 0; i < confine->fd_count; i++)
            keep |= fd == confine->fds[i];
        if (!keep)
            close(fd);
    }
    closedir(open_ones);
}
