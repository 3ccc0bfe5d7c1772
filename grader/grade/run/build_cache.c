// build_cache.c: programs that were built before: named by their content, and few of them kept.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "run/build.h"

// ---- the key ------------------------------------------------------------------------

// The state of every header below folder: a header of ours that changed makes a cached
// program another than the one that is compiled now.
static void tell_headers(FILE *out, const char *folder, int depth) {
    DIR *directory = opendir(folder);
    if (!directory)
        return;
    unsigned long long sum = 0; // of all, in whatever order they are read
    for (struct dirent *entry; (entry = readdir(directory));) {
        struct stat about;
        size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.' ||
            fstatat(dirfd(directory), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        char below[1200];
        snprintf(below, sizeof below, "%s/%s", folder, entry->d_name);
        if (S_ISDIR(about.st_mode) && depth < 4)
            tell_headers(out, below, depth + 1);
        else if (length > 2 && strcmp(entry->d_name + length - 2, ".h") == 0)
            sum += (unsigned long long)about.st_mtim.tv_sec * 1000003u +
                   (unsigned long long)about.st_mtim.tv_nsec + (unsigned long long)about.st_size;
    }
    closedir(directory);
    if (sum)
        fprintf(out, " %llu", sum);
}

int build_key(const struct build_request *request, char *const *words, int count, char key[17]) {
    char *all = NULL, sha[65];
    size_t size = 0;
    FILE *out = open_memstream(&all, &size);
    if (!out)
        return -1;
    fprintf(out, "%s\n%s", request->shown ? request->shown : "",
            request->compiled ? request->compiled : request->source);
    for (int i = request->object ? -2 : -1; i < count; i++) {
        const char *word = i == -2 ? request->object : i == -1 ? "build/hostdevice.a" : words[i];
        char path[1200];
        struct stat about;
        snprintf(path, sizeof path, "%s%s%s", *word == '/' ? "" : request->root,
                 *word == '/' ? "" : "/", word);
        if (i >= 0)
            fprintf(out, "\n%s", word);
        if (stat(path, &about) == 0 && S_ISREG(about.st_mode))
            fprintf(out, " %lld %lld.%09ld", (long long)about.st_size,
                    (long long)about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
        if (strncmp(word, "-I", 2) == 0) {
            snprintf(path, sizeof path, "%s/%s", request->root, word + 2);
            tell_headers(out, word[2] == '/' ? word + 2 : path, 0);
        }
    }
    fclose(out);
    text_sha256(all, size, sha);
    free(all);
    memcpy(key, sha, 16);
    key[16] = '\0';
    return 0;
}

// ---- what is kept -------------------------------------------------------------------

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
