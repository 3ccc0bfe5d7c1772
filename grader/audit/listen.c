// listen.c: runs a program at a terminal of its own and reads the numbers that it prints, each with
// the time at which its line came.
#define _GNU_SOURCE // posix_openpt, ppoll
#include "audit/audit.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/process.h"

enum { LONGEST = 65536, TICK = 50 }; // bytes of a line, milliseconds between two looks

struct listening {
    struct heard *heard;
    struct numbers *numbers;
    int to; // where the output goes on to
    char line[LONGEST];
    size_t length;
};

// A terminal that changes no byte, 200 columns wide.
static int open_terminal(int ends[2]) {
    struct termios raw;
    struct winsize size = {.ws_row = 50, .ws_col = 200};
    char name[64];
    ends[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (ends[0] < 0)
        return 0;
    if (grantpt(ends[0]) == 0 && unlockpt(ends[0]) == 0 &&
        ptsname_r(ends[0], name, sizeof name) == 0 &&
        (ends[1] = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)) >= 0) {
        if (tcgetattr(ends[1], &raw) == 0) {
            cfmakeraw(&raw);
            tcsetattr(ends[1], TCSANOW, &raw);
        }
        ioctl(ends[1], TIOCSWINSZ, &size);
        return 1;
    }
    int error = errno;
    close(ends[0]);
    errno = error;
    return 0;
}

static void become(const struct under_witness *run, const int terminals[2], int report) {
    setsid();
    ioctl(terminals[0], TIOCSCTTY, 0);
    dup2(terminals[0], STDOUT_FILENO);
    dup2(terminals[1], STDERR_FILENO);
    start_under_witness(run, report);
}

static void end_line(struct listening *to, uint64_t time) {
    if (to->length)
        numbers_line(to->numbers, to->line, to->length, time);
    else
        to->numbers->line++;
    to->length = 0;
}

static void hear(struct listening *to, const char *bytes, size_t count) {
    uint64_t time = monotonic_ns();
    to->heard->bytes += count;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n' || bytes[i] == '\r')
            bytes[i] == '\r' && (i + 1 == count || bytes[i + 1] == '\n') ? (void)0
                                                                         : end_line(to, time);
        else if (to->length < LONGEST)
            to->line[to->length++] = bytes[i];
    }
    for (size_t done = 0; to->to >= 0 && done < count;) {
        ssize_t wrote = write(to->to, bytes + done, count - done);
        if (wrote < 0 && errno != EINTR)
            return; // nobody reads it any more
        done += wrote > 0 ? (size_t)wrote : 0;
    }
}

// What is there now. 0: the terminal is closed.
static int read_on(struct listening *to, int terminal) {
    char bytes[16384];
    ssize_t count = read(terminal, bytes, sizeof bytes);
    if (count > 0)
        hear(to, bytes, (size_t)count);
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

// Until the program ends, which pidfd tells; what it left behind may keep the terminal open.
static void attend(struct listening to[2], const int terminals[2], pid_t child, double limit) {
    struct heard *heard = to->heard;
    double begun = seconds_now();
    struct pollfd ready[3] = {{.fd = terminals[0], .events = POLLIN},
                              {.fd = terminals[1], .events = POLLIN},
                              {.fd = (int)syscall(SYS_pidfd_open, child, 0), .events = POLLIN}};
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (process_interrupted() || (limit > 0 && seconds_now() - begun > limit)) {
            heard->ended = process_interrupted() ? ENDED_BY_US : ENDED_BY_LIMIT;
            kill(-child, SIGKILL);
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            break;
        }
        ready[0].revents = ready[1].revents = 0;
        if (poll(ready, 3, TICK) > 0)
            for (int i = 0; i < 2; i++)
                if (ready[i].revents && !read_on(&to[i], terminals[i]))
                    ready[i].fd = -1;
    }
    heard->seconds = seconds_now() - begun;
    for (int i = 0; i < 2; i++) {
        for (int more = 0; ready[i].fd >= 0 && more < 64; more++) // what it wrote before it ended
            if (poll(&ready[i], 1, 0) <= 0 || !read_on(&to[i], terminals[i]))
                break;
        end_line(&to[i], monotonic_ns());
    }
    if (ready[2].fd >= 0)
        close(ready[2].fd);
    if (heard->ended == ENDED_ITSELF && WIFSIGNALED(status))
        heard->ended = ENDED_BY_SIGNAL;
    heard->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

int listen_to(const struct under_witness *run, double limit, struct heard *heard) {
    int out[2], err[2], report[2], error = 0;
    struct listening *to = calloc(2, sizeof *to);
    memset(heard, 0, sizeof *heard);
    if (!to || pipe2(report, O_CLOEXEC) != 0 || !open_terminal(out) || !open_terminal(err)) {
        free(to);
        return -1;
    }
    const int ours[2] = {out[0], err[0]}, theirs[2] = {out[1], err[1]};
    to[0].heard = to[1].heard = heard;
    to[0].numbers = &heard->numbers;
    to[1].numbers = &heard->errors;
    to[1].to = STDERR_FILENO;
    static const int descriptors[] = {
        [ASIDE_NO] = STDOUT_FILENO, [ASIDE_STDERR] = STDERR_FILENO, [ASIDE_DROPPED] = -1};
    to->to = descriptors[run->aside];
    fflush(NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t child = fork();
    if (child == 0)
        become(run, theirs, report[1]);
    close(report[1]);
    close(out[1]);
    close(err[1]);
    if (child < 0) {
        error = errno;
    } else if (read(report[0], &error, sizeof error) == sizeof error) {
        waitpid(child, NULL, 0);
    } else {
        error = 0;
        attend(to, ours, child, limit);
        heard->strays = process_end_strays();
    }
    if (error) {
        heard->ended = NOT_STARTED;
        heard->code = error;
    }
    if (heard->numbers.count == 0 && heard->errors.count) { // it reports there
        struct numbers none = heard->numbers;
        heard->numbers = heard->errors;
        heard->errors = none;
    }
    numbers_free(&heard->errors);
    close(report[0]);
    close(out[0]);
    close(err[0]);
    free(to);
    return 0;
}
