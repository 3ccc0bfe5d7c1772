// text.c: see text.h.
#include "base/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

// ---- characters ----------------------------------------------------------------------

// The bytes of the character at text, and its code point; 0 when no character begins there.
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

unsigned utf8_next(const char **text) {
    unsigned point = 0;
    if (!**text)
        return 0;
    size_t bytes = utf8_at(*text, 4, &point); // the NUL at the end continues no character
    *text += bytes ? bytes : 1;
    return bytes ? point : '?';
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

// ---- to keep -------------------------------------------------------------------------

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
    size_t end = size - 1; // cut: drop what is left of the last character
    while (end > 0 && ((unsigned char)to[end - 1] & 0xc0) == 0x80)
        end--;
    if (end > 0 && (unsigned char)to[end - 1] >= 0xc0) {
        unsigned point;
        if (utf8_at(to + end - 1, size - end, &point) == 0)
            to[end - 1] = '\0';
    }
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

// ---- to show -------------------------------------------------------------------------

static int is_shown(unsigned point) {
    if (point == '\n' || point == '\t')
        return 1;
    if (point < 0x20 || (point >= 0x7f && point < 0xa0))
        return 0;
    // Marks that reorder the characters on the screen, and invisible ones.
    return !(point == 0x61c || point == 0x180e || (point >= 0x200b && point <= 0x200f) ||
             (point >= 0x2028 && point <= 0x202e) || (point >= 0x2060 && point <= 0x206f) ||
             point == 0xfeff || (point >= 0xfff9 && point <= 0xfffb) ||
             (point >= 0xe0000 && point <= 0xe0fff));
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

void escape_markup(FILE *out, const char *text) {
    for (unsigned code; (code = utf8_next(&text));)
        switch (code) {
#define MARK(character, written)                                                                   \
    case character:                                                                                \
        fputs(written, out);                                                                       \
        break;
#include "base/markup.def"
#undef MARK
        default:
            utf8_put(code < ' ' && code != '\n' && code != '\t' ? '?' : code, out);
        }
}

// ---- on a terminal -------------------------------------------------------------------

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

// 1 for characters with which a line must not begin.
static int closes(unsigned code) {
    return code == 0x3002 || code == 0xff0c || code == 0xff1a || code == 0xff1b || code == 0xff09 ||
           code == 0x3001;
}

// 1 when a line may end between these two characters: never between a number and its unit.
static int may_end(unsigned previous, unsigned code) {
    if (code == ' ')
        return previous < '0' || previous > '9';
    return (is_wide(code) || previous >= 0x80) && previous != ' ' && !closes(code);
}

// The longest beginning of the text that fits and ends where a line may end; the whole text when it
// fits. No short word is left alone on the last line.
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
