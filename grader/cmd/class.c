// class: every submission of a class, and what the course's systems read of it.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "class/class.h"
#include "cmd/cmd.h"
#include "run/build.h"

struct call {
    struct class_options options;
    struct slurm_options slurm;
    struct result_options wanted;
    int report_only;
    const char *device;
};

// ---- the call ------------------------------------------------------------------------------

static struct call call = {.options = {.sandbox = "auto", .shards = 1, .limit = 20, .tries = 3}};
static int layout;

static int take_shard(void *to, const char *value, const char **right) {
    struct class_options *options = to;
    char extra;
    *right = "I/N, where I is at least 0 and less than N: 0/4";
    return sscanf(value, "%d/%d%c", &options->shard, &options->shards, &extra) == 2 &&
                   options->shard >= 0 && options->shard < options->shards
               ? 0
               : -1;
}

static int take_sbatch(void *to, const char *value, const char **right) {
    struct slurm_options *slurm = to;
    *right = "one of 16 options for sbatch at most";
    if (slurm->passed_count == SLURM_PASSED)
        return -1;
    slurm->passed[slurm->passed_count++] = value;
    return 0;
}

// A format's option; `to` is the format's name.
static int take_report(void *to, const char *value, const char **right) {
    struct result_options *wanted = &call.wanted;
    *right = "one of 16 reports at most";
    if (wanted->report_count == REPORTS_MOST)
        return -1;
    wanted->reports[wanted->report_count].format = report_format_named(to);
    wanted->reports[wanted->report_count++].path = value;
    return 0;
}

static const struct argument options[] = {
    {"--lab", ARGUMENT_TEXT, CMD_CLASS_LAB, .to = &call.options.labs},
    {"--layout", ARGUMENT_CHOICE, CMD_LAYOUT, .to = &layout, .choices = "folder canvas moodle"},
    {"--results", ARGUMENT_TEXT, CMD_RESULTS, .to = &call.options.results},
    {"--resume", ARGUMENT_FLAG, CMD_RESUME, .to = &call.options.resume},
    {"--again", ARGUMENT_FLAG, CMD_CLASS_AGAIN, .to = &call.options.again},
    {"--only", ARGUMENT_TEXT, CMD_ONLY_STUDENTS, .to = &call.options.only},
    {"--jobs", ARGUMENT_COUNT, CMD_JOBS, .to = &call.options.jobs, .low = 1, .high = 256},
    {"--seed", ARGUMENT_SEED, CMD_SEED, .to = &call.options.seed},
    {"--limit", ARGUMENT_TIME, CMD_LIMIT, .to = &call.options.limit, .low = 1, .high = 3600},
    {"--budget", ARGUMENT_TIME, CMD_BUDGET, .to = &call.options.budget, .low = 1, .high = 3600},
    {"--tries", ARGUMENT_COUNT, CMD_TRIES, .to = &call.options.tries, .low = 1, .high = 20},
    {"--sandbox", ARGUMENT_TEXT, CMD_SANDBOX, .to = &call.options.sandbox},
    {"--device", ARGUMENT_TEXT, CMD_DEVICE_IS, .to = &call.device, .choices = "auto gpu host"},
    {"--keep", ARGUMENT_FLAG, CMD_KEEP, .to = &call.options.keep},
    {"--reveal", ARGUMENT_FLAG, CMD_CLASS_REVEAL, .to = &call.options.reveal},
    {"--quiet", ARGUMENT_FLAG, CMD_QUIET, .to = &call.options.quiet},
    {"--report", ARGUMENT_FLAG, CMD_REPORT_ONLY, .to = &call.report_only},
    {"--shard", ARGUMENT_TAKEN, CMD_SHARD, .to = &call.options, .take = take_shard},
    {"--slurm", ARGUMENT_COUNT, CMD_SLURM, .to = &call.slurm.shards, .low = 1, .high = 1000},
    {"--sbatch", ARGUMENT_TAKEN, CMD_SBATCH, .to = &call.slurm, .take = take_sbatch},
    {"--canvas", ARGUMENT_TEXT, CMD_CANVAS, .to = &call.wanted.canvas},
    {"--moodle", ARGUMENT_TEXT, CMD_MOODLE, .to = &call.wanted.moodle},
    {"--filled", ARGUMENT_TEXT, CMD_FILLED, .to = &call.wanted.filled},
    {"--column", ARGUMENT_TEXT, CMD_COLUMN, .to = &call.wanted.column},
#define FORMAT(name, writer, scope, ending, english, chinese)                                      \
    {"--" name, ARGUMENT_TAKEN, .to = (void *)(name), .take = take_report,                         \
     .text = TEXT(scope##_ENGLISH english, scope##_CHINESE chinese)},
#define EVERYBODY_ENGLISH "FILE|"
#define EVERYBODY_CHINESE "文件|"
#define ONE_STUDENT_ENGLISH "DIR|"
#define ONE_STUDENT_CHINESE "文件夹|"
#include "report/formats.def"
#undef FORMAT
    {.name = NULL},
};

static int wrong(const char *why) {
    fprintf(stderr, "tare class: %s; tare class --help tells all options\n", why);
    return 2;
}

static const char *whole_path(const char *path) {
    char here[PATH_MAX], *whole = NULL;
    if (*path == '/' || !getcwd(here, sizeof here) || asprintf(&whole, "%s/%s", here, path) < 0)
        return path;
    return whole;
}

// What the call leaves open. 0, or 2 after a message.
static int complete(struct call *call, int argc, char **argv) {
    struct class_options *options = &call->options;
    static char results[PATH_MAX];
    if (argc < 2)
        return wrong("which folder holds the submissions?");
    if ((call->wanted.canvas || call->wanted.moodle) && !call->wanted.filled)
        return wrong("--filled OUT must say where the filled gradebook goes");
    options->submissions = argv[1];
    if (!options->jobs)
        options->jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (options->only && !strcmp(options->only, outcome_name(OUTCOME_CANNOT_GRADE)))
        options->resume = 1;
    if (!options->results) {
        size_t length = strlen(options->submissions);
        while (length > 1 && options->submissions[length - 1] == '/')
            length--;
        snprintf(results, sizeof results, "%.*s-results", (int)length, options->submissions);
        options->results = results;
    }
    options->results = whole_path(options->results); // programs begin in folders of their own
    options->submissions = whole_path(options->submissions);
    return 0;
}

// ---- the work ------------------------------------------------------------------------------

static void say_notes(const struct class_run *run) {
    enum { SHOWN = 10 };
    const struct report_notes *notes = &run->roster.notes;
    for (int i = 0; i < notes->count && i < SHOWN; i++)
        fprintf(stderr, "%s: %s\n", notes->all[i].name, notes->all[i].why);
    if (notes->count > SHOWN)
        fprintf(stderr, "and %d more like these; every id has its name in %s/students.tsv\n",
                notes->count - SHOWN, run->options->results);
}

static void say_what_comes(const struct class_run *run) {
    const struct class_options *options = run->options;
    if (run->task_count)
        say_notes(run);
    if (run->task_count == 0)
        fprintf(stderr, "nothing is left to grade");
    else
        fprintf(stderr, "%d to grade on the %s device, sandbox %s", run->task_count,
                options->device, run->ground.level);
    if (run->had_results)
        fprintf(stderr, ", %d graded before", run->had_results);
    fprintf(stderr, ", results in %s\n", options->results);
}

static int grade(struct class_run *run, struct class_options *options, const char *device) {
    options->device = device_chosen(options->root, device);
    int code = options->device ? class_prepare(run, options) : 3;
    if (code != 0)
        return code;
    if (!options->quiet)
        say_what_comes(run);
    return class_grade(run);
}

static int cmd_class(int argc, char **argv) {
    static char root[512];
    static struct class_run run;
    prctl(PR_SET_DUMPABLE, 0); // its memory and environment are not for what it runs
    int code = arguments_read(&class_command, &argc, argv);
    if (code != ARGUMENTS_READ)
        return arguments_code(code);
    call.options.layout = (enum layout)layout;
    if (complete(&call, argc, argv) != 0 || workbook_find(root) != 0)
        return 2;
    call.options.root = root;
    code = results_try(&call.wanted);
    if (code != 0)
        return code;
    if (call.slurm.shards)
        code = slurm_run(&call.slurm, &call.options, call.device);
    else if (!call.report_only)
        code = grade(&run, &call.options, call.device);
    int reported = 0;
    // What has a result is reported, even where another grading failed.
    if ((code == 0 || run.failed || call.slurm.shards) && call.options.shards == 1)
        reported = results_write(&call.wanted, &call.options);
    if (run.shares && !call.options.quiet && (code == 0 || run.failed))
        class_tell_time(&run);
    class_free(&run);
    return code ? code : reported;
}

const struct command class_command = {"class",        cmd_class, CMD_CLASS,         CMD_CLASS_USE,
                                      CMD_CLASS_MORE, options,   .asks = ASKS_FILE, .words = 1};
