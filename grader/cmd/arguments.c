// arguments.c: the one reader of options; cmd.h says what it takes.
#include "cmd/cmd.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/words.h"

static const struct argument *options_of(const struct command *command) {
    static const struct argument none = {.name = NULL};
    return command->options ? command->options : &none;
}

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

// Which of the choices the value is, from 0; -1, and in `right` all of them.
static int choice(const char *choices, const char *value, char right[120]) {
    int which = 0;
    size_t used = 0;
    for (const char *at = choices; *at; which++) {
        size_t length = strcspn(at, " ");
        if (strlen(value) == length && memcmp(at, value, length) == 0)
            return which;
        used += (size_t)snprintf(right + used, 120 - used, "%s%.*s", which ? ", " : "", (int)length,
                                 at);
        at += length + (at[length] == ' ');
    }
    return -1;
}

// Stores the value. 0, or -1 and in `right` what a correct value would be.
static int take(const struct argument *argument, const char *value, char right[120]) {
    double read;
    const char *words = NULL;
    int which = argument->choices ? choice(argument->choices, value, right) : 0;
    if (which < 0)
        return -1;
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
    case ARGUMENT_CHOICE:
        *(int *)argument->to = which;
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
        snprintf(right, 120, command_text(whole ? CMD_A_WHOLE_NUMBER : CMD_A_NUMBER), low, high);
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

static int wrong(const struct command *command) {
    fprintf(stderr, command_text(CMD_HELP_TELLS), command->name);
    return ARGUMENTS_WRONG;
}

static int wrong_name(const struct command *command, const char *name) {
    const char *near = nearest(options_of(command), name);
    fprintf(stderr, command_text(CMD_NO_OPTION), command->name, name);
    if (near)
        fprintf(stderr, command_text(CMD_NEAREST), near);
    return wrong(command);
}

int arguments_wrong(const struct command *command) {
    command_help(command, stderr);
    return ARGUMENTS_WRONG;
}

// Takes the option at argv[*at], and perhaps the word after it. 0, or ARGUMENTS_WRONG.
static int read_option(const struct command *command, int argc, char **argv, int *at) {
    const char *given = argv[*at], *value = strchr(given, '=');
    char right[120] = "";
    const struct argument *argument =
        named(options_of(command), given, value ? (size_t)(value - given) : strlen(given));
    if (!argument)
        return wrong_name(command, given);
    int flag = argument->kind == ARGUMENT_FLAG;
    if (!flag)
        value = value ? value + 1 : *at + 1 < argc ? argv[++*at] : NULL;
    if (flag ? value != NULL : !value || !*value) {
        fprintf(stderr, command_text(flag ? CMD_NO_VALUE : CMD_NEEDS_VALUE), command->name,
                argument->name);
        return wrong(command);
    }
    if (take(argument, value, right) != 0) {
        fprintf(stderr, command_text(CMD_WRONG_VALUE), command->name, argument->name, value, right);
        return ARGUMENTS_WRONG;
    }
    return 0;
}

int arguments_read(const struct command *command, int *argc, char **argv) {
    int words = 1, options = 1;
    for (int i = 1; i < *argc; i++) {
        if (!options || argv[i][0] != '-' || !argv[i][1]) {
            argv[words++] = argv[i];
            options &= !command->before_words;
        } else if (strcmp(argv[i], "--") == 0) {
            options = 0;
        } else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            command_help(command, stdout);
            return ARGUMENTS_HELPED;
        } else if (read_option(command, *argc, argv, &i) != 0) {
            return ARGUMENTS_WRONG;
        }
    }
    argv[words] = NULL;
    *argc = words;
    if (words > command->words + 1) {
        fprintf(stderr, command_text(CMD_TOO_MANY), command->name, argv[command->words + 1]);
        return wrong(command);
    }
    return ARGUMENTS_READ;
}

int arguments_code(int read) {
    return read == ARGUMENTS_HELPED ? 0 : read;
}
