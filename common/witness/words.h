// words.h: all sentences of the witness, for the folders that record and those that draw.
#ifndef WITNESS_WORDS_H
#define WITNESS_WORDS_H

#include "base/words.h"
#include "witness/note.h"

enum witness_word {
#define WORD(name, text) WITNESS_SAYS_##name,
#include "witness/words_en.def"
#undef WORD
    WITNESS_WORDS
};
extern const struct words witness_words;
const char *witness_text(enum language language, enum witness_word name);

// The language of the learner whose program is watched, from TARE_WITNESS_LANG.
enum language witness_language(void);

// The reason why a trace cannot be written or read, in that language. `english` is the English text
// of the reason, in words_en.def or from strerror. An unknown text is returned unchanged.
const char *witness_reason(const char *english, enum language language);

// The names of the kinds of notes in a trace, the same in every language.
extern const char *const witness_kind_names[WITNESS_KINDS];

#endif
