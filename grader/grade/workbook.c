// workbook.c: finds the tree, and a lab by any name that a person may type.
#define _GNU_SOURCE
#include "grade/workbook.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

static int is_root(const char *folder) {
    char path[600];
    snprintf(path, sizeof path, "%s/common/tare.h", folder);
    if (access(path, R_OK) != 0)
        return 0;
    snprintf(path, sizeof path, "%s/labs", folder);
    return access(path, R_OK) == 0;
}

static int nearest_above(const char *start, char root[512]) {
    char folder[512];
    if (text_copy(folder, sizeof folder, start))
        return -1;
    for (;;) {
        if (is_root(folder)) {
            text_copy(root, 512, folder);
            return 0;
        }
        char *slash = strrchr(folder, '/');
        if (!slash || slash == folder)
            return -1;
        *slash = '\0';
    }
}

int workbook_seek(char root[512], char why[600]) {
    const char *asked = getenv("TARE_ROOT");
    if (asked && *asked) {
        if (is_root(asked) && text_copy(root, 512, asked) == 0)
            return 0;
        text_format(why, 600, "TARE_ROOT=%s holds no workbook (no labs/ and common/tare.h)", asked);
        return -1;
    }
    char here[512];
    ssize_t length = readlink("/proc/self/exe", here, sizeof here - 1);
    if (length > 0) {
        here[length] = '\0';
        if (nearest_above(here, root) == 0)
            return 0;
    }
    if (getcwd(here, sizeof here) && nearest_above(here, root) == 0)
        return 0;
    text_copy(why, 600, "no workbook here: run it inside the tree, or set TARE_ROOT");
    return -1;
}

int workbook_find(char root[512]) {
    char why[600];
    int found = workbook_seek(root, why);
    if (found != 0)
        fprintf(stderr, "tare: %s\n", why);
    return found;
}

static int by_number(const void *a, const void *b) {
    const struct lab_meta *left = a, *right = b;
    return strcmp(left->folder, right->folder);
}

int workbook_labs(const char *root, struct lab_meta labs[WORKBOOK_LABS], char why[160]) {
    char path[1200];
    snprintf(path, sizeof path, "%s/labs", root);
    DIR *folder = opendir(path);
    if (!folder) {
        snprintf(why, 160, "%.100s cannot be read", path);
        return -1;
    }
    int count = 0, failed = 0;
    for (struct dirent *entry; !failed && (entry = readdir(folder));) {
        if (!isdigit((unsigned char)entry->d_name[0]) || strlen(entry->d_name) >= 40)
            continue;
        snprintf(path, sizeof path, "%s/labs/%s/lab.meta", root, entry->d_name);
        if (access(path, F_OK) != 0)
            continue; // a folder that is no lab (yet)
        failed = count == WORKBOOK_LABS;
        if (failed)
            snprintf(why, 160, "labs/ holds more than %d labs", WORKBOOK_LABS);
        else if (lab_meta_read(path, &labs[count], why) != 0)
            failed = 1;
        else
            count++;
    }
    closedir(folder);
    if (failed)
        return -1;
    qsort(labs, (size_t)count, sizeof labs[0], by_number);
    return count;
}

// The name that was asked for, without folders before it and slashes after it.
static void base_name(const char *asked, char name[64]) {
    char copy[512];
    text_copy(copy, sizeof copy, asked);
    size_t length = strlen(copy);
    if (length > 7 && strcmp(copy + length - 7, "/lab.cu") == 0)
        copy[length -= 7] = '\0';
    while (length > 0 && copy[length - 1] == '/')
        copy[--length] = '\0';
    const char *slash = strrchr(copy, '/');
    text_copy(name, 64, slash ? slash + 1 : copy);
}

static int same_number(const char *name, const char *number) {
    if (!*name || strspn(name, "0123456789") != strlen(name) || strlen(name) > 4)
        return 0;
    return atoi(name) == atoi(number);
}

int workbook_lab(const char *root, const char *asked, struct lab_meta *lab, char why[160]) {
    struct lab_meta *labs = calloc(WORKBOOK_LABS, sizeof *labs);
    int count = labs ? workbook_labs(root, labs, why) : -1;
    if (count < 0) {
        free(labs);
        return -1;
    }
    char name[64];
    base_name(asked, name);
    const struct lab_meta *nearest = NULL;
    int nearest_distance = 4; // a larger distance is not a misspelling
    for (int i = 0; i < count; i++) {
        if (same_number(name, labs[i].number) || strcasecmp(name, labs[i].name) == 0 ||
            strcasecmp(name, labs[i].folder) == 0) {
            *lab = labs[i];
            free(labs);
            return 0;
        }
        int distance = text_distance(name, labs[i].name);
        int with_number = text_distance(name, labs[i].folder);
        if (with_number < distance)
            distance = with_number;
        if (distance < nearest_distance) {
            nearest_distance = distance;
            nearest = &labs[i];
        }
    }
    char shown[64];
    text_printable(shown, sizeof shown, name, strlen(name));
    if (same_number(name, name) && atoi(name) >= FIRST_OWN_LAB)
        snprintf(why, 160,
                 "no lab \"%.40s\": from %d on they are labs of your own; say their folder too: "
                 "TARE_LABS=FOLDER",
                 shown, FIRST_OWN_LAB);
    else if (nearest)
        snprintf(why, 160, "no lab \"%.40s\": did you mean %s (%s)?", shown, nearest->number,
                 nearest->name);
    else if (count > 0)
        snprintf(why, 160, "no lab \"%.40s\": there are %s to %s", shown, labs[0].number,
                 labs[count - 1].number);
    else
        snprintf(why, 160, "no lab \"%.40s\": labs/ is empty", shown);
    free(labs);
    return -1;
}
