// read.c: reads the file of the checked mode.
#define _GNU_SOURCE // getline
#include "checked/checked.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fields.h"

const char *const fault_names[FAULTS] = {
    "past",       "before",    "freed",   "host",   "outside", "null", "shared", "dynamic",
    "misaligned", "unwritten", "threads", "blocks", "barrier", "warp", "differ", "stuck"};

static struct spot spot_of(const struct fields *line, const char *file, const char *number) {
    double n = field_number(line, number);
    return (struct spot){strdup(field_text(line, file)), isnan(n) ? 0 : (unsigned)n};
}

static void three(const struct fields *line, const char *key, unsigned to[3]) {
    if (sscanf(field_text(line, key), "%u,%u,%u", &to[0], &to[1], &to[2]) != 3)
        memset(to, 0, 3 * sizeof *to);
}

static int is_write(const struct fields *line, const char *key) {
    return strcmp(field_text(line, key), "write") == 0;
}

static int read_finding(const struct fields *line, struct checking *c) {
    int fault = field_one_of(fault_names, FAULTS, field_text(line, "what"));
    struct checked_finding *list =
        fault < FAULTS ? field_grown(c->findings, c->count, sizeof *list) : NULL;
    if (!list)
        return 0;
    c->findings = list;
    struct checked_finding *f = &list[c->count++];
    *f = (struct checked_finding){
        .fault = (enum fault)fault,
        .writes = is_write(line, "way"),
        .other_writes = is_write(line, "other_way"),
        .kind = strdup(field_text(line, "kind")),
        .kernel = strdup(field_text(line, "kernel")),
        .who.at = spot_of(line, "file", "line"),
        .other.at = spot_of(line, "other_file", "other_line"),
        .size = field_number(line, "size"),
        .distance = field_number(line, "distance"),
        .bytes = field_number(line, "bytes"),
        .allocation = field_number(line, "allocation"),
        .count = field_number(line, "count"),
        .made = spot_of(line, "made_file", "made_line"),
        .freed = spot_of(line, "freed_file", "freed_line"),
    };
    three(line, "block", f->who.block);
    three(line, "thread", f->who.thread);
    three(line, "other_block", f->other.block);
    three(line, "other_thread", f->other.thread);
    return f->kind && f->kernel && f->who.at.file && f->other.at.file && f->made.file &&
           f->freed.file;
}

static int read_unchecked(const struct fields *line, struct checking *c) {
    char **list = field_grown(c->unchecked, c->unchecked_count, sizeof *list);
    if (!list)
        return 0;
    c->unchecked = list;
    list[c->unchecked_count] = strdup(field_text(line, "kernel"));
    return list[c->unchecked_count++] != NULL;
}

static void read_line(char *text, struct checking *c) {
    struct fields line = fields_split(text);
    if (strcmp(line.kind, "finding") == 0)
        c->damaged += !read_finding(&line, c);
    else if (strcmp(line.kind, "unchecked") == 0)
        c->damaged += !read_unchecked(&line, c);
    else if (strcmp(line.kind, "checking") == 0)
        c->begun = 1;
}

int checking_read(const char *path, struct checking *c) {
    *c = (struct checking){0};
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    char *text = NULL;
    size_t room = 0;
    for (ssize_t length; (length = getline(&text, &room, file)) > 0;) {
        if (text[length - 1] != '\n') { // the program was ended while it wrote
            c->damaged++;
            break;
        }
        text[length - 1] = 0;
        read_line(text, c);
    }
    int read = !ferror(file);
    fclose(file);
    free(text);
    return read;
}

void checking_free(struct checking *c) {
    for (size_t i = 0; i < c->count; i++) {
        struct checked_finding *f = &c->findings[i];
        char *all[] = {f->kind,          f->kernel,    f->who.at.file,
                       f->other.at.file, f->made.file, f->freed.file};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            free(all[k]);
    }
    for (size_t i = 0; i < c->unchecked_count; i++)
        free(c->unchecked[i]);
    free(c->findings);
    free(c->unchecked);
    *c = (struct checking){0};
}
