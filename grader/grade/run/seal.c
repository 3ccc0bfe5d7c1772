// seal.c: see build.h. The kernel notes when a file was last changed in any way; a file without
// such a change is not read again, any other is compared by its hash.
#define _GNU_SOURCE
#include "run/build.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "intake/intake.h"

enum { LARGEST = 512 << 20, DEEPEST = 8 };

struct sealed {
    char *path;
    char sha256[65];
    struct stat about;
};

struct seal {
    struct sealed *all;
    int count;
};

struct seal *seal_new(void) {
    return calloc(1, sizeof(struct seal));
}

static int hash_file(const char *path, struct sealed *file) {
    size_t length;
    if (stat(path, &file->about) != 0)
        return -1;
    char *bytes = file_read(path, LARGEST, &length);
    if (!bytes)
        return -1;
    text_sha256(bytes, length, file->sha256);
    free(bytes);
    return 0;
}

static int add_file(struct seal *seal, const char *path) {
    struct sealed file = {.path = NULL};
    if (hash_file(path, &file) != 0)
        return -1;
    struct sealed *more = realloc(seal->all, (size_t)(seal->count + 1) * sizeof *more);
    if (more)
        seal->all = more;
    file.path = more ? strdup(path) : NULL;
    if (!file.path)
        return -1;
    seal->all[seal->count++] = file;
    return 0;
}

static int is_header(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (!strcmp(dot, ".h") || !strcmp(dot, ".cuh") || !strcmp(dot, ".hpp"));
}

static int add_folder(struct seal *seal, const char *path, int depth) {
    DIR *folder = opendir(path);
    int bad = !folder;
    for (struct dirent *entry; !bad && (entry = readdir(folder));) {
        char *below = NULL;
        struct stat about;
        if (entry->d_name[0] == '.')
            continue;
        if (asprintf(&below, "%s/%s", path, entry->d_name) < 0)
            below = NULL;
        bad = !below || lstat(below, &about) != 0;
        if (!bad && S_ISDIR(about.st_mode) && depth < DEEPEST)
            bad = add_folder(seal, below, depth + 1) != 0;
        else if (!bad && S_ISREG(about.st_mode) && is_header(entry->d_name))
            bad = add_file(seal, below) != 0;
        free(below);
    }
    if (folder)
        closedir(folder);
    return bad ? -1 : 0;
}

int seal_add(struct seal *seal, const char *path) {
    struct stat about;
    if (stat(path, &about) != 0)
        return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
    return S_ISDIR(about.st_mode) ? add_folder(seal, path, 0) : add_file(seal, path);
}

static int same_moment(struct timespec a, struct timespec b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static int is_untouched(const struct stat *before, const struct stat *now) {
    return before->st_dev == now->st_dev && before->st_ino == now->st_ino &&
           before->st_size == now->st_size && same_moment(before->st_mtim, now->st_mtim) &&
           same_moment(before->st_ctim, now->st_ctim);
}

const char *seal_broken(struct seal *seal) {
    for (int i = 0; seal && i < seal->count; i++) {
        struct sealed now = {.path = NULL}, *file = &seal->all[i];
        if (stat(file->path, &now.about) == 0 && is_untouched(&file->about, &now.about))
            continue;
        if (hash_file(file->path, &now) != 0 || strcmp(now.sha256, file->sha256) != 0)
            return file->path;
        file->about = now.about;
    }
    return NULL;
}

void seal_free(struct seal *seal) {
    for (int i = 0; seal && i < seal->count; i++)
        free(seal->all[i].path);
    if (seal)
        free(seal->all);
    free(seal);
}
