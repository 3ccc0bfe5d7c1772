// command.h: one command of the library's program, tare.
#ifndef TARE_COMMAND_H
#define TARE_COMMAND_H

enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_NO_DEVICE = 3 };

int command_device(int count, char **words);
int command_peak(int count, char **words);
int command_ceilings(int count, char **words);
int command_roofline(int count, char **words);

int usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Prints tare_why() and gives the exit code that belongs to the status.
int failed(int status);
// A number above 0 that is the whole word; 0 when it is not one.
double positive_number(const char *word);

#endif
