// course: everything that a course needs, from one file.
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "course/course.h"

static const char *folder;
static const struct argument options[] = {
    {"--out", ARGUMENT_TEXT, CMD_OUT, .to = &folder},
    {.name = NULL},
};

static int cmd_course(int argc, char **argv) {
    static struct course course; // too large for the stack
    char root[512], why[300];
    int changed;
    int read = arguments_read(&course_command, &argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    if (argc != 2 || !folder)
        return arguments_wrong(&course_command);
    if (workbook_find(root) != 0)
        return 2;
    if (course_read(root, argv[1], &course, why) != 0) {
        fprintf(stderr, "tare course: %s\n", why);
        return 2;
    }
    if (course_write(&course, folder, &changed, why) != 0) {
        fprintf(stderr, "tare course: %s\n", why);
        return 3;
    }
    printf("%s: %d weeks, %d labs; %d files are new or have changed\n", folder, course.weeks,
           course.count, changed);
    return 0;
}

const struct command course_command = {"course",          cmd_course,      CMD_COURSE,
                                       CMD_COURSE_USE,    CMD_COURSE_MORE, options,
                                       .asks = ASKS_FILE, .words = 1};
