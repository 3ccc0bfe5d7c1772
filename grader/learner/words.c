// words.c: the words of the room, in a separate file because build/see links no other file of it.
#include "learner/learner.h"

#define WORD(name, text) [LEARNER_##name] = (text),
static const char *const english[LEARNER_WORDS] = {
#include "learner/words_en.def"
};
static const char *const chinese[LEARNER_WORDS] = {
#include "learner/words_zh.def"
};
#undef WORD
const struct words learner_words = {LEARNER_WORDS, {[ENGLISH] = english, [CHINESE] = chinese}};

const char *learner_text(enum language language, enum learner_word name) {
    return words_text(&learner_words, language, name);
}
