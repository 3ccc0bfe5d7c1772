// terminal.c: see terminal.h.
#define _GNU_SOURCE
#include "learner/learner.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int terminal_colour(int fd) {
    const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
    return isatty(fd) && !(no && *no) && term && *term && strcmp(term, "dumb") != 0;
}

int terminal_width(int fd) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    const char *columns = getenv("COLUMNS");
    int width = columns ? atoi(columns) : 0;
    return width > 0 ? width : 80;
}

int terminal_utf8(void) {
    locale_t here = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (here == (locale_t)0)
        return 0;
    int utf8 = strcmp(nl_langinfo_l(CODESET, here), "UTF-8") == 0;
    freelocale(here);
    return utf8;
}

static struct termios before, keys;
static volatile sig_atomic_t raw;

void terminal_restore(void) {
    if (raw) {
        raw = 0;
        tcsetattr(STDIN_FILENO, TCSANOW, &before);
    }
}

static void restore_and_die(int signal_number) {
    terminal_restore();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void restore_and_stop(int signal_number) {
    (void)signal_number;
    terminal_restore();
    raise(SIGSTOP); // the program continues here after fg
    tcsetattr(STDIN_FILENO, TCSANOW, &keys);
    raw = 1;
}

int terminal_raw(void) {
    static int prepared;
    if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &before) != 0)
        return -1;
    keys = before;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    if (!prepared) {
        prepared = 1;
        atexit(terminal_restore);
        const int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
        for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
            signal(deadly[i], restore_and_die);
        signal(SIGTSTP, restore_and_stop);
    }
    if (tcsetattr(STDIN_FILENO, TCSANOW, &keys) != 0)
        return -1;
    raw = 1;
    return 0;
}
