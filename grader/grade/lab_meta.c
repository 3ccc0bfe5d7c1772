// lab_meta.c: reads lab.meta, "key = value" a line, # for comments. Whatever it does not
// know it refuses: a misspelt key must not be a silent default.
#include "grade/workbook.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static int number_of(const char *value, double *number) {
    char *end;
    if (strspn(value, "0123456789.eE+-") != strlen(value) || !*value)
        return -1;
    *number = strtod(value, &end); // the program stays in the C locale for numbers
    return *end == '\0' && isfinite(*number) ? 0 : -1;
}

static int keep(char *to, size_t size, const char *value) {
    return *value && text_copy(to, size, value) == 0 ? 0 : -1;
}

static int read_row(struct lab_meta *lab, const char *value) {
    if (lab->row_count == LAB_ROWS)
        return -1;
    struct lab_row *row = &lab->rows[lab->row_count];
    char points[32], rest[2];
    if (sscanf(value, "%63s %47s %31s %1s", row->what, row->mistake, points, rest) != 3 ||
        number_of(points, &row->points) != 0 || row->points < 0)
        return -1;
    lab->row_count++;
    return 0;
}

static int set(struct lab_meta *lab, const char *key, const char *value) {
    static const struct {
        const char *key;
        size_t at, size;
    } texts[] = {
#define FIELD(key, member)                                                                         \
    {key, offsetof(struct lab_meta, member), sizeof(((struct lab_meta *)0)->member)}
        FIELD("number", number),
        FIELD("name", name),
        FIELD("title.en", title[ENGLISH]),
        FIELD("title.zh", title[CHINESE]),
        FIELD("teaches.en", teaches[ENGLISH]),
        FIELD("teaches.zh", teaches[CHINESE]),
        FIELD("mistake", mistake),
        FIELD("chapter", chapter),
        FIELD("off_host", off[0]),
        FIELD("off_gpu", off[1]),
#undef FIELD
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(key, texts[i].key) == 0)
            return keep((char *)lab + texts[i].at, texts[i].size, value);
    if (strcmp(key, "off") == 0) {
        for (int device = 0; device < 2; device++)
            if (!lab->off[device][0] && keep(lab->off[device], sizeof lab->off[device], value))
                return -1;
        return 0;
    }
    if (strcmp(key, "tolerance") == 0)
        return number_of(value, &lab->tolerance) == 0 && lab->tolerance > 0 && lab->tolerance < 1
                   ? 0
                   : -1;
    if (strcmp(key, "points") == 0)
        return number_of(value, &lab->points) == 0 && lab->points >= 0 ? 0 : -1;
    if (strcmp(key, "row") == 0)
        return read_row(lab, value);
    if (strcmp(key, "device") == 0) {
        lab->gpu_only = strcmp(value, "gpu") == 0;
        return lab->gpu_only || strcmp(value, "any") == 0 ? 0 : -1;
    }
    return 1; // not ours
}

static const char *missing_field(const struct lab_meta *lab) {
    const struct {
        const char *key;
        int there;
    } needed[] = {
        {"number", lab->number[0]},         {"name", lab->name[0]},
        {"title.en", lab->title[0][0]},     {"title.zh", lab->title[1][0]},
        {"teaches.en", lab->teaches[0][0]}, {"teaches.zh", lab->teaches[1][0]},
        {"tolerance", lab->tolerance > 0},  {"mistake or row", lab->mistake[0] || lab->row_count},
        {"points", lab->points > 0},        {"chapter", lab->chapter[0]},
    };
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (!needed[i].there)
            return needed[i].key;
    return NULL;
}

int lab_meta_read(const char *path, struct lab_meta *lab, char why[160]) {
    memset(lab, 0, sizeof *lab);
    FILE *file = fopen(path, "r");
    if (!file) {
        snprintf(why, 160, "%.90s: %s", path, strerror(errno));
        return -1;
    }
    char line[1024];
    int failed = 0;
    for (int number = 1; !failed && fgets(line, sizeof line, file); number++) {
        char *start = text_trim(line);
        if (*start == '\0' || *start == '#')
            continue;
        char *equals = strchr(start, '=');
        if (!equals) {
            snprintf(why, 160, "%.90s:%d: no \"=\" in \"%.40s\"", path, number, start);
            failed = 1;
            continue;
        }
        *equals = '\0';
        char *key = text_trim(start), *value = text_trim(equals + 1);
        int result = set(lab, key, value);
        if (result != 0) {
            failed = 1;
            snprintf(why, 160, "%.80s:%d: %s \"%.50s\"", path, number,
                     result > 0 ? "unknown field" : "bad value of", key);
        }
    }
    fclose(file);
    const char *missing = failed ? NULL : missing_field(lab);
    if (missing)
        snprintf(why, 160, "%.90s: no %s", path, missing);
    snprintf(lab->folder, sizeof lab->folder, "%.3s_%.31s", lab->number, lab->name);
    return failed || missing ? -1 : 0;
}
