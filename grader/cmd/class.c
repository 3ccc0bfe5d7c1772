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

static const char usage[] =
    "usage: tare class DIR --lab 04 [options]\n\n"
    "  DIR                the submissions: DIR/ID/lab.cu, DIR/ID/labs/04_.../lab.cu, DIR/ID.cu\n"
    "  --lab L            04, 04,05 or all\n"
    "  --layout L         folder (above), canvas, moodle\n"
    "  --results DIR      where results go: a file a student and lab (DIR-results)\n"
    "  --resume           go on with the results that are there\n"
    "  --again            begin anew: old results are replaced\n"
    "  --only ID,ID       these students; --only cannot-grade: those without a verdict, again\n"
    "  --jobs N           builds at a time (all cores); measuring is always one at a time\n"
    "  --seed N           the same sizes and data again\n"
    "  --limit S          seconds that one run may take (20)\n"
    "  --budget S         seconds of measuring one submission at most (20)\n"
    "  --tries N          measure up to N times where the machine was too busy to tell (3)\n"
    "  --sandbox L        auto, bwrap, user, landlock; none only for code that you trust\n"
    "  --device D         auto, gpu, host\n"
    "  --keep             keep the programs that were built\n"
    "  --reveal           reports tell the true rates, and pages have the pictures\n"
    "  --quiet            no progress\n"
    "  --report           no grading: only the reports of the results that are there\n"
    "  --shard I/N        the I-th of N parts, from 0: for a cluster, or GNU parallel\n"
    "  --slurm N          a Slurm job array of N shards, merged when it has ended\n"
    "  --sbatch OPTION    passed on to sbatch, as often as needed: --sbatch --gres=gpu:1\n\n"
    "a gradebook that you exported, with one column filled in:\n"
    "  --canvas EXPORT, --moodle EXPORT   with --filled OUT, and perhaps --column TITLE\n\n"
    "reports, to a file (- for standard output), or to a folder with a file a student:\n";

struct call {
    struct class_options options;
    struct slurm_options slurm;
    struct result_options wanted;
    int report_only;
    const char *device;
};

// ---- the call ------------------------------------------------------------------------------

// The lines above, and one for each format.
static char *whole_usage(void) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    fputs(usage, out);
    for (const struct report_format *format = report_formats; format->name; format++)
        fprintf(out, "  --%-12s %-4s %s\n", format->name,
                format->scope == ONE_STUDENT ? "DIR" : "FILE", format->what);
    return fclose(out) == 0 ? text : NULL;
}

static int take_layout(void *to, const char *value, const char **right) {
    *right = "folder, canvas or moodle";
    for (int i = 0; layout_names[i]; i++)
        if (!strcmp(value, layout_names[i]))
            return *(enum layout *)to = (enum layout)i, 0;
    return -1;
}

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

struct asked_report { // a format's option
    struct result_options *wanted;
    const struct report_format *format;
};

static int take_report(void *to, const char *value, const char **right) {
    struct asked_report *asked = to;
    *right = "one of 16 reports at most";
    if (asked->wanted->report_count == REPORTS_MOST)
        return -1;
    asked->wanted->reports[asked->wanted->report_count].format = asked->format;
    asked->wanted->reports[asked->wanted->report_count++].path = value;
    return 0;
}

static int read_call(struct call *call, int *argc, char **argv) {
    enum { OWN = 24, FORMATS_MOST = 20 };
    struct class_options *options = &call->options;
    struct result_options *wanted = &call->wanted;
    static struct asked_report asked[FORMATS_MOST];
    static char names[FORMATS_MOST][20];
    struct argument table[OWN + FORMATS_MOST] = {
        {"--lab", ARGUMENT_TEXT, &options->labs, 0, 0, NULL},
        {"--layout", ARGUMENT_TAKEN, &options->layout, 0, 0, take_layout},
        {"--results", ARGUMENT_TEXT, &options->results, 0, 0, NULL},
        {"--resume", ARGUMENT_FLAG, &options->resume, 0, 0, NULL},
        {"--again", ARGUMENT_FLAG, &options->again, 0, 0, NULL},
        {"--only", ARGUMENT_TEXT, &options->only, 0, 0, NULL},
        {"--jobs", ARGUMENT_COUNT, &options->jobs, 1, 256, NULL},
        {"--seed", ARGUMENT_SEED, &options->seed, 0, 0, NULL},
        {"--limit", ARGUMENT_TIME, &options->limit, 1, 3600, NULL},
        {"--budget", ARGUMENT_TIME, &options->budget, 1, 3600, NULL},
        {"--tries", ARGUMENT_COUNT, &options->tries, 1, 20, NULL},
        {"--sandbox", ARGUMENT_TEXT, &options->sandbox, 0, 0, NULL},
        {"--device", ARGUMENT_TEXT, &call->device, 0, 0, NULL},
        {"--keep", ARGUMENT_FLAG, &options->keep, 0, 0, NULL},
        {"--reveal", ARGUMENT_FLAG, &options->reveal, 0, 0, NULL},
        {"--quiet", ARGUMENT_FLAG, &options->quiet, 0, 0, NULL},
        {"--report", ARGUMENT_FLAG, &call->report_only, 0, 0, NULL},
        {"--shard", ARGUMENT_TAKEN, options, 0, 0, take_shard},
        {"--slurm", ARGUMENT_COUNT, &call->slurm.shards, 1, 1000, NULL},
        {"--sbatch", ARGUMENT_TAKEN, &call->slurm, 0, 0, take_sbatch},
        {"--canvas", ARGUMENT_TEXT, &wanted->canvas, 0, 0, NULL},
        {"--moodle", ARGUMENT_TEXT, &wanted->moodle, 0, 0, NULL},
        {"--filled", ARGUMENT_TEXT, &wanted->filled, 0, 0, NULL},
        {"--column", ARGUMENT_TEXT, &wanted->column, 0, 0, NULL},
    };
    for (int i = 0; i < FORMATS_MOST - 1 && report_formats[i].name; i++) {
        asked[i] = (struct asked_report){wanted, &report_formats[i]};
        snprintf(names[i], sizeof names[i], "--%s", report_formats[i].name);
        table[OWN + i] = (struct argument){names[i], ARGUMENT_TAKEN, &asked[i], 0, 0, take_report};
    }
    char *whole = whole_usage();
    int code = whole ? arguments_read(whole, table, 0, argc, argv) : ARGUMENTS_WRONG;
    free(whole);
    return code;
}

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
    if (argc > 2)
        return wrong("one folder of submissions at a time");
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

int cmd_class(int argc, char **argv) {
    static char root[512];
    static struct class_run run;
    static struct call call = {
        .options = {.sandbox = "auto", .shards = 1, .limit = 20, .tries = 3}};
    prctl(PR_SET_DUMPABLE, 0); // its memory and environment are not for what it runs
    int code = read_call(&call, &argc, argv);
    if (code != ARGUMENTS_READ)
        return arguments_code(code);
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
