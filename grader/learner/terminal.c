// terminal.c: what a terminal can show, text that fits into its width, and its keys.
#define _GNU_SOURCE
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/text.h"
#include "learner/learner.h"

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

// An arrow is Esc and two more bytes, which come at once; Esc alone has none behind it.
int terminal_key(void) {
    char key, rest[2] = "";
    struct pollfd more = {.fd = STDIN_FILENO, .events = POLLIN};
    if (read(STDIN_FILENO, &key, 1) != 1)
        return KEY_END;
    for (int i = 0; key == KEY_ESCAPE && i < 2; i++)
        if (poll(&more, 1, 50) != 1 || read(STDIN_FILENO, &rest[i], 1) != 1)
            return i == 0 ? KEY_ESCAPE : KEY_NONE;
    if (key == KEY_ESCAPE)
        return rest[1] == 'A' ? 'k' : rest[1] == 'B' ? 'j' : KEY_NONE;
    return (unsigned char)key;
}

// ---- lines that end between words: a line is measured without its colours, which are put back

static size_t escape_length(const char *text) {
    return text[0] == '\033' && text[1] == '[' ? 2 + strcspn(text + 2, "m") + 1 : 0;
}

// Prints the next `count` visible bytes, and the colour codes among them. Returns the rest.
static const char *print_seen(const char *text, size_t count) {
    for (;;) {
        size_t colour = escape_length(text);
        if (!colour && count-- == 0)
            return text;
        fwrite(text, 1, colour ? colour : 1, stdout);
        text += colour ? colour : 1;
    }
}

static void print_line(const char *line, char *seen, int width, int indent) {
    size_t length = 0;
    for (const char *at = line; *at; at += escape_length(at) ? escape_length(at) : 1)
        if (!escape_length(at))
            seen[length++] = *at;
    seen[length] = '\0';
    for (int first = 1;; first = 0) {
        int columns = width - (first ? 0 : indent);
        size_t fits = columns_line(seen, columns > 20 ? columns : 20);
        if (!memchr(seen, ' ', fits) && (unsigned char)seen[fits ? fits - 1 : 0] < 0x80)
            fits = strcspn(seen, " "); // a path stays whole: it can be clicked
        line = print_seen(line, fits);
        seen += fits;
        size_t blanks = strspn(seen, " ");
        if (!seen[blanks]) {
            fputs(line, stdout); // the remaining colour codes
            return;
        }
        for (seen += blanks; blanks > 0; line += *line == ' ') {
            blanks -= *line == ' ';
            line = *line == ' ' ? line : print_seen(line, 0);
        }
        printf("\n%*s", indent, "");
    }
}

void print_hanging(const char *text, int indent) {
    char *copy = isatty(STDOUT_FILENO) ? strdup(text) : NULL, *seen = copy ? strdup(text) : NULL;
    int width = terminal_width(STDOUT_FILENO);
    if (!seen)
        fputs(text, stdout);
    for (char *line = copy, *next; seen && *line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        int ended = line[length] == '\n';
        line[length] = '\0';
        print_line(line, seen, width, indent);
        if (ended)
            putchar('\n');
    }
    free(seen);
    free(copy);
}
