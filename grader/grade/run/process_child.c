// process_child.c: what the child does between fork and exec.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "run/process_parts.h"

char **process_words(const struct process *process) {
    char *const *prefix = process->sandbox ? process->sandbox->prefix : NULL;
    size_t before = 0, own = 0;
    while (prefix && prefix[before])
        before++;
    while (process->argv[own])
        own++;
    char **argv = calloc(before + own + 1, sizeof *argv);
    if (!argv)
        return NULL;
    for (size_t i = 0; i < before; i++)
        argv[i] = prefix[i];
    for (size_t i = 0; i < own; i++)
        argv[before + i] = process->argv[i];
    return argv;
}

static void close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, ~0u, 0) == 0)
        return;
#endif
    for (int fd = first; fd < 1024; fd++)
        close(fd);
}

void process_become(const struct process *process, char **argv, int output, int claims, int gate,
                    int failure) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int null = open("/dev/null", O_RDONLY);
    // Out of the way of 0 to 4 before those are filled.
    output = fcntl(output, F_DUPFD, 20);
    failure = fcntl(failure, F_DUPFD_CLOEXEC, 20);
    claims = claims < 0 ? -1 : fcntl(claims, F_DUPFD, 20);
    gate = gate < 0 ? -1 : fcntl(gate, F_DUPFD, 20);
    dup2(null, 0);
    dup2(output, 1);
    dup2(output, 2);
    int kept = PROCESS_CLAIM_FD;
    if (claims >= 0)
        dup2(claims, kept++);
    if (gate >= 0)
        dup2(gate, kept++);
    if (failure > kept) {
        dup2(failure, kept);
        failure = kept++;
        fcntl(failure, F_SETFD, FD_CLOEXEC);
    }
    close_from(kept);
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    const struct sandbox *sandbox = process->sandbox;
    errno = 0;
    if ((!process->folder || chdir(process->folder) == 0) &&
        (!sandbox || !sandbox->enter || sandbox->enter(sandbox->context) == 0))
        execvpe(argv[0], argv, process->environment); // NOLINT: there is always a first word
    int why = errno ? errno : EPERM;
    ssize_t written = write(failure, &why, sizeof why);
    _exit(written > 0 ? 127 : 126);
}
