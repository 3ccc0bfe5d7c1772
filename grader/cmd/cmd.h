// cmd.h: the commands of build/tare, and how all of them read their options.
#ifndef GRADER_CMD_H
#define GRADER_CMD_H

// ---- main.c: each command takes what follows its name (argv[0]) and returns the exit code ----

typedef int command_fn(int argc, char **argv);

// one grading
command_fn cmd_check, cmd_verdict, cmd_record, cmd_judged, cmd_mistakes, cmd_lab;
// of a learner
command_fn cmd_list, cmd_next, cmd_hint, cmd_predict, cmd_watch, cmd_see, cmd_reset, cmd_diff,
    cmd_doctor;
// for any program
command_fn cmd_audit, cmd_compare;
// of the staff
command_fn cmd_class, cmd_course, cmd_exam;

// ---- arguments.c: one reader of options for every command ------------------------------------

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

// Values of ARGUMENT_TAKEN: a device (const char *), a language (enum language).
int take_device(void *to, const char *value, const char **right);
int take_language(void *to, const char *value, const char **right);

enum { ARGUMENTS_READ = 0, ARGUMENTS_WRONG = 2, ARGUMENTS_HELPED = -1 };
int arguments_code(int read); // the exit code of a command that ends after reading its arguments

// Reads "--x value", "--x=value" and flags. Words that are not options stay in argv[1] to
// argv[*argc - 1], and so does everything after "--". With `before_words`, everything after the
// first word stays there too, because it belongs to another program. --help prints `usage` on
// standard output. For a wrong option, a message names the nearest right one.
int arguments_read(const char *usage, const struct argument *table, int before_words, int *argc,
                   char **argv);

#endif
