// words.h: the languages, and how every room keeps the sentences that people read.
//
// A room has one file of words for each language: words_en.def, words_zh.def. Each line of such
// a file is WORD(NAME, "text"), where text may be a printf format. English is complete by
// construction: the room's enum is made from words_en.def. For another language add a
// file, a value of enum language, and one line in each room's table.
//
//     enum see_word {                               // the names, in the room's header
//     #define WORD(name, text) SEE_##name,
//     #include "see/words_en.def"
//     #undef WORD
//         SEE_WORDS
//     };
//
//     #define WORD(name, text) [SEE_##name] = (text), // the texts, in one .c of the room
//     static const char *const english[SEE_WORDS] = {
//     #include "see/words_en.def"
//     };
//     static const char *const chinese[SEE_WORDS] = {
//     #include "see/words_zh.def"
//     };
//     #undef WORD
//     const struct words see_words = {SEE_WORDS, {[ENGLISH] = english, [CHINESE] = chinese}};
//
// If the languages need different orders of the arguments, each of them numbers its arguments:
// "%2$s of %1$s".
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stdio.h>

enum language { ENGLISH, CHINESE, LANGUAGES };

extern const char *const language_codes[LANGUAGES]; // "en", "zh": as locales begin

// The language of a locale's name, "zh_CN.UTF-8"; LANGUAGES when the language is not known here.
enum language language_named(const char *locale);
// TARE_LANG (en, zh), else the locale (LC_ALL, LC_MESSAGES, LANG), else English.
enum language language_of_environment(void);
const char *language_asked(void); // the value found there, "fr_FR.UTF-8"; "" when there is none

// TEXT("done", "完成"): both always stand side by side in the source.
#define TEXT(english, chinese) ((const char *const[LANGUAGES]){(english), (chinese)})

struct words {
    int count;
    const char *const *text[LANGUAGES];
};

// The text in that language, or in English if that language lacks it, with what is to be typed as
// base/typed.h has it.
const char *words_text(const struct words *words, enum language language, int name);

// For tests: 0 when every language has every text, and each text takes the same arguments as
// the English one; else -1, and why.
int words_check(const struct words *words, char why[200]);

#endif
