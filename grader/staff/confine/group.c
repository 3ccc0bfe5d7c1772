// group.c: where a control group can be made below our own, the kernel keeps the memory and the
// number of processes of all that the command starts; the watch only looks ten times a second.
// Nothing depends on it: that is version 1 as root, and of version 2 a root that gives its children
// these limits. Many containers and ordinary users get none.
#define _GNU_SOURCE
#include "confine/confine.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The room's files are memory, too, and so are buffers: what the watch counts ends a run first.
enum { SLACK_MIB = 64, SLACK_PROCESSES = 16 };
static const char top[] = "/sys/fs/cgroup", ours[] = "tare-";
static char groups[2][PATH_MAX]; // of version 1 a group has one controller, of version 2 all
static int count;

static int write_number(const char *folder, const char *name, unsigned long long number) {
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "we");
    if (!file)
        return -1;
    int bad = fprintf(file, "%llu", number) < 0;
    return fclose(file) != 0 || bad ? -1 : 0;
}

// Our own group's path, of the controller ("": version 2).
static int own_path(const char *controller, char path[PATH_MAX]) {
    char line[PATH_MAX], wanted[64];
    int found = 0;
    snprintf(wanted, sizeof wanted, ":%s:", controller);
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && !found && fgets(line, sizeof line, file)) {
        const char *at = strchr(line, ':');
        found = at && !strncmp(at, wanted, strlen(wanted)) && line[strlen(line) - 1] == '\n';
        if (found)
            snprintf(path, PATH_MAX, "%s%s%.*s", top, *controller ? "/" : "",
                     (int)strlen(controller), controller);
        if (found)
            snprintf(path + strlen(path), PATH_MAX - strlen(path), "%.*s",
                     (int)strcspn(at + strlen(wanted), "\n"), at + strlen(wanted));
    }
    if (file)
        fclose(file);
    return found ? 0 : -1;
}

// Of runs whose watch was killed, as the number in the name tells; one in use cannot be removed.
static void remove_empty(const char *folder) {
    DIR *all = opendir(folder);
    for (struct dirent *entry; all && (entry = readdir(all));)
        if (!strncmp(entry->d_name, ours, sizeof ours - 1) &&
            kill(atoi(entry->d_name + sizeof ours - 1), 0) != 0)
            unlinkat(dirfd(all), entry->d_name, AT_REMOVEDIR);
    if (all)
        closedir(all);
}

struct limit {
    const char *name;
    unsigned long long most;
};

// Below our own group and nowhere else: who leaves it leaves the limits that others set for us.
static void make(const char *controller, const struct limit *limits) {
    char own[PATH_MAX], *made = groups[count];
    if (own_path(controller, own) != 0 || snprintf(made, sizeof groups[0], "%s/%s%d", own, ours,
                                                   (int)getpid()) >= (int)sizeof groups[0])
        return;
    remove_empty(own);
    int bad = mkdir(made, 0700);
    for (const struct limit *limit = limits; limit->name && !bad; limit++)
        bad = limit->most && write_number(made, limit->name, limit->most) != 0;
    if (bad)
        rmdir(made);
    else
        count++;
}

void confine_group_begin(const struct confine *confine, unsigned long long memory) {
    unsigned long long bytes = memory + ((unsigned long long)(confine->room_mib + SLACK_MIB) << 20),
                       tasks = confine->processes ? confine->processes + SLACK_PROCESSES : 0;
    const struct limit both[] = {{"memory.max", bytes}, {"pids.max", tasks}, {0}},
                       old_memory[] = {{"memory.limit_in_bytes", bytes}, {0}};
    if (access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0) {
        make("", both);
        return;
    }
    make("memory", old_memory);
    make("pids", both + 1);
}

void confine_group_enter(void) {
    for (int i = 0; i < count; i++)
        write_number(groups[i], "cgroup.procs", 0); // 0 is the caller
}

int confine_group_ended_one(void) {
    static const char *const names[] = {"memory.events", "memory.oom_control"};
    unsigned long long kills = 0;
    for (int i = 0; i < 2 * count; i++) {
        char path[PATH_MAX + 64], line[128];
        snprintf(path, sizeof path, "%s/%s", groups[i / 2], names[i % 2]);
        FILE *file = fopen(path, "re");
        while (file && fgets(line, sizeof line, file))
            if (!strncmp(line, "oom_kill ", 9))
                kills += strtoull(line + 9, NULL, 10);
        if (file)
            fclose(file);
    }
    return kills > 0;
}

void confine_group_end(void) {
    for (int i = 0; i < count; i++)
        rmdir(groups[i]);
}
