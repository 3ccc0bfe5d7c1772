// json.c: see json.h.
#include "json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 32 };

static void skip_space(struct json *json) {
    while (json->at < json->end && strchr(" \t\r\n", *json->at) && *json->at)
        json->at++;
}

int json_take(struct json *json, char c) {
    skip_space(json);
    if (json->at >= json->end || *json->at != c)
        return 0;
    json->at++;
    return 1;
}

static int hex4(struct json *json, unsigned *code) {
    *code = 0;
    if (json->end - json->at < 4)
        return 0;
    for (int i = 0; i < 4; i++) {
        char c = *json->at++;
        const char *digits = "0123456789abcdef";
        const char *digit = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
        if (!digit)
            return 0;
        *code = *code * 16 + (unsigned)(digit - digits);
    }
    return 1;
}

// An escape, after its backslash. Names are ASCII; another code becomes '?'.
static int escape(struct json *json, char *c) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (json->at >= json->end)
        return 0;
    char e = *json->at++;
    unsigned code;
    if (e == 'u') {
        if (!hex4(json, &code))
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

int json_string(struct json *json, char *text, size_t size) {
    size_t n = 0;
    if (!json_take(json, '"'))
        return 0;
    while (json->at < json->end && *json->at != '"') {
        char c = *json->at++;
        if (c == '\\' && !escape(json, &c))
            return 0;
        if (n + 1 < size)
            text[n++] = c;
    }
    if (size)
        text[n] = 0;
    return json->at < json->end && *json->at++ == '"';
}

static size_t number_text(struct json *json, char text[48]) {
    size_t n = 0;
    skip_space(json);
    while (json->at < json->end && n < 47 && *json->at && strchr("0123456789+-.eE", *json->at))
        text[n++] = *json->at++;
    text[n] = 0;
    return n;
}

int json_number(struct json *json, double *number) {
    char text[48], *end;
    if (!number_text(json, text))
        return 0;
    *number = strtod(text, &end);
    return *end == 0 && isfinite(*number);
}

int json_whole(struct json *json, uint64_t *number) {
    char text[48], *end;
    if (!number_text(json, text) || text[0] == '-')
        return 0;
    *number = strtoull(text, &end, 10); // an address has more bits than a double
    return *end == 0;
}

int json_nanoseconds(struct json *json, uint64_t *ns) {
    char text[48], *end;
    if (!number_text(json, text) || text[0] == '-')
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

static int word(struct json *json, const char *word) {
    size_t n = strlen(word);
    if ((size_t)(json->end - json->at) < n || memcmp(json->at, word, n) != 0)
        return 0;
    json->at += n;
    return 1;
}

static int skip_at(struct json *json, int depth) {
    double number;
    skip_space(json);
    if (json->at >= json->end || depth > DEEPEST)
        return 0;
    if (*json->at == '"')
        return json_string(json, NULL, 0);
    if (*json->at != '{' && *json->at != '[')
        return word(json, "null") || word(json, "true") || word(json, "false") ||
               json_number(json, &number);
    char close = *json->at == '{' ? '}' : ']';
    json->at++;
    if (json_take(json, close))
        return 1;
    do {
        if (close == '}' && !(json_string(json, NULL, 0) && json_take(json, ':')))
            return 0;
        if (!skip_at(json, depth + 1))
            return 0;
    } while (json_take(json, ','));
    return json_take(json, close);
}

int json_skip(struct json *json) {
    return skip_at(json, 0);
}
