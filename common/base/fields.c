// fields.c: lines of a collector's file.
#define _GNU_SOURCE // strsep
#include "base/fields.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

struct fields fields_split(char *text) {
    struct fields line = {.kind = strsep(&text, "\t")};
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

const char *field_text(const struct fields *line, const char *key) {
    for (size_t i = 0; i < line->count; i++)
        if (strcmp(line->keys[i], key) == 0)
            return line->values[i];
    return "";
}

double field_number(const struct fields *line, const char *key) {
    const char *text = field_text(line, key);
    char *end;
    double value = strtod(text, &end);
    return *text && !*end && isfinite(value) && value >= 0 ? value : NAN;
}

int field_one_of(const char *const *names, int count, const char *name) {
    int which = 0;
    while (which < count && strcmp(names[which], name) != 0)
        which++;
    return which;
}

void *field_grown(void *list, size_t count, size_t size) {
    if (count & (count - 1))
        return list;
    void *more = realloc(list, (count ? 2 * count : 1) * size);
    errno = more ? errno : ENOMEM;
    return more;
}
