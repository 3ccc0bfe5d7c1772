// words.c: what the course says in its language, and a text that Markdown takes as it is.
#define _GNU_SOURCE
#include <ctype.h>
#include <string.h>

#include "course/course.h"

#define WORD(name, text) [COURSE_##name] = (text),
static const char *const english[COURSE_WORDS] = {
#include "course/words_en.def"
};
static const char *const chinese[COURSE_WORDS] = {
#include "course/words_zh.def"
};
#undef WORD
const struct words course_words = {COURSE_WORDS, {[ENGLISH] = english, [CHINESE] = chinese}};

const char *course_says(const struct course *course, enum course_word name) {
    return words_text(&course_words, course->language, name);
}

const char *course_plain(const char *text, char markdown[COURSE_TEXT]) {
    static const char quote[] = "&#39;"; // a ' would end the text in YAML
    char *to = markdown;
    for (; *text && to + sizeof quote < markdown + COURSE_TEXT; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '\'') {
            to = stpcpy(to, quote);
            continue;
        }
        if (c < 0x80 && ispunct(c))
            *to++ = '\\';
        *to++ = *text;
    }
    *to = '\0';
    return markdown;
}
