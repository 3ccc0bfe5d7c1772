// pages.c: the syllabus and a page for each lab, as Markdown.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "course/course.h"
#include "intake/intake.h"

void course_day(time_t day, char text[16]) {
    struct tm parts;
    gmtime_r(&day, &parts);
    strftime(text, 16, "%Y-%m-%d", &parts);
}

static void due_of(const struct course *course, const struct course_lab *lab, FILE *out) {
    char day[16];
    course_day(lab->due, day);
    fprintf(out, course_says(course, COURSE_DUE), day, course->due_time);
}

static double minutes_of(const struct course_lab *lab) {
    static const double usual = 30; // where lab.meta gives none
    return lab->meta.minutes > 0 ? lab->meta.minutes : usual;
}

static double points_of(const struct course *course) {
    double points = course->project;
    for (int i = 0; i < course->count; i++)
        points += course->labs[i].meta.points;
    return points;
}

// The first two columns, filled in once a week.
static void week_cells(const struct course *course, int week, FILE *out) {
    char day[16];
    struct course_part parts[COURSE_CHAPTERS];
    int count = course_parts(course, week, parts);
    course_day(course->start + (time_t)(week - 1) * 7 * 24 * 3600, day);
    fprintf(out, course_says(course, COURSE_WEEK_FROM), week, day);
    fprintf(out, " ([%s](slides/week%d.html)) | ", course_says(course, COURSE_SLIDES), week);
    for (int i = 0; i < count; i++) {
        fputs(i ? "; " : "", out);
        course_chapter(course, parts[i].chapter, out);
    }
}

static void plan(const struct course *course, FILE *out) {
    double minutes = 0;
    fputs(course_says(course, COURSE_HEAD_PLAN), out);
    for (int i = 0; i < course->count; i++) {
        char title[COURSE_TEXT];
        const struct course_lab *lab = &course->labs[i];
        fputs("| ", out);
        if (i == 0 || course->labs[i - 1].week != lab->week)
            week_cells(course, lab->week, out);
        else
            fputs(" | ", out);
        fprintf(out, " | [%s %s](labs/%s.html) | %g | %g | ", lab->meta.number,
                course_plain(lab->meta.title[course->language], title), lab->meta.folder,
                minutes_of(lab), lab->meta.points);
        due_of(course, lab, out);
        fputs(" |\n", out);
        minutes += minutes_of(lab);
    }
    if (course->project > 0)
        fprintf(out, "| | | [%s](project.html) | | %g | |\n", course_says(course, COURSE_PROJECT),
                course->project);
    fprintf(out, "| **%s** | | | **%g** | **%g** | |\n", course_says(course, COURSE_ALL), minutes,
            points_of(course));
}

// What counts for more than its share says so: nobody adds up a column.
static void heavy(const struct course *course, FILE *out) {
    static const double much = 0.2; // of all points, by choice: a fifth
    double all = points_of(course);
    for (int i = 0; i < course->count; i++)
        if (course->labs[i].meta.points > much * all)
            fprintf(out, course_says(course, COURSE_HEAVY), course->labs[i].meta.number,
                    course->labs[i].meta.points, all, 100 * course->labs[i].meta.points / all);
}

int course_project(const struct course *course, FILE *out) {
    char path[700];
    size_t length;
    snprintf(path, sizeof path, "%s/grader/staff/course/project.%s.md", course->root,
             language_codes[course->language]);
    char *text = file_read(path, SUBMISSION_LIMIT, &length);
    if (!text)
        return -1;
    fprintf(out, "---\ntitle: '%s'\nlang: %s\n---\n\n%s\n\n", course_says(course, COURSE_PROJECT),
            course_says(course, COURSE_LANGUAGE), text);
    fprintf(out, course_says(course, COURSE_PROJECT_POINTS), course->project);
    free(text);
    return ferror(out);
}

int course_syllabus(const struct course *course, FILE *out) {
    char text[COURSE_TEXT];
    fprintf(out, "---\ntitle: '%s'\nlang: %s\n---\n\n%s\n\n%s\n\n## %s\n\n",
            course_plain(course->title, text), course_says(course, COURSE_LANGUAGE),
            course_says(course, COURSE_INTRODUCTION), course_says(course, COURSE_NEEDED),
            course_says(course, COURSE_PLAN));
    plan(course, out);
    fprintf(out, "\n## %s\n", course_says(course, COURSE_GOALS));
    for (int i = 0; i < course->count; i++) {
        if (i == 0 || course->labs[i - 1].week != course->labs[i].week) {
            fputs("\n### ", out);
            fprintf(out, course_says(course, COURSE_WEEK), course->labs[i].week);
            fputs("\n\n", out);
        }
        fprintf(out, "- %s\n", course_plain(course->labs[i].meta.goal[course->language], text));
    }
    fprintf(out, "\n## %s\n\n", course_says(course, COURSE_RULES));
    fprintf(out, course_says(course, COURSE_RULES_TEXT), course_plain(course->timezone, text),
            course_says(course, strcmp(course->device, "gpu") ? COURSE_ON_HOST : COURSE_ON_CARD));
    heavy(course, out);
    return ferror(out);
}

static void fact(const struct course *course, enum course_word name, const char *text, FILE *out) {
    char plain[COURSE_TEXT];
    fprintf(out, "| %s | %s |\n", course_says(course, name), course_plain(text, plain));
}

// The labs that come before it; of those that the course has not, it says so.
static void before(const struct course *course, const struct course_lab *lab, char *text,
                   size_t size) {
    char names[sizeof lab->meta.after], *rest = names;
    text_copy(names, sizeof names, lab->meta.after);
    text_copy(text, size, *names ? "" : course_says(course, COURSE_FACT_NOTHING));
    for (char *name; (name = strsep(&rest, " "));) {
        int here = !*name;
        for (int i = 0; i < course->count; i++)
            here |= strcmp(course->labs[i].meta.number, name) == 0;
        size_t at = strlen(text);
        snprintf(text + at, size - at, "%s%s%s", at && *name ? " " : "", name,
                 here ? "" : course_says(course, COURSE_NOT_HERE));
    }
}

int course_lab_page(const struct course *course, const struct course_lab *lab, FILE *out) {
    const struct chapter *chapter = chapter_named(lab->meta.chapter);
    char text[200], plain[COURSE_TEXT];
    fprintf(out, "---\ntitle: '%s · %s'\nlang: %s\n---\n\n| | |\n|---|---|\n", lab->meta.number,
            course_plain(lab->meta.title[course->language], plain),
            course_says(course, COURSE_LANGUAGE));
    fact(course, COURSE_FACT_GOAL, lab->meta.goal[course->language], out);
    before(course, lab, text, sizeof text);
    fact(course, COURSE_FACT_BEFORE, text, out);
    snprintf(text, sizeof text, "%g", minutes_of(lab));
    fact(course, COURSE_FACT_MINUTES, text, out);
    snprintf(text, sizeof text, "%g", lab->meta.points);
    fact(course, COURSE_FACT_POINTS, text, out);
    snprintf(text, sizeof text, "%g %%", 100 * lab->meta.tolerance);
    fact(course, COURSE_FACT_TOLERANCE, text, out);
    fprintf(out, "| %s | ", course_says(course, COURSE_FACT_DUE));
    due_of(course, lab, out);
    fprintf(out, " (%s) |\n", course_plain(course->timezone, plain));
    if (chapter) {
        snprintf(text, sizeof text, course_says(course, COURSE_CHAPTER), chapter->number,
                 chapter_title(chapter, language_codes[course->language]));
        fact(course, COURSE_FACT_READ, text, out);
    }
    static const enum handout_part parts[] = {HANDOUT_STORY, HANDOUT_TASK};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *part = handout_part(course->root, &lab->meta, course->language, parts[i]);
        fprintf(out, "\n%s\n", part ? part : "");
        free(part);
    }
    course_drawings(course, lab->meta.drawings, out);
    return ferror(out);
}
