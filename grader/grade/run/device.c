// device.c: asks the tree's own script which device this machine has.
#define _GNU_SOURCE
#include "run/build.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grade/workbook.h"
#include "run/process.h"

static const char *ask_script(const char *root) {
    static const char *const names[] = {"PATH", "HOME", "TMPDIR", "NVCC", "LD_LIBRARY_PATH", NULL};
    char script[] = "common/make/device.sh";
    char *argv[] = {script, NULL};
    char **environment = environment_of(names, NULL);
    if (!environment)
        return NULL;
    struct process process = {PROCESS_NONE,   .argv = argv, .environment = environment,
                              .folder = root, .limit = 60,  .output_limit = 4096};
    const char *device = NULL;
    int started = process_run(&process) == 0 && process.end != PROCESS_NOT_STARTED;
    int why = process.end == PROCESS_NOT_STARTED ? process.start_error : errno;
    if (started && process.end == PROCESS_EXITED && process.exit_code == 0) {
        if (strcmp(process.output, "gpu\n") == 0)
            device = "gpu";
        else if (strcmp(process.output, "host\n") == 0)
            device = "host";
    }
    if (!device && !started)
        fprintf(stderr, "tare: %s/%s could not be started: %s\n", root, script, strerror(why));
    else if (!device)
        fprintf(stderr,
                "tare: %s/%s does not say which device is here (%.*s): set DEVICE=host or gpu\n",
                root, script, (int)strcspn(process.output, "\n"), process.output);
    process_free(&process);
    free(environment);
    return device;
}

const char *device_chosen(const char *root, const char *asked) {
    const char *name = asked ? asked : getenv("DEVICE");
    if (!name || !*name || strcmp(name, "auto") == 0)
        return ask_script(root);
    if (strcmp(name, "host") == 0)
        return "host";
    if (strcmp(name, "gpu") == 0)
        return "gpu";
    fprintf(stderr, "tare: no device \"%.40s\": say auto, gpu or host\n", name);
    return NULL;
}
