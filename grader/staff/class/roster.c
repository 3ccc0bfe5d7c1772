// roster.c: finds the submission of each student. Every file that is not taken, and every student
// whose id differs from the name, is noted, so that nobody is left out silently.
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "class/class.h"

const char *const layout_names[] = {"folder", "canvas", "moodle", NULL};

// ---- ids --------------------------------------------------------------------------------

static int is_safe(const char *name, size_t length) {
    int safe = length > 0 && length <= 64 && name[0] != '.' && name[0] != '-';
    for (size_t i = 0; safe && i < length; i++)
        safe = isascii((unsigned char)name[i]) &&
               (isalnum((unsigned char)name[i]) || strchr("._@-", name[i]));
    return safe;
}

static void make_id(const char *from, size_t length, char id[65]) {
    if (is_safe(from, length)) {
        snprintf(id, 65, "%.*s", (int)length, from);
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

// ---- layouts: each reads the id out of a name, or says why it cannot -----------------------

// "smithbob_LATE_340934_208490284_BobsWork.cu": the id is the first of two numbers after the name.
static const char *read_canvas(const char *name, struct handed_in *one) {
    static const char why[] = "its name is not NAME_ID_SUBMISSION_FILE.cu";
    const char *at = strchr(name, '_');
    if (at && !strncmp(at, "_LATE_", 6))
        at += 5;
    char *end;
    if (!at || !isdigit((unsigned char)at[1]) || !ends_with(name, ".cu"))
        return why;
    const char *id = at + 1;
    strtol(id, &end, 10);
    size_t length = (size_t)(end - id);
    if (*end != '_' || !isdigit((unsigned char)end[1]))
        return why;
    one->order = strtol(end + 1, &end, 10);
    make_id(id, length, one->id);
    return *end == '_' ? NULL : why;
}

// "First Last_657737_assignsubmission_file_"
static const char *read_moodle(const char *name, struct handed_in *one) {
    static const char why[] = "its name is not NAME_ID_assignsubmission_file_";
    const char *tail = strstr(name, "_assignsubmission_file"), *id = tail;
    while (tail && id > name && isdigit((unsigned char)id[-1]))
        id--;
    if (!tail || id == tail || id == name || id[-1] != '_')
        return why;
    make_id(id, (size_t)(tail - id), one->id);
    return NULL;
}

static const char *read_folder(const char *name, mode_t mode, struct handed_in *one) {
    size_t length = strlen(name);
    int is_file = ends_with(name, ".cu") && !S_ISDIR(mode);
    if (!is_file && S_ISREG(mode))
        return "it is neither a folder nor a .cu file";
    make_id(name, is_file ? length - 3 : length, one->id);
    return NULL;
}

// In Moodle, students may give a file any name: takes lab.cu, else the only .cu in the folder.
static void only_cu(char path[PATH_MAX]) {
    char found[PATH_MAX] = "";
    int count = 0;
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (ends_with(entry->d_name, ".cu") && entry->d_name[0] != '.' &&
            snprintf(found, sizeof found, "%s/%s", path, entry->d_name) < (int)sizeof found)
            count++;
    if (folder)
        closedir(folder);
    if (count == 1)
        memcpy(path, found, sizeof found);
}

// ---- all of them ------------------------------------------------------------------------

static int by_id(const void *a, const void *b) {
    const struct handed_in *left = a, *right = b;
    int order = strcmp(left->id, right->id);
    if (order)
        return order;
    order = (left->order < right->order) - (left->order > right->order);
    return order ? order : strcmp(left->name, right->name);
}

static void sort(struct roster *roster) {
    if (roster->count)
        qsort(roster->all, (size_t)roster->count, sizeof *roster->all, by_id);
}

// Of several submissions by one student, keeps the latest.
static int keep_latest(struct roster *roster) {
    int kept = 0, bad = 0;
    for (int i = 0; !bad && i < roster->count; i++)
        if (kept == 0 || strcmp(roster->all[kept - 1].id, roster->all[i].id) != 0)
            roster->all[kept++] = roster->all[i];
        else
            bad = report_note(&roster->notes, roster->all[i].name,
                              "the same student handed in a later one, which counts");
    roster->count = kept;
    return bad;
}

// "dup" and "dup.cu" are two students. The id of the second is a hash of its whole name, the same
// in every run. If another student has that id, the id is hashed again.
static void tell_apart(struct roster *roster) {
    for (int again = 1; again; sort(roster)) {
        again = 0;
        for (int i = 1; i < roster->count; i++) {
            struct handed_in *one = &roster->all[i];
            char text[400], hex[65];
            if (strcmp(one->id, roster->all[i - 1].id) != 0)
                continue;
            snprintf(text, sizeof text, "%s %s", one->id, one->name);
            text_sha256(text, strlen(text), hex);
            snprintf(one->id, sizeof one->id, "hashed-%.16s", hex);
            again = 1;
        }
    }
}

// Notes every id that differs from the name, because files and commands use the id.
static int note_other_ids(struct roster *roster) {
    int bad = 0;
    for (int i = 0; !bad && i < roster->count; i++) {
        const struct handed_in *one = &roster->all[i];
        char why[200];
        size_t length = strlen(one->id);
        if (!strncmp(one->name, one->id, length) &&
            (!one->name[length] || !strcmp(one->name + length, ".cu")))
            continue;
        snprintf(why, sizeof why, "its id is %s", one->id);
        bad = report_note(&roster->notes, one->name, why);
    }
    return bad;
}

static int add(struct roster *roster, const struct handed_in *one) {
    struct handed_in *more = realloc(roster->all, (size_t)(roster->count + 1) * sizeof *more);
    if (!more)
        return -1;
    roster->all = more;
    roster->all[roster->count++] = *one;
    return 0;
}

static int take(struct roster *roster, const char *folder, const char *name, enum layout layout) {
    struct handed_in one = {.order = 0};
    struct stat about;
    if (snprintf(one.path, sizeof one.path, "%s/%s", folder, name) >= (int)sizeof one.path)
        return report_note(&roster->notes, name, "its path is too long");
    if (lstat(one.path, &about) != 0)
        return report_note(&roster->notes, name, strerror(errno));
    text_printable(one.name, sizeof one.name, name, strlen(name));
    const char *why = layout == LAYOUT_CANVAS   ? read_canvas(name, &one)
                      : layout == LAYOUT_MOODLE ? read_moodle(name, &one)
                                                : read_folder(name, about.st_mode, &one);
    if (why)
        return report_note(&roster->notes, name, why);
    if (S_ISDIR(about.st_mode) && layout == LAYOUT_MOODLE)
        only_cu(one.path);
    if (S_ISLNK(about.st_mode) &&
        report_note(&roster->notes, name, "it is a link, which is refused") != 0)
        return -1;
    return add(roster, &one);
}

int roster_read(const char *folder, enum layout layout, struct roster *roster, char why[200]) {
    struct dirent **entries = NULL;
    int found = scandir(folder, &entries, NULL, alphasort), bad = 0;
    memset(roster, 0, sizeof *roster);
    if (found < 0) {
        snprintf(why, 200, "%.140s: %s", folder, strerror(errno));
        return -1;
    }
    for (int i = 0; i < found; i++) {
        if (!bad && entries[i]->d_name[0] != '.')
            bad = take(roster, folder, entries[i]->d_name, layout);
        free(entries[i]);
    }
    free(entries);
    sort(roster);
    if (layout == LAYOUT_FOLDER) {
        tell_apart(roster);
        bad = bad || note_other_ids(roster) != 0;
    } else {
        bad = bad || keep_latest(roster) != 0;
    }
    if (bad || roster->count == 0) {
        snprintf(why, 200, "%.120s: %s", folder,
                 bad ? "out of memory" : "no submission of this layout is in it");
        roster_free(roster);
        return -1;
    }
    return 0;
}

void roster_free(struct roster *roster) {
    free(roster->all);
    free(roster->notes.all);
    memset(roster, 0, sizeof *roster);
}
