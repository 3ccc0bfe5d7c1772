// words.c: the words of the room.
#include "cmd/cmd.h"

#define WORD(name, text) [CMD_##name] = (text),
static const char *const english[CMD_WORDS] = {
#include "cmd/words_en.def"
};
static const char *const chinese[CMD_WORDS] = {
#include "cmd/words_zh.def"
};
#undef WORD
const struct words command_words = {CMD_WORDS, {[ENGLISH] = english, [CHINESE] = chinese}};

const char *command_text(enum command_word name) {
    return words_text(&command_words, language_of_environment(), name);
}
