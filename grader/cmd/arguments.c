// arguments.c: the one reader of options; cmd.h says what it takes.
#include "cmd/cmd.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/words.h"

static const struct argument *named(const struct argument *table, const char *name, size_t length) {
    for (; table->name; table++)
        if (strlen(table->name) == length && memcmp(table->name, name, length) == 0)
            return table;
    return NULL;
}

static const char *nearest(const struct argument *table, const char *name) {
    const char *best = NULL;
    for (int least = 4; table->name; table++) {
        int distance = text_distance(table->name, name);
        if (distance < least) {
            least = distance;
            best = table->name;
        }
    }
    return best;
}

static int number(const char *text, double low, double high, double *value) {
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    return *text && !*end && !errno && *value >= low && *value <= high ? 0 : -1;
}

// Stores the value. 0, or -1 and in `right` what a correct value would be.
static int take(const struct argument *argument, const char *value, char right[120]) {
    double read;
    const char *words = NULL;
    int whole = argument->kind == ARGUMENT_COUNT || argument->kind == ARGUMENT_SEED;
    double low = argument->kind == ARGUMENT_SEED ? 1 : argument->low;
    double high = argument->kind == ARGUMENT_SEED ? 1e15 : argument->high;
    switch (argument->kind) {
    case ARGUMENT_FLAG:
        *(int *)argument->to = 1;
        return 0;
    case ARGUMENT_TEXT:
        *(const char **)argument->to = value;
        return 0;
    case ARGUMENT_TAKEN:
        if (argument->take(argument->to, value, &words) == 0)
            return 0;
        snprintf(right, 120, "%s", words ? words : "another value");
        return -1;
    default:
        break;
    }
    if (number(value, low, high, &read) != 0 || (whole && read != (double)(uint64_t)read)) {
        snprintf(right, 120, "a%s number from %.15g to %.15g", whole ? " whole" : "", low, high);
        return -1;
    }
    if (argument->kind == ARGUMENT_COUNT)
        *(int *)argument->to = (int)read;
    else if (argument->kind == ARGUMENT_SEED)
        *(uint64_t *)argument->to = (uint64_t)read;
    else
        *(double *)argument->to = read;
    return 0;
}

static int wrong_name(const char *usage, const struct argument *table, const char *command,
                      const char *name) {
    const char *near = nearest(table, name);
    fprintf(stderr, "tare %s: there is no option \"%.60s\"", command, name);
    fprintf(stderr, near ? "; did you mean %s?\n\n" : "\n\n", near);
    fputs(usage, stderr);
    return ARGUMENTS_WRONG;
}

int arguments_read(const char *usage, const struct argument *table, int before_words, int *argc,
                   char **argv) {
    int words = 1, options = 1;
    for (int i = 1; i < *argc; i++) {
        const char *given = argv[i], *value = strchr(given, '=');
        char right[120];
        if (!options || given[0] != '-' || !given[1]) {
            argv[words++] = argv[i];
            options &= !before_words;
            continue;
        }
        if (strcmp(given, "--") == 0) {
            options = 0;
            continue;
        }
        if (strcmp(given, "--help") == 0 || strcmp(given, "-h") == 0) {
            fputs(usage, stdout);
            return ARGUMENTS_HELPED;
        }
        const struct argument *argument =
            named(table, given, value ? (size_t)(value - given) : strlen(given));
        if (!argument)
            return wrong_name(usage, table, argv[0], given);
        if (argument->kind == ARGUMENT_FLAG && value) {
            fprintf(stderr, "tare %s: %s takes no value\n", argv[0], argument->name);
            return ARGUMENTS_WRONG;
        }
        if (argument->kind != ARGUMENT_FLAG)
            value = value ? value + 1 : i + 1 < *argc ? argv[++i] : NULL;
        if (argument->kind != ARGUMENT_FLAG && (!value || !*value)) {
            fprintf(stderr, "tare %s: %s needs a value\n\n%s", argv[0], argument->name, usage);
            return ARGUMENTS_WRONG;
        }
        if (take(argument, value, right) != 0) {
            fprintf(stderr, "tare %s: %s \"%.60s\" is wrong: it should be %s\n", argv[0],
                    argument->name, value, right);
            return ARGUMENTS_WRONG;
        }
    }
    argv[words] = NULL;
    *argc = words;
    return ARGUMENTS_READ;
}

int arguments_code(int read) {
    return read == ARGUMENTS_HELPED ? 0 : read;
}

// ---- values that several commands take ----------------------------------------------

int take_device(void *to, const char *value, const char **right) {
    *right = "gpu or host";
    *(const char **)to = value;
    return strcmp(value, "gpu") == 0 || strcmp(value, "host") == 0 ? 0 : -1;
}

int take_language(void *to, const char *value, const char **right) {
    enum language language = language_named(value);
    *right = "en or zh";
    if (language == LANGUAGES)
        return -1;
    *(enum language *)to = language;
    return 0;
}
