// handout.c: the parts of a lab's handout, for a verdict, a page or a slide.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grade/workbook.h"
#include "intake/intake.h"

static const char *const headings[HANDOUT_PARTS][LANGUAGES] = {
    [HANDOUT_STORY] = {"](README.zh-CN.md)\n", "](README.md)\n"},
    [HANDOUT_PREDICT] = {"\n## Predict\n", "\n## 预测\n"},
    [HANDOUT_QUESTION] = {"\n## The question\n", "\n## 问题\n"},
    [HANDOUT_TASK] = {"\n## Predict\n", "\n## 预测\n"},
};
static const char *const after[LANGUAGES] = {"\n## After you pass\n", "\n## 通过之后\n"};

// The marks of numbers, <!--=...-->, are for docs/book/numbers.sh: no reader sees them.
static void drop_marks(char *text) {
    static const char end[] = "-->";
    for (char *mark = text; (mark = strstr(mark, "<!--"));) {
        const char *behind = strstr(mark, end);
        behind = behind ? behind + strlen(end) : mark + strlen(mark);
        memmove(mark, behind, strlen(behind) + 1);
    }
}

char *handout_part(const char *root, const struct lab_meta *lab, enum language language,
                   enum handout_part part) {
    static const char *const names[LANGUAGES] = {"README.md", "README.zh-CN.md"};
    char path[700];
    size_t length;
    snprintf(path, sizeof path, "%s/labs/%s/%s", root, lab->folder, names[language]);
    char *text = file_read(path, SUBMISSION_LIMIT, &length);
    char *from = text ? strstr(text, headings[part][language]) : NULL;
    if (!from) {
        free(text);
        return NULL;
    }
    if (part != HANDOUT_TASK) // the task keeps its headings
        from += strlen(headings[part][language]);
    char *end = strstr(from, part == HANDOUT_TASK ? after[language] : "\n## ");
    if (end)
        *end = '\0';
    from += strspn(from, "\n");
    size_t used = strlen(from);
    while (used && from[used - 1] == '\n')
        used--;
    memmove(text, from, used);
    text[used] = '\0';
    drop_marks(text);
    return text;
}
