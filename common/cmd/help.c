// help.c: what each command does, how it is used, and what is said of a wrong word.
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"

static const struct help {
    const char *command, *does, *text;
} helps[] = {
    {"device", "what this device reports about itself, and how exact its clocks are",
     "usage: tare device\n"},
    {"peak", "theoretical memory bandwidth: of this device, of a card, or from your numbers",
     "usage: tare peak [CARD | CLOCK_MHZ BUS_BITS]\n"},
    {"ceilings", "the bandwidth of this device's memory: read, write, copy, triad, measured",
     "usage: tare ceilings [--csv]\n"},
    {"roofline", "the two roofs of this device, and your kernels under them",
     "usage: tare roofline [--csv | --svg] [--bandwidth X] [--peak X] [--zh] "
     "[NAME:FLOP_PER_BYTE:GFLOP_PER_S ...]\n"},
};
enum { COMMANDS = sizeof helps / sizeof helps[0] };

const char *help_of(const char *command) {
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(command, helps[i].command) == 0)
            return helps[i].text;
    return NULL;
}

int help_is_asked(int count, char **words) {
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0)
            return 1;
    return 0;
}

void help_list(FILE *out) {
    fprintf(out, "usage: tare COMMAND [--help]\n\n");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-10s %s\n", helps[i].command, helps[i].does);
}

static const char *running = "";

void help_begin(const char *command) {
    running = command;
}

int usage_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("tare: ", stderr);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    const char *help = help_of(running);
    if (help)
        fprintf(stderr, "\n%.*s\n", (int)strcspn(help, "\n"), help);
    return EXIT_USAGE;
}

double positive_number(const char *word) {
    char *end;
    double value = strtod(word, &end);
    return end != word && *end == 0 && isfinite(value) && value > 0 ? value : 0;
}
