// weigh: runs a program, counts what its kernels read, write and compute, and shows it. A .cu file
// is compiled first, so that the host device can count.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/collect.h"
#include "learner/learner.h"
#include "run/process.h"
#include "weigh/card/card.h"
#include "weigh/weigh.h"

enum { ALL_WEIGHED = 0, NOT_ALL = 1, NOTHING = COLLECT_NOTHING };

// ---- options ---------------------------------------------------------------------------------

static struct {
    const char *json, *csv, *svg;
    double seconds;
    int shapes, by_allocation;
} asked = {.seconds = 60, .shapes = 1000};
static int language;

static const struct argument options[] = {
    {"--allocations", ARGUMENT_FLAG, CMD_BY_ALLOCATION, .to = &asked.by_allocation},
    {"--json", ARGUMENT_TEXT, CMD_JSON, .to = &asked.json},
    {"--csv", ARGUMENT_TEXT, CMD_CSV_FILE, .to = &asked.csv},
    {"--svg", ARGUMENT_TEXT, CMD_SVG_WEIGHED, .to = &asked.svg},
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

static int takes_stdout(void) {
    return is_stdout(asked.json) || is_stdout(asked.csv) || is_stdout(asked.svg);
}

// ---- a program --------------------------------------------------------------------------------

static const struct collecting *show_where(const char *file, int turn, int quiet) {
    static struct collecting how = {.variable = "TARE_WEIGH_FILE", .option = "--weigh"};
    char number[32], card[600];
    text_format(number, sizeof number, "%.17g", asked.seconds);
    setenv("TARE_WEIGH_SECONDS", number, 1);
    text_format(number, sizeof number, "%d", asked.shapes);
    setenv("TARE_WEIGH_SHAPES", number, 1);
    text_format(number, sizeof number, "%d", turn);
    setenv("TARE_WEIGH_TURN", number, 1);
    if (collect_beside("gpu/weigh.so", card, sizeof card))
        setenv("CUDA_INJECTION64_PATH", card, 1);
    how.file = file;
    how.command = weigh_command.name;
    how.language = (enum language)language;
    how.seconds = asked.seconds;
    how.no_stdout = takes_stdout();
    how.silent = quiet || turn > 0;
    return &how;
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

static void picture(const struct weighing *weighing, FILE *out) {
    weighing_svg(weighing, (enum language)language, out);
}

static int draw(const struct weighing *weighing) {
    enum weigh_word why = asked.svg ? weighing_undrawn(weighing) : WEIGH_WORDS;
    if (why == WEIGH_WORDS)
        return write_to(asked.svg, weighing, picture);
    fputs(weigh_text((enum language)language, why), stderr);
    return 0;
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
    FILE *out = takes_stdout() ? stderr : stdout;
    if (!weighing->kernel_count && !weighing->unweighed_count) {
        fputs(weigh_text(view.language, WEIGH_NOTHING), stderr);
        return NOTHING;
    }
    weighing_show(weighing, &view, out);
    fprintf(out, weigh_text(view.language, WEIGH_COST), seconds);
    int done = write_to(asked.json, weighing, weighing_json);
    done &= write_to(asked.csv, weighing, weighing_csv);
    done &= draw(weighing);
    return !weighing->kernel_count || !done ? NOTHING
           : none_missing(weighing)         ? ALL_WEIGHED
                                            : NOT_ALL;
}

// A card cannot count everything in one run: the first says how many it needs.
static int run_turns(char **program, const char *file, int quiet, int *started) {
    struct weighing first;
    int failed = collect(show_where(file, 0, quiet), program, started);
    int turns = weighing_read(file, &first) ? first.turns : 0;
    weighing_free(&first);
    for (int turn = 1; turn < turns && !failed; turn++)
        failed = collect(show_where(file, turn, quiet), program, started);
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
    language = language_of_environment();
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
    return collect_file(show_where("", 0, 0), argv + 1, weigh);
}

const struct command weigh_command = {"weigh",           cmd_weigh,          CMD_WEIGH,
                                      CMD_WEIGH_USE,     CMD_WEIGH_MORE,     options,
                                      .asks = ASKS_FILE, .words = ANY_WORDS, .before_words = 1};
