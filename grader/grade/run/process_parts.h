// process_parts.h: what the files of process.h share, and nobody else needs.
#ifndef GRADER_PROCESS_PARTS_H
#define GRADER_PROCESS_PARTS_H

#include <sys/types.h>

#include "run/process.h"

// The sandbox's words before the program's own; the caller frees the list. NULL: no memory.
char **process_words(const struct process *process);

// Between fork and exec; tells the parent through failure when it cannot go on. Does not
// return. claims, gate: -1 where there is none.
void process_become(const struct process *process, char **argv, int output, int claims, int gate,
                    int failure);

// Among those that were started and nobody waited for, puts fresh where old stood; 0 stands
// for an empty place. Returns 0 when old is not there.
int process_replace_running(pid_t old, pid_t fresh);

// Ends every other child that this process has: adopted from a program. How many.
int process_end_strays(void);

#endif
