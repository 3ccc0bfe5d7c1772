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
    void *to; // where the value goes; for ARGUMENT_TAKEN, the first argument of `take`
    double low, high;
    // 0, or -1 when the value is wrong: `right` then says what a correct value would be.
    int (*take)(void *to, const char *value, const char **right);
};

enum { ARGUMENTS_READ = 0, ARGUMENTS_WRONG = 2, ARGUMENTS_HELPED = -1 };
int arguments_code(int read); // the exit code of a command that ends after reading its arguments

// Reads "--x value", "--x=value" and flags. Words that are not options stay in argv[1] to
// argv[*argc - 1], and so does everything after "--". With `before_words`, everything after the
// first word stays there too, because it belongs to another program. --help prints `usage` on
// standard output. For a wrong option, a message names the nearest right one.
int arguments_read(const char *usage, const struct argument *table, int before_words, int *argc,
                   char **argv);

#endif
