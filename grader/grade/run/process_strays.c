// process_strays.c: who of this process's children was started here, and the end of the others.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/process_parts.h"

static pid_t running[PROCESS_MOST]; // what process_start started and nobody waited for

static int is_running(pid_t id) {
    for (int i = 0; i < PROCESS_MOST; i++)
        if (running[i] == id)
            return 1;
    return 0;
}

int process_replace_running(pid_t old, pid_t fresh) {
    for (int i = 0; i < PROCESS_MOST; i++)
        if (running[i] == old) {
            running[i] = fresh;
            return 1;
        }
    return 0;
}

int process_end_strays(void) {
    char path[64], ids[4096];
    int ended = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    for (int turn = 0; turn < 200; turn++) {
        FILE *file = fopen(path, "r");
        size_t length = file ? fread(ids, 1, sizeof ids - 1, file) : 0;
        if (file)
            fclose(file);
        ids[length] = '\0';
        int others = 0;
        for (char *at = ids; *at;) {
            long id = strtol(at, &at, 10);
            if (id <= 1)
                break;
            if (is_running((pid_t)id))
                continue;
            others++;
            kill((pid_t)id, SIGKILL);
            if (waitpid((pid_t)id, NULL, 0) == id)
                ended++;
        }
        if (others == 0)
            break;
    }
    return ended;
}
