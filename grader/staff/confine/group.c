// group.c: where a control group can be made below our own, the kernel keeps the memory and the
// number of processes of all that the command starts; the watch only looks ten times a second.
// Nothing depends on it: that is version 1 as root, and of version 2 a root that gives its children
// these limits, or a group that was given to us. Many containers and ordinary users get none.
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
#include <sys/xattr.h>
#include <unistd.h>

// The room's files are memory, too, and so are buffers: what the watch counts ends a run first.
enum { SLACK_MIB = 64, SLACK_PROCESSES = 16 };
static const char top[] = "/sys/fs/cgroup", ours[] = "tare-";
static char groups[2][PATH_MAX]; // of version 1 a group has one controller, of version 2 all
static int count;

static FILE *open_in(const char *folder, const char *name, const char *mode) {
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, mode);
}

static int write_text(const char *folder, const char *name, const char *text) {
    FILE *file = open_in(folder, name, "we");
    if (!file)
        return -1;
    int bad = fputs(text, file) < 0;
    return fclose(file) != 0 || bad ? -1 : 0;
}

static int write_number(const char *folder, const char *name, unsigned long long number) {
    char text[32];
    snprintf(text, sizeof text, "%llu", number);
    return write_text(folder, name, text);
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

// ---- a group of version 2 that was given to us ----------------------------------------------
//
// Such a group holds processes, or gives limits to its children: not both. So all processes of the
// given one go into one child, and the groups of the runs are made beside that.

static const char all_of_us[] = "/tare.all";

// By systemd (Delegate=yes), which says so; or as the top of a container, which is no real top.
static int was_given(const char *own) {
    static const char *const marks[] = {"user.delegate", "trusted.delegate"};
    char path[PATH_MAX + 64], mark;
    for (int i = 0; i < 2; i++)
        if (getxattr(own, marks[i], &mark, 1) == 1 && mark == '1')
            return 1;
    snprintf(path, sizeof path, "%s/cgroup.type", own);
    return strcmp(own + sizeof top - 1, "/") == 0 && access(path, F_OK) == 0;
}

static void move_all(const char *from, const char *to) {
    char process[32];
    FILE *file = open_in(from, "cgroup.procs", "re");
    while (file && fgets(process, sizeof process, file))
        write_text(to, "cgroup.procs", process);
    if (file)
        fclose(file);
}

// Leaves in `own` the group below which ours can be made.
static void make_room(char own[PATH_MAX]) {
    enum { TRIES = 3 }; // a process that is moved may have made another meanwhile
    char child[PATH_MAX + sizeof all_of_us], *end = strrchr(own, '/');
    if (strcmp(end, all_of_us) == 0) // moved by an earlier run
        *end = '\0';
    else if (was_given(own)) {
        snprintf(child, sizeof child, "%s%s", own, all_of_us);
        mkdir(child, 0755);
        for (int i = 0; i < TRIES; i++) {
            move_all(own, child);
            if (write_text(own, "cgroup.subtree_control", "+memory +pids") == 0)
                return;
        }
        rmdir(child); // if nobody could be moved
    }
}

// ---- the groups of this run -----------------------------------------------------------------

struct limit {
    const char *name;
    unsigned long long most;
};

// Below our own group and nowhere else: who leaves it leaves the limits that others set for us.
static void make(const char *controller, const struct limit *limits) {
    char own[PATH_MAX], *made = groups[count];
    if (own_path(controller, own) != 0)
        return;
    if (!*controller)
        make_room(own);
    if (snprintf(made, sizeof groups[0], "%s/%s%d", own, ours, (int)getpid()) >=
        (int)sizeof groups[0])
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
        char line[128];
        FILE *file = open_in(groups[i / 2], names[i % 2], "re");
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
