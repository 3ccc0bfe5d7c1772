// slides.c: the slides of a week, as Markdown: what it holds, for each lab its question, the
// chapters, which slides.lua makes of the book, and then what was measured, the drawn picture and
// the speaker's notes.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "course/course.h"

static void notes(const struct course *course, const struct course_lab *lab, const char *question,
                  FILE *out) {
    char goal[COURSE_TEXT];
    fputs("\n::: notes\n", out);
    fprintf(out, course_says(course, COURSE_NOTES_GOAL),
            course_plain(lab->meta.goal[course->language], goal));
    fputs("\n\n", out);
    fprintf(out, course_says(course, COURSE_NOTES_ASK), question);
    fputs("\n:::\n\n", out);
}

static void question_slide(const struct course *course, const struct course_lab *lab, FILE *out) {
    char *story = handout_part(course->root, &lab->meta, course->language, HANDOUT_STORY);
    char *question = handout_part(course->root, &lab->meta, course->language, HANDOUT_QUESTION);
    char title[COURSE_TEXT];
    fprintf(out, "# %s · %s {.question}\n\n%s\n\n> %s\n", lab->meta.number,
            course_plain(lab->meta.title[course->language], title), story ? story : "",
            question ? question : "");
    notes(course, lab, question ? question : "", out);
    free(story);
    free(question);
}

// A row of docs/measured/DEVICE/labs.csv: the factors of the lab as shipped.
static void measured_row(const struct course *course, const char *device,
                         const struct course_lab *lab, FILE *out) {
    char path[700], line[400], name[80], value[5][24];
    text_copy(name, sizeof name, course_says(course, COURSE_HOST_DEVICE));
    snprintf(path, sizeof path, "%s/docs/measured/%s/labs.csv", course->root, device);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strcmp(device, "host") != 0 && strncmp(line, "# device: ", 10) == 0)
            text_copy(name, sizeof name, text_trim(line + 10));
        if (strncmp(line, lab->meta.number, 2) != 0 ||
            sscanf(line + 3, "%23[^,],%23[^,],%23[^,],%23[^,],%23[^,]", value[0], value[1],
                   value[2], value[3], value[4]) != 5)
            continue;
        fprintf(out, "| %s%s%s | %s | %s | %s | **%s** |\n", name, lab->meta.row_count ? ": " : "",
                lab->meta.row_count ? value[0] : "", value[1], value[2], value[3], value[4]);
    }
    if (file)
        fclose(file);
}

static void mistake_notes(const struct course *course, const char *id, FILE *out) {
    const struct mistake *mistake = mistake_named(id);
    if (!mistake)
        return;
    const struct mistake_words *words = mistake_words(mistake, language_codes[course->language]);
    fprintf(out, course_says(course, COURSE_NOTES_MISTAKE), id, words->did, words->why,
            words->mend);
    fputs("\n\n", out);
    fprintf(out, course_says(course, COURSE_NOTES_FIND), words->find);
    fputs("\n\n", out);
}

static void picture(const struct course *course, const char *id, FILE *out) {
    char name[80], path[700];
    text_copy(name, sizeof name, id);
    for (char *at = name; *at; at++)
        if (*at == '/')
            *at = '-';
    snprintf(path, sizeof path, "%s/build/book/figures/%s.%s.svg", course->root, name,
             language_codes[course->language]);
    if (*id && access(path, R_OK) == 0) // a lab with rows has no picture of its own
        fprintf(out, "\n![](%s)\n", path);
}

static void measured_slide(const struct course *course, const struct course_lab *lab, FILE *out) {
    char title[COURSE_TEXT];
    fputs("# ", out);
    fprintf(out, course_says(course, COURSE_AFTERWARDS),
            course_plain(lab->meta.title[course->language], title));
    fprintf(out, " {.result}\n\n%s", course_plain(lab->meta.teaches[course->language], title));
    fprintf(out, "\n\n%s", course_says(course, COURSE_MEASURED_HEAD));
    measured_row(course, "host", lab, out);
    measured_row(course, "h200", lab, out);
    picture(course, lab->meta.mistake, out);
    fputs("\n::: notes\n", out);
    mistake_notes(course, lab->meta.mistake, out);
    for (int i = 0; i < lab->meta.row_count; i++)
        mistake_notes(course, lab->meta.rows[i].mistake, out);
    fprintf(out, course_says(course, COURSE_MEASURED_BY), lab->meta.number, "labs.csv");
    fputs("\n:::\n\n", out);
}

static void today_slide(const struct course *course, int week, FILE *out) {
    struct course_part parts[COURSE_CHAPTERS];
    char title[COURSE_TEXT];
    int count = course_parts(course, week, parts);
    fprintf(out, "# %s\n\n", course_says(course, COURSE_TODAY));
    for (int i = 0; i < course->count; i++)
        if (course->labs[i].week == week)
            fprintf(out, "- %s · %s\n", course->labs[i].meta.number,
                    course_plain(course->labs[i].meta.title[course->language], title));
    for (int i = 0; i < count; i++) {
        fputs("- ", out);
        course_chapter(course, parts[i].chapter, out);
        fputc('\n', out);
    }
    fprintf(out, "\n::: notes\n%s\n:::\n\n", course_says(course, COURSE_PACE));
}

// What slides.lua makes slides of.
static void chapters(const struct course *course, int week, FILE *out) {
    struct course_part parts[COURSE_CHAPTERS];
    int count = course_parts(course, week, parts);
    for (int i = 0; i < count; i++)
        fprintf(out,
                "::: {.chapter number=%d file=\"docs/book/%02d-%s.%s.md\" part=%d of=%d}\n:::\n\n",
                parts[i].chapter->number, parts[i].chapter->number, parts[i].chapter->id,
                language_codes[course->language], parts[i].part, parts[i].of);
}

int course_slides(const struct course *course, int week, FILE *out) {
    char day[16], text[COURSE_TEXT];
    fprintf(out, "---\ntitle: '%s'\nsubtitle: '", course_plain(course->title, text));
    course_day(course->start + (time_t)(week - 1) * 7 * 24 * 3600, day);
    fprintf(out, course_says(course, COURSE_WEEK_FROM), week, day);
    fprintf(out, "'\nlang: %s\n---\n\n", course_says(course, COURSE_LANGUAGE));
    today_slide(course, week, out);
    for (int i = 0; i < course->count; i++)
        if (course->labs[i].week == week)
            question_slide(course, &course->labs[i], out);
    chapters(course, week, out);
    for (int i = 0; i < course->count; i++)
        if (course->labs[i].week == week)
            measured_slide(course, &course->labs[i], out);
    fprintf(out, "# %s\n\n", course_says(course, COURSE_UNTIL));
    for (int i = 0; i < course->count; i++)
        if (course->labs[i].week == week) {
            course_day(course->labs[i].due, day);
            fprintf(out, "- %s · %s: ", course->labs[i].meta.number,
                    course_plain(course->labs[i].meta.title[course->language], text));
            fprintf(out, course_says(course, COURSE_DUE), day, course->due_time);
            fputc('\n', out);
        }
    return ferror(out);
}
