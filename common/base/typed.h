// typed.h: what a reader types for a task. All texts write it for make, `make check LAB=01
// REVEAL=1`. A packed program (common/make/tarball.mk) stands where there may be no make: what it
// says has `build/tare check 01 --reveal` there. And build/tare understands the words of make.
#ifndef BASE_TYPED_H
#define BASE_TYPED_H

// 1: this program came packed. Only then it has all libraries inside itself.
int typed_is_packed(void);

// A text that stays as long as the program, as this program says it. It stays, too.
const char *typed(const char *text);
// The same of a text that goes; the caller frees it. NULL: no memory.
char *typed_anew(const char *text);

// The text with each such command of make written as one of build/tare; the caller frees it.
char *typed_without_make(const char *text);

// argv[0] is a command, and behind it may stand words of make: {"check", "LAB=01", "REVEAL=1"}
// becomes {"check", "01", "--reveal"}. Returns argv itself when there is none of them.
char **typed_words(int *argc, char **argv);

#endif
