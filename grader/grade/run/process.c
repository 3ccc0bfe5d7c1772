// process.c: a child in its own session, watched through pipes and a pidfd; when it is
// over, everything that it started is ended too.
#define _GNU_SOURCE
#include "run/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

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

// ---- what it writes -----------------------------------------------------------------

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

void process_drain(struct process *process) {
    if (process->output_fd >= 0 && !drain(process, process->output_fd, 0))
        close(process->output_fd), process->output_fd = -1;
    if (process->claims_fd >= 0 && !drain(process, process->claims_fd, 1))
        close(process->claims_fd), process->claims_fd = -1;
}

// ---- its life -----------------------------------------------------------------------

static int has_ended(pid_t child) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == child;
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

static void close_end(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void process_kill(struct process *process) {
    kill(-process->child, SIGKILL); // its group; the child itself may have ended already
    kill(process->child, SIGKILL);
}

// The first line counts.
static void keep_walls(struct process *process) {
    ssize_t length = read(process->walls_fd, process->walls, sizeof process->walls - 1);
    process->walls[length > 0 ? length : 0] = '\0';
    process->walls[strcspn(process->walls, "\n")] = '\0';
}

// Ends the child and its group, and keeps what it had written.
static int end_child(struct process *process) {
    int status = 0;
    process_kill(process);
    while (waitpid(process->child, &status, 0) < 0 && errno == EINTR) {
    }
    process_replace_running(process->child, 0);
    process->strays = process_end_strays();
    if (process->end != PROCESS_FLOODED)
        process_drain(process);
    int why = 0;
    if (read(process->failure_fd, &why, sizeof why) == sizeof why) {
        process->end = PROCESS_NOT_STARTED;
        process->start_error = why;
    }
    keep_walls(process);
    int *const ends[] = {&process->output_fd, &process->claims_fd, &process->failure_fd,
                         &process->gate_fd,   &process->walls_fd,  &process->pidfd};
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
    char byte;
    process->left_early = process->gate_fd >= 0 && process->end == PROCESS_EXITED &&
                          recv(process->gate_fd, &byte, 1, MSG_DONTWAIT) == 1;
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

static int fork_child(struct process *process, const struct process_ends *ends) {
    char **argv = process_words(process);
    if (!argv)
        return -1;
    pid_t child = fork();
    if (child == 0)
        process_become(process, argv, ends);
    free(argv);
    if (child < 0)
        return -1;
    if (!process_replace_running(0, child)) {
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
    enum { OUTPUT, FAILURE, CLAIMS, GATE, WALLS, ENDS };
    int all[ENDS][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    int *const ours[ENDS] = {&process->output_fd, &process->failure_fd, &process->claims_fd,
                             &process->gate_fd, &process->walls_fd};
    int with_walls = process->sandbox && process->sandbox->prefix;
    process->output = calloc(1, PROCESS_OUTPUT_KEPT + 1);
    process->claims = calloc(1, PROCESS_CLAIMS + 1);
    process->output_length = process->output_total = process->claims_length = 0;
    process->claims_too_long = process->strays = process->child = 0;
    process->at_gate = process->opened = process->left_early = 0;
    process->exit_code = process->signal = process->start_error = 0;
    process->seconds = 0;
    process->pidfd = -1;
    process->walls[0] = '\0';
    int result = -1;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (interrupted) {
        process->end = PROCESS_INTERRUPTED;
        result = 0;
    } else if (process->output && process->claims && open_pipe(all[OUTPUT]) == 0 &&
               open_pipe(all[FAILURE]) == 0 &&
               (!process->wants_claims || open_pipe(all[CLAIMS]) == 0) &&
               (!process->wants_gate || open_gate(all[GATE]) == 0) &&
               (!with_walls || open_pipe(all[WALLS]) == 0)) {
        const struct process_ends theirs = {all[OUTPUT][1], all[FAILURE][1], all[CLAIMS][1],
                                            all[GATE][1], all[WALLS][1]};
        result = fork_child(process, &theirs);
    }
    int why = errno, kept = process->child > 0;
    for (int i = 0; i < ENDS; i++) {
        if (!kept)
            close_end(&all[i][0]);
        close_end(&all[i][1]);
        *ours[i] = all[i][0];
    }
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

const char *process_without_walls(const struct process *process) {
    static const char failed[] = "walls ", ended[] = "ended", limited[] = "limit ";
    if (!process->sandbox || !process->sandbox->prefix || process->end == PROCESS_NOT_STARTED)
        return NULL;
    if (strncmp(process->walls, failed, sizeof failed - 1) == 0)
        return process->walls + sizeof failed - 1;
    int by_itself = process->end == PROCESS_EXITED || process->end == PROCESS_SIGNALLED;
    if (by_itself && strcmp(process->walls, ended) != 0 &&
        strncmp(process->walls, limited, sizeof limited - 1) != 0)
        return "the sandbox ended without a word";
    return NULL;
}
