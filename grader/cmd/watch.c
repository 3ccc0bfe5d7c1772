// watch: runs beside the editor. It checks the current lab at each save; keys start other commands.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/typed.h"
#include "cmd/cmd.h"
#include "learner/learner.h"

static struct learner learner;
static const struct lab_meta *lab;
static int manual, poll_only, keys;

static int run(const char *program, char *const words[]) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, STDIN_FILENO);
        execvp(program, words);
        perror(words[0]);
        _exit(2);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    tcflush(STDIN_FILENO, TCIFLUSH); // drops keys that were typed while the command ran
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

static int run_self(const char *command, const char *argument, const char *option) {
    char *words[] = {"tare", (char *)command, (char *)argument, (char *)option, NULL};
    return run("/proc/self/exe", words);
}

static int fence_line(const char *path) {
    char line[512];
    int number = 0, found = 1;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        number++;
        if (strstr(line, "// tare: begin"))
            found = number + 1;
    }
    if (file)
        fclose(file);
    return found;
}

static int passed(void) {
    return learner_progress(&learner, lab)->state == LAB_PASSED;
}

static void prompt(void) {
    char path[700];
    snprintf(path, sizeof path, "%s/labs/%s/lab.cu", learner.root, lab->folder);
    putchar('\n');
    learner_bar(&learner);
    printf("%s:%d\n", path, fence_line(path));
    if (!keys) {
        printf("%s\n", manual ? learner_text(learner.language, LEARNER_WATCH_MANUAL)
                              : learner_text(learner.language, LEARNER_WATCH_WAITING));
        fflush(stdout);
        return;
    }
    if (passed())
        printf("%sn:%s%s  ", learner_style(&learner, "\033[1m"),
               learner_text(learner.language, LEARNER_WATCH_NEXT),
               learner_style(&learner, "\033[0m"));
    printf("%s", learner_text(learner.language, LEARNER_WATCH_KEYS));
    fflush(stdout);
}

static void clear_screen(void) {
    if (keys) // clears the screen; without colours only ends the line of keys
        fputs(learner.colour ? "\033[H\033[2J\033[3J" : "\n", stdout);
}

static void check(void) {
    clear_screen();
    printf(learner_text(learner.language, LEARNER_WATCH_CHECKING), lab->number,
           lab->title[learner.language]);
    double start = seconds_now();
    run_self("check", lab->number, NULL);
    double taken = seconds_now() - start;
    progress_read(learner.root, &learner.progress);
    printf("(%.1f s)\n", taken);
    prompt();
}

static void see(void) {
    char chosen[32];
    snprintf(chosen, sizeof chosen, "LAB=%s", lab->number);
    char *words[] = {"make", "-s", "-C", learner.root, "see", chosen, NULL};
    // The rule of make knows the device, and what a course lets the picture tell.
    if ((typed_is_packed() ? run_self("see", lab->number, NULL) : run(words[0], words)) != 0)
        puts(learner_text(learner.language, LEARNER_WATCH_NO_PICTURE));
}

static void reset(void) {
    char answer = 0;
    printf("%s", learner_text(learner.language, LEARNER_WATCH_RESET));
    fflush(stdout);
    if (read(STDIN_FILENO, &answer, 1) == 1 && (answer == 'y' || answer == 'Y')) {
        putchar('\n');
        run_self("reset", lab->number, NULL);
        progress_read(learner.root, &learner.progress);
    }
    prompt();
}

// Shows what the command says, in place of what is there or below it.
static void show(const char *command, const char *argument, int below) {
    if (below)
        fputs(learner.colour ? "\r\033[K\n" : "\n", stdout); // over the line of keys
    else
        clear_screen();
    run_self(command, argument, NULL);
    progress_read(learner.root, &learner.progress);
    prompt();
}

static int follow(struct watched *file) {
    char path[900];
    snprintf(path, sizeof path, "%s/labs/%s/lab.cu", learner.root, lab->folder);
    watched_close(file);
    watched_open(file, path, poll_only);
    if (!file->here)
        fprintf(stderr, learner_text(learner.language, LEARNER_WATCH_NO_FILE), path);
    return file->here;
}

static void go_on_with(const struct lab_meta *next, struct watched *file) {
    lab = next;
    progress_note(learner.root, lab, PROGRESS_CURRENT);
    progress_read(learner.root, &learner.progress);
    follow(file);
}

// The list of the labs with a cursor: Enter goes on with that lab.
static void choose(struct watched *file) {
    int at = (int)(lab - learner.labs);
    for (;;) {
        clear_screen();
        learner_list(&learner, &learner.labs[at]);
        printf("\n%s", learner_text(learner.language, LEARNER_WATCH_LIST_KEYS));
        fflush(stdout);
        switch (terminal_key()) {
        case 'j':
            at = (at + 1) % learner.count;
            break;
        case 'k':
            at = (at + learner.count - 1) % learner.count;
            break;
        case '\n':
            if (&learner.labs[at] != lab)
                go_on_with(&learner.labs[at], file);
            check();
            return;
        case KEY_ESCAPE:
        case 'q':
        case 'l':
        case KEY_END:
            clear_screen();
            printf("%s %s", lab->number, lab->title[learner.language]);
            prompt();
            return;
        default:
            break;
        }
    }
}

// Does what a key asks. 1 when the learner quits.
static int obey(struct watched *file, char key) {
    const struct lab_meta *next;
    switch (key) {
    case 'q':
        return 1;
    case 'n':
        if (!passed() || !(next = progress_lab(&learner.progress, learner.labs, learner.count, 1)))
            return 0;
        go_on_with(next, file);
        show("next", NULL, 0);
        break;
    case 'h':
        show("hint", lab->number, 1); // a hint is about the verdict
        break;
    case 'l':
        choose(file);
        break;
    case 'c':
        show("check", "all", 0);
        break;
    case 's':
        clear_screen();
        see();
        prompt();
        break;
    case 'x':
        reset();
        break;
    case '\n':
        check();
        break;
    default:
        break;
    }
    return 0;
}

static void live(struct watched *file) {
    while (!ferror(stdout)) { // nobody reads it any more
        int key_ready;
        enum change change = watched_wait(file, keys || manual, &key_ready, 1000);
        if (change == CHANGE_GONE) {
            printf("\n%s\n", learner_text(learner.language, LEARNER_WATCH_GONE));
            prompt();
        } else if (change == CHANGE_SAVED && !manual)
            check();
        if (key_ready) {
            char key;
            ssize_t got = read(STDIN_FILENO, &key, 1);
            if (got == 0 || (got < 0 && errno != EINTR) || (got == 1 && obey(file, key)))
                return;
        }
    }
}

// Allows only one watch in a tree, because two would disturb each other's measurements. 0, or -1
// after a message.
static int be_alone(void) {
    char path[700], owner[32] = "";
    snprintf(path, sizeof path, "%s/.tare", learner.root);
    int made = mkdir(path, 0777) == 0 || errno == EEXIST;
    snprintf(path, sizeof path, "%s/.tare%s", learner.root, made ? "/watch.lock" : "");
    int fd = made ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (fd < 0) {
        fprintf(stderr, learner_text(learner.language, LEARNER_WATCH_NO_LOCK), path,
                strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (read(fd, owner, sizeof owner - 1) < 0)
            owner[0] = '\0';
        fprintf(stderr, learner_text(learner.language, LEARNER_WATCH_TWO), owner);
        close(fd);
        return -1;
    }
    int length = snprintf(owner, sizeof owner, "%d", (int)getpid());
    if (ftruncate(fd, 0) != 0 || write(fd, owner, (size_t)length) != length)
        fprintf(stderr, "tare: %s: %s\n", path, strerror(errno));
    return 0; // the lock stays until the process ends
}

// Without a terminal there is no q. A grading notes a signal and looks for it later
// (process_watch_interrupts), but here nobody would look.
static void signals_end_it(void) {
    const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        signal(ends[i], SIG_DFL);
}

static const struct argument options[] = {
    {"--manual", ARGUMENT_FLAG, CMD_MANUAL, .to = &manual},
    {"--poll", ARGUMENT_FLAG, CMD_POLL, .to = &poll_only},
    {.name = NULL},
};

static int cmd_watch(int argc, char **argv) {
    int begun = learner_begin(&learner, &watch_command, &argc, argv);
    if (begun != ARGUMENTS_READ)
        return arguments_code(begun);
    if (!(lab = learner_lab(&learner, argc, argv)) || be_alone() != 0)
        return 2;
    setenv("TARE_IN_WATCH", "1", 1);
    struct watched file = {.notify = -1};
    follow(&file);
    keys = terminal_raw() == 0;
    if (!keys)
        signals_end_it();
    check();
    live(&file);
    watched_close(&file);
    putchar('\n');
    return 0;
}

const struct command watch_command = {"watch",        cmd_watch, CMD_WATCH,        CMD_WATCH_USE,
                                      CMD_WATCH_MORE, options,   .asks = ASKS_LAB, .words = 1};
