// numbers.c: a decimal point is a point for whoever reads it back, whatever the program's
// locale says.
#include <locale.h>

#include "tare_internal.h"

void *tare_plain_numbers(void) {
    static locale_t plain; // made once, kept
    if (!plain)
        plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return plain ? (void *)uselocale(plain) : NULL;
}

void tare_numbers_as_before(void *before) {
    if (before)
        uselocale((locale_t)before);
}
