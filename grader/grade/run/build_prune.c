// build_prune.c: which of the programs that were built before are kept.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "run/build_parts.h"

enum { KEPT_PROGRAMS = 4 };

struct old_program {
    char name[64];
    struct timespec used;
};

static int newest_first(const void *a, const void *b) {
    const struct old_program *left = a, *right = b;
    if (left->used.tv_sec != right->used.tv_sec)
        return left->used.tv_sec < right->used.tv_sec ? 1 : -1;
    return left->used.tv_nsec < right->used.tv_nsec ? 1 : -1;
}

void build_prune(const char *folder, const char *name) {
    struct old_program old[64];
    int count = 0;
    DIR *directory = opendir(folder);
    if (!directory)
        return;
    size_t length = strlen(name);
    struct stat about;
    for (struct dirent *entry; count < 64 && (entry = readdir(directory));) {
        if (strncmp(entry->d_name, name, length) != 0 || entry->d_name[length] != '-' ||
            strlen(entry->d_name) >= sizeof old[0].name ||
            fstatat(dirfd(directory), entry->d_name, &about, 0) != 0)
            continue;
        text_copy(old[count].name, sizeof old[count].name, entry->d_name);
        old[count++].used = about.st_mtim;
    }
    qsort(old, (size_t)count, sizeof old[0], newest_first);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    for (int i = 2 * KEPT_PROGRAMS; i < count; i++) // a program and its source each
        if (now.tv_sec - old[i].used.tv_sec > 60)
            unlinkat(dirfd(directory), old[i].name, 0);
    closedir(directory);
}
