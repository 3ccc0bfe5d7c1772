// process_parts.h: what the files of process.h share, and nobody else needs.
#ifndef GRADER_PROCESS_PARTS_H
#define GRADER_PROCESS_PARTS_H

#include <sys/types.h>

#include "run/process.h"

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
