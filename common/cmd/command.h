// command.h: the commands of the library's program, tare.
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include <stdio.h>

#include "tare.h"

enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_NO_DEVICE = 3 };

// Each takes the words that follow its name on the command line, and returns the exit code.
int command_device(int count, char **words);
int command_peak(int count, char **words);
int command_ceilings(int count, char **words);
int command_roofline(int count, char **words);

// ---- help.c: in short; build/tare COMMAND --help tells all ------------------------------

const char *help_of(const char *command); // NULL: no such command
int help_is_asked(int count, char **words);
void help_list(FILE *out); // every command, one line each

void help_begin(const char *command); // notes which command is running

// Prints the message and the usage of the command that is running. Returns EXIT_USAGE.
int usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The value of a word that is a number above 0; 0 for any other word.
double positive_number(const char *word);

// Prints tare_why(). Returns the exit code of the status.
static inline int failed(int status) {
    fprintf(stderr, "tare: %s\n", tare_why());
    return status == TARE_NO_DEVICE ? EXIT_NO_DEVICE : EXIT_FAILED;
}

#endif
