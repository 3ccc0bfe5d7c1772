// doctor, device, peak, ceilings, roofline: commands that are programs of their own.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/typed.h"
#include "cmd/cmd.h"
#include "grade/workbook.h"
#include "run/build.h"

// ---- doctor: a script, because it must run where nothing can be compiled ------------------------

static int cmd_doctor(int argc, char **argv) {
    char root[512], script[] = "common/make/doctor.sh";
    int read = arguments_read(&doctor_command, &argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    if (workbook_find(root) != 0)
        return 2;
    if (typed_is_packed())
        setenv("TARE_PACKED", "yes", 1);
    if (chdir(root) == 0)
        execl("/bin/sh", "sh", script, (char *)NULL);
    fprintf(stderr, "tare doctor: %s/%s: %s\n", root, script, strerror(errno));
    return 2;
}

const struct command doctor_command = {"doctor", cmd_doctor, CMD_DOCTOR, .asks = ASKS_NOTHING};

// ---- the measuring library's own program --------------------------------------------------------

static int flag;
static double number;
static const struct argument csv[] = {{"--csv", ARGUMENT_FLAG, CMD_CSV, .to = &flag},
                                      {.name = NULL}};
static const struct argument roofs[] = {
    {"--csv", ARGUMENT_FLAG, CMD_CSV, .to = &flag},
    {"--svg", ARGUMENT_FLAG, CMD_SVG_ROOFS, .to = &flag},
    {"--bandwidth", ARGUMENT_TIME, CMD_BANDWIDTH, .to = &number, .low = 1e-9, .high = 1e15},
    {"--peak", ARGUMENT_TIME, CMD_PEAK_FLOPS, .to = &number, .low = 1e-9, .high = 1e15},
    {"--zh", ARGUMENT_FLAG, CMD_ZH, .to = &flag},
    {.name = NULL}};

// Becomes the program, after a look at the options: a wrong one is told before anything is built.
static int run_program(const struct command *command, int argc, char **argv) {
    enum { MOST = 300 };
    char root[512], program[600], *given[MOST + 2] = {program};
    int count = argc < MOST ? argc : MOST;
    memcpy(given + 1, argv, (size_t)count * sizeof *argv);
    int read = arguments_read(command, &argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    char why[600];
    if (workbook_seek(root, why) == 0) {
        const char *device = device_chosen(root, NULL);
        if (!device)
            return 2;
        snprintf(program, sizeof program, "%s/build/%s/tare", root, device);
    } else if (!find_beside(NULL, "tare", program, sizeof program)) { // it is installed
        fprintf(stderr, "tare: %s\n", why);
        return 2;
    }
    execv(program, given);
    fprintf(stderr, "tare: %s: %s (make %s builds it)\n", program, strerror(errno), command->name);
    return 3;
}

#define PROGRAM(command_name, NAME, NAME_USE, NAME_MORE, ...)                                      \
    static int cmd_##command_name(int argc, char **argv) {                                         \
        return run_program(&command_name##_command, argc, argv);                                   \
    }                                                                                              \
    const struct command command_name##_command = {                                                \
        #command_name, cmd_##command_name, NAME, NAME_USE, NAME_MORE, __VA_ARGS__};
PROGRAM(device, CMD_DEVICE, CMD_NOTHING, CMD_NOTHING, .asks = ASKS_NOTHING)
PROGRAM(peak, CMD_PEAK, CMD_PEAK_USE, CMD_PEAK_MORE, .asks = ASKS_NOTHING, .words = 2)
PROGRAM(ceilings, CMD_CEILINGS, CMD_CEILINGS_USE, CMD_CEILINGS_MORE, .options = csv,
        .asks = ASKS_NOTHING)
PROGRAM(roofline, CMD_ROOFLINE, CMD_ROOFLINE_USE, CMD_ROOFLINE_MORE, .options = roofs,
        .asks = ASKS_NOTHING, .words = ANY_WORDS)
