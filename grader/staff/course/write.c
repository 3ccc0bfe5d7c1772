// write.c: the files of a course. A file that would not change is not touched, so that `make` makes
// only what must be made again.
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "course/course.h"
#include "intake/intake.h"

struct folder {
    const char *path;
    int *changed;
    char *why;
};

static int same(const char *path, const char *text, size_t length) {
    size_t is;
    char *old = file_read(path, 4 << 20, &is);
    int equal = old && is == length && memcmp(old, text, length) == 0;
    free(old);
    return equal;
}

// Frees the text. The file is the old one or a complete new one.
static int put(struct folder *folder, const char *name, char *text, size_t length) {
    char path[900], fresh[920];
    snprintf(path, sizeof path, "%.600s/%s", folder->path, name);
    snprintf(fresh, sizeof fresh, "%s.new", path);
    int bad = 0;
    if (!text)
        bad = 1;
    else if (!same(path, text, length)) {
        FILE *file = fopen(fresh, "w");
        bad = !file || fwrite(text, 1, length, file) != length;
        bad |= file && fclose(file) != 0;
        bad = bad || rename(fresh, path) != 0;
        ++*folder->changed;
    }
    if (bad)
        snprintf(folder->why, 300, "%.200s: %s", path, strerror(errno));
    free(text);
    return bad ? -1 : 0;
}

// labs/course.meta of every tree that this course packs, and what the grading reads.
static void course_meta(const struct course *course, FILE *out) {
    char text[32];
    fputs("# Written by make course: what this course says otherwise than each lab.meta.\n", out);
    for (int i = 0; i < course->count; i++) {
        const struct course_lab *lab = &course->labs[i];
        const char *number = lab->meta.number;
        if (lab->own_points)
            fprintf(out, "%s points = %g\n", number, lab->meta.points);
        if (lab->own_tolerance)
            fprintf(out, "%s tolerance = %g\n", number, lab->meta.tolerance);
        if (lab->own_feedback)
            fprintf(out, "%s feedback = %s\n", number,
                    lab_meta_value(&lab->meta, "feedback", text));
    }
}

// Grading commands, and how pages are made of the Markdown.
static void makefile(const struct course *course, FILE *out) {
    fprintf(
        out,
        "# Written by make course. `make` makes what has changed; `make grade-08 DIR=handed-in` "
        "grades.\nTREE ?= %s\nDEVICE ?= %s\nLABS :=",
        course->root, course->device);
    for (int i = 0; i < course->count; i++)
        fprintf(out, " %s", course->labs[i].meta.number);
    fputs("\nSYSTEMS :=", out);
    for (int i = 0; i < course->system_count; i++)
        fprintf(out, " %s", course->systems[i]);
    fprintf(out, "\nSTAFF_IMAGE := %s\nSTUDENT_IMAGE := %s", course->staff_image,
            course->student_image);
    fputs("\nHERE := $(CURDIR)\nexport TARE_COURSE := $(HERE)/course.meta\n"
          "include $(TREE)/grader/staff/course/course.make\n",
          out);
}

// When each lab is due: what `tare term` reads. Local times; its time zone is in the first line.
static void due_dates(const struct course *course, FILE *out) {
    char day[16];
    fprintf(out, "# timezone %s\n", course->timezone);
    for (int i = 0; i < course->count; i++) {
        course_day(course->labs[i].due, day);
        fprintf(out, "%s\t%s\t%s\t%d\n", course->labs[i].meta.folder, day, course->due_time,
                course->labs[i].week);
    }
}

static int make_rooms(struct folder *folder) {
    static const char *const rooms[] = {"", "/labs", "/slides"};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        char path[700];
        snprintf(path, sizeof path, "%.600s%s", folder->path, rooms[i]);
        if (mkdir(path, 0777) != 0 && errno != EEXIST) {
            snprintf(folder->why, 300, "%.200s: %s", path, strerror(errno));
            return -1;
        }
    }
    return 0;
}

#define PUT(name, call)                                                                            \
    (out = open_memstream(&text, &length), out ? (call, fclose(out)) : 0,                          \
     put(&folder, name, out ? text : NULL, length))

int course_write(const struct course *course, const char *path, int *changed, char why[300]) {
    struct folder folder = {path, changed, why};
    char *text = NULL, name[120];
    size_t length = 0;
    FILE *out;
    *changed = 0;
    if (make_rooms(&folder) != 0 || PUT("course.meta", course_meta(course, out)) != 0 ||
        PUT("due.tsv", due_dates(course, out)) != 0 ||
        PUT("syllabus.md", course_syllabus(course, out)) != 0 ||
        (course->project > 0 && PUT("project.md", course_project(course, out)) != 0))
        return -1;
    for (int i = 0; i < course->count; i++) {
        snprintf(name, sizeof name, "labs/%s.md", course->labs[i].meta.folder);
        if (PUT(name, course_lab_page(course, &course->labs[i], out)) != 0)
            return -1;
    }
    for (int week = 1; week <= course->weeks; week++) {
        snprintf(name, sizeof name, "slides/week%d.md", week);
        if (PUT(name, course_slides(course, week, out)) != 0)
            return -1;
    }
    return PUT("Makefile", makefile(course, out));
}
