// command.h: the commands of the library's program, tare.
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include <stdio.h>

enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_NO_DEVICE = 3 };

// Each takes the words behind its name and returns the exit code.
int command_device(int count, char **words);
int command_peak(int count, char **words);
int command_ceilings(int count, char **words);
int command_roofline(int count, char **words);

// ---- help.c: needs no device, so that build/tare can answer --help, too --------------

const char *help_of(const char *command); // NULL: no such command
int help_is_asked(int count, char **words);
void help_list(FILE *out); // every command, one line each

// ---- main.c --------------------------------------------------------------------------

// Prints the message and the command's usage. Returns EXIT_USAGE.
int usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Prints tare_why(). Returns the exit code of the status.
int failed(int status);
// The number that the whole word is, if it is above 0; else 0.
double positive_number(const char *word);

#endif
