// mistakes.c: finds a mistake, a chapter, and their words in a language.
#include "naming/naming.h"

#include <stddef.h>
#include <string.h>

const struct mistake *mistake_named(const char *id) {
    for (const struct mistake *m = catalogue; m->id; m++)
        if (strcmp(m->id, id) == 0)
            return m;
    return NULL;
}

// The place of a language in catalogue_languages; 0, for English, if the language is not there.
static size_t place_of(const char *language) {
    for (size_t i = 0; catalogue_languages[i]; i++) {
        size_t length = strlen(catalogue_languages[i]);
        if (strncmp(language, catalogue_languages[i], length) == 0 &&
            strchr("_-.@", language[length])) // or its end
            return i;
    }
    return 0;
}

const struct mistake_words *mistake_words(const struct mistake *mistake, const char *language) {
    const struct mistake_words *words = &mistake->words[place_of(language)];
    return words->seen ? words : mistake->words;
}

const struct chapter *chapter_named(const char *id) {
    for (const struct chapter *c = catalogue_chapters; c->number; c++)
        if (strcmp(c->id, id) == 0)
            return c;
    return NULL;
}

const char *chapter_title(const struct chapter *chapter, const char *language) {
    const char *title = chapter->title[place_of(language)];
    return title ? title : chapter->title[0];
}
