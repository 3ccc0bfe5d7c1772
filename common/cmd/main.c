// main.c: the library's program: what a device is, what it can do, and how that is known.
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "tare.h"

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

static const struct command *running;

int usage_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("tare: ", stderr);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    const char *help = help_of(running->name);
    fprintf(stderr, "\n%.*s\n", (int)strcspn(help, "\n"), help);
    return EXIT_USAGE;
}

int failed(int status) {
    fprintf(stderr, "tare: %s\n", tare_why());
    return status == TARE_NO_DEVICE ? EXIT_NO_DEVICE : EXIT_FAILED;
}

double positive_number(const char *word) {
    char *end;
    double value = strtod(word, &end);
    return end != word && *end == 0 && isfinite(value) && value > 0 ? value : 0;
}

int main(int count, char **words) {
    const char *name = count > 1 ? words[1] : "";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        help_list(stdout);
        return EXIT_FINE;
    }
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
    return running->run(count - 2, words + 2);
}
