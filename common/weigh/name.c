// name.c: what a reader calls a kernel.
#include "weigh/weigh.h"

#include <string.h>

#include "base/text.h"

static double volume(const unsigned size[3]) {
    return (double)size[0] * size[1] * size[2];
}

// With its grid, unless it does not fit and no other kernel has the name.
void weighed_name(const struct weighing *of, const struct weighed *k, int columns, char *name,
                  size_t size) {
    char plain[256], other[256];
    int alike = 0;
    text_format(name, size, "%s %.0fx%.0f", k->name, volume(k->grid), volume(k->block));
    if (columns_of(name) <= columns)
        return;
    weighed_plain_name(k->name, plain, sizeof plain);
    for (size_t i = 0; i < of->kernel_count; i++) {
        weighed_plain_name(of->kernels[i].name, other, sizeof other);
        alike += strcmp(plain, other) == 0;
    }
    text_format(name, size, "%s %.0fx%.0f", plain, volume(k->grid), volume(k->block));
    if (columns_of(name) > columns && alike == 1)
        text_copy(name, size, plain);
}

static size_t bytes_within(const char *of, int columns) {
    const char *at = of, *end = of;
    while (*at && (columns -= columns_of_code(utf8_next(&at))) >= 0)
        end = at;
    return (size_t)(end - of);
}

// A name that is too long loses its middle, so that what tells two apart stays.
void weighed_shorten(const char *name, int columns, char *to, size_t size) {
    char shorter[512];
    text_printable(to, size, name, strlen(name));
    int all = columns_of(to), tail = columns / 3;
    if (all <= columns)
        return;
    size_t begin = bytes_within(to, columns - tail - 2), end = bytes_within(to, all - tail);
    text_format(shorter, sizeof shorter, "%.*s..%s", (int)begin, to, to + end);
    text_copy(to, size, shorter);
}
