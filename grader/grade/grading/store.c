// store.c: writes a grading as JSON, completely or not at all; reads files.
#define _GNU_SOURCE
#include "grading/keep.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FLAGS = JSON_INDENT(1) | JSON_REAL_PRECISION(17) };

// A pipe or a device is written to, not replaced by a file.
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

char *load_text(const char *path) {
    char *text = NULL, piece[16384];
    size_t size = 0, got;
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    FILE *whole = file ? open_memstream(&text, &size) : NULL;
    while (whole && (got = fread(piece, 1, sizeof piece, file)) > 0)
        fwrite(piece, 1, got, whole);
    int failed = !whole || ferror(file) || fclose(whole) != 0;
    if (failed) {
        fprintf(stderr, "tare: %s: %s\n", path, strerror(errno));
        free(text);
    }
    if (file && file != stdin)
        fclose(file);
    return failed ? NULL : text;
}

struct grading *grading_of_text(const char *text, const char *path) {
    json_error_t error;
    char why[160];
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!json) {
        fprintf(stderr, "tare: %s: line %d: %s\n", path, error.line, error.text);
        return NULL;
    }
    struct grading *grading = grading_from_json(json, why);
    json_decref(json);
    if (!grading)
        fprintf(stderr, "tare: %s: %s\n", path, why);
    return grading;
}

struct grading *load_grading(const char *path) {
    char *text = load_text(path);
    struct grading *grading = text ? grading_of_text(text, path) : NULL;
    free(text);
    return grading;
}
