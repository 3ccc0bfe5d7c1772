// scan.c: the part of JSON that a trace needs.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "witness/read/read.h"

enum { DEEPEST = 32 };

static void skip_space(struct scan *scan) {
    while (scan->at < scan->end && strchr(" \t\r\n", *scan->at) && *scan->at)
        scan->at++;
}

int scan_take(struct scan *scan, char c) {
    skip_space(scan);
    if (scan->at >= scan->end || *scan->at != c)
        return 0;
    scan->at++;
    return 1;
}

static int hex4(struct scan *scan, unsigned *code) {
    *code = 0;
    if (scan->end - scan->at < 4)
        return 0;
    for (int i = 0; i < 4; i++) {
        char c = *scan->at++;
        const char *digits = "0123456789abcdef";
        const char *digit = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
        if (!digit)
            return 0;
        *code = *code * 16 + (unsigned)(digit - digits);
    }
    return 1;
}

// Reads an escape after its backslash. Names are ASCII; any other character becomes '?'.
static int escape(struct scan *scan, char *c) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (scan->at >= scan->end)
        return 0;
    char e = *scan->at++;
    unsigned code;
    if (e == 'u') {
        if (!hex4(scan, &code))
            return 0;
        *c = code >= ' ' && code < 127 ? (char)code : '?';
        return 1;
    }
    const char *known = e ? strchr(from, e) : NULL;
    if (!known)
        return 0;
    *c = to[known - from];
    return 1;
}

int scan_string(struct scan *scan, char *text, size_t size) {
    size_t n = 0;
    if (!scan_take(scan, '"'))
        return 0;
    while (scan->at < scan->end && *scan->at != '"') {
        char c = *scan->at++;
        if (c == '\\' && !escape(scan, &c))
            return 0;
        if (n + 1 < size)
            text[n++] = c;
    }
    if (size)
        text[n] = 0;
    return scan->at < scan->end && *scan->at++ == '"';
}

static size_t number_text(struct scan *scan, char text[48]) {
    size_t n = 0;
    skip_space(scan);
    while (scan->at < scan->end && n < 47 && *scan->at && strchr("0123456789+-.eE", *scan->at))
        text[n++] = *scan->at++;
    text[n] = 0;
    return n;
}

int scan_number(struct scan *scan, double *number) {
    char text[48], *end;
    if (!number_text(scan, text))
        return 0;
    *number = strtod(text, &end);
    return *end == 0 && isfinite(*number);
}

int scan_whole(struct scan *scan, uint64_t *number) {
    char text[48], *end;
    if (!number_text(scan, text) || text[0] == '-')
        return 0;
    *number = strtoull(text, &end, 10); // an address has more bits than a double
    return *end == 0;
}

int scan_nanoseconds(struct scan *scan, uint64_t *ns) {
    char text[48], *end;
    if (!number_text(scan, text) || text[0] == '-')
        return 0;
    unsigned long long whole = strtoull(text, &end, 10);
    if (end == text || whole > UINT64_MAX / 4000)
        return 0;
    uint64_t rest = 0;
    if (*end == '.') {
        end++;
        for (uint64_t unit = 100; *end >= '0' && *end <= '9'; end++, unit /= 10)
            rest += unit * (uint64_t)(*end - '0');
    }
    *ns = whole * 1000 + rest;
    return *end == 0;
}

static int word(struct scan *scan, const char *word) {
    size_t n = strlen(word);
    if ((size_t)(scan->end - scan->at) < n || memcmp(scan->at, word, n) != 0)
        return 0;
    scan->at += n;
    return 1;
}

static int skip_at(struct scan *scan, int depth) {
    double number;
    skip_space(scan);
    if (scan->at >= scan->end || depth > DEEPEST)
        return 0;
    if (*scan->at == '"')
        return scan_string(scan, NULL, 0);
    if (*scan->at != '{' && *scan->at != '[')
        return word(scan, "null") || word(scan, "true") || word(scan, "false") ||
               scan_number(scan, &number);
    char close = *scan->at == '{' ? '}' : ']';
    scan->at++;
    if (scan_take(scan, close))
        return 1;
    do {
        if (close == '}' && !(scan_string(scan, NULL, 0) && scan_take(scan, ':')))
            return 0;
        if (!skip_at(scan, depth + 1))
            return 0;
    } while (scan_take(scan, ','));
    return scan_take(scan, close);
}

int scan_skip(struct scan *scan) {
    return skip_at(scan, 0);
}
