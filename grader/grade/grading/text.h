// text.h: strings that come from elsewhere, made safe to keep and to show.
#ifndef GRADER_TEXT_H
#define GRADER_TEXT_H

#include <stddef.h>
#include <stdint.h>

// Copies at most size-1 bytes and never half of a UTF-8 character. 0; 1 when cut.
int text_copy(char *to, size_t size, const char *from);

// Formats into a fixed array; what does not fit is cut at a character's end.
void text_format(char *to, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// The bytes as printable UTF-8: control characters (but \n and \t), invalid bytes, and
// marks that turn the writing direction become \xNN. Returns the length written.
size_t text_printable(char *to, size_t size, const char *from, size_t length);

// 1 when the bytes are UTF-8.
int text_is_utf8(const char *text, size_t length);

// In place: without blanks at both ends. Returns its start.
char *text_trim(char *text);

// Differences between two names, for "did you mean": the number of single edits.
int text_distance(const char *a, const char *b);

void text_sha256(const void *bytes, size_t length, char hex[65]);

#endif
