// drawing.c: a concept's drawing on a page: `make figures` draws what docs/book/drawings
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
