// columns.h: UTF-8 text in a terminal's columns, where a Chinese character takes two.
#ifndef WITNESS_COLUMNS_H
#define WITNESS_COLUMNS_H

#include <stddef.h>
#include <stdio.h>

// The code point at *text, which moves on; 0 at the end, '?' for what is no UTF-8.
unsigned utf8_next(const char **text);
int columns_of_code(unsigned code);
int columns_of(const char *text);
void utf8_put(unsigned code, FILE *out);
// How many bytes of text make the longest line of at most `width` columns.
size_t columns_line(const char *text, int width);
// Prints text in lines of at most `width` columns, broken at spaces and between Chinese
// characters, each after `indent` spaces.
void print_wrapped(const char *text, int width, int indent, FILE *out);

#endif
