// collect.h: a program that is run so that a collector sees it: tare weigh and tare checked.
#ifndef GRADER_CMD_COLLECT_H
#define GRADER_CMD_COLLECT_H

#include "base/words.h"

enum { COLLECT_NOTHING = 2, COLLECT_FAILED = 3, COLLECT_INTERRUPTED = 130 };

struct collecting {
    const char *variable; // of the environment, which names the collector's file
    const char *option;   // of hostcc: "--weigh"
    const char *file;     // NULL: nothing is collected
    const char *command;
    double seconds; // that the program may take
    enum language language;
    int no_stdout; // the program's goes to stderr
    int silent;    // nothing of the program is shown
};

// A file of the folder in which this program lies, build/. 1: it is there.
int collect_beside(const char *name, char *path, size_t size);

// 0; else the exit code, after a message. Without `started` nothing was collected.
int collect(const struct collecting *how, char **program, int *started);

// 1: the word names what is compiled first, and no program.
int collect_compiles(const char *word);
// The words of a command: a program, or a file that is compiled first; "01" is the file of that
// lab. `then` runs it and has a name for the collector's file, in a folder that is removed. The
// exit code.
int collect_file(const struct collecting *how, char **words,
                 int (*then)(char **program, const char *file));

#endif
