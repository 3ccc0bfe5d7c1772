// drawing.c: a concept's drawing on a page or a slide: `make figures` draws what docs/book/drawings
// describes, in a text whose lines are "WORD | English | Chinese".
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "course/course.h"

enum { DRAWINGS_MOST = sizeof((struct lab_meta *)0)->drawings };

static int says(const struct course *course, const char *drawing, const char *word,
                char said[COURSE_TEXT]) {
    char path[700], line[COURSE_TEXT];
    snprintf(path, sizeof path, "%s/docs/book/drawings/%s.txt", course->root, drawing);
    FILE *file = fopen(path, "r");
    *said = '\0';
    while (file && !*said && fgets(line, sizeof line, file)) {
        char *rest = line, *key = text_trim(strsep(&rest, "|"));
        char *english = strsep(&rest, "|");
        if (english && strcmp(key, word) == 0)
            text_copy(said, COURSE_TEXT,
                      text_trim(course->language == CHINESE && rest ? rest : english));
    }
    if (file)
        fclose(file);
    return *said != '\0';
}

static void image(const struct course *course, const char *drawing, const char *alternative,
                  FILE *out) {
    char path[700], plain[COURSE_TEXT];
    snprintf(path, sizeof path, "%s/build/book/figures/%s.%s.svg", course->root, drawing,
             language_codes[course->language]);
    if (access(path, R_OK) == 0)
        fprintf(out, "\n![%s](%s)\n", course_plain(alternative, plain), path);
}

void course_drawings(const struct course *course, const char *drawings, FILE *out) {
    char names[DRAWINGS_MOST], *rest = names, said[COURSE_TEXT];
    text_copy(names, sizeof names, drawings);
    for (char *name; (name = strsep(&rest, " "));)
        if (says(course, name, "says", said))
            image(course, name, said, out);
}

static void slide(const struct course *course, const char *drawing, FILE *out) {
    char name[COURSE_TEXT], said[COURSE_TEXT], plain[COURSE_TEXT];
    if (!says(course, drawing, "name", name) || !says(course, drawing, "says", said))
        return;
    fprintf(out, "# %s\n", course_plain(name, plain));
    image(course, drawing, "", out); // the notes say it; below the picture it would be read aloud
    fprintf(out, "\n::: notes\n%s\n:::\n\n", course_plain(said, plain));
}

void course_drawing_slides(const struct course *course, int week, FILE *out) {
    char shown[WORKBOOK_LABS * DRAWINGS_MOST] = " ";
    for (int i = 0; i < course->count; i++) {
        char names[DRAWINGS_MOST], *rest = names, key[DRAWINGS_MOST + 2];
        text_copy(names, sizeof names,
                  course->labs[i].week == week ? course->labs[i].meta.drawings : "");
        for (char *name; (name = strsep(&rest, " "));) {
            snprintf(key, sizeof key, " %s ", name);
            if (*name && !strstr(shown, key)) {
                strncat(shown, key + 1, sizeof shown - strlen(shown) - 1);
                slide(course, name, out);
            }
        }
    }
}
