// class: every submission of a class, and what the course's systems read of it.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "class/call.h"
#include "cmd.h"
#include "run/device.h"

static const char *whole_path(const char *path) {
    char here[1024], *whole = NULL;
    if (*path == '/' || !getcwd(here, sizeof here) || asprintf(&whole, "%s/%s", here, path) < 0)
        return path;
    return whole;
}

static void say_what_comes(const struct class_run *run) {
    const struct class_options *options = run->options;
    if (run->task_count == 0)
        fprintf(stderr, "nothing is left to grade");
    else
        fprintf(stderr, "%d to grade on the %s device, sandbox %s", run->task_count,
                options->device, run->level);
    if (run->had_results)
        fprintf(stderr, ", %d graded before", run->had_results);
    fprintf(stderr, ", results in %s\n", options->results);
}

int cmd_class(int argc, char **argv) {
    static char root[512];
    static struct class_run run;
    static struct call call = {
        .options = {.sandbox = "auto", .shards = 1, .limit = 20, .tries = 3}};
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help"))
            return fputs(call_usage, stdout), 0;
    prctl(PR_SET_DUMPABLE, 0); // its memory and environment are not for what it runs
    int code = call_read(&call, argc, argv);
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
                say_what_comes(&run);
            code = class_grade(&run);
        }
        if (code != 0 && !run.failed) {
            class_free(&run);
            return code;
        }
    }
    int reported = options->shards > 1 ? 0 : call_write_reports(&call);
    if (run.shares && !options->quiet)
        class_tell_time(&run);
    class_free(&run);
    return code ? code : reported;
}
