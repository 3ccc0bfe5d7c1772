// roster.c: see roster.h.
#define _GNU_SOURCE
#include "class/roster.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"

int layout_named(const char *name, enum layout *layout) {
    static const char *const names[] = {"folder", "canvas", "moodle"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(name, names[i]))
            return *layout = (enum layout)i, 0;
    return -1;
}

static void safe_id(const char *from, size_t length, char id[65]) {
    int safe = length > 0 && length <= 64 && from[0] != '.' && from[0] != '-';
    for (size_t i = 0; safe && i < length; i++)
        safe = isascii((unsigned char)from[i]) &&
               (isalnum((unsigned char)from[i]) || strchr("._@-", from[i]));
    if (safe) {
        memcpy(id, from, length);
        id[length] = '\0';
        return;
    }
    char hex[65];
    text_sha256(from, length, hex);
    snprintf(id, 65, "hashed-%.16s", hex);
}

static int ends_with(const char *name, const char *ending) {
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && !strcmp(name + length - tail, ending);
}

// "smithbob_LATE_340934_208490284_BobsWork.cu": the two numbers in a row after the name.
static int read_canvas(const char *name, struct handed_in *one) {
    const char *at = strchr(name, '_');
    if (at && !strncmp(at, "_LATE_", 6))
        at += 5;
    char *end;
    if (!at || !isdigit((unsigned char)at[1]) || !ends_with(name, ".cu"))
        return -1;
    const char *id = at + 1;
    strtol(id, &end, 10);
    size_t length = (size_t)(end - id);
    if (*end != '_' || !isdigit((unsigned char)end[1]))
        return -1;
    one->order = strtol(end + 1, &end, 10);
    safe_id(id, length, one->id);
    return *end == '_' ? 0 : -1;
}

// "First Last_657737_assignsubmission_file_"
static int read_moodle(const char *name, struct handed_in *one) {
    const char *tail = strstr(name, "_assignsubmission_file");
    if (!tail)
        return -1;
    const char *id = tail;
    while (id > name && isdigit((unsigned char)id[-1]))
        id--;
    if (id == tail || id == name || id[-1] != '_')
        return -1;
    safe_id(id, (size_t)(tail - id), one->id);
    return 0;
}

static int read_folder(const char *name, int is_folder, struct handed_in *one) {
    size_t length = strlen(name);
    if (!is_folder && !ends_with(name, ".cu"))
        return -1;
    safe_id(name, is_folder ? length : length - 3, one->id);
    return 0;
}

// Moodle's students name their file as they like: lab.cu, else the only .cu there.
static void only_cu(char path[1024]) {
    char found[1024] = "";
    int count = 0;
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (ends_with(entry->d_name, ".cu") && entry->d_name[0] != '.') {
            count +=
                snprintf(found, sizeof found, "%s/%s", path, entry->d_name) < (int)sizeof found;
        }
    if (folder)
        closedir(folder);
    if (count == 1)
        memcpy(path, found, sizeof found);
}

static int by_id_latest_first(const void *a, const void *b) {
    const struct handed_in *left = a, *right = b;
    int order = strcmp(left->id, right->id);
    return order ? order : left->order < right->order ? 1 : left->order > right->order ? -1 : 0;
}

static void keep_the_latest(struct roster *roster) {
    int kept = 0;
    if (roster->count)
        qsort(roster->all, (size_t)roster->count, sizeof *roster->all, by_id_latest_first);
    for (int i = 0; i < roster->count; i++)
        if (kept == 0 || strcmp(roster->all[kept - 1].id, roster->all[i].id) != 0)
            roster->all[kept++] = roster->all[i];
    roster->count = kept;
}

int roster_read(const char *folder, enum layout layout, struct roster *roster, char why[200]) {
    memset(roster, 0, sizeof *roster);
    DIR *open_folder = opendir(folder);
    if (!open_folder) {
        snprintf(why, 200, "%.140s: %s", folder, strerror(errno));
        return -1;
    }
    int bad = 0;
    for (struct dirent *entry; !bad && (entry = readdir(open_folder));) {
        struct handed_in one = {.order = 0};
        struct stat about;
        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(one.path, sizeof one.path, "%s/%s", folder, entry->d_name) >=
                (int)sizeof one.path ||
            lstat(one.path, &about) != 0)
            continue;
        int is_folder = S_ISDIR(about.st_mode);
        text_printable(one.name, sizeof one.name, entry->d_name, strlen(entry->d_name));
        int known = layout == LAYOUT_CANVAS   ? read_canvas(entry->d_name, &one)
                    : layout == LAYOUT_MOODLE ? read_moodle(entry->d_name, &one)
                                              : read_folder(entry->d_name, is_folder, &one);
        if (known != 0)
            continue;
        if (is_folder && layout == LAYOUT_MOODLE)
            only_cu(one.path);
        struct handed_in *more = realloc(roster->all, (size_t)(roster->count + 1) * sizeof *more);
        bad = !more;
        if (more) {
            roster->all = more;
            roster->all[roster->count++] = one;
        }
    }
    closedir(open_folder);
    keep_the_latest(roster);
    if (bad || roster->count == 0) {
        snprintf(why, 200, "%.120s: %s", folder,
                 bad ? "memory is out" : "no submission of this layout is in it");
        roster_free(roster);
        return -1;
    }
    return 0;
}

void roster_free(struct roster *roster) {
    free(roster->all);
    memset(roster, 0, sizeof *roster);
}
