// checked: runs a program on the host device and shows what its kernels did that they may not do. A
// .cu file is compiled for it first.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "checked/checked.h"
#include "cmd/cmd.h"
#include "cmd/collect.h"
#include "learner/learner.h"
#include "run/process.h"

enum { NO_FAULT = 0, FAULTS_FOUND = 1, NOTHING = COLLECT_NOTHING };

static struct {
    const char *json;
    double seconds;
} asked = {.seconds = 120};
static int language;

static const struct argument options[] = {
    {"--json", ARGUMENT_TEXT, CMD_JSON, .to = &asked.json},
    {"--seconds", ARGUMENT_TIME, CMD_CHECKED_SECONDS, .to = &asked.seconds, .low = 0.01,
     .high = 1e7},
    {"--lang", ARGUMENT_CHOICE, CMD_LANG, .to = &language, .choices = "en zh"},
    {.name = NULL},
};

#define SAY(name, ...)                                                                             \
    fprintf(stderr, checked_text((enum language)language, CHECKED_##name), __VA_ARGS__)

static int json_to_stdout(void) {
    return asked.json && strcmp(asked.json, "-") == 0;
}

static int write_json(const struct checking *checking) {
    FILE *out = json_to_stdout() ? stdout : fopen(asked.json, "w");
    if (out)
        checking_json(checking, out);
    int done = out && !ferror(out) && (out == stdout || fclose(out) == 0);
    if (!done)
        SAY(CANNOT, asked.json, strerror(errno));
    return done;
}

static int report(const struct checking *checking, double seconds, int failed) {
    FILE *out = json_to_stdout() ? stderr : stdout;
    if (!checking->begun && !checking->unchecked_count) {
        fputs(checked_text((enum language)language, CHECKED_NOTHING), stderr);
        return failed ? failed : NOTHING;
    }
    checking_show(checking, (enum language)language, terminal_width(STDOUT_FILENO), out);
    fprintf(out, checked_text((enum language)language, CHECKED_COST), seconds);
    if (asked.json && !write_json(checking))
        return NOTHING;
    return checking->count                                  ? FAULTS_FOUND
           : failed                                         ? failed
           : checking->unchecked_count || checking->damaged ? NOTHING
                                                            : NO_FAULT;
}

static struct collecting how_to(const char *file) {
    return (struct collecting){
        "TARE_CHECKED_FILE",     "--checked",      file, checked_command.name, asked.seconds,
        (enum language)language, json_to_stdout(), 0};
}

static int check(char **program, const char *file) {
    struct collecting how = how_to(file);
    struct checking checking;
    double begun = seconds_now();
    int started, failed = collect(&how, program, &started), code = NOTHING;
    if (!started || process_interrupted())
        return failed;
    if (checking_read(file, &checking) || errno == ENOENT)
        code = report(&checking, seconds_now() - begun, failed);
    else
        SAY(CANNOT, file, strerror(errno));
    checking_free(&checking);
    return code;
}

static int cmd_checked(int argc, char **argv) {
    language = language_of_environment();
    int read = arguments_read(&checked_command, &argc, argv);
    if (read == ARGUMENTS_READ && argc < 2)
        read = arguments_wrong(&checked_command);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    struct collecting how = how_to("");
    return collect_file(&how, argv + 1, check);
}

const struct command checked_command = {"checked",         cmd_checked,        CMD_CHECKED,
                                        CMD_CHECKED_USE,   CMD_CHECKED_MORE,   options,
                                        .asks = ASKS_FILE, .words = ANY_WORDS, .before_words = 1};
