// words.c: the words of the room.
#include "weigh/weigh.h"

#define WORD(name, text) [WEIGH_##name] = (text),
static const char *const english[WEIGH_WORDS] = {
#include "weigh/words_en.def"
};
static const char *const chinese[WEIGH_WORDS] = {
#include "weigh/words_zh.def"
};
#undef WORD
const struct words weigh_words = {WEIGH_WORDS, {[ENGLISH] = english, [CHINESE] = chinese}};

const char *weigh_text(enum language language, enum weigh_word name) {
    return words_text(&weigh_words, language, (int)name);
}
