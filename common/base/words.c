// words.c: see words.h.
#include "base/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/typed.h"

const char *const language_codes[LANGUAGES] = {[ENGLISH] = "en", [CHINESE] = "zh"};

enum language language_named(const char *locale) {
    int language = 0;
    for (; language < LANGUAGES; language++) {
        size_t length = strlen(language_codes[language]);
        if (strncmp(locale, language_codes[language], length) == 0 &&
            (locale[length] == '\0' || strchr("_-.@", locale[length])))
            break;
    }
    return (enum language)language;
}

const char *language_asked(void) {
    static const char *const names[] = {"TARE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return value;
    }
    return "";
}

enum language language_of_environment(void) {
    enum language language = language_named(language_asked());
    return language < LANGUAGES ? language : ENGLISH;
}

const char *words_text(const struct words *words, enum language language, int name) {
    const char *text = words->text[language][name];
    return typed(text ? text : words->text[ENGLISH][name]);
}

enum { MOST_ARGUMENTS = 12 };

// Finds the type of each argument of a format, "s", "d", "llu", "f", in the order of the arguments.
// Returns how many there are; -1 when the format cannot be read.
static int arguments_of(const char *format, char types[MOST_ARGUMENTS][8]) {
    int next = 0;
    memset(types, 0, MOST_ARGUMENTS * sizeof types[0]);
    for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
        at++;
        if (*at == '%') {
            at++;
            continue;
        }
        size_t digits = strspn(at, "0123456789");
        int number = next;
        if (digits && at[digits] == '$') {
            number = atoi(at) - 1;
            at += digits + 1;
        }
        at += strspn(at, "-+ #0123456789.");
        if (*at == '*') { // a width or precision is an argument of its own
            if (next >= MOST_ARGUMENTS)
                return -1;
            strcpy(types[next++], "*");
            number = next;
            at++;
            at += strspn(at, ".0123456789");
        }
        size_t length = strspn(at, "hlzjtL") + 1;
        if (number < 0 || number >= MOST_ARGUMENTS || length >= sizeof types[0] || !at[length - 1])
            return -1;
        memcpy(types[number], at, length);
        next = number + 1;
        at += length;
    }
    return 0;
}

int words_check(const struct words *words, char why[200]) {
    char wanted[MOST_ARGUMENTS][8], found[MOST_ARGUMENTS][8];
    for (int language = 0; language < LANGUAGES; language++)
        for (int name = 0; name < words->count; name++) {
            const char *english = words->text[ENGLISH][name], *text = words->text[language][name];
            if (!english || !text) {
                snprintf(why, 200, "language %d has no text for: %s", language,
                         english ? english : "?");
                return -1;
            }
            if (arguments_of(english, wanted) != 0 || arguments_of(text, found) != 0 ||
                memcmp(wanted, found, sizeof wanted) != 0) {
                snprintf(why, 200, "language %d takes other arguments: %s", language, text);
                return -1;
            }
        }
    return 0;
}
