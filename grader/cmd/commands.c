// commands.c: finds a command in the table.
#include <string.h>

#include "base/text.h"
#include "cmd/cmd.h"

const struct command *const *commands;

const struct command *command_named(const char *name) {
    for (const struct command *const *at = commands; *at; at++)
        if (strcmp((*at)->name, name) == 0)
            return *at;
    return NULL;
}

const struct command *command_nearest(const char *name) {
    const struct command *best = NULL;
    int least = 3;
    for (const struct command *const *at = commands; *at; at++) {
        int distance = text_distance((*at)->name, name);
        if (distance < least) {
            least = distance;
            best = *at;
        }
    }
    return best;
}
