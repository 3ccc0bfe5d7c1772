// main.c: the table of the commands of build/tare. Each command is in a file of this folder.
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "cmd/cmd.h"
#include "learner/learner.h"
#include "run/build.h"
#include "run/process.h"

static const struct command {
    const char *name;
    command_fn *run; // NULL: a command of the measuring library's own program
    enum learner_word does;
} commands[] = {
    {"check", cmd_check, LEARNER_DOES_CHECK},
    {"see", cmd_see, LEARNER_DOES_SEE},
    {"audit", cmd_audit, LEARNER_DOES_AUDIT},
    {"compare", cmd_compare, LEARNER_DOES_COMPARE},
    {"list", cmd_list, LEARNER_DOES_LIST},
    {"next", cmd_next, LEARNER_DOES_NEXT},
    {"predict", cmd_predict, LEARNER_DOES_PREDICT},
    {"hint", cmd_hint, LEARNER_DOES_HINT},
    {"watch", cmd_watch, LEARNER_DOES_WATCH},
    {"reset", cmd_reset, LEARNER_DOES_RESET},
    {"diff", cmd_diff, LEARNER_DOES_DIFF},
    {"doctor", cmd_doctor, LEARNER_DOES_DOCTOR},
    {"lab", cmd_lab, LEARNER_DOES_LAB},
    {"mistakes", cmd_mistakes, LEARNER_DOES_MISTAKES},
    {"class", cmd_class, LEARNER_DOES_CLASS},
    {"course", cmd_course, LEARNER_DOES_COURSE},
    {"exam", cmd_exam, LEARNER_DOES_EXAM},
    {"verdict", cmd_verdict, LEARNER_DOES_VERDICT},
    {"record", cmd_record, LEARNER_DOES_RECORD},
    {"judged", cmd_judged, LEARNER_DOES_JUDGED},
    {"device", NULL, LEARNER_DOES_DEVICE},
    {"peak", NULL, LEARNER_DOES_PEAK},
    {"ceilings", NULL, LEARNER_DOES_CEILINGS},
    {"roofline", NULL, LEARNER_DOES_ROOFLINE},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int usage(FILE *out) {
    enum language language = language_of_environment();
    fputs(learner_text(language, LEARNER_USAGE), out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, learner_text(language, commands[i].does));
    return 2;
}

// What was printed and did not arrive is an error, whatever the command returned.
static int after(const char *name, int code) {
    int failed = ferror(stdout);
    if ((fflush(stdout) == 0 && !failed) || code > 1)
        return code;
    fprintf(stderr, "tare %s: standard output: %s\n", name, strerror(errno ? errno : EIO));
    return 3;
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, ""); // numbers stay in the C locale
    process_watch_interrupts();
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        usage(stdout);
        return after("help", 0);
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0)
            return after(name, commands[i].run ? commands[i].run(argc - 1, argv + 1)
                                               : device_command(argc - 1, argv + 1));
    if (*name)
        fprintf(stderr, "tare: there is no command \"%.40s\"\n\n", name);
    return usage(stderr);
}
