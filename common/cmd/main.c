// main.c: the library's program: prints what a device is, what it can do, and how this is known.
#include <string.h>

#include "cmd/command.h"

static const struct command {
    const char *name;
    int (*run)(int count, char **words);
} commands[] = {
    {"device", command_device},
    {"peak", command_peak},
    {"ceilings", command_ceilings},
    {"roofline", command_roofline},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

int main(int count, char **words) {
    const char *name = count > 1 ? words[1] : "";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        help_list(stdout);
        return EXIT_FINE;
    }
    const struct command *running = NULL;
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0)
            running = &commands[i];
    if (!running) {
        if (*name)
            fprintf(stderr, "tare: no command %s\n\n", name);
        help_list(stderr);
        return EXIT_USAGE;
    }
    if (help_is_asked(count - 2, words + 2)) {
        fputs(help_of(name), stdout);
        return EXIT_FINE;
    }
    help_begin(name);
    return running->run(count - 2, words + 2);
}
