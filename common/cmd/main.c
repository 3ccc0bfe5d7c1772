// main.c: what one would ask a card, and how the answer is known.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "tare.h"

static const struct command {
    const char *name;
    int (*run)(int count, char **words);
    const char *does, *help;
} commands[] = {
    {"device", command_device, "what this device says of itself, and what its clocks can tell",
     "usage: tare device\n\n"
     "Prints the current device's facts, each with how it is known, and the tick and floor\n"
     "of both clocks, measured now.\n"},
    {"peak", command_peak, "theoretical memory bandwidth: this device, a card, or your numbers",
     "usage: tare peak                      this device, and the table of published cards\n"
     "       tare peak CARD                 one card of the table: tare peak V100\n"
     "       tare peak CLOCK_MHZ BUS_BITS   2 x clock x bus / 8: tare peak 877 4096\n\n"
     "The clock is the driver's: half the data rate.\n"},
    {"ceilings", command_ceilings, "what memory gives here: read, write, copy, triad, measured",
     "usage: tare ceilings [--csv]\n\n"
     "Measures the four access patterns in memory, beyond every cache, and takes the best of\n"
     "several launch shapes. No true number of that pattern is above its ceiling by more\n"
     "than the noise.\n"},
    {"roofline", command_roofline, "the two roofs of this device, with your kernels under them",
     "usage: tare roofline [options] [NAME:FLOP_PER_BYTE:GFLOP_PER_S ...]\n\n"
     "  --csv           points as CSV            --svg          a picture, to standard output\n"
     "  --bandwidth X   GB/s, not measured       --peak X       GFLOP/s, not the device's\n"
     "  --zh            the picture's labels in Chinese\n\n"
     "  tare roofline --svg saxpy:0.1667:565 matmul:8:5990 > roofline.svg\n"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

int usage_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("tare: ", stderr);
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
    va_end(arguments);
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

static int list(FILE *out, int code) {
    fprintf(out, "usage: tare COMMAND [--help]\n\n");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].does);
    return code;
}

int main(int count, char **words) {
    if (count < 2)
        return list(stderr, EXIT_USAGE);
    if (strcmp(words[1], "--help") == 0 || strcmp(words[1], "help") == 0)
        return list(stdout, EXIT_FINE);
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(words[1], commands[i].name) != 0)
            continue;
        for (int j = 2; j < count; j++)
            if (strcmp(words[j], "--help") == 0 || strcmp(words[j], "-h") == 0) {
                fputs(commands[i].help, stdout);
                return EXIT_FINE;
            }
        return commands[i].run(count - 2, words + 2);
    }
    usage_error("no command %s", words[1]);
    return list(stderr, EXIT_USAGE);
}
