// course: everything that a course needs, from one file.
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "course/course.h"

static const char usage[] =
    "usage: tare course FILE --out FOLDER\n"
    "  writes a syllabus, a page for each lab, slides for each week, and a Makefile that makes "
    "pages,\n"
    "  archives and autograders of them, and grades. make course COURSE=FILE does all of it.\n";

int cmd_course(int argc, char **argv) {
    static struct course course; // too large for the stack
    const char *folder = NULL;
    char root[512], why[300];
    int changed;
    const struct argument table[] = {{"--out", ARGUMENT_TEXT, &folder, 0, 0, NULL},
                                     {NULL, ARGUMENT_FLAG, NULL, 0, 0, NULL}};
    int read = arguments_read(usage, table, 0, &argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    if (argc != 2 || !folder) {
        fputs(usage, stderr);
        return 2;
    }
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
