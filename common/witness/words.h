// words.h: all that the witness says to people, for the side that records and the side that draws.
#ifndef WITNESS_WORDS_H
#define WITNESS_WORDS_H

#include "base/words.h"
#include "witness/note.h"

enum witness_word {
#define WORD(name, text) WITNESS_SAYS_##name,
#include "witness/words_en.h"
#undef WORD
    WITNESS_WORDS
};
extern const struct words witness_words;
const char *witness_text(enum language language, enum witness_word name);

// The language of a watched program's learner: TARE_WITNESS_LANG says so.
enum language witness_language(void);

// Why a trace cannot be written or read, in that language: `english` is the text of a reason
// below, or strerror's. A text that the room does not know is returned as it is.
const char *witness_reason(const char *english, enum language language);

// What the kind of a note is called in a trace; in every language the same.
extern const char *const witness_kind_names[WITNESS_KINDS];

#endif
