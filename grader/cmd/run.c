// run: a lab, or any .cu file, compiled for the host device and run, as `make lab` does it there.
#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/collect.h"
#include "learner/learner.h"

static struct collecting plainly = {.option = "-O3", .command = "run", .seconds = 600};
static const char *asked; // as it was typed

static int run(char **program, const char *file) {
    (void)file;
    int started, code = collect(&plainly, program, &started);
    if (code == COLLECT_FAILED)
        printf(learner_text(plainly.language, LEARNER_RUN_FAILED), asked);
    return code;
}

static int cmd_run(int argc, char **argv) {
    int read = arguments_read(&run_command, &argc, argv);
    if (read == ARGUMENTS_READ && (argc < 2 || !collect_compiles(argv[1])))
        read = arguments_wrong(&run_command);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    plainly.language = language_of_environment();
    asked = argv[1];
    return collect_file(&plainly, argv + 1, run);
}

const struct command run_command = {"run",
                                    cmd_run,
                                    CMD_RUN,
                                    CMD_RUN_USE,
                                    CMD_RUN_MORE,
                                    .asks = ASKS_LAB,
                                    .words = ANY_WORDS,
                                    .before_words = 1};
