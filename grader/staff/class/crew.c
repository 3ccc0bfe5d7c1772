// crew.c: child processes that do one task each, so that a child that breaks disturbs no other
// task.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "class/class.h"
#include "run/process.h"

enum { CREW_MOST = 64 };

static cpu_set_t cores; // a program may have moved this process to one of them

static pid_t start(int (*work)(void *context, int index), void *context, int index) {
    fflush(NULL);
    pid_t parent = getpid(), child = fork();
    if (child != 0)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGTERM); // SIGTERM, so that it can end its own children
    if (getppid() != parent)
        _exit(255);
    sched_setaffinity(0, sizeof cores, &cores);
    int code = work(context, index);
    fflush(NULL);
    _exit(code);
}

int crew_run(int count, int jobs, int (*work)(void *context, int index),
             int (*ended)(void *context, int index, int code), void *context) {
    struct {
        pid_t child;
        int index;
    } crew[CREW_MOST];
    int busy = 0, next = 0, going = 1;
    if (CPU_COUNT(&cores) == 0)
        sched_getaffinity(0, sizeof cores, &cores);
    if (jobs > CREW_MOST)
        jobs = CREW_MOST;
    while (busy > 0 || (going && next < count && !process_interrupted())) {
        while (going && busy < jobs && next < count && !process_interrupted()) {
            pid_t child = start(work, context, next);
            if (child < 0)
                break;
            crew[busy].child = child;
            crew[busy++].index = next++;
        }
        int status;
        pid_t child = waitpid(-1, &status, 0);
        if (child < 0) {
            if (errno == EINTR) { // passes the interruption on to each child, and waits for all
                for (int i = 0; process_interrupted() && i < busy; i++)
                    kill(crew[i].child, SIGTERM);
                continue;
            }
            return -1;
        }
        for (int i = 0; i < busy; i++)
            if (crew[i].child == child) {
                going &= ended(context, crew[i].index,
                               WIFEXITED(status) ? WEXITSTATUS(status) : 255) != 0;
                crew[i] = crew[--busy];
                break;
            }
    }
    return process_interrupted() ? -1 : 0;
}
