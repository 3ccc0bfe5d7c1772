// pty.c: a person at a terminal, played from a script.
//
//   pty SCRIPT COMMAND ...      a line of SCRIPT is one of
//     size COLUMNS ROWS         of the terminal, from now on
//     wait SECONDS TEXT         until TEXT was printed since the last wait
//     never TEXT                TEXT was not printed since the last wait
//     send TEXT                 keys; \n \t \e \xNN
//     run COMMAND               in a shell beside it: an editor saves, a file goes
//     tell NAME                 prints NAME and the seconds from the last run to the last wait's
//     end end SECONDS CODE          the program ends with this exit code (128+N by signal N)
// and the terminal must be left as it was found. Exit: 0, or 1 after what went wrong.
#define _GNU_SOURCE
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h> // login_tty

#include "base/clock.h"

enum { SEEN = 1 << 20 };
static char seen[SEEN];
static size_t used, mark; // mark: end of what the last wait consumed
static int master;
static pid_t child;
static double ran, came; // the last run's end, the last wait's

static void take_output(int milliseconds) {
    struct pollfd ready = {.fd = master, .events = POLLIN};
    if (poll(&ready, 1, milliseconds) <= 0)
        return;
    if (used > SEEN - 8192) { // a long session: only the last part matters
        memmove(seen, seen + SEEN / 2, used - SEEN / 2);
        used -= SEEN / 2;
        mark = mark > SEEN / 2 ? mark - SEEN / 2 : 0;
    }
    ssize_t got = read(master, seen + used, 4096);
    if (got > 0) {
        used += (size_t)got;
        seen[used] = '\0';
    } else
        usleep(10000); // the other side is closed
}

static int wait_for(double seconds, const char *text) {
    double end = seconds_now() + seconds;
    for (;;) {
        char *found = strstr(seen + mark, text);
        if (found) {
            mark = (size_t)(found - seen) + strlen(text);
            came = seconds_now();
            return 0;
        }
        if (seconds_now() > end)
            return -1;
        take_output(100);
    }
}

static int wait_for_end(double seconds, int *code) {
    double end = seconds_now() + seconds;
    int status;
    for (;;) {
        if (waitpid(child, &status, WNOHANG) == child) {
            *code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
            child = 0;
            return 0;
        }
        if (seconds_now() > end)
            return -1;
        take_output(20);
    }
}

static void send_keys(const char *text) {
    for (const char *c = text; *c; c++) {
        char key = *c;
        if (*c == '\\' && c[1]) {
            c++;
            key = *c == 'n' ? '\n' : *c == 't' ? '\t' : *c == 'e' ? '\033' : *c;
            if (*c == 'x') {
                key = (char)strtol((char[]){c[1], c[2], 0}, NULL, 16);
                c += 2;
            }
        }
        if (write(master, &key, 1) != 1)
            return;
    }
}

static int complain(int line, const char *what, const char *text) {
    printf("  line %d: %s: %s\n  the terminal showed since:\n", line, what, text);
    fwrite(seen + mark, 1, used - mark, stdout);
    puts("\n  ----");
    return 1;
}

static int play(int line, char *order) {
    char *rest = order + strcspn(order, " ");
    if (*rest)
        *rest++ = '\0';
    double seconds;
    int code = -1, wanted, skip = 0;
    struct winsize size = {0};
    if (!strcmp(order, "wait") && sscanf(rest, "%lf %n", &seconds, &skip) == 1)
        return wait_for(seconds, rest + skip) ? complain(line, "never came", rest + skip) : 0;
    if (!strcmp(order, "never")) {
        take_output(300);
        return strstr(seen + mark, rest) ? complain(line, "should not be there", rest) : 0;
    }
    if (!strcmp(order, "send"))
        return send_keys(rest), 0;
    if (!strcmp(order, "run")) {
        int status = system(rest);
        ran = seconds_now();
        return status == 0 ? 0 : complain(line, "failed", rest);
    }
    if (!strcmp(order, "tell"))
        return printf("%s %.3f\n", rest, came - ran) < 0;
    if (!strcmp(order, "size") && sscanf(rest, "%hu %hu", &size.ws_col, &size.ws_row) == 2)
        return ioctl(master, TIOCSWINSZ, &size) == 0 ? 0 : complain(line, "failed", rest);
    if (!strcmp(order, "end") && sscanf(rest, "%lf %d", &seconds, &wanted) == 2) {
        if (wait_for_end(seconds, &code) != 0)
            return complain(line, "did not end", rest);
        return code == wanted ? 0 : complain(line, "ended with another code than", rest);
    }
    return complain(line, "is no order of this script", order);
}

int main(int argc, char **argv) {
    char order[1024];
    int slave, line = 0, bad = 0;
    struct winsize size = {.ws_col = 80, .ws_row = 24};
    struct termios before, after;
    FILE *script = argc > 2 ? fopen(argv[1], "r") : NULL;
    if (!script) {
        fprintf(stderr, "pty SCRIPT COMMAND ...\n");
        return 2;
    }
    if (openpty(&master, &slave, NULL, NULL, &size) != 0) {
        perror("no terminal can be made here");
        return 77;
    }
    tcgetattr(slave, &before);
    child = fork();
    if (child == 0) {
        close(master);
        login_tty(slave);
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    while (!bad && fgets(order, sizeof order, script)) {
        line++;
        order[strcspn(order, "\n")] = '\0';
        if (order[0] && order[0] != '#')
            bad = play(line, order);
    }
    if (child > 0 && !bad)
        bad = complain(line, "is the last line, and the program still runs", argv[2]);
    if (child > 0) {
        kill(-child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    tcgetattr(slave, &after);
    if (!bad && (before.c_lflag != after.c_lflag || before.c_iflag != after.c_iflag))
        bad = complain(line, "the terminal was not given back as it was", argv[2]);
    if (getenv("PTY_LOG")) {
        FILE *log = fopen(getenv("PTY_LOG"), "w");
        if (log) {
            fwrite(seen, 1, used, log);
            fclose(log);
        }
    }
    return bad;
}
