// process.c: a child in its own session, watched through pipes and a pidfd; when it is
// over, everything that it started is ended too.
#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;
static pid_t running[PROCESS_MOST]; // what process_start started and nobody waited for

static void on_interrupt(int signal) {
    interrupted = signal;
}

void process_watch_interrupts(void) {
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

int process_interrupted(void) {
    return interrupted != 0;
}

static double children_seconds;

double process_seconds(void) {
    return children_seconds;
}

double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- the child -------------------------------------------------------------------

static char **with_prefix(const struct process *process) {
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

// Between fork and exec; tells the parent through failure when it cannot go on.
static void become(const struct process *process, char **argv, int output, int claims, int gate,
                   int failure) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int null = open("/dev/null", O_RDONLY);
    // Out of the way of 0 to 4 before those are filled.
    output = fcntl(output, F_DUPFD, 20);
    failure = fcntl(failure, F_DUPFD_CLOEXEC, 20);
    claims = claims < 0 ? -1 : fcntl(claims, F_DUPFD, 20);
    gate = gate < 0 ? -1 : fcntl(gate, F_DUPFD, 20);
    dup2(null, 0);
    dup2(output, 1);
    dup2(output, 2);
    int kept = PROCESS_CLAIM_FD;
    if (claims >= 0)
        dup2(claims, kept++);
    if (gate >= 0)
        dup2(gate, kept++);
    if (failure > kept) {
        dup2(failure, kept);
        failure = kept++;
        fcntl(failure, F_SETFD, FD_CLOEXEC);
    }
    close_from(kept);
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    const struct sandbox *sandbox = process->sandbox;
    errno = 0;
    if ((!process->folder || chdir(process->folder) == 0) &&
        (!sandbox || !sandbox->enter || sandbox->enter(sandbox->context) == 0))
        execvpe(argv[0], argv, process->environment); // NOLINT: there is always a first word
    int why = errno ? errno : EPERM;
    ssize_t written = write(failure, &why, sizeof why);
    _exit(written > 0 ? 127 : 126);
}

// ---- the parent ------------------------------------------------------------------

// Keeps the first half and the last half of what is too much.
static void keep_output(struct process *process, const char *bytes, size_t length) {
    enum { HALF = PROCESS_OUTPUT_KEPT / 2 };
    process->output_total += length;
    size_t room = PROCESS_OUTPUT_KEPT - process->output_length;
    size_t fits = length < room ? length : room;
    memcpy(process->output + process->output_length, bytes, fits);
    process->output_length += fits;
    bytes += fits;
    length -= fits;
    if (length == 0)
        return;
    if (length > HALF) {
        bytes += length - HALF;
        length = HALF;
    }
    memmove(process->output + HALF, process->output + HALF + length, HALF - length);
    memcpy(process->output + PROCESS_OUTPUT_KEPT - length, bytes, length);
}

static void keep_claims(struct process *process, const char *bytes, size_t length) {
    size_t room = PROCESS_CLAIMS - process->claims_length;
    if (length > room) {
        process->claims_too_long = 1;
        length = room;
    }
    memcpy(process->claims + process->claims_length, bytes, length);
    process->claims_length += length;
}

// Reads what is there. 1 while the pipe is open.
static int drain(struct process *process, int fd, int is_claims) {
    char bytes[16384];
    for (int turns = 0; turns < 64; turns++) {
        ssize_t length = read(fd, bytes, sizeof bytes);
        if (length > 0) {
            if (is_claims)
                keep_claims(process, bytes, (size_t)length);
            else
                keep_output(process, bytes, (size_t)length);
        } else {
            return length < 0 && (errno == EAGAIN || errno == EINTR);
        }
        if (process->output_total > process->output_limit)
            return 1;
    }
    return 1;
}

static int has_ended(pid_t child) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == child;
}

void process_drain(struct process *process) {
    if (process->output_fd >= 0 && !drain(process, process->output_fd, 0))
        close(process->output_fd), process->output_fd = -1;
    if (process->claims_fd >= 0 && !drain(process, process->claims_fd, 1))
        close(process->claims_fd), process->claims_fd = -1;
}

static void watch(struct process *process) {
    for (;;) {
        struct pollfd fds[] = {{process->output_fd, POLLIN, 0},
                               {process->claims_fd, POLLIN, 0},
                               {process->pidfd, POLLIN, 0}};
        double left = process->limit - (seconds_now() - process->begun);
        if (left <= 0) {
            process->end = PROCESS_TIMED_OUT;
            return;
        }
        // Without a pidfd the end is looked for every 20 ms.
        double wait = process->pidfd < 0 && left > 0.02 ? 0.02 : left;
        poll(fds, 3, wait > 3600 ? 3600000 : (int)(wait * 1000) + 1);
        if (interrupted) {
            process->end = PROCESS_INTERRUPTED;
            return;
        }
        process_drain(process);
        if (process->output_total > process->output_limit) {
            process->end = PROCESS_FLOODED;
            return;
        }
        if (has_ended(process->child)) {
            process->end = PROCESS_EXITED;
            return;
        }
    }
}

static int is_running(pid_t id) {
    for (int i = 0; i < PROCESS_MOST; i++)
        if (running[i] == id)
            return 1;
    return 0;
}

// Changes one of the running; 0 when there was no room.
static int replace_running(pid_t old, pid_t fresh) {
    for (int i = 0; i < PROCESS_MOST; i++)
        if (running[i] == old) {
            running[i] = fresh;
            return 1;
        }
    return 0;
}

// Ends every other child that this process has: adopted from a program.
static int end_strays(void) {
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

static void close_end(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void process_kill(struct process *process) {
    kill(-process->child, SIGKILL); // its group; the child itself may have ended already
    kill(process->child, SIGKILL);
}

// Ends the child and its group, and keeps what it had written.
static int end_child(struct process *process) {
    int status = 0;
    process_kill(process);
    while (waitpid(process->child, &status, 0) < 0 && errno == EINTR) {
    }
    replace_running(process->child, 0);
    process->strays = end_strays();
    if (process->end != PROCESS_FLOODED)
        process_drain(process);
    int why = 0;
    if (read(process->failure_fd, &why, sizeof why) == sizeof why) {
        process->end = PROCESS_NOT_STARTED;
        process->start_error = why;
    }
    int *const ends[] = {&process->output_fd, &process->claims_fd, &process->failure_fd,
                         &process->gate_fd, &process->pidfd};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        close_end(ends[i]);
    process->output[process->output_length] = '\0';
    process->claims[process->claims_length] = '\0';
    process->child = 0;
    return status;
}

void process_wait(struct process *process) {
    if (process->child <= 0)
        return;
    watch(process);
    process->seconds = seconds_now() - process->begun;
    children_seconds += process->seconds;
    int status = end_child(process);
    if (process->end != PROCESS_EXITED)
        return;
    if (WIFSIGNALED(status)) {
        process->end = PROCESS_SIGNALLED;
        process->signal = WTERMSIG(status);
    } else {
        process->exit_code = WEXITSTATUS(status);
    }
}

void process_drop(struct process *process) {
    if (process->child > 0)
        end_child(process);
    process->child = 0;
    process_free(process);
}

static int open_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return 0;
}

static int open_gate(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}

static int fork_child(struct process *process, int output, int claims, int gate, int failure) {
    char **argv = with_prefix(process);
    if (!argv)
        return -1;
    pid_t child = fork();
    if (child == 0)
        become(process, argv, output, claims, gate, failure);
    free(argv);
    if (child < 0)
        return -1;
    if (!replace_running(0, child)) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        errno = EAGAIN;
        return -1;
    }
    process->child = child;
#ifdef SYS_pidfd_open
    process->pidfd = (int)syscall(SYS_pidfd_open, child, 0);
#endif
    process->begun = seconds_now();
    return 0;
}

int process_start(struct process *process) {
    int output[2] = {-1, -1}, claims[2] = {-1, -1}, gate[2] = {-1, -1}, failure[2] = {-1, -1};
    process->output = calloc(1, PROCESS_OUTPUT_KEPT + 1);
    process->claims = calloc(1, PROCESS_CLAIMS + 1);
    process->output_length = process->output_total = process->claims_length = 0;
    process->claims_too_long = process->strays = process->child = process->at_gate = 0;
    process->exit_code = process->signal = process->start_error = 0;
    process->seconds = 0;
    process->pidfd = -1;
    int result = -1;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (interrupted) {
        process->end = PROCESS_INTERRUPTED;
        result = 0;
    } else if (process->output && process->claims && open_pipe(output) == 0 &&
               open_pipe(failure) == 0 && (!process->wants_claims || open_pipe(claims) == 0) &&
               (!process->wants_gate || open_gate(gate) == 0)) {
        result = fork_child(process, output[1], claims[1], gate[1], failure[1]);
    }
    int why = errno, kept = process->child > 0;
    int *const ours[] = {&output[0], &claims[0], &gate[0], &failure[0]};
    for (int i = 0; i < 4; i++)
        if (!kept)
            close_end(ours[i]);
    close_end(&output[1]), close_end(&claims[1]), close_end(&gate[1]), close_end(&failure[1]);
    process->output_fd = output[0];
    process->claims_fd = claims[0];
    process->gate_fd = gate[0];
    process->failure_fd = failure[0];
    errno = why;
    return result;
}

int process_run(struct process *process) {
    int result = process_start(process);
    if (result == 0)
        process_wait(process);
    return result;
}

void process_free(struct process *process) {
    free(process->output);
    free(process->claims);
    process->output = process->claims = NULL;
}

int process_has_no_walls(const struct process *process) {
    static const char says[] = "confine: ";
    return process->sandbox && process->end == PROCESS_EXITED && process->exit_code == 125 &&
           process->claims_length == 0 && process->output &&
           strncmp(process->output, says, sizeof says - 1) == 0;
}
