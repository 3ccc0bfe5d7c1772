// call.c: reads the options of `tare class`.
#include "class/call.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char call_usage[] =
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

static int wrong(const char *what, const char *word) {
    fprintf(stderr, "tare class: %s %s\n\n%s", what, word ? word : "", call_usage);
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

int call_read(struct call *call, int argc, char **argv) {
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
