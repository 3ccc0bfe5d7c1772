// fence_calls.c: which functions a fence calls: a hint for the rules, never a proof.
#include "intake/fence.h"

#include <ctype.h>
#include <string.h>

static int is_keyword(const char *word, size_t length) {
    static const char *const keywords[] = {"if", "for", "while", "switch", "return", "sizeof"};
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (strlen(keywords[i]) == length && memcmp(keywords[i], word, length) == 0)
            return 1;
    return 0;
}

static void add(const char *word, size_t length, char *calls, size_t size) {
    char padded[80];
    size_t used = strlen(calls);
    if (length + 3 > sizeof padded || used + length + 2 > size || is_keyword(word, length))
        return;
    // Known already? calls ends in a blank while it is made.
    for (const char *at = calls; (at = strchr(at, word[0])); at++)
        if ((at == calls || at[-1] == ' ') && strncmp(at, word, length) == 0 && at[length] == ' ')
            return;
    memcpy(calls + used, word, length);
    memcpy(calls + used + length, " ", 2);
}

// Past a comment or a string that begins here; s otherwise.
static const char *skip_text(const char *s, const char *end) {
    if (end - s >= 2 && s[0] == '/' && s[1] == '/')
        while (s < end && *s != '\n')
            s++;
    else if (end - s >= 2 && s[0] == '/' && s[1] == '*') {
        for (s += 2; end - s >= 2 && !(s[0] == '*' && s[1] == '/');)
            s++;
        s = end - s >= 2 ? s + 2 : end;
    } else if (*s == '"' || *s == '\'') {
        char quote = *s++;
        while (s < end && *s != quote && *s != '\n')
            s += *s == '\\' && end - s >= 2 ? 2 : 1;
        s += s < end;
    }
    return s;
}

void fence_calls(const struct fence *fence, char *calls, size_t size) {
    const char *s = fence->inside, *end = fence->inside + fence->length;
    calls[0] = '\0';
    while (s < end) {
        const char *after = skip_text(s, end);
        if (after != s) {
            s = after;
            continue;
        }
        if (!isalpha((unsigned char)*s) && *s != '_') {
            s++;
            continue;
        }
        const char *word = s;
        while (s < end && (isalnum((unsigned char)*s) || *s == '_'))
            s++;
        const char *next = s;
        while (next < end && isspace((unsigned char)*next))
            next++;
        if (next < end && (*next == '(' || (end - next >= 3 && memcmp(next, "<<<", 3) == 0)))
            add(word, (size_t)(s - word), calls, size);
    }
    size_t used = strlen(calls);
    if (used > 0)
        calls[used - 1] = '\0';
}
