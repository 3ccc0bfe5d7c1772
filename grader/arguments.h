// arguments.h: one reader of options for every command of build/tare.
#ifndef GRADER_ARGUMENTS_H
#define GRADER_ARGUMENTS_H

enum argument_kind {
    ARGUMENT_FLAG,  // int: 1 when it is given
    ARGUMENT_TEXT,  // const char *
    ARGUMENT_COUNT, // int, low..high
    ARGUMENT_SEED,  // uint64_t, 1 to 10^15
    ARGUMENT_TIME,  // double, seconds, low..high
    ARGUMENT_TAKEN, // given to `take`
};

struct argument {
    const char *name; // "--seed"; NULL ends the table
    enum argument_kind kind;
    void *to; // where the value goes; for ARGUMENT_TAKEN, what `take` is told
    double low, high;
    // 0, or -1 when the value is wrong, with what would be right in `right`.
    int (*take)(void *to, const char *value, const char **right);
};

enum { ARGUMENTS_READ = 0, ARGUMENTS_WRONG = 2, ARGUMENTS_HELPED = -1 };
int arguments_code(int read); // what a command that goes no further returns

// Reads "--x value", "--x=value" and flags. What is no option stays in argv[1] to
// argv[*argc - 1], as is all that follows "--"; with `before_words`, all that follows the
// first word too, for it is another program's. --help prints `usage` on standard output. A
// wrong option is answered by a message that names the nearest right one.
int arguments_read(const char *usage, const struct argument *table, int before_words, int *argc,
                   char **argv);

#endif
