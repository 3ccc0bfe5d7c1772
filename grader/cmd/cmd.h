// cmd.h: the commands of build/tare, how they read their options, and what tells of them. Sections
// by file.
#ifndef GRADER_CMD_H
#define GRADER_CMD_H

#define TARE_VERSION "1.0.0" // of the library, too

#include <stdio.h>

#include "base/words.h"

// ---- words.c -------------------------------------------------------------------------------

enum command_word {
#define WORD(name, text) CMD_##name,
#include "cmd/words_en.def"
#undef WORD
    CMD_WORDS
};
extern const struct words command_words;
const char *command_text(enum command_word name); // in the language of the environment

// ---- a command: the one table from which its options are read, and --help, the completions of
// the shells and the man page are made

enum argument_kind {
    ARGUMENT_FLAG,   // int: 1 when it is given
    ARGUMENT_TEXT,   // const char *; one of `choices`, if there are some
    ARGUMENT_CHOICE, // int: which one of `choices`, from 0
    ARGUMENT_COUNT,  // int, low..high
    ARGUMENT_SEED,   // uint64_t, 1 to 10^15
    ARGUMENT_TIME,   // double, low..high
    ARGUMENT_TAKEN,  // given to `take`
};

struct argument {
    const char *name; // "--seed"; NULL ends the table
    enum argument_kind kind;
    enum command_word says; // "VALUE|what it does"; CMD_NOTHING: an old name that nobody is told
    void *to; // where the value goes; for ARGUMENT_TAKEN, the first argument of `take`
    double low, high;
    const char *choices; // "gpu host"
    // 0, or -1 when the value is wrong: `right` then says what a correct value would be.
    int (*take)(void *to, const char *value, const char **right);
    const char *const *text; // what another room says instead of `says`, in each language
};

// What the words of a command are, for the completions. Files, where it is none of these.
enum asked_word { ASKS_FILE, ASKS_NOTHING, ASKS_LAB, ASKS_LAB_OR_ALL, ASKS_MISTAKE, ASKS_COMMAND };

struct command {
    const char *name;
    int (*run)(int argc, char **argv); // argv[0] is the command; returns the exit code
    enum command_word does, use, more; // a line, what stands behind the name, what stands below
    const struct argument *options;    // NULL: none
    enum asked_word asks;
    int words;        // that it takes at most
    int before_words; // everything after the first word belongs to another program
};

enum { ANY_WORDS = 1000 };

// ---- table.c: all of them, in the order of the list; NULL at the end
// -----------------------------

extern const struct command *const all_commands[];

// ---- commands.c
// ----------------------------------------------------------------------------------

// main() sets it to all of them: some commands tell of the others, and are in the table too.
extern const struct command *const *commands;
const struct command *command_named(const char *name); // NULL: none
const struct command *command_nearest(const char *name);

// weigh.c: runs the program for its weighing alone, its output nowhere, for so many seconds at
// most. 0: no kernel was weighed.
struct weighing;
int weigh_quietly(char **program, double seconds, struct weighing *weighing);

extern const struct command check_command, run_command, see_command, weigh_command, checked_command,
    audit_command, compare_command, list_command, next_command, predict_command, hint_command,
    watch_command, reset_command, diff_command, doctor_command, lab_command, mistakes_command,
    class_command, course_command, exam_command, verdict_command, record_command, judged_command,
    device_command, peak_command, ceilings_command, roofline_command, help_command,
    completion_command, man_command, init_command;

// ---- help.c ------------------------------------------------------------------------------------

void command_list(FILE *out);
int command_unknown(const char *name); // says so, and names the nearest; 2

// ---- usage.c -----------------------------------------------------------------------------------

void command_help(const struct command *command, FILE *out);
// Makes "--seed N", and returns what it does.
const char *option_says(const struct argument *option, char head[80]);

// ---- arguments.c: the one reader of options ----------------------------------------------------

enum { ARGUMENTS_READ = 0, ARGUMENTS_WRONG = 2, ARGUMENTS_HELPED = -1 };
int arguments_code(int read); // the exit code of a command that ends after reading its arguments

// Reads "--x value", "--x=value" and flags. Words that are not options stay in argv[1] to
// argv[*argc - 1], and so does everything after "--". --help prints the command's help. For a wrong
// option, a message names the nearest right one.
int arguments_read(const struct command *command, int *argc, char **argv);
// Says that the words are not what the command takes, and how it is used. ARGUMENTS_WRONG.
int arguments_wrong(const struct command *command);

#endif
