// fields.h: one line of a collector's file: a kind, then key=value, with tabs between. Tab, newline
// and backslash of a value are \t, \n, \\.
#ifndef BASE_FIELDS_H
#define BASE_FIELDS_H

#include <stddef.h>

enum { FIELDS = 64 };

struct fields {
    char *kind;
    char *keys[FIELDS], *values[FIELDS];
    size_t count;
};

struct fields fields_split(char *text);                             // points into the text
const char *field_text(const struct fields *line, const char *key); // "": it has none
double field_number(const struct fields *line, const char *key);    // NAN: none that is not below 0
int field_one_of(const char *const *names, int count, const char *name); // count: none

// A list with room for one more, which grows in powers of two; NULL: errno is ENOMEM.
void *field_grown(void *list, size_t count, size_t size);

#endif
