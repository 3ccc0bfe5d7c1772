// help: the list of all commands, or how one of them is used.
#include <stdio.h>

#include "cmd/cmd.h"

void command_list(FILE *out) {
    fputs(command_text(CMD_USAGE), out);
    for (const struct command *const *at = commands; *at; at++)
        fprintf(out, "  %-10s %s\n", (*at)->name, command_text((*at)->does));
}

int command_unknown(const char *name) {
    const struct command *nearest = command_nearest(name);
    fprintf(stderr, command_text(CMD_NO_COMMAND), name);
    if (nearest)
        fprintf(stderr, command_text(CMD_NEAREST), nearest->name);
    fputs(command_text(CMD_HELP_LISTS), stderr);
    return 2;
}

static int cmd_help(int argc, char **argv) {
    int read = arguments_read(&help_command, &argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    const struct command *one = argc > 1 ? command_named(argv[1]) : NULL;
    if (argc > 1 && !one)
        return command_unknown(argv[1]);
    if (one)
        command_help(one, stdout);
    else
        command_list(stdout);
    return 0;
}

const struct command help_command = {
    "help", cmd_help, CMD_HELP, CMD_HELP_USE, .asks = ASKS_COMMAND, .words = 1};
