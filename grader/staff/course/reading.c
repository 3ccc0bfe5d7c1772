// reading.c: what of the book a week is about. A chapter is divided over the weeks that have a lab
// of it; one that no lab belongs to comes with the first lab that says "also".
#include <string.h>

#include "course/course.h"

static int names(const char *list, const char *id) {
    char padded[100], word[60];
    snprintf(padded, sizeof padded, " %s ", list);
    snprintf(word, sizeof word, " %s ", id);
    return strstr(padded, word) != NULL;
}

static int teaches(const struct course *course, int week, const char *id, int also) {
    for (int i = 0; i < course->count; i++) {
        const struct course_lab *lab = &course->labs[i];
        if (lab->week == week && names(also ? lab->meta.also : lab->meta.chapter, id))
            return 1;
    }
    return 0;
}

// The weeks in which each chapter is taught. A week that has more than its share of the chapters
// begins some of them in the week before, so that no lecture holds half of the book.
static void plan(const struct course *course, char taught[COURSE_CHAPTERS][COURSE_WEEKS + 1]) {
    int weeks[COURSE_CHAPTERS] = {0}, all = 0;
    for (const struct chapter *c = catalogue_chapters; c->number; c++) {
        int at = c->number - 1;
        for (int also = 0; also < 2 && c->number <= COURSE_CHAPTERS && !weeks[at]; also++)
            for (int w = 1; w <= course->weeks && !(also && weeks[at]); w++) {
                taught[at][w] = (char)teaches(course, w, c->id, also);
                weeks[at] += taught[at][w];
            }
        all += c->number <= COURSE_CHAPTERS && weeks[at];
    }
    int share = (all + course->weeks - 1) / course->weeks;
    for (int w = course->weeks; w > 1; w--) {
        int here = 0;
        for (int at = 0; at < COURSE_CHAPTERS; at++)
            here += taught[at][w];
        for (int at = 0; at < COURSE_CHAPTERS && here > share; at++)
            if (taught[at][w] && weeks[at] == 1) {
                taught[at][w] = 0;
                taught[at][w - 1] = 1;
                here--;
            }
    }
}

int course_parts(const struct course *course, int week, struct course_part parts[COURSE_CHAPTERS]) {
    char taught[COURSE_CHAPTERS][COURSE_WEEKS + 1] = {{0}};
    int count = 0;
    plan(course, taught);
    for (const struct chapter *c = catalogue_chapters; c->number; c++) {
        struct course_part is = {c, 0, 0};
        for (int w = 1; w <= course->weeks && c->number <= COURSE_CHAPTERS; w++) {
            is.of += taught[c->number - 1][w];
            is.part += w <= week && taught[c->number - 1][w];
        }
        if (c->number <= COURSE_CHAPTERS && taught[c->number - 1][week])
            parts[count++] = is;
    }
    return count;
}

void course_chapter(const struct course *course, const struct chapter *chapter, FILE *out) {
    fprintf(out, course_says(course, COURSE_CHAPTER), chapter->number,
            chapter_title(chapter, language_codes[course->language]));
}
