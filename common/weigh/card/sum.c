// sum.c: what the turns counted, added up: one record `kernel` for each shape.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "weigh/card/card.h"

enum { NAME = 160, KEYS = CARD_METRICS };

struct value {
    char metric[NAME];
    double is;
};

struct kernel {
    char *shape; // name, grid and block as the file has them
    char *launches;
    struct value values[CARD_METRICS];
    int count;
};

struct all {
    struct kernel *of;
    size_t count, room;
    char *asked; // the metrics of all turns, with commas between
};

static int has(const struct kernel *kernel, const char *metric) {
    for (int i = 0; i < kernel->count; i++)
        if (strcmp(kernel->values[i].metric, metric) == 0)
            return 1;
    return 0;
}

// Of two processes that launched the same shape, the first is heard.
static void keep(struct kernel *kernel, const char *metric, double is) {
    if (kernel->count == CARD_METRICS || has(kernel, metric))
        return;
    struct value *value = &kernel->values[kernel->count++];
    snprintf(value->metric, sizeof value->metric, "%s", metric);
    value->is = is;
}

// ---- what a kernel's values add up to ----------------------------------------------------------

struct sum {
    const char *key;
    double value;
};

static int adds_to(const char *metric, const char *key) {
    const struct card_metric *row;
    for (size_t at = 0; (row = card_adds(metric, &at));)
        if (strcmp(row->key, key) == 0)
            return 1;
    return 0;
}

// 1 if every metric that was asked for and adds to this key was counted.
static int is_whole(const struct kernel *kernel, const char *asked, const char *key) {
    char metric[NAME];
    while (*asked) {
        size_t length = strcspn(asked, ",");
        snprintf(metric, sizeof metric, "%.*s", (int)length, asked);
        if (adds_to(metric, key) && !has(kernel, metric))
            return 0;
        asked += length + (asked[length] == ',');
    }
    return 1;
}

static void add(struct sum *sums, int *count, const char *key, double value) {
    int i = 0;
    while (i < *count && strcmp(sums[i].key, key) != 0)
        i++;
    if (i == *count)
        sums[(*count)++] = (struct sum){.key = key};
    sums[i].value += value;
}

static void write_sums(const struct kernel *kernel, const char *asked, FILE *file) {
    struct sum sums[2 * KEYS]; // a metric adds to two keys at most
    int count = 0;
    for (int i = 0; i < kernel->count; i++) {
        const struct card_metric *row;
        for (size_t at = 0; (row = card_adds(kernel->values[i].metric, &at));)
            add(sums, &count, row->key, kernel->values[i].is * row->times);
    }
    for (int i = 0; i < count; i++)
        if (is_whole(kernel, asked, sums[i].key))
            fprintf(file, "\t%s=%.0f", sums[i].key, sums[i].value);
}

static void write_kernel(const struct kernel *kernel, const char *asked, FILE *file) {
    fprintf(file, "kernel\t%s", kernel->shape);
    if (kernel->launches)
        fprintf(file, "\t%s", kernel->launches);
    write_sums(kernel, asked, file);
    for (int i = 0; i < kernel->count; i++) {
        const char *type = card_tensor_type(kernel->values[i].metric);
        if (type && kernel->values[i].is > 0)
            fprintf(file, "\tops_tensor_%s=%.0f", type, kernel->values[i].is);
    }
    fputc('\n', file);
}

// ---- reading what the collector wrote ----------------------------------------------------------

// The kernel of this shape, whose text is taken over; NULL where memory lacks.
static struct kernel *kernel_of(struct all *all, const char *shape, size_t length) {
    for (size_t i = 0; i < all->count; i++)
        if (strlen(all->of[i].shape) == length && memcmp(all->of[i].shape, shape, length) == 0)
            return &all->of[i];
    if (all->count == all->room) {
        size_t room = all->room ? 2 * all->room : 16;
        struct kernel *of = realloc(all->of, room * sizeof *of);
        if (!of)
            return NULL;
        all->of = of;
        all->room = room;
    }
    struct kernel *kernel = &all->of[all->count];
    *kernel = (struct kernel){.shape = strndup(shape, length)};
    if (!kernel->shape)
        return NULL;
    all->count++;
    return kernel;
}

// The end of the third field: the shape is written as it stands, so it is never unescaped.
static size_t shape_length(const char *fields) {
    size_t at = 0;
    for (int i = 0; i < 3 && fields[at]; i++) {
        at += fields[at] == '\t';
        at += strcspn(fields + at, "\t\n");
    }
    return at;
}

static char *field_copy(const char *field) {
    return strndup(field, strcspn(field, "\t\n"));
}

static int read_counted(struct all *all, const char *fields) {
    size_t length = shape_length(fields);
    struct kernel *kernel = kernel_of(all, fields, length);
    if (!kernel)
        return -1;
    for (const char *at = fields + length; *at == '\t'; at += strcspn(at, "\t\n")) {
        char metric[NAME];
        size_t name = strcspn(++at, "=\t\n");
        if (at[name] != '=' || name >= sizeof metric)
            continue;
        snprintf(metric, sizeof metric, "%.*s", (int)name, at);
        keep(kernel, metric, strtod(at + name + 1, NULL));
    }
    return 0;
}

static int read_launched(struct all *all, const char *fields) {
    size_t length = shape_length(fields);
    struct kernel *kernel = kernel_of(all, fields, length);
    if (!kernel)
        return -1;
    free(kernel->launches);
    kernel->launches = field_copy(fields + length + (fields[length] == '\t'));
    return kernel->launches ? 0 : -1;
}

static int read_turns(struct all *all, const char *fields) {
    const char *asked = strstr(fields, "\tasked=");
    if (!asked)
        return 0;
    free(all->asked);
    all->asked = field_copy(asked + strlen("\tasked="));
    return all->asked ? 0 : -1;
}

static int read_line(struct all *all, const char *line) {
    size_t kind = strcspn(line, "\t\n");
    const char *fields = line + kind + (line[kind] == '\t');
    if (strncmp(line, "counted\t", 8) == 0)
        return read_counted(all, fields);
    if (strncmp(line, "launched\t", 9) == 0)
        return read_launched(all, fields);
    return strncmp(line, "turns\t", 6) == 0 ? read_turns(all, line + kind) : 0;
}

// A program that was killed within its record leaves a line without an end: it is closed.
static int read_all(struct all *all, FILE *file) {
    char *line = NULL;
    size_t room = 0;
    int result = 0, ended = 1;
    while (result == 0 && getline(&line, &room, file) > 0) {
        ended = strchr(line, '\n') != NULL;
        if (ended)
            result = read_line(all, line);
    }
    free(line);
    if (result != 0 || ferror(file) || fseek(file, 0, SEEK_END) != 0)
        return -1;
    if (!ended)
        fputc('\n', file);
    return 0;
}

static void free_all(struct all *all) {
    for (size_t i = 0; i < all->count; i++) {
        free(all->of[i].shape);
        free(all->of[i].launches);
    }
    free(all->of);
    free(all->asked);
}

int card_sum(const char *path) {
    struct all all = {0};
    FILE *file = fopen(path, "r+");
    if (!file)
        return -1;
    int result = read_all(&all, file);
    for (size_t i = 0; result == 0 && i < all.count; i++)
        write_kernel(&all.of[i], all.asked ? all.asked : "", file);
    int error = errno;
    if (fclose(file) != 0 && result == 0) {
        error = errno;
        result = -1;
    }
    free_all(&all);
    errno = error;
    return result;
}
