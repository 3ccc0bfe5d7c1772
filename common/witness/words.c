// words.c: see words.h.
#include "witness/words.h"

#include <stdlib.h>
#include <string.h>

#define WORD(name, text) [WITNESS_SAYS_##name] = (text),
static const char *const english[WITNESS_WORDS] = {
#include "witness/words_en.def"
};
static const char *const chinese[WITNESS_WORDS] = {
#include "witness/words_zh.def"
};
#undef WORD
const struct words witness_words = {WITNESS_WORDS, {[ENGLISH] = english, [CHINESE] = chinese}};

const char *const witness_kind_names[WITNESS_KINDS] = {
    "call",  "kernel", "copy", "memset", "record",  "reached", "wait", "elapsed",
    "clock", "start",  "stop", "claim",  "context", "result",  "batch"};

const char *witness_text(enum language language, enum witness_word name) {
    return words_text(&witness_words, language, (int)name);
}

enum language witness_language(void) {
    const char *name = getenv("TARE_WITNESS_LANG");
    enum language language = language_named(name ? name : "");
    return language < LANGUAGES ? language : ENGLISH;
}

const char *witness_reason(const char *english, enum language language) {
    for (int name = WITNESS_SAYS_NOT_A_TRACE; name <= WITNESS_SAYS_READ_ONLY; name++)
        if (strcmp(words_text(&witness_words, ENGLISH, name), english) == 0)
            return words_text(&witness_words, language, name);
    return english;
}
