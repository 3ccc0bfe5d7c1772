// watched.h: one file that an editor writes: did it change, is it gone, has it settled?
#ifndef GRADER_WATCHED_H
#define GRADER_WATCHED_H

#include <sys/stat.h>

struct watched {
    char path[700], folder[700];
    struct stat seen;
    int here;   // the file exists
    int notify; // inotify, or -1: then once a second must do
};

enum change { CHANGE_NONE, CHANGE_SAVED, CHANGE_GONE };

// Looks at the file as it is now. poll_only: for file systems that tell nothing.
void watched_open(struct watched *file, const char *path, int poll_only);
void watched_close(struct watched *file);
// Waits for a change, a key on standard input (keys), or the time to end. A save counts
// once the file has been still for a moment: editors write in several steps, and some
// write beside and rename.
enum change watched_wait(struct watched *file, int keys, int *key_ready, int milliseconds);

#endif
