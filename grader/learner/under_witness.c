// under_witness.c: see under_witness.h.
#define _GNU_SOURCE // pipe2
#include "learner/learner.h"
#include "witness/load.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_FOUND = 127, NOT_RUNNABLE = 126 };

static void load_witness(const struct under_witness *run) {
    const char *before = getenv("LD_PRELOAD");
    char name[1024], preload[2048], process[16];
    // The program holds the descriptor; what it starts finds it there, and need not inherit it.
    int open_one = witness_open(run->witness);
    fcntl(open_one, F_SETFD, 0);
    snprintf(process, sizeof process, "%d", (int)getpid());
    witness_name(run->witness, process, open_one, name, sizeof name);
    snprintf(preload, sizeof preload, "%s%s%s", name, before && *before ? ":" : "",
             before ? before : "");
    setenv("LD_PRELOAD", preload, 1);
    setenv("CUDA_INJECTION64_PATH", name, 1);
    setenv("TARE_WITNESS", run->trace, 1);
    setenv("TARE_WITNESS_LANG", language_codes[run->language], 1);
}

void start_under_witness(const struct under_witness *run, int report) {
    if (run->witness)
        load_witness(run);
    execvp(run->program[0], run->program);
    int error = errno;
    if (write(report, &error, sizeof error) != sizeof error)
        _exit(NOT_FOUND);
    _exit(NOT_FOUND);
}

int run_under_witness(const struct under_witness *run, int *code) {
    int report[2], status = 0, error = 0;
    if (pipe2(report, O_CLOEXEC) != 0)
        return 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (run->aside == ASIDE_STDERR)
            dup2(STDERR_FILENO, STDOUT_FILENO);
        start_under_witness(run, report[1]);
    }
    close(report[1]);
    int not_started = child < 0 || read(report[0], &error, sizeof error) == sizeof error;
    close(report[0]);
    signal(SIGINT, SIG_IGN); // Ctrl-C ends the program, and its trace is still drawn
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (not_started) {
        fprintf(stderr, "tare see: %s: %s\n", run->program[0], strerror(child < 0 ? errno : error));
        *code = error == ENOENT ? NOT_FOUND : NOT_RUNNABLE;
        return 0;
    }
    *code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    if (WIFSIGNALED(status))
        fprintf(stderr, learner_text(run->language, LEARNER_SEE_SIGNAL), WTERMSIG(status),
                strsignal(WTERMSIG(status)));
    return 1;
}
