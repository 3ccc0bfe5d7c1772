// process.h: runs a program that is not to be trusted with time, output or children.
#ifndef GRADER_PROCESS_H
#define GRADER_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

#include "base/clock.h"

enum process_end {
    PROCESS_EXITED,
    PROCESS_SIGNALLED,
    PROCESS_TIMED_OUT,
    PROCESS_FLOODED,
    PROCESS_NOT_STARTED,
    PROCESS_INTERRUPTED,
};

// A sandbox is a command before the program's own. It says in one line at PROCESS_WALLS_FD how
// the program ended: "walls WHY" when a wall could not be put up, "limit WHAT", or "ended". The
// program itself never has that descriptor.
struct sandbox {
    const char *level;   // "none", "bwrap", "landlock" ...
    char *const *prefix; // NULL: none
    const char *room;    // of a compiler: its input is ROOM/lab.cu and its output ROOM/program,
                         // and both come and go through descriptors
};

struct process {
    char *const *argv;
    char *const *environment;
    const char *folder;            // to run in; NULL: this one
    int input;                     // its standard input, a descriptor of the caller; -1: empty
    int file;                      // a descriptor of the caller, for PROCESS_FILE_FD; -1: none
    int library;                   // and one for PROCESS_LIBRARY_FD; -1: none
    double limit;                  // seconds of wall time
    size_t output_limit;           // bytes; a program that writes more is ended
    int wants_claims;              // a pipe at descriptor PROCESS_CLAIM_FD
    int wants_gate;                // and a socket at PROCESS_GATE_FD, see run.h
    const struct sandbox *sandbox; // NULL: none

    enum process_end end;
    int exit_code, signal, start_error; // start_error: errno of a failed exec
    double seconds;
    char *output; // stdout and stderr, the first and the last part; ends in \0
    size_t output_length, output_total;
    char *claims; // what came through the claim's pipe, at most PROCESS_CLAIMS
    size_t claims_length;
    int claims_too_long;
    int strays;      // processes that it left behind, now ended
    char walls[240]; // what its sandbox said, without the newline

    // While it runs.
    int child, pidfd;
    int output_fd, claims_fd, failure_fd, gate_fd, walls_fd; // our ends; -1: none
    double begun;                                            // when its time began to count
    int at_gate;                                             // it said that it is ready, and waits
    double worked, arrived;                                  // its seconds of work then, and when
    int opened;                                              // it was let through its first gate
    int left_early; // and the second came before it had measured
};

// What every process begins with: before its start no descriptor is open, and 0 would be the
// terminal.
#define PROCESS_NONE                                                                               \
    .input = -1, .file = -1, .library = -1, .pidfd = -1, .output_fd = -1, .claims_fd = -1,         \
    .failure_fd = -1, .gate_fd = -1, .walls_fd = -1

enum {
    PROCESS_CLAIM_FD = 3,
    PROCESS_GATE_FD = 4,
    PROCESS_WALLS_FD = 5,
    PROCESS_FILE_FD = 6,
    PROCESS_LIBRARY_FD = 7,
    PROCESS_MOST = 16, // that run beside each other
    PROCESS_OUTPUT_KEPT = 64 << 10,
    PROCESS_CLAIMS = 128 << 10,
    PROCESS_OUTPUT_LIMIT = 8 << 20,
};

// Returns 0 when it was started (see end), -1 when this machine could not (errno says
// why). Afterwards no descendant of the program is left: whatever child this process has,
// beside those that process_start started, is taken for the program's.
int process_run(struct process *process);

// The same in two steps, so that several can run beside each other. Each process that was
// started is either waited for, which ends its strays, or dropped: ended where it is.
int process_start(struct process *process);
void process_wait(struct process *process);
void process_kill(struct process *process); // at once, and still to be dropped
void process_drop(struct process *process);
void process_drain(struct process *process); // what it wrote until now
void process_free(struct process *process);

// ---- process_child.c: files that have no name
// A file without a name that holds these bytes, to be read from its beginning; -1: errno.
int process_file_new(const char *bytes, size_t length);
// A file that was not there a moment ago, and is no link: what stood there is removed.
int process_file_fresh(const char *path, mode_t mode);
// Writes what a program left in a file without a name, at most limit bytes, to a fresh file.
int process_file_keep(int fd, off_t limit, const char *path, mode_t mode);

// Ctrl-C and SIGTERM end the running program and make process_run return
// PROCESS_INTERRUPTED, now and from then on.
void process_watch_interrupts(void);
int process_interrupted(void);

// Wall time that programs had so far, all together: the rest is this process's own.
double process_seconds(void);

// NULL; else why the sandbox could not start the program: by the sandbox's own words.
const char *process_without_walls(const struct process *process);

// ---- process_child.c: for process.c alone

// The sandbox's words before the program's own; the caller frees the list. NULL: no memory.
char **process_words(const struct process *process);

// The child's ends of what connects it; -1: none.
struct process_ends {
    int output, failure, claims, gate, walls;
};

// Between fork and exec; tells the parent through failure when it cannot go on. Does not return.
void process_become(const struct process *process, char **argv, const struct process_ends *ends);

// Among those that were started and nobody waited for, puts fresh where old stood; 0 stands
// for an empty place. Returns 0 when old is not there.
int process_replace_running(pid_t old, pid_t fresh);

// Ends every other child that this process has: adopted from a program. How many.
int process_end_strays(void);

#endif
