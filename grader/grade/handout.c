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

const char *const handout_alone[LANGUAGES] = {"This lab is in English only. 本实验只有英文版。\n",
                                              "本实验只有中文版。This lab is in Chinese only.\n"};

const char *handout_name(const struct lab_meta *lab, enum language reader) {
    return lab_language(lab, reader) == ENGLISH ? "README.md" : "README.zh-CN.md";
}

// The story begins below the line about the other language.
static const char *heading(const struct lab_meta *lab, enum language language,
                           enum handout_part part) {
    return part == HANDOUT_STORY && lab->written != IN_BOTH ? handout_alone[language]
                                                            : headings[part][language];
}

char *handout_part(const char *root, const struct lab_meta *lab, enum language reader,
                   enum handout_part part) {
    enum language language = lab_language(lab, reader);
    const char *begin = heading(lab, language, part);
    char path[700];
    size_t length;
    snprintf(path, sizeof path, "%s/labs/%s/%s", root, lab->folder, handout_name(lab, reader));
    char *text = file_read(path, SUBMISSION_LIMIT, &length);
    char *from = text ? strstr(text, begin) : NULL;
    if (!from) {
        free(text);
        return NULL;
    }
    if (part != HANDOUT_TASK) // the task keeps its headings
        from += strlen(begin);
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
