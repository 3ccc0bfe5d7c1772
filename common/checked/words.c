// words.c: the words of the room.
#include "checked/checked.h"

#define WORD(name, text) [CHECKED_##name] = (text),
static const char *const english[CHECKED_WORDS] = {
#include "checked/words_en.def"
};
static const char *const chinese[CHECKED_WORDS] = {
#include "checked/words_zh.def"
};
#undef WORD
const struct words checked_words = {CHECKED_WORDS, {[ENGLISH] = english, [CHINESE] = chinese}};

const char *checked_text(enum language language, enum checked_word name) {
    return words_text(&checked_words, language, (int)name);
}
