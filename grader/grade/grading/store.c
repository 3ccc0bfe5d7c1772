// store.c: writes a grading as JSON, whole or not at all.
#define _GNU_SOURCE
#include "grading/store.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FLAGS = JSON_INDENT(1) | JSON_REAL_PRECISION(17) };

// A pipe or a device is written to, never replaced.
static int is_special(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

static int write_to(const json_t *json, FILE *file) {
    int failed = json_dumpf(json, file, FLAGS) != 0 || fputc('\n', file) == EOF;
    return fflush(file) != 0 || failed;
}

static int write_beside(const json_t *json, const char *path, const char *fresh) {
    int special = is_special(path);
    FILE *file = fopen(special ? path : fresh, "w");
    if (!file)
        return -1;
    int failed = write_to(json, file) || (!special && fsync(fileno(file)) != 0);
    failed |= fclose(file) != 0;
    if (special)
        return failed ? -1 : 0;
    if (!failed && rename(fresh, path) == 0)
        return 0;
    int why = errno;
    unlink(fresh);
    errno = why;
    return -1;
}

int store_grading(const struct grading *grading, const char *path) {
    char fresh[1100];
    int failed;
    json_t *json = grading_to_json(grading);
    if (strcmp(path, "-") == 0) {
        failed = write_to(json, stdout);
    } else if (snprintf(fresh, sizeof fresh, "%s.%d", path, (int)getpid()) >= (int)sizeof fresh) {
        errno = ENAMETOOLONG;
        failed = 1;
    } else {
        failed = write_beside(json, path, fresh) != 0;
    }
    json_decref(json);
    if (failed)
        fprintf(stderr, "tare: the grading could not be written to %s: %s\n", path,
                strerror(errno));
    return failed ? -1 : 0;
}

struct grading *load_grading(const char *path) {
    json_error_t error;
    json_t *json = strcmp(path, "-") == 0 ? json_loadf(stdin, JSON_REJECT_DUPLICATES, &error)
                                          : json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!json) {
        fprintf(stderr, "tare: %s: line %d: %s\n", path, error.line, error.text);
        return NULL;
    }
    char why[160];
    struct grading *grading = grading_from_json(json, why);
    json_decref(json);
    if (!grading)
        fprintf(stderr, "tare: %s: %s\n", path, why);
    return grading;
}
