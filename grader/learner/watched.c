// watched.c: notices when a file changes. inotify only makes that faster: the file itself is looked
// at at least once a second, so that a replaced folder and a network file system work too.
#define _GNU_SOURCE
#include "learner/learner.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

enum { LOOK_EVERY = 1000, STILL_FOR = 60, GONE_FOR = 300 }; // milliseconds

static void listen_to_folder(struct watched *file) {
    if (file->notify >= 0) // a new watch if the folder was replaced; else the watch stays the same
        inotify_add_watch(file->notify, file->folder,
                          IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MOVED_FROM);
}

void watched_open(struct watched *file, const char *path, int poll_only) {
    memset(file, 0, sizeof *file);
    snprintf(file->path, sizeof file->path, "%s", path);
    snprintf(file->folder, sizeof file->folder, "%s", path);
    char *slash = strrchr(file->folder, '/');
    if (slash)
        *slash = '\0';
    file->notify = poll_only ? -1 : inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    listen_to_folder(file);
    file->here = stat(file->path, &file->seen) == 0;
}

void watched_close(struct watched *file) {
    if (file->notify >= 0)
        close(file->notify);
    file->notify = -1;
}

static int same(const struct stat *a, const struct stat *b) {
    return a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static enum change look(struct watched *file) {
    struct stat now, later;
    if (stat(file->path, &now) != 0) {
        usleep(GONE_FOR * 1000); // an editor that renames may be between its two steps
        if (stat(file->path, &now) != 0) {
            enum change change = file->here ? CHANGE_GONE : CHANGE_NONE;
            file->here = 0;
            return change;
        }
    }
    if (file->here && same(&now, &file->seen))
        return CHANGE_NONE;
    for (int rounds = 0; rounds < 100; rounds++) {
        usleep(STILL_FOR * 1000);
        if (stat(file->path, &later) == 0 && same(&now, &later))
            break;
        now = later;
    }
    file->seen = now;
    file->here = 1;
    return CHANGE_SAVED;
}

enum change watched_wait(struct watched *file, int keys, int *key_ready, int milliseconds) {
    struct pollfd ready[2] = {{.fd = file->notify, .events = POLLIN},
                              {.fd = keys ? STDIN_FILENO : -1, .events = POLLIN}};
    char ignored[4096];
    *key_ready = 0;
    int wait = milliseconds < LOOK_EVERY ? milliseconds : LOOK_EVERY;
    if (poll(ready, 2, wait) > 0) {
        if (ready[0].revents)
            while (read(file->notify, ignored, sizeof ignored) > 0)
                ;
        *key_ready = ready[1].revents != 0;
    }
    listen_to_folder(file);
    return look(file);
}
