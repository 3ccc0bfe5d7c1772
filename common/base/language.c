// language.c: English unless the environment asks for Chinese.
#include "language.h"

#include <stdlib.h>
#include <string.h>

static int is_chinese(const char *name) {
    return strncmp(name, "zh", 2) == 0 && (name[2] == '\0' || strchr("_-.@", name[2]));
}

enum language language_of_environment(void) {
    static const char *const names[] = {"TARE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return is_chinese(value) ? CHINESE : ENGLISH;
    }
    return ENGLISH;
}
