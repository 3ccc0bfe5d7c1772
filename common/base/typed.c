// typed.c: see typed.h.
#define _GNU_SOURCE // asprintf
#include "base/typed.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

// The goals of make that are commands of build/tare, too.
static const char *const goals[] = {"audit",   "ceilings", "check", "device",   "diff",  "doctor",
                                    "help",    "hint",     "lab",   "list",     "next",  "peak",
                                    "predict", "reset",    "see",   "roofline", "watch", "weigh"};
// A variable of make, and the option that it is. Without an option its value stands alone.
static const struct variable {
    const char *name, *option;
} variables[] = {{"LAB=", NULL},           {"SAY=", NULL},         {"RUN=", NULL},
                 {"REVEAL=1", "--reveal"}, {"FORCE=1", "--force"}, {"CHECKED=1", ""}};
static const char checked[] = "CHECKED=1";

static const struct variable *variable_at(const char *word) {
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (strncmp(word, variables[i].name, strlen(variables[i].name)) == 0)
            return &variables[i];
    return NULL;
}

// The command of build/tare for a goal. `make lab` runs a lab, and `tare lab` tells of it.
static const char *command_for(const char *goal, int is_checked) {
    return strcmp(goal, "lab") != 0 ? goal : is_checked ? "checked" : "run";
}

int typed_is_packed(void) {
    return getauxval(AT_BASE) == 0; // no loader was needed
}

// ---- in a text ------------------------------------------------------------------------------

static const char *goal_at(const char *text, size_t *length) {
    *length = strspn(text, "abcdefghijklmnopqrstuvwxyz-");
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++)
        if (strlen(goals[i]) == *length && strncmp(goals[i], text, *length) == 0)
            return goals[i];
    return NULL;
}

// How long the value of a variable is in a text: up to its second quote, else to what ends a word.
static size_t value_length(const char *value) {
    if (*value == '"')
        return strcspn(value + 1, "\"") + 1;
    size_t length = 0;
    while (value[length] > ' ' && value[length] < 127 && !strchr("\"`,;:)", value[length]))
        length++;
    return length && value[length - 1] == '.' ? length - 1 : length; // it ends the sentence
}

// Writes what stands for the goal and its variables. Returns what comes behind them.
static const char *put_command(FILE *out, const char *goal, const char *rest) {
    const char *end = rest;
    int is_checked = 0;
    for (const struct variable *one; *end == ' ' && (one = variable_at(end + 1));) {
        const char *value = strchr(end, '=') + 1;
        is_checked |= strcmp(one->name, checked) == 0;
        end = value + value_length(value) + (*value == '"');
    }
    fprintf(out, "build/tare %s", command_for(goal, is_checked));
    while (rest < end) {
        const struct variable *one = variable_at(rest + 1);
        const char *value = strchr(rest, '=') + 1;
        int quoted = *value == '"', length = (int)value_length(value);
        if (!one->option)
            fprintf(out, " %.*s", length - quoted, value + quoted);
        else if (*one->option)
            fprintf(out, " %s", one->option);
        rest = value + length + quoted;
    }
    return end;
}

char *typed_without_make(const char *text) {
    static const char make[] = "make ";
    char *made = NULL;
    size_t size, length;
    FILE *out = open_memstream(&made, &size);
    for (const char *at = text, *goal; out && *at;) {
        int begins = at == text || (!isalnum((unsigned char)at[-1]) && !strchr("-_/", at[-1]));
        if (begins && strncmp(at, make, strlen(make)) == 0 &&
            (goal = goal_at(at + strlen(make), &length)))
            at = put_command(out, goal, at + strlen(make) + length);
        else
            fputc(*at++, out);
    }
    if (out && fclose(out) != 0) {
        free(made);
        made = NULL;
    }
    return made;
}

char *typed_anew(const char *text) {
    return typed_is_packed() ? typed_without_make(text) : strdup(text);
}

const char *typed(const char *text) {
    static struct kept {
        const char *text, *said;
        struct kept *next;
    } * all;
    if (!typed_is_packed() || !strstr(text, "make "))
        return text;
    for (struct kept *one = all; one; one = one->next)
        if (one->text == text)
            return one->said;
    struct kept *one = malloc(sizeof *one);
    const char *said = typed_without_make(text);
    if (!one || !said)
        return free(one), text;
    *one = (struct kept){text, said, all};
    all = one;
    return said;
}

// ---- in a command ----------------------------------------------------------------------------

// The value's words, apart at blanks: SAY="2 work" is two of them.
static int put_words(char **words, const char *value) {
    int count = 0;
    for (const char *at = value + strspn(value, " "); *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        words[count++] = strndup(at, length);
        at += length;
    }
    return count;
}

char **typed_words(int *argc, char **argv) {
    size_t room = 1, count = 0;
    int found = 0, is_checked = 0;
    for (int i = 0; i < *argc; i++)
        room += strlen(argv[i]) + 1; // no word of a value is shorter than one character
    char **words = calloc(room, sizeof *words);
    if (!words)
        return argv;
    words[count++] = argv[0];
    for (int i = 1; i < *argc; i++) {
        // Behind any other word they may be those of a program.
        int before = i == 1 || found || isdigit((unsigned char)argv[1][0]);
        const struct variable *one = before ? variable_at(argv[i]) : NULL;
        found |= one != NULL;
        is_checked |= one && strcmp(one->name, checked) == 0;
        if (!one)
            words[count++] = argv[i];
        else if (!one->option)
            count += (size_t)put_words(words + count, strchr(argv[i], '=') + 1);
        else if (*one->option)
            words[count++] = (char *)one->option;
    }
    if (!found)
        return free(words), argv;
    words[0] = (char *)command_for(argv[0], is_checked);
    *argc = (int)count;
    return words;
}
