// main.c: finds the command, and sees that its output arrived.
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "base/typed.h"
#include "cmd/cmd.h"
#include "run/process.h"

// What was printed and did not arrive is an error, whatever the command returned.
static int after(const char *name, int code) {
    int failed = ferror(stdout);
    if ((fflush(stdout) == 0 && !failed) || code > 1)
        return code;
    fprintf(stderr, "tare %s: standard output: %s\n", name, strerror(errno ? errno : EIO));
    return 3;
}

static int is_one_of(const char *name, const char *one, const char *other) {
    return strcmp(name, one) == 0 || strcmp(name, other) == 0;
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, ""); // numbers stay in the C locale
    process_watch_interrupts();
    commands = all_commands;
    const char *name = argc > 1 ? argv[1] : "";
    int count = argc - 1;
    if (is_one_of(name, "--version", "-V"))
        return puts("tare " TARE_VERSION), after("--version", 0);
    if (is_one_of(name, "--help", "-h"))
        return command_list(stdout), after(name, 0);
    if (!*name)
        return command_list(stderr), 2;
    static char **words; // to the end of the program
    words = typed_words(&count, argv + 1);
    const struct command *command = command_named(words[0]);
    return command ? after(words[0], command->run(count, words)) : command_unknown(words[0]);
}
