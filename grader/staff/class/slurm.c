// slurm.c: sbatch distributes the shards. All results go into one folder, so there is nothing to
// merge, and a repeated shard repeats only its unfinished submissions.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "class/class.h"
#include "run/build.h"

enum { ROUNDS = 3, WORDS = 32 };

static void quoted(FILE *out, const char *option, const char *value) {
    fprintf(out, " %s '", option);
    for (; *value; value++)
        if (*value == '\'')
            fputs("'\\''", out);
        else
            fputc(*value, out);
    fputc('\'', out);
}

// The command of one task of the array. Its paths are absolute, because a node may start in any
// folder.
static char *task_command(const struct slurm_options *slurm, const struct class_options *options,
                          const char *device) {
    char submissions[PATH_MAX], results[PATH_MAX], *command = NULL;
    size_t length;
    if (!realpath(options->submissions, submissions) || !realpath(options->results, results))
        return NULL;
    FILE *out = open_memstream(&command, &length);
    if (!out)
        return NULL;
    quoted(out, "exec", options->root);
    fputs("/build/tare class", out);
    quoted(out, "", submissions);
    quoted(out, "--results", results);
    quoted(out, "--layout", layout_names[options->layout]);
    quoted(out, "--sandbox", options->sandbox);
    if (options->labs)
        quoted(out, "--lab", options->labs);
    if (options->only)
        quoted(out, "--only", options->only);
    if (device)
        quoted(out, "--device", device);
    if (options->seed)
        fprintf(out, " --seed %llu", (unsigned long long)options->seed);
    if (options->budget > 0)
        fprintf(out, " --budget %.0f", options->budget);
    fprintf(out, "%s --limit %.0f --tries %d --resume --quiet --shard \"$SLURM_ARRAY_TASK_ID/%d\"",
            options->keep ? " --keep" : "", options->limit, options->tries, slurm->shards);
    return fclose(out) == 0 ? command : NULL;
}

static int submit_and_wait(const struct slurm_options *slurm, const char *command,
                           const char *results) {
    char array[32], log[PATH_MAX], *words[WORDS];
    int n = 0;
    snprintf(array, sizeof array, "--array=0-%d", slurm->shards - 1);
    snprintf(log, sizeof log, "--output=%s/slurm-%%A_%%a.log", results);
    words[n++] = "sbatch";
    words[n++] = "--wait";
    words[n++] = "--job-name=tare";
    words[n++] = array;
    words[n++] = log;
    for (int i = 0; i < slurm->passed_count; i++)
        words[n++] = (char *)slurm->passed[i];
    words[n++] = "--wrap";
    words[n++] = (char *)command;
    words[n] = NULL;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        execvp("sbatch", words);
        fprintf(stderr, "tare class: sbatch: %s: is this a login node of the cluster?\n",
                strerror(errno));
        _exit(127);
    }
    int status;
    while (child > 0 && waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

int slurm_run(const struct slurm_options *slurm, const struct class_options *options,
              const char *device) {
    int code = class_open_results(options);
    if (code != 0)
        return code;
    char *command = task_command(slurm, options, device);
    if (!command) {
        fprintf(stderr, "tare class: %s: %s\n", options->submissions, strerror(errno));
        return 2;
    }
    // Only the results decide, because sbatch ends with 0 even when a node is lost.
    int left = class_unfinished(options);
    struct class_options rest = *options;
    rest.again = 0; // the old results are removed already
    for (int round = 1; left > 0 && code != 127 && round <= ROUNDS; round++) {
        if (round > 1)
            fprintf(stderr, "%d submissions have no result: once more, for those\n", left);
        code = submit_and_wait(slurm, command, options->results);
        left = class_unfinished(&rest);
    }
    free(command);
    if (left > 0)
        fprintf(stderr, "tare class: %d submissions have no result; see %s/slurm-*.log\n", left,
                options->results);
    return left == 0 ? 0 : 3;
}
