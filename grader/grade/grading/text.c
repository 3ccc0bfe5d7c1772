// text.c: strings that come from elsewhere, made safe to keep and to show.
#include "grading/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Bytes of the character at text, and its code point; 0 when it is none.
static size_t utf8_at(const char *text, size_t left, unsigned *point) {
    static const unsigned smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *s = (const unsigned char *)text;
    if (left == 0)
        return 0;
    size_t bytes = s[0] < 0x80             ? 1
                   : (s[0] & 0xe0) == 0xc0 ? 2
                   : (s[0] & 0xf0) == 0xe0 ? 3
                   : (s[0] & 0xf8) == 0xf0 ? 4
                                           : 0;
    if (bytes == 0 || bytes > left)
        return 0;
    unsigned value = bytes == 1 ? s[0] : s[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (s[i] & 0x3f);
    }
    if (value < smallest[bytes] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return 0;
    *point = value;
    return bytes;
}

int text_is_utf8(const char *text, size_t length) {
    unsigned point;
    for (size_t i = 0; i < length;) {
        size_t bytes = utf8_at(text + i, length - i, &point);
        if (bytes == 0)
            return 0;
        i += bytes;
    }
    return 1;
}

int text_copy(char *to, size_t size, const char *from) {
    size_t length = strlen(from);
    if (length < size) {
        memcpy(to, from, length + 1);
        return 0;
    }
    length = size - 1;
    while (length > 0 && ((unsigned char)from[length] & 0xc0) == 0x80)
        length--;
    memcpy(to, from, length);
    to[length] = '\0';
    return 1;
}

void text_format(char *to, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to, size, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length < size)
        return;
    size_t end = size - 1; // cut: drop the piece of a character that is left
    while (end > 0 && ((unsigned char)to[end - 1] & 0xc0) == 0x80)
        end--;
    if (end > 0 && (unsigned char)to[end - 1] >= 0xc0) {
        unsigned point;
        if (utf8_at(to + end - 1, size - end, &point) == 0)
            to[end - 1] = '\0';
    }
}

static int is_shown(unsigned point) {
    if (point == '\n' || point == '\t')
        return 1;
    if (point < 0x20 || (point >= 0x7f && point < 0xa0))
        return 0;
    // Marks that reorder what a reader sees, and ones that cannot be seen.
    return !((point >= 0x200b && point <= 0x200f) || (point >= 0x2028 && point <= 0x202e) ||
             (point >= 0x2060 && point <= 0x2069) || point == 0xfeff);
}

size_t text_printable(char *to, size_t size, const char *from, size_t length) {
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        unsigned point = 0;
        size_t bytes = utf8_at(from + i, length - i, &point);
        int shown = bytes > 0 && is_shown(point);
        if (bytes == 0)
            bytes = 1;
        size_t need = shown ? bytes : 4 * bytes;
        if (used + need + 1 > size)
            break;
        if (shown) {
            memcpy(to + used, from + i, bytes);
        } else {
            for (size_t k = 0; k < bytes; k++)
                snprintf(to + used + 4 * k, 5, "\\x%02x", (unsigned char)from[i + k]);
        }
        used += need;
        i += bytes;
    }
    if (size > 0)
        to[used] = '\0';
    return used;
}

char *text_trim(char *text) {
    while (isspace((unsigned char)*text))
        text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return text;
}

int text_distance(const char *a, const char *b) {
    enum { LONGEST = 64 };
    int row[LONGEST + 1];
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= m; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[m];
}
