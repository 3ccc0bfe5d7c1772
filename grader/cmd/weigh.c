// weigh: runs a program, counts what its kernels read, write and compute, and shows it. A .cu file
// is compiled first, so that the host device can count.
#define _GNU_SOURCE // mkdtemp, pipe2
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
#include "learner/learner.h"
#include "run/process.h"
#include "weigh/card/card.h"
#include "weigh/weigh.h"

enum { ALL_WEIGHED = 0, NOT_ALL = 1, NOTHING = 2, PROGRAM_FAILED = 3, TICK = 20000 };

// ---- options ---------------------------------------------------------------------------------

static struct {
    const char *json, *csv;
    double seconds;
    int shapes, by_allocation;
} asked = {.seconds = 60, .shapes = 1000};
static int language;

static const struct argument options[] = {
    {"--allocations", ARGUMENT_FLAG, CMD_BY_ALLOCATION, .to = &asked.by_allocation},
    {"--json", ARGUMENT_TEXT, CMD_JSON, .to = &asked.json},
    {"--csv", ARGUMENT_TEXT, CMD_CSV_FILE, .to = &asked.csv},
    {"--seconds", ARGUMENT_TIME, CMD_SECONDS, .to = &asked.seconds, .low = 0.01, .high = 1e7},
    {"--shapes", ARGUMENT_COUNT, CMD_SHAPES, .to = &asked.shapes, .low = 1, .high = 1000000},
    {"--lang", ARGUMENT_CHOICE, CMD_LANG, .to = &language, .choices = "en zh"},
    {.name = NULL},
};

#define SAY(name, ...)                                                                             \
    fprintf(stderr, weigh_text((enum language)language, WEIGH_##name), __VA_ARGS__)

static int is_stdout(const char *path) {
    return path && strcmp(path, "-") == 0;
}

// ---- a program and how it ended --------------------------------------------------------------

// A file of the folder in which this program lies, build/.
static int beside(const char *name, char *path, size_t size) {
    char self[512];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    char *slash = strrchr(self, '/');
    text_format(path, size, "%.*s/%s", slash ? (int)(slash - self) : 0, self, name);
    return access(path, R_OK) == 0;
}

struct run {
    char **program;
    const char *file; // where its kernels are counted; NULL: nowhere
    int turn;         // only the first is seen
    int quiet;        // nor that one
};

static void show_where(const struct run *run) {
    char number[32], card[600];
    setenv("TARE_WEIGH_FILE", run->file, 1);
    text_format(number, sizeof number, "%.17g", asked.seconds);
    setenv("TARE_WEIGH_SECONDS", number, 1);
    text_format(number, sizeof number, "%d", asked.shapes);
    setenv("TARE_WEIGH_SHAPES", number, 1);
    text_format(number, sizeof number, "%d", run->turn);
    setenv("TARE_WEIGH_TURN", number, 1);
    if (beside("gpu/weigh.so", card, sizeof card))
        setenv("CUDA_INJECTION64_PATH", card, 1);
}

static void become(const struct run *run, int report) {
    if (run->file)
        show_where(run);
    if (is_stdout(asked.json) || is_stdout(asked.csv))
        dup2(STDERR_FILENO, STDOUT_FILENO);
    int nowhere = run->turn || run->quiet ? open("/dev/null", O_WRONLY) : -1;
    if (nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0)
        dup2(nowhere, STDERR_FILENO);
    execvp(run->program[0], run->program);
    int error = errno;
    if (write(report, &error, sizeof error) != sizeof error)
        _exit(NOTHING);
    _exit(NOTHING);
}

// Waits until the child ends, or its time is over: then 1.
static int await(pid_t child, int *status) {
    for (double begun = seconds_now(); waitpid(child, status, WNOHANG) == 0; usleep(TICK))
        if (seconds_now() - begun > asked.seconds || process_interrupted()) {
            kill(child, SIGKILL);
            waitpid(child, status, 0);
            return 1;
        }
    return 0;
}

// 0; else the exit code, after a message.
static int run_it(const struct run *run, int *started) {
    const char *name = run->program[0];
    int report[2], status = 0, error = 0;
    *started = 0;
    if (pipe2(report, O_CLOEXEC) != 0)
        return SAY(CANNOT, name, strerror(errno)), NOTHING;
    fflush(NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t child = fork();
    if (child == 0)
        become(run, report[1]);
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
        return NOTHING;
    }
    *started = 1;
    int ended = await(child, &status);
    process_end_strays();
    if (process_interrupted())
        return 130; // as a shell has it for Ctrl-C
    if (ended)
        SAY(ENDED, asked.seconds);
    else if (WIFSIGNALED(status))
        SAY(SIGNALLED, WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) && run->file)
        SAY(FAILED, WEXITSTATUS(status));
    return ended || WIFSIGNALED(status) || WEXITSTATUS(status) ? PROGRAM_FAILED : 0;
}

// ---- a file ----------------------------------------------------------------------------------

static int is_source(const char *name) {
    size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".cu") == 0;
}

// The measuring library's header and itself, too: a lab is a file like any other.
static int compile(char *source, char *program) {
    char hostcc[600], headers[640], library[600];
    int started;
    beside("hostcc", hostcc, sizeof hostcc);
    beside("../common", headers, sizeof headers);
    int has = beside("host/libtare.a", library, sizeof library);
    char *words[] = {hostcc, "--weigh", "-I", headers, source, "-o", program, has ? library : NULL,
                     NULL};
    int code = run_it(&(struct run){words, NULL, 0, 0}, &started);
    if (code == PROGRAM_FAILED)
        SAY(COMPILE_FAILED, source);
    return code ? NOTHING : 0;
}

// ---- what was counted ------------------------------------------------------------------------

static int write_to(const char *path, const struct weighing *weighing,
                    void (*form)(const struct weighing *, FILE *)) {
    FILE *out = !path ? NULL : is_stdout(path) ? stdout : fopen(path, "w");
    if (out)
        form(weighing, out);
    int done = !path || (out && !ferror(out) && (out == stdout || fclose(out) == 0));
    if (!done)
        SAY(CANNOT, path, strerror(errno));
    return done;
}

static int none_missing(const struct weighing *weighing) {
    for (size_t i = 0; i < weighing->unweighed_count; i++)
        if (weighing->unweighed[i].why != WHY_METRIC) // a count less, of every kernel
            return 0;
    return weighing->damaged == 0;
}

static int report(const struct weighing *weighing, double seconds) {
    struct weigh_view view = {(enum language)language, terminal_width(STDOUT_FILENO),
                              asked.by_allocation};
    FILE *out = is_stdout(asked.json) || is_stdout(asked.csv) ? stderr : stdout;
    if (!weighing->kernel_count && !weighing->unweighed_count) {
        fputs(weigh_text(view.language, WEIGH_NOTHING), stderr);
        return NOTHING;
    }
    weighing_show(weighing, &view, out);
    fprintf(out, weigh_text(view.language, WEIGH_COST), seconds);
    int done = write_to(asked.json, weighing, weighing_json);
    done &= write_to(asked.csv, weighing, weighing_csv);
    return !weighing->kernel_count || !done ? NOTHING
           : none_missing(weighing)         ? ALL_WEIGHED
                                            : NOT_ALL;
}

// A card cannot count everything in one run: the first says how many it needs.
static int run_turns(char **program, const char *file, int quiet, int *started) {
    struct weighing first;
    struct run run = {program, file, 0, quiet};
    int failed = run_it(&run, started), turns = weighing_read(file, &first) ? first.turns : 0;
    weighing_free(&first);
    for (run.turn = 1; run.turn < turns && !failed; run.turn++)
        failed = run_it(&run, started);
    if (turns && card_sum(file) != 0)
        SAY(CANNOT, file, strerror(errno));
    return failed;
}

static int weigh(char **program, const char *file) {
    struct weighing weighing;
    double begun = seconds_now();
    int started, failed = run_turns(program, file, 0, &started);
    if (!started || process_interrupted())
        return failed;
    int code = NOTHING;
    if (weighing_read(file, &weighing) || errno == ENOENT)
        code = report(&weighing, seconds_now() - begun);
    else
        SAY(CANNOT, file, strerror(errno));
    weighing_free(&weighing);
    return code == NOTHING ? code : failed ? failed : code;
}

int weigh_quietly(char **program, double seconds, struct weighing *weighing) {
    char folder[] = "/tmp/tare-weigh-XXXXXX", file[64];
    int started;
    *weighing = (struct weighing){0};
    if (!mkdtemp(folder))
        return 0;
    text_format(file, sizeof file, "%s/weighed", folder);
    asked.seconds = seconds;
    run_turns(program, file, 1, &started);
    int read = weighing_read(file, weighing);
    unlink(file);
    rmdir(folder);
    return read && weighing->kernel_count > 0;
}

static int cmd_weigh(int argc, char **argv) {
    language = language_of_environment();
    int read = arguments_read(&weigh_command, &argc, argv);
    if (read == ARGUMENTS_READ && argc < 2)
        read = arguments_wrong(&weigh_command);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    char folder[] = "/tmp/tare-weigh-XXXXXX", file[64], program[64];
    if (!mkdtemp(folder))
        return SAY(CANNOT, "/tmp", strerror(errno)), NOTHING;
    text_format(file, sizeof file, "%s/weighed", folder);
    text_format(program, sizeof program, "%s/program", folder);
    int code = is_source(argv[1]) ? compile(argv[1], program) : 0;
    if (is_source(argv[1]))
        argv[1] = program;
    if (!code)
        code = weigh(argv + 1, file);
    unlink(file);
    unlink(program);
    rmdir(folder);
    return code;
}

const struct command weigh_command = {"weigh",           cmd_weigh,          CMD_WEIGH,
                                      CMD_WEIGH_USE,     CMD_WEIGH_MORE,     options,
                                      .asks = ASKS_FILE, .words = ANY_WORDS, .before_words = 1};
