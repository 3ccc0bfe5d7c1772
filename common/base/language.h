// language.h: which of the two languages a person is spoken to in.
#ifndef BASE_LANGUAGE_H
#define BASE_LANGUAGE_H

enum language { ENGLISH, CHINESE, LANGUAGES };

// TARE_LANG (en, zh), else the locale (LC_ALL, LC_MESSAGES, LANG).
enum language language_of_environment(void);

// TEXT("done", "完成"): both always stand side by side in the source.
#define TEXT(english, chinese) ((const char *const[LANGUAGES]){(english), (chinese)})

#endif
