// class: every submission of a class, and what the course's systems read of it.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "class/class.h"
#include "class/slurm.h"
#include "device.h"
#include "report/report.h"

static const char usage[] =
    "tare class DIR --lab 04 [options]\n\n"
    "  DIR                the submissions: DIR/ID/lab.cu, DIR/ID/labs/04_.../lab.cu, DIR/ID.cu\n"
    "  --lab L            04, 04,05 or all\n"
    "  --layout L         folder (above), canvas, moodle\n"
    "  --results DIR      where results go: a file a student and lab (DIR-results)\n"
    "  --resume           go on with what is there; --again begins anew\n"
    "  --only ID,ID       these students\n"
    "  --jobs N           builds at a time (all cores); measuring is always one at a time\n"
    "  --seed N           the same sizes and data again\n"
    "  --limit S          seconds of one run, then it is ended (20)\n"
    "  --budget S         seconds of measuring one submission at most (20)\n"
    "  --tries N          measure up to N times where the machine was too busy to tell (3)\n"
    "  --sandbox L        auto, bwrap, user, landlock; none only for code that you trust\n"
    "  --device D         auto, gpu, host\n"
    "  --keep             keep the programs that were built\n"
    "  --report           no grading: only the reports of what is there\n"
    "  --shard I/N        the I-th of N parts, from 0: for a cluster, or GNU parallel\n"
    "  --slurm N          a Slurm job array of N shards, merged when it has ended\n"
    "  --sbatch OPTION    passed on to sbatch (many): --sbatch --gres=gpu:1\n\n"
    "reports, to a file or - for standard output:\n"
    "  --json F --csv F --junit F --tap F --github F --html-class F\n"
    "  --html DIR --gradescope DIR --autolab DIR --prairielearn DIR --classroom50 DIR\n"
    "                     a file a student, named by the id\n"
    "  --canvas EXPORT --moodle EXPORT --filled OUT [--column TITLE]\n"
    "                     the gradebook that you exported, with one column filled in\n";

enum { REPORTS_MOST = 16 };
struct wanted {
    const struct report_format *format;
    const char *path;
};

struct call {
    struct class_options options;
    struct slurm_options slurm;
    struct wanted wanted[REPORTS_MOST];
    int wanted_count, report_only;
    const char *canvas, *moodle, *filled, *column, *device;
    char results[1100];
};

static int wrong(const char *what, const char *word) {
    fprintf(stderr, "tare class: %s %s\n\n%s", what, word ? word : "", usage);
    return 2;
}

static int whole_number(const char *text, long least, long most, long *value) {
    char *end = NULL;
    errno = 0;
    *value = text ? strtol(text, &end, 10) : 0;
    return text && *text && !*end && !errno && *value >= least && *value <= most ? 0 : -1;
}

static int read_shard(const char *text, struct class_options *options) {
    char extra;
    return text && sscanf(text, "%d/%d%c", &options->shard, &options->shards, &extra) == 2 &&
                   options->shard >= 0 && options->shard < options->shards
               ? 0
               : -1;
}

// An option with a value. 0; 2 after a message; -1: there is no such option.
static int with_value(struct call *call, const char *option, const char *value) {
    struct class_options *options = &call->options;
    const struct {
        const char *name;
        const char **where;
    } texts[] = {{"--lab", &options->labs},   {"--results", &options->results},
                 {"--only", &options->only},  {"--sandbox", &options->sandbox},
                 {"--device", &call->device}, {"--canvas", &call->canvas},
                 {"--moodle", &call->moodle}, {"--filled", &call->filled},
                 {"--column", &call->column}};
    long number;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strcmp(option, texts[i].name)) {
            *texts[i].where = value;
            return value ? 0 : wrong("needs a value:", option);
        }
    if (!strcmp(option, "--layout"))
        return value && layout_named(value, &options->layout) == 0 ? 0 : wrong("no layout", value);
    if (!strcmp(option, "--shard"))
        return read_shard(value, options) == 0 ? 0 : wrong("a shard is I/N, not", value);
    if (!strcmp(option, "--jobs")) {
        if (whole_number(value, 1, 256, &number) != 0)
            return wrong("--jobs is 1 to 256, not", value);
        options->jobs = (int)number;
        return 0;
    }
    if (!strcmp(option, "--tries")) {
        if (whole_number(value, 1, 20, &number) != 0)
            return wrong("--tries is 1 to 20, not", value);
        options->tries = (int)number;
        return 0;
    }
    if (!strcmp(option, "--limit") || !strcmp(option, "--budget")) {
        if (whole_number(value, 1, 3600, &number) != 0)
            return wrong("1 to 3600 seconds, not", value);
        *(option[2] == 'l' ? &options->limit : &options->budget) = (double)number;
        return 0;
    }
    if (!strcmp(option, "--seed")) {
        if (whole_number(value, 1, 2147483647, &number) != 0)
            return wrong("--seed is a whole number from 1, not", value);
        options->seed = (uint64_t)number;
        return 0;
    }
    if (!strcmp(option, "--slurm")) {
        if (whole_number(value, 1, 1000, &number) != 0)
            return wrong("--slurm is 1 to 1000 shards, not", value);
        call->slurm.shards = (int)number;
        return 0;
    }
    if (!strcmp(option, "--sbatch")) {
        if (!value || call->slurm.passed_count == SLURM_PASSED)
            return wrong("--sbatch needs an option of sbatch", NULL);
        call->slurm.passed[call->slurm.passed_count++] = value;
        return 0;
    }
    const struct report_format *format =
        !strncmp(option, "--", 2) ? report_format_named(option + 2) : NULL;
    if (!format)
        return -1;
    if (!value || call->wanted_count == REPORTS_MOST)
        return wrong("needs a file:", option);
    call->wanted[call->wanted_count++] = (struct wanted){format, value};
    return 0;
}

static int read_call(struct call *call, int argc, char **argv) {
    struct class_options *options = &call->options;
    const struct {
        const char *name;
        int *where;
    } flags[] = {{"--resume", &options->resume},
                 {"--again", &options->again},
                 {"--keep", &options->keep},
                 {"--quiet", &options->quiet},
                 {"--report", &call->report_only}};
    for (int i = 1; i < argc; i++) {
        char option[64], *equals = strchr(argv[i], '=');
        int known = 0;
        for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
            if (!strcmp(argv[i], flags[f].name))
                known = *flags[f].where = 1;
        if (known)
            continue;
        if (argv[i][0] != '-' || !argv[i][1]) {
            if (options->submissions)
                return wrong("one folder at a time; a second is", argv[i]);
            options->submissions = argv[i];
            continue;
        }
        int own_value = equals && argv[i][1] == '-' && (size_t)(equals - argv[i]) < sizeof option;
        snprintf(option, sizeof option, "%.*s", own_value ? (int)(equals - argv[i]) : 63, argv[i]);
        int code = with_value(call, option, own_value ? equals + 1 : argv[i + 1]);
        if (code < 0)
            return wrong("no such option:", argv[i]);
        if (code > 0)
            return code;
        i += !own_value;
    }
    if (!options->submissions)
        return wrong("which folder holds the submissions?", NULL);
    if ((call->canvas || call->moodle) && !call->filled)
        return wrong("--filled OUT says where the filled gradebook goes", NULL);
    return 0;
}

// ---- reports ------------------------------------------------------------------------

// One file a student: DIR/ID.json or DIR/ID.html ...
static int write_each(const struct report *all, const struct wanted *wanted, char why[200]) {
    const char *ending = !strcmp(wanted->format->name, "html")      ? "html"
                         : !strcmp(wanted->format->name, "autolab") ? "txt"
                                                                    : "json";
    char path[1400];
    if (mkdir(wanted->path, 0777) != 0 && errno != EEXIST) {
        snprintf(why, 200, "%.120s: %s", wanted->path, strerror(errno));
        return -1;
    }
    for (int first = 0, end; first < all->count; first = end) {
        const char *id = all->gradings[first]->submission.id;
        for (end = first + 1; end < all->count && !strcmp(all->gradings[end]->submission.id, id);)
            end++;
        struct report one = *all;
        one.gradings = all->gradings + first;
        one.count = end - first;
        snprintf(path, sizeof path, "%s/%s.%s", wanted->path, *id ? id : "student", ending);
        if (report_write(&one, wanted->format, path, why) != 0)
            return -1;
    }
    return 0;
}

// The gradings of one lab: the one that was asked for, or the first that is there.
static int of_one_lab(const char *labs, const struct report *all, struct report *one) {
    const char *lab = NULL;
    *one = *all;
    one->count = 0;
    one->gradings = calloc((size_t)all->count, sizeof(*one->gradings));
    for (int i = 0; one->gradings && i < all->count; i++) {
        const struct lab_meta *meta = &all->gradings[i]->lab;
        if (!lab && (!labs || strcspn(labs, ",") != strlen(labs) || !strcmp(labs, "all") ||
                     (atoi(labs) && atoi(labs) == atoi(meta->number)) || !strcmp(labs, meta->name)))
            lab = meta->folder;
        if (lab && !strcmp(lab, meta->folder))
            one->gradings[one->count++] = all->gradings[i];
    }
    return one->count ? 0 : -1;
}

static int fill_gradebook(const struct call *call, const struct report *all) {
    struct report of_lab, *report = &of_lab;
    const char *path = call->canvas ? call->canvas : call->moodle;
    char why[200] = "";
    struct gradebook_counts counts;
    FILE *in = fopen(path, "r"), *out = in ? fopen(call->filled, "w") : NULL;
    int bad = !out || of_one_lab(call->options.labs, all, report) != 0;
    if (out && bad)
        snprintf(why, sizeof why, "there is no result of lab %.20s", call->options.labs);
    else if (bad)
        snprintf(why, sizeof why, "%.120s: %s", in ? call->filled : path, strerror(errno));
    else
        bad = report_gradebook(report, call->canvas ? GRADEBOOK_CANVAS : GRADEBOOK_MOODLE,
                               call->column ? call->column : report->gradings[0]->lab.name, in, out,
                               &counts, why) != 0;
    if (out)
        free(of_lab.gradings);
    if (in)
        fclose(in);
    if (out)
        bad |= fclose(out) != 0;
    if (bad) {
        fprintf(stderr, "tare class: %s\n", why);
        return 3;
    }
    fprintf(stderr,
            "%s: %d filled in, %d rows without a submission, %d submissions without a row\n",
            call->filled, counts.filled, counts.unmatched_rows, counts.unmatched_gradings);
    return 0;
}

static void summary(const struct report *report) {
    int outcomes[OUTCOME_SKIPPED + 1] = {0};
    for (int i = 0; i < report->count; i++)
        outcomes[report->gradings[i]->outcome]++;
    printf("%d graded:", report->count);
    for (int i = OUTCOME_PASS; i <= OUTCOME_SKIPPED; i++)
        if (outcomes[i])
            printf(" %d %s", outcomes[i], outcome_name((enum outcome)i));
    putchar('\n');
}

static int write_reports(const struct call *call) {
    struct report report = {.language = language_of_environment(),
                            .root = call->options.root,
                            .folder = call->options.results};
    char why[200];
    if (report_read(call->options.results, &report, why) != 0 || report.count == 0) {
        fprintf(stderr, "tare class: %s\n", report.count ? why : "there is no result to report");
        report_free(&report);
        return 3;
    }
    int code = 0, to_stdout = 0;
    for (int i = 0; i < call->wanted_count; i++) {
        const struct wanted *wanted = &call->wanted[i];
        to_stdout |= !strcmp(wanted->path, "-");
        if ((wanted->format->one_student
                 ? write_each(&report, wanted, why)
                 : report_write(&report, wanted->format, wanted->path, why)) != 0) {
            fprintf(stderr, "tare class: %s\n", why);
            code = 3;
        }
    }
    if (call->canvas || call->moodle)
        code = fill_gradebook(call, &report) ? 3 : code;
    if (!to_stdout)
        summary(&report);
    report_free(&report);
    return code;
}

static const char *whole_path(const char *path) {
    char here[1024], *whole = NULL;
    if (*path == '/' || !getcwd(here, sizeof here) || asprintf(&whole, "%s/%s", here, path) < 0)
        return path;
    return whole;
}

int cmd_class(int argc, char **argv);
int cmd_class(int argc, char **argv) {
    static char root[512];
    static struct class_run run;
    static struct call call = {
        .options = {.sandbox = "auto", .shards = 1, .limit = 20, .tries = 3}};
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help"))
            return fputs(usage, stdout), 0;
    prctl(PR_SET_DUMPABLE, 0); // its memory and environment are not for what it runs
    int code = read_call(&call, argc, argv);
    if (code != 0 || workbook_find(root) != 0)
        return 2;
    struct class_options *options = &call.options;
    options->root = root;
    if (!options->jobs)
        options->jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (!options->results) {
        size_t length = strlen(options->submissions);
        while (length > 1 && options->submissions[length - 1] == '/')
            length--;
        snprintf(call.results, sizeof call.results, "%.*s-results", (int)length,
                 options->submissions);
        options->results = call.results;
    }
    options->results = whole_path(options->results); // programs begin in folders of their own
    options->submissions = whole_path(options->submissions);
    if (call.slurm.shards)
        code = slurm_run(&call.slurm, options, call.device);
    else if (!call.report_only) {
        options->device = device_chosen(root, call.device);
        code = options->device ? class_prepare(&run, options) : 3;
        if (code == 0) {
            if (!options->quiet)
                fprintf(stderr, "%d to grade on the %s device, sandbox %s, results in %s\n",
                        run.task_count, options->device, run.level, options->results);
            code = class_grade(&run);
        }
        if (code != 0 && !run.failed) {
            class_free(&run);
            return code;
        }
    }
    int reported = options->shards > 1 ? 0 : write_reports(&call);
    if (run.shares && !options->quiet)
        class_tell_time(&run);
    class_free(&run);
    return code ? code : reported;
}
