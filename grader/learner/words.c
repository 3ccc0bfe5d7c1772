// words.c: the words of the room, in a file of its own: build/see takes no more of the room.
#include "learner/learner.h"

const struct words learner_words = {LEARNER_WORDS,
                                    {
#define WORD(name, text) [LEARNER_##name] = text,
                                        [ENGLISH] =
                                            (const char *const[LEARNER_WORDS]){
#include "learner/words_en.h"
                                            },
                                        [CHINESE] =
                                            (const char *const[LEARNER_WORDS]){
#include "learner/words_zh.h"
                                            },
#undef WORD
                                    }};

const char *learner_text(enum language language, enum learner_word name) {
    return words_text(&learner_words, language, name);
}
