// watch.c: the limits that the kernel has for one process only, kept for all processes of the
// command together: memory, processes, files. A command that takes more is ended with all that
// it started.
#define _GNU_SOURCE
#include "confine/confine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_EVERY_MS = 100, ENTRIES_MOST = 4096, DEPTH_MOST = 32, UNLINKED = 64 };

struct use {
    unsigned long tasks, entries;
    unsigned long long memory, disk; // bytes
    int exact;                       // pages that several processes share count once: slow
    int full;                        // the room has no byte left
    ino_t unlinked[UNLINKED];        // files without a name are counted once
    int unlinked_count;
};

static char report[1024]; // what bubblewrap said until now
static size_t report_length;

// ---- the room -----------------------------------------------------------------------------

// The kernel keeps the size of a file system in memory; here is only seen that it is full.
static void add_file_system(int fd, struct use *use) {
    struct statvfs about;
    if (fstatvfs(fd, &about) != 0)
        return;
    use->disk = (unsigned long long)(about.f_blocks - about.f_bfree) * about.f_frsize;
    use->full = about.f_bfree == 0;
    use->entries = (unsigned long)(about.f_files - about.f_ffree);
}

// A room that is a folder is counted, and what cannot be listed counts as too much.
static void add_folder(int parent, const char *name, int depth, struct use *use) {
    struct stat about;
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (!folder && fd >= 0)
        close(fd);
    if (!folder && errno == EACCES)
        use->entries = ENTRIES_MOST + 1;
    for (struct dirent *entry;
         folder && use->entries <= ENTRIES_MOST && (entry = readdir(folder));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
            fstatat(fd, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        use->entries += depth < DEPTH_MOST ? 1 : ENTRIES_MOST + 1; // no program needs it deeper
        use->disk += (unsigned long long)about.st_blocks * 512;
        if (S_ISDIR(about.st_mode))
            add_folder(fd, entry->d_name, depth + 1, use);
    }
    if (folder)
        closedir(folder);
}

// Bubblewrap made the room inside: "child-pid" is a process that sees it. Before it stands,
// that path is another file system.
static void find_room(struct confine *confine) {
    char path[4200];
    struct statvfs about;
    const char *at = strstr(report, "\"child-pid\": ");
    if (confine->room_fd >= 0 || !at || !confine->room)
        return;
    snprintf(path, sizeof path, "/proc/%ld/root%s", strtol(at + 13, NULL, 10), confine->room);
    int fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0 && fstatvfs(fd, &about) == 0 &&
        (unsigned long long)about.f_blocks * about.f_frsize == (unsigned long long)confine->room_mib
                                                                   << 20)
        confine->room_fd = fd;
    else if (fd >= 0)
        close(fd);
}

// ---- the processes ------------------------------------------------------------------------

static DIR *open_proc(long pid, const char *name) {
    char path[96];
    snprintf(path, sizeof path, "/proc/%ld/%s", pid, name);
    return opendir(path);
}

// Files that have no name any more, and memory that is a file: their descriptors tell.
static void add_unlinked(long pid, struct use *use) {
    DIR *folder = open_proc(pid, "fd");
    struct stat about;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (entry->d_name[0] == '.' || fstatat(dirfd(folder), entry->d_name, &about, 0) != 0 ||
            !S_ISREG(about.st_mode) || about.st_nlink != 0)
            continue;
        int known = 0;
        for (int i = 0; i < use->unlinked_count; i++)
            known |= use->unlinked[i] == about.st_ino;
        if (known)
            continue;
        use->disk += (unsigned long long)about.st_blocks * 512;
        if (use->unlinked_count < UNLINKED)
            use->unlinked[use->unlinked_count++] = about.st_ino;
    }
    if (folder)
        closedir(folder);
}

static void for_each_child(long pid, void (*call)(long child, void *context), void *context) {
    DIR *tasks = open_proc(pid, "task");
    for (struct dirent *entry; tasks && (entry = readdir(tasks));) {
        char path[96];
        long child;
        snprintf(path, sizeof path, "/proc/%ld/task/%.20s/children", pid, entry->d_name);
        FILE *file = entry->d_name[0] == '.' ? NULL : fopen(path, "r");
        while (file && fscanf(file, "%ld", &child) == 1)
            call(child, context);
        if (file)
            fclose(file);
    }
    if (tasks)
        closedir(tasks);
}

// The sum of the lines that begin so.
static unsigned long long kib_of(long pid, const char *name, const char *first,
                                 const char *second) {
    unsigned long long sum = 0;
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%ld/%s", pid, name);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, first, strlen(first)) || !strncmp(line, second, strlen(second)))
            sum += strtoull(strchr(line, ':') + 1, NULL, 10);
    if (file)
        fclose(file);
    return sum;
}

// Pages, and the tables that name them: a terabyte that is only read has no page of its own, and
// two gigabytes of tables.
static unsigned long long memory_of(long pid, int exact) {
    unsigned long long kib = exact ? kib_of(pid, "smaps_rollup", "Pss:", "Pss:") +
                                         kib_of(pid, "status", "VmPTE:", "VmPTE:")
                                   : kib_of(pid, "status", "VmRSS:", "VmPTE:");
    return kib << 10;
}

static void add_process(long pid, void *context) {
    struct use *use = context;
    char path[64];
    use->memory += memory_of(pid, use->exact);
    struct stat about; // a folder of tasks has two links more than tasks
    snprintf(path, sizeof path, "/proc/%ld/task", pid);
    use->tasks += stat(path, &about) == 0 && about.st_nlink > 2 ? about.st_nlink - 2 : 1;
    add_unlinked(pid, use);
    if (use->tasks < 8192)
        for_each_child(pid, add_process, use);
}

static void end_process(long pid, void *context) {
    (void)context;
    kill((pid_t)pid, SIGKILL); // its children come to us, and are found in the next turn
}

static void end_all(const struct confine *confine) {
    if (confine->level == CONFINE_USER) { // all of that user at once: no child is born meanwhile
        pid_t child = fork();
        if (child == 0)
            _exit(setresuid(confine->uid, confine->uid, confine->uid) != 0 ||
                  kill(-1, SIGKILL) != 0);
        waitpid(child, NULL, 0);
    }
    for (int turn = 0; turn < 10000; turn++) {
        for_each_child(getpid(), end_process, NULL);
        if (waitpid(-1, NULL, 0) < 0 && errno == ECHILD)
            return;
    }
}

// ---- the watch ----------------------------------------------------------------------------

static unsigned long long most_memory(const struct confine *confine) {
    unsigned long long ram =
        (unsigned long long)sysconf(_SC_PHYS_PAGES) / 4 * 3 * (unsigned long)sysconf(_SC_PAGESIZE);
    unsigned long long memory = (unsigned long long)confine->memory_mib << 20;
    return memory && memory < ram ? memory : ram;
}

static const char *too_much(struct confine *confine) {
    static char words[120];
    struct use use = {0};
    unsigned long long memory = most_memory(confine);
    for_each_child(getpid(), add_process, &use);
    if (use.memory > memory) { // children have their parent's pages: counted once, it may be little
        memset(&use, 0, sizeof use);
        use.exact = 1;
        for_each_child(getpid(), add_process, &use);
    }
    if (confine->level == CONFINE_BWRAP)
        find_room(confine);
    if (confine->room_fd >= 0)
        add_file_system(confine->room_fd, &use);
    else if (confine->room && confine->level != CONFINE_BWRAP)
        add_folder(AT_FDCWD, confine->room, 0, &use);
    if (use.memory > memory || confine_group_ended_one())
        snprintf(words, sizeof words, "more than %llu MiB of memory", memory >> 20);
    else if (use.full || use.disk > (unsigned long long)confine->room_mib << 20)
        snprintf(words, sizeof words, "more than %zu MiB of files", confine->room_mib);
    else if (use.entries >= ENTRIES_MOST)
        snprintf(words, sizeof words, "more than %d files", ENTRIES_MOST);
    else if (confine->processes && use.tasks > confine->processes)
        snprintf(words, sizeof words, "more than %u processes and threads", confine->processes);
    else
        return NULL;
    return words;
}

static void end_for_limit(const struct confine *confine, const char *what) {
    end_all(confine);
    confine_group_end();
    confine_view_end(confine);
    confine_tell("limit", what);
    fprintf(stderr, "confine: ended: it took %s\n", what);
    _exit(124);
}

static void read_report(const struct confine *confine) {
    ssize_t got;
    while (confine->report[0] >= 0 && report_length < sizeof report - 1 &&
           (got = read(confine->report[0], report + report_length,
                       sizeof report - 1 - report_length)) > 0)
        report_length += (size_t)got;
}

// Bubblewrap tells an exit code of a command that it could start, and only then.
static void end_as(const struct confine *confine, int status) {
    confine_view_end(confine);
    read_report(confine);
    if (confine->level == CONFINE_BWRAP && !strstr(report, "\"exit-code\""))
        confine_tell("walls", "bubblewrap could not start the command");
    else // after the "walls" of a child that could not go on: the first line counts
        confine_tell("ended", "");
    if (WIFEXITED(status))
        _exit(WEXITSTATUS(status));
    signal(WTERMSIG(status), SIG_DFL); // ended as it ended
    raise(WTERMSIG(status));
    _exit(128 + WTERMSIG(status));
}

void confine_watch(struct confine *confine) {
    sigset_t child_ended, before;
    if (confine->level == CONFINE_BWRAP &&
        (pipe(confine->report) != 0 || fcntl(confine->report[0], F_SETFD, FD_CLOEXEC) != 0 ||
         fcntl(confine->report[0], F_SETFL, O_NONBLOCK) != 0))
        confine_die("a pipe");
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_ended, &before);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    confine_group_begin(confine, most_memory(confine));
    pid_t watcher = getpid(), child = fork();
    if (child < 0)
        confine_die("no child");
    if (child == 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != watcher)
            _exit(125);
        confine_group_enter();
        return;
    }
    prctl(PR_SET_DUMPABLE, 0);
    if (confine->report[1] >= 0)
        close(confine->report[1]);
    int status = 0;
    for (;;) {
        const struct timespec pause = {0, LOOK_EVERY_MS * 1000000L};
        read_report(confine);
        if (waitpid(child, &status, WNOHANG) == child)
            break;
        if (sigtimedwait(&child_ended, NULL, &pause) >= 0)
            continue;
        const char *what = too_much(confine);
        if (what)
            end_for_limit(confine, what);
    }
    end_all(confine);
    const char *what =
        confine->room_fd >= 0 || confine_group_ended_one() ? too_much(confine) : NULL;
    if (what) // it ended between two looks
        end_for_limit(confine, what);
    confine_group_end();
    end_as(confine, status);
}
