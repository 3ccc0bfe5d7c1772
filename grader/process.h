// process.h: runs a program that is not to be trusted with time, output or children.
#ifndef GRADER_PROCESS_H
#define GRADER_PROCESS_H

#include <stddef.h>

enum process_end {
    PROCESS_EXITED,
    PROCESS_SIGNALLED,
    PROCESS_TIMED_OUT,
    PROCESS_FLOODED,
    PROCESS_NOT_STARTED,
    PROCESS_INTERRUPTED,
};

// How a sandbox takes part: a command before the program's own, or a call in the child.
struct sandbox {
    const char *level;           // "none", "bwrap", "landlock" ...
    char *const *prefix;         // NULL: none
    int (*enter)(void *context); // in the child, last before exec; 0 on success
    void *context;
};

struct process {
    char *const *argv;
    char *const *environment;
    const char *folder;            // to run in; NULL: this one
    double limit;                  // seconds of wall time
    size_t output_limit;           // bytes; a program that writes more is ended
    int wants_claims;              // a pipe at descriptor PROCESS_CLAIM_FD
    const struct sandbox *sandbox; // NULL: none

    enum process_end end;
    int exit_code, signal, start_error; // start_error: errno of a failed exec
    double seconds;
    char *output; // stdout and stderr, the first and the last part; ends in \0
    size_t output_length, output_total;
    char *claims; // what came through the claim's pipe, at most PROCESS_CLAIMS
    size_t claims_length;
    int claims_too_long;
    int strays; // processes that it left behind, now ended
};

enum {
    PROCESS_CLAIM_FD = 3,
    PROCESS_OUTPUT_KEPT = 64 << 10,
    PROCESS_CLAIMS = 128 << 10,
    PROCESS_OUTPUT_LIMIT = 8 << 20,
};

// Returns 0 when it was started (see end), -1 when this machine could not (errno says
// why). Afterwards no descendant of the program is left. One at a time in a process:
// whatever child this process has is taken for the program's.
int process_run(struct process *process);
void process_free(struct process *process);

// Ctrl-C and SIGTERM end the running program and make process_run return
// PROCESS_INTERRUPTED, now and from then on.
void process_watch_interrupts(void);
int process_interrupted(void);

// Wall time that programs had so far, all together: the rest is this process's own.
double process_seconds(void);

#endif
