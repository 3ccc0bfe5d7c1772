// process_child.c: what a child is given and does between fork and exec, and the end of children
// that nobody here started: a program's own, left behind.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/process.h"

// ---- files that have no name: input and output through descriptors of the grader -------------

static int write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return -1;
        bytes += written;
        length -= (size_t)written;
    }
    return 0;
}

int process_file_new(const char *bytes, size_t length) {
    int fd = memfd_create("tare", MFD_CLOEXEC);
    if (fd >= 0 && (write_all(fd, bytes, length) != 0 || lseek(fd, 0, SEEK_SET) != 0)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

int process_file_fresh(const char *path, mode_t mode) {
    if (unlink(path) != 0 && errno != ENOENT)
        return -1;
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

// What lies beyond the limit is left out: the program decided how much there is.
static int copy(int from, int to, off_t limit) {
    char bytes[65536];
    off_t at = 0;
    ssize_t got = 0;
    while (at < limit && (got = pread(from, bytes, sizeof bytes, at)) > 0) {
        if (write_all(to, bytes, (size_t)got) != 0)
            return -1;
        at += got;
    }
    return got < 0 ? -1 : 0;
}

int process_file_keep(int fd, off_t limit, const char *path, mode_t mode) {
    int to = process_file_fresh(path, mode);
    if (to < 0)
        return -1;
    int failed = copy(fd, to, limit);
    if (close(to) != 0 || failed) {
        int why = errno;
        unlink(path);
        errno = why;
        return -1;
    }
    return 0;
}

// ---- between fork and exec, and what is left behind ------------------------------------------

char **process_words(const struct process *process) {
    char *const *prefix = process->sandbox ? process->sandbox->prefix : NULL;
    size_t before = 0, own = 0;
    while (prefix && prefix[before])
        before++;
    while (process->argv[own])
        own++;
    char **argv = calloc(before + own + 1, sizeof *argv);
    if (!argv)
        return NULL;
    for (size_t i = 0; i < before; i++)
        argv[i] = prefix[i];
    for (size_t i = 0; i < own; i++)
        argv[before + i] = process->argv[i];
    return argv;
}

static void close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, ~0u, 0) == 0)
        return;
#endif
    for (int fd = first; fd < 1024; fd++)
        close(fd);
}

// Everything that the program gets, out of the way of its places before they are filled.
static int take_places(const struct process *process, const struct process_ends *ends,
                       int *failure) {
    enum { ABOVE = 20 };
    int null = open("/dev/null", O_RDONLY);
    struct {
        int from, place;
    } all[] = {{process->input < 0 ? null : process->input, 0},
               {ends->output, 1},
               {ends->output, 2},
               {ends->claims, PROCESS_CLAIM_FD},
               {ends->gate, PROCESS_GATE_FD},
               {ends->walls, PROCESS_WALLS_FD},
               {process->file, PROCESS_FILE_FD},
               {process->library, PROCESS_LIBRARY_FD}};
    enum { PLACES = sizeof all / sizeof all[0], LAST = PROCESS_LIBRARY_FD + 1 };
    int moved = fcntl(*failure, F_DUPFD, ABOVE);
    for (int i = 0; moved >= 0 && i < PLACES; i++) {
        int wanted = all[i].from >= 0;
        all[i].from = wanted ? fcntl(all[i].from, F_DUPFD, ABOVE) : -1;
        if (wanted && all[i].from < 0)
            moved = -1;
    }
    if (moved < 0)
        return errno = EMFILE, -1; // failure is where it was
    *failure = moved;
    for (int i = 0; i < PLACES; i++)
        if (all[i].from < 0)
            close(all[i].place);
        else
            dup2(all[i].from, all[i].place);
    dup2(*failure, LAST);
    fcntl(LAST, F_SETFD, FD_CLOEXEC);
    *failure = LAST;
    close_from(LAST + 1);
    return 0;
}

void process_become(const struct process *process, char **argv, const struct process_ends *ends) {
    int failure = ends->failure;
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    errno = 0;
    int placed = take_places(process, ends, &failure);
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    if (placed == 0)
        errno = 0;
    if (placed == 0 && (!process->folder || chdir(process->folder) == 0))
        execvpe(argv[0], argv, process->environment); // NOLINT: there is always a first word
    int why = errno ? errno : EPERM;
    ssize_t written = write(failure, &why, sizeof why);
    _exit(written > 0 ? 127 : 126);
}

// ---- strays -------------------------------------------------------------------------

static pid_t running[PROCESS_MOST]; // what process_start started and nobody waited for

static int is_running(pid_t id) {
    for (int i = 0; i < PROCESS_MOST; i++)
        if (running[i] == id)
            return 1;
    return 0;
}

int process_replace_running(pid_t old, pid_t fresh) {
    for (int i = 0; i < PROCESS_MOST; i++)
        if (running[i] == old) {
            running[i] = fresh;
            return 1;
        }
    return 0;
}

int process_end_strays(void) {
    char path[64], ids[4096];
    int ended = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    for (int turn = 0; turn < 200; turn++) {
        FILE *file = fopen(path, "r");
        size_t length = file ? fread(ids, 1, sizeof ids - 1, file) : 0;
        if (file)
            fclose(file);
        ids[length] = '\0';
        int others = 0;
        for (char *at = ids; *at;) {
            long id = strtol(at, &at, 10);
            if (id <= 1)
                break;
            if (is_running((pid_t)id))
                continue;
            others++;
            kill((pid_t)id, SIGKILL);
            if (waitpid((pid_t)id, NULL, 0) == id)
                ended++;
        }
        if (others == 0)
            break;
    }
    return ended;
}
