// columns.c: see columns.h.
#include "columns.h"

#include <string.h>

unsigned utf8_next(const char **text) {
    const unsigned char *at = (const unsigned char *)*text;
    static const unsigned least[] = {0, 0x80, 0x800, 0x10000};
    if (!*at)
        return 0;
    int more = *at < 0x80 ? 0 : *at >= 0xf0 ? 3 : *at >= 0xe0 ? 2 : 1;
    unsigned code = more == 0 ? *at : *at & (0x3fu >> more);
    (*text)++;
    if (*at >= 0x80 && (*at < 0xc0 || *at > 0xf4))
        return '?';
    for (int i = 1; i <= more; i++, (*text)++) {
        if ((at[i] & 0xc0) != 0x80)
            return '?';
        code = code << 6 | (at[i] & 0x3fu);
    }
    return code < least[more] || code > 0x10ffff ? '?' : code;
}

static int is_wide(unsigned code) {
    return (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) ||
           (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff) ||
           (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60) ||
           (code >= 0xffe0 && code <= 0xffe6) || (code >= 0x20000 && code <= 0x3fffd);
}

int columns_of_code(unsigned code) {
    return is_wide(code) ? 2 : 1;
}

int columns_of(const char *text) {
    int columns = 0;
    for (unsigned code; (code = utf8_next(&text));)
        columns += columns_of_code(code);
    return columns;
}

void utf8_put(unsigned code, FILE *out) {
    if (code < 0x80) {
        fputc((int)code, out);
    } else if (code < 0x800) {
        fputc((int)(0xc0 | code >> 6), out);
        fputc((int)(0x80 | (code & 0x3f)), out);
    } else if (code < 0x10000) {
        fputc((int)(0xe0 | code >> 12), out);
        fputc((int)(0x80 | (code >> 6 & 0x3f)), out);
        fputc((int)(0x80 | (code & 0x3f)), out);
    } else {
        fputc((int)(0xf0 | code >> 18), out);
        fputc((int)(0x80 | (code >> 12 & 0x3f)), out);
        fputc((int)(0x80 | (code >> 6 & 0x3f)), out);
        fputc((int)(0x80 | (code & 0x3f)), out);
    }
}

// A line does not begin with one of these.
static int closes(unsigned code) {
    return code == 0x3002 || code == 0xff0c || code == 0xff1a || code == 0xff1b || code == 0xff09 ||
           code == 0x3001;
}

// A line may end here: never between a number and its unit.
static int may_end(unsigned previous, unsigned code) {
    if (code == ' ')
        return previous < '0' || previous > '9';
    return (is_wide(code) || previous >= 0x80) && previous != ' ' && !closes(code);
}

// The longest beginning of text that ends where a line may and fits; all when it fits. No
// short word is left alone on the last line.
size_t columns_line(const char *text, int width) {
    enum { LAST = 8 };
    const char *at = text;
    size_t best = 0;
    int columns = 0, all = columns_of(text);
    if (all > width && all < width + LAST)
        width = all - LAST;
    while (*at) {
        const char *before = at;
        unsigned code = utf8_next(&at), previous = before > text ? (unsigned char)before[-1] : 0;
        if (before > text && may_end(previous, code))
            best = (size_t)(before - text);
        columns += columns_of_code(code);
        if (columns > width)
            return best ? best : (size_t)(before > text ? before - text : at - text);
    }
    return (size_t)(at - text);
}

void print_wrapped(const char *text, int width, int indent, FILE *out) {
    while (*text) {
        size_t length = columns_line(text, width - indent);
        fprintf(out, "%*s%.*s\n", indent, "", (int)length, text);
        text += length;
        while (*text == ' ')
            text++;
    }
}
