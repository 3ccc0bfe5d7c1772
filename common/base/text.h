// text.h: strings in UTF-8: safe to keep, safe to show, and how wide they are on a terminal.
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stddef.h>
#include <stdio.h>

// ---- characters ----------------------------------------------------------------------

// The code point at *text; *text then points to the next character. 0 at the end of the text; '?'
// for a byte that does not begin a UTF-8 character.
unsigned utf8_next(const char **text);
void utf8_put(unsigned code, FILE *out);

// 1 when all bytes are UTF-8.
int text_is_utf8(const char *text, size_t length);

// ---- to keep -------------------------------------------------------------------------

// Copies at most size-1 bytes and never half of a character. 0; 1 when the text was cut.
int text_copy(char *to, size_t size, const char *from);

// Formats into a fixed array; a text that does not fit is cut at the end of a character.
void text_format(char *to, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Removes the blanks at both ends of the text, in place. Returns the new start.
char *text_trim(char *text);

// How many single edits (insert, delete, replace) turn one name into the other.
int text_distance(const char *a, const char *b);

void text_sha256(const void *bytes, size_t length, char hex[65]); // in sha256.c

// ---- to show -------------------------------------------------------------------------

// Control characters (but \n and \t), bytes that are not UTF-8, and marks that turn the writing
// direction become \xNN. Returns the length written.
size_t text_printable(char *to, size_t size, const char *from, size_t length);

// Writes the text into XML or HTML, as text or as the value of an attribute.
void escape_markup(FILE *out, const char *text);

// ---- on a terminal -------------------------------------------------------------------

// How many columns a character takes: two for a Chinese character.
int columns_of_code(unsigned code);
int columns_of(const char *text);

// How many bytes of the text make the longest line of at most `width` columns.
size_t columns_line(const char *text, int width);

// Prints the text in lines of at most `width` columns, broken at spaces and between Chinese
// characters, each behind `indent` spaces.
void print_wrapped(const char *text, int width, int indent, FILE *out);

#endif
