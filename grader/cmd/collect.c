// collect.c: compiles a .cu file for a collector, and runs a program under one.
#define _GNU_SOURCE // mkdtemp, pipe2
#include "cmd/collect.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "grade/workbook.h"
#include "run/process.h"

enum { TICK = 20000 }; // microseconds

#define SAY(name, ...)                                                                             \
    fprintf(stderr, words_text(&command_words, how->language, CMD_COLLECT_##name), how->command,   \
            __VA_ARGS__)

int collect_beside(const char *name, char *path, size_t size) {
    char self[512];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    char *slash = strrchr(self, '/');
    text_format(path, size, "%.*s/%s", slash ? (int)(slash - self) : 0, self, name);
    return access(path, R_OK) == 0;
}

static void become(const struct collecting *how, char **program, int report) {
    if (how->file)
        setenv(how->variable, how->file, 1);
    if (how->no_stdout)
        dup2(STDERR_FILENO, STDOUT_FILENO);
    int nowhere = how->silent ? open("/dev/null", O_WRONLY) : -1;
    if (nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0)
        dup2(nowhere, STDERR_FILENO);
    execvp(program[0], program);
    int error = errno;
    if (write(report, &error, sizeof error) != sizeof error)
        _exit(COLLECT_NOTHING);
    _exit(COLLECT_NOTHING);
}

// Waits until the child ends, or its time is over: then 1.
static int await(pid_t child, double seconds, int *status) {
    for (double begun = seconds_now(); waitpid(child, status, WNOHANG) == 0; usleep(TICK))
        if (seconds_now() - begun > seconds || process_interrupted()) {
            kill(child, SIGKILL);
            waitpid(child, status, 0);
            return 1;
        }
    return 0;
}

int collect(const struct collecting *how, char **program, int *started) {
    const char *name = program[0];
    int report[2], status = 0, error = 0;
    *started = 0;
    if (pipe2(report, O_CLOEXEC) != 0)
        return SAY(CANNOT, name, strerror(errno)), COLLECT_NOTHING;
    fflush(NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t child = fork();
    if (child == 0)
        become(how, program, report[1]);
    close(report[1]);
    if (child < 0)
        error = errno;
    else if (read(report[0], &error, sizeof error) != sizeof error)
        error = 0;
    close(report[0]);
    if (error) {
        if (child > 0)
            waitpid(child, NULL, 0);
        SAY(CANNOT, name, strerror(error));
        return COLLECT_NOTHING;
    }
    *started = 1;
    int ended = await(child, how->seconds, &status);
    process_end_strays();
    if (process_interrupted())
        return COLLECT_INTERRUPTED; // as a shell has it for Ctrl-C
    if (ended)
        SAY(ENDED, how->seconds);
    else if (WIFSIGNALED(status))
        SAY(SIGNALLED, WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) && how->file)
        SAY(FAILED, WEXITSTATUS(status));
    return ended || WIFSIGNALED(status) || WEXITSTATUS(status) ? COLLECT_FAILED : 0;
}

static int is_source(const char *name) {
    size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".cu") == 0;
}

static int is_lab(const char *name) {
    return *name && strspn(name, "0123456789") == strlen(name);
}

// The measuring library's header and itself, too: a lab is a file like any other.
static int compile(const struct collecting *how, char *source, char *program) {
    char hostcc[600], headers[640], library[600], option[32];
    int started;
    collect_beside("hostcc", hostcc, sizeof hostcc);
    collect_beside("../common", headers, sizeof headers);
    int has = collect_beside("host/libtare.a", library, sizeof library);
    text_copy(option, sizeof option, how->option);
    char *words[] = {hostcc, option, "-I", headers, source, "-o", program, has ? library : NULL,
                     NULL};
    struct collecting compiling = *how;
    compiling.file = NULL;
    int code = collect(&compiling, words, &started);
    if (code == COLLECT_FAILED)
        SAY(COMPILE_FAILED, source);
    return code ? COLLECT_NOTHING : 0;
}

int collect_compiles(const char *word) {
    return is_source(word) || is_lab(word);
}

// A collector makes a program a hundred times as slow, and what a kernel does for an element does
// not depend on how many there are: a lab gets a fiftieth of its size.
static int lab_file(const struct collecting *how, const char *number, char path[700]) {
    char root[512], why[160];
    struct lab_meta lab;
    if (workbook_find(root) != 0)
        return COLLECT_NOTHING;
    if (workbook_lab(root, number, &lab, why) != 0)
        return fprintf(stderr, "tare: %s\n", why), COLLECT_NOTHING;
    text_format(path, 700, "%s/labs/%s/lab.cu", root, lab.folder);
    return how->file ? setenv("TARE_N", "20", 0) : 0;
}

int collect_file(const struct collecting *how, char **words,
                 int (*then)(char **program, const char *file)) {
    char folder[] = "/tmp/tare-XXXXXX", file[64], program[64], lab[700];
    int compiles = collect_compiles(words[0]);
    if (is_lab(words[0])) {
        if (lab_file(how, words[0], lab) != 0)
            return COLLECT_NOTHING;
        words[0] = lab;
    }
    if (!mkdtemp(folder))
        return SAY(CANNOT, "/tmp", strerror(errno)), COLLECT_NOTHING;
    text_format(file, sizeof file, "%s/collected", folder);
    text_format(program, sizeof program, "%s/program", folder);
    int code = compiles ? compile(how, words[0], program) : 0;
    if (compiles)
        words[0] = program;
    if (!code)
        code = then(words, file);
    unlink(file);
    unlink(program);
    rmdir(folder);
    return code;
}
