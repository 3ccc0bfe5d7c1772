// read.c: reads a collector's file. Lines and keys that it does not know are left out, so that a
// newer collector may say more.
#define _GNU_SOURCE // getline
#include "weigh/weigh.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MEASURE(name) #name,
const char *const measure_names[MEASURES] = {
#include "weigh/measures.def"
};
#undef MEASURE
const char *const moving_names[MOVINGS] = {"h2d", "d2h", "d2d", "memset"};
const char *const why_names[WHYS] = {"permission", "busy",      "memory",  "graph",
                                     "limit",      "time",      "metric",  "assembly",
                                     "cupti",      "no-kernel", "compile", "fault"};

// ---- one line: a kind, then key=value, with tabs between

enum { FIELDS = 64, MOST_TURNS = 100 };

struct line {
    char *kind;
    char *keys[FIELDS], *values[FIELDS];
    size_t count;
};

static void unescape(char *text) {
    char *to = text;
    for (; *text; text++) {
        if (*text == '\\' && text[1])
            *to++ = *++text == 't' ? '\t' : *text == 'n' ? '\n' : *text;
        else
            *to++ = *text;
    }
    *to = 0;
}

static struct line split(char *text) {
    struct line line = {.kind = strsep(&text, "\t")};
    for (char *field; (field = strsep(&text, "\t")) && line.count < FIELDS;) {
        char *equals = strchr(field, '=');
        if (!equals)
            continue;
        *equals = 0;
        unescape(equals + 1);
        line.keys[line.count] = field;
        line.values[line.count++] = equals + 1;
    }
    return line;
}

static const char *value_of(const struct line *line, const char *key) { // "": it has none
    for (size_t i = 0; i < line->count; i++)
        if (strcmp(line->keys[i], key) == 0)
            return line->values[i];
    return "";
}

static double number_of(const struct line *line, const char *key) {
    const char *text = value_of(line, key);
    char *end;
    double value = strtod(text, &end);
    return *text && !*end && isfinite(value) && value >= 0 ? value : NAN;
}

static int three(const struct line *line, const char *key, unsigned to[3]) {
    return sscanf(value_of(line, key), "%u,%u,%u", &to[0], &to[1], &to[2]) == 3;
}

static int one_of(const char *const *names, int count, const char *name) { // count: none
    int which = 0;
    while (which < count && strcmp(names[which], name) != 0)
        which++;
    return which;
}

// ---- the kinds. Each: 1, or 0 when the line is damaged; errno is ENOMEM when memory is out

static void *grown(void *list, size_t count, size_t size) { // by one, in powers of two
    if (count & (count - 1))
        return list;
    void *more = realloc(list, (count ? 2 * count : 1) * size);
    errno = more ? errno : ENOMEM;
    return more;
}

static int read_device(const struct line *line, struct weighing *w) {
    free(w->device);
    w->device = strdup(value_of(line, "name"));
    w->is_host = strcmp(value_of(line, "kind"), "host") == 0;
    w->peak_bytes_per_s = number_of(line, "peak_bytes_per_s");
    w->peak_flops = number_of(line, "peak_flops_f32");
    return w->device != NULL;
}

static struct weighed *find(struct weighing *w, const char *name, const unsigned grid[3],
                            const unsigned block[3]) {
    for (size_t i = w->kernel_count; i-- > 0;) {
        struct weighed *k = &w->kernels[i];
        if (strcmp(k->name, name) == 0 && memcmp(k->grid, grid, sizeof k->grid) == 0 &&
            memcmp(k->block, block, sizeof k->block) == 0)
            return k;
    }
    return NULL;
}

// The shape that the line is of; a new one, if need be.
static struct weighed *shape_of(const struct line *line, const char *key, struct weighing *w) {
    unsigned grid[3], block[3];
    const char *name = value_of(line, key);
    if (!*name || !three(line, "grid", grid) || !three(line, "block", block))
        return NULL;
    struct weighed *kernel = find(w, name, grid, block);
    if (kernel)
        return kernel;
    struct weighed *list = grown(w->kernels, w->kernel_count, sizeof *list);
    char *copy = list ? strdup(name) : NULL;
    if (list)
        w->kernels = list;
    if (!copy)
        return NULL;
    kernel = &w->kernels[w->kernel_count++];
    *kernel = (struct weighed){.name = copy, .launches = NAN, .seconds = NAN};
    memcpy(kernel->grid, grid, sizeof grid);
    memcpy(kernel->block, block, sizeof block);
    for (int i = 0; i < MEASURES; i++)
        kernel->of[i] = NAN;
    return kernel;
}

// A line of the same shape says the same again, with more launches.
static int read_kernel(const struct line *line, struct weighing *w) {
    struct weighed *kernel = shape_of(line, "name", w);
    if (!kernel)
        return 0;
    kernel->ended = 1;
    kernel->launches = number_of(line, "launches");
    kernel->seconds = number_of(line, "seconds");
    for (int i = 0; i < MEASURES; i++)
        kernel->of[i] = number_of(line, measure_names[i]);
    return 1;
}

static int read_part(const struct line *line, struct weighing *w) {
    struct weighed *kernel = shape_of(line, "kernel", w);
    struct weighed_part *list = kernel ? grown(w->parts, w->part_count, sizeof *list) : NULL;
    if (!list)
        return 0;
    w->parts = list;
    w->parts[w->part_count++] = (struct weighed_part){
        (size_t)(kernel - w->kernels), number_of(line, "allocation"), number_of(line, "bytes"),
        number_of(line, "read"), number_of(line, "written")};
    return 1;
}

static int read_copy(const struct line *line, struct weighing *w) {
    int kind = one_of(moving_names, MOVINGS, value_of(line, "kind"));
    double bytes = number_of(line, "bytes"), count = number_of(line, "count");
    if (kind == MOVINGS || isnan(bytes))
        return 0;
    w->moved[kind].bytes += bytes;
    w->moved[kind].count += isnan(count) ? 1 : count;
    return 1;
}

static int read_unweighed(const struct line *line, struct weighing *w) {
    int why = one_of(why_names, WHYS, value_of(line, "why"));
    struct unweighed *list =
        why < WHYS ? grown(w->unweighed, w->unweighed_count, sizeof *list) : NULL;
    if (!list)
        return 0;
    w->unweighed = list;
    struct unweighed one = {(enum why_not)why, strdup(value_of(line, "kernel")),
                            strdup(value_of(line, "detail"))};
    if (!one.kernel || !one.detail) {
        free(one.kernel);
        free(one.detail);
        return 0;
    }
    w->unweighed[w->unweighed_count++] = one;
    return 1;
}

static int read_begun(const struct line *line, struct weighing *w) {
    return shape_of(line, "name", w) != NULL;
}

static int read_turns(const struct line *line, struct weighing *w) {
    double count = number_of(line, "count");
    w->turns = count >= 1 && count <= MOST_TURNS ? (int)count : 0;
    return w->turns > 0;
}

static const struct {
    const char *kind;
    int (*read)(const struct line *line, struct weighing *w);
} kinds[] = {{"device", read_device},      {"kernel", read_kernel}, {"part", read_part},
             {"copy", read_copy},          {"turns", read_turns},   {"weighing", read_begun},
             {"unweighed", read_unweighed}};

static void read_line(char *text, struct weighing *w) {
    struct line line = split(text);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(line.kind, kinds[i].kind) == 0)
            w->damaged += !kinds[i].read(&line, w);
}

int weighing_read(const char *path, struct weighing *w) {
    *w = (struct weighing){.peak_bytes_per_s = NAN, .peak_flops = NAN};
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    char *text = NULL;
    size_t room = 0;
    errno = 0;
    for (ssize_t length; (length = getline(&text, &room, file)) > 0 && errno != ENOMEM;) {
        if (text[length - 1] == '\n')
            text[length - 1] = 0;
        else
            w->damaged++; // the program was ended while it wrote
        if (text[length - 1] == 0)
            read_line(text, w);
    }
    int read = !ferror(file) && errno != ENOMEM;
    free(text);
    fclose(file);
    return read;
}

void weighing_free(struct weighing *w) {
    for (size_t i = 0; i < w->kernel_count; i++)
        free(w->kernels[i].name);
    for (size_t i = 0; i < w->unweighed_count; i++) {
        free(w->unweighed[i].kernel);
        free(w->unweighed[i].detail);
    }
    free(w->kernels);
    free(w->parts);
    free(w->unweighed);
    free(w->device);
    *w = (struct weighing){0};
}
