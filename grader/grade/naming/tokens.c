// tokens.c: cuts a fence into C tokens; comments are left out.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "naming/source.h"

static int is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static const char *past_comment(const char *s) {
    if (s[1] == '/')
        return s + strcspn(s, "\n");
    const char *end = strstr(s + 2, "*/");
    return end ? end + 2 : s + strlen(s);
}

static const char *past_text(const char *s) {
    char quote = *s++;
    while (*s && *s != quote && *s != '\n')
        s += *s == '\\' && s[1] ? 2 : 1;
    return s + (*s == quote);
}

// 1e-3, 0x1p4, 1'000 and 2.0f are one token each.
static const char *past_number(const char *s) {
    int hexadecimal = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
    for (char before = 0;
         is_word(*s) || *s == '.' || (*s == '\'' && is_word(s[1])) ||
         ((*s == '+' || *s == '-') && !hexadecimal && (before == 'e' || before == 'E'));
         s++)
        before = *s;
    return s;
}

static const char *past_sign(const char *s) {
    static const char *const longer[] = {"<<<", ">>>", "<<=", ">>=", "->", "++", "--", "<<", ">>",
                                         "<=",  ">=",  "==",  "!=",  "&&", "||", "+=", "-=", "*=",
                                         "/=",  "%=",  "^=",  "|=",  "&=", "::", NULL};
    for (int i = 0; longer[i]; i++)
        if (strncmp(s, longer[i], strlen(longer[i])) == 0)
            return s + strlen(longer[i]);
    return s + 1;
}

static const char *past_token(const char *s, enum token_kind *kind) {
    if (isdigit((unsigned char)*s) || (*s == '.' && isdigit((unsigned char)s[1])))
        return *kind = TOKEN_NUMBER, past_number(s);
    if (*s == '"' || *s == '\'')
        return *kind = TOKEN_TEXT, past_text(s);
    *kind = is_word(*s) ? TOKEN_WORD : TOKEN_SIGN;
    if (*kind == TOKEN_SIGN)
        return past_sign(s);
    while (is_word(*s))
        s++;
    return s;
}

struct source *source_read(const struct submission *submission) {
    struct source *source = submission->fence[0] ? calloc(1, sizeof *source) : NULL;
    int line = submission->fence_line + 1;
    for (const char *s = submission->fence; source && *s && source->count < SOURCE_TOKENS;) {
        const char *after = s + 1;
        int blank = isspace((unsigned char)*s) || *s == '\\';
        if (*s == '/' && (s[1] == '/' || s[1] == '*')) {
            after = past_comment(s);
        } else if (!blank) {
            struct token *token = &source->tokens[source->count++];
            after = past_token(s, &token->kind);
            token->text = s;
            token->length = (int)(after - s);
            token->line = line;
        }
        for (; s < after; s++)
            line += *s == '\n';
    }
    return source;
}

double token_number(const struct token *token) {
    return token->kind == TOKEN_NUMBER ? strtod(token->text, NULL) : 0;
}

int token_is(const struct token *token, const char *text) {
    return strlen(text) == (size_t)token->length &&
           memcmp(token->text, text, (size_t)token->length) == 0;
}

int source_find(const struct source *source, int from, const char *text) {
    for (int i = from; i < source->count; i++)
        if (token_is(&source->tokens[i], text))
            return i;
    return -1;
}

int source_mentions(const struct source *source, const char *text) {
    int length = (int)strlen(text);
    for (int i = 0; i < source->count; i++)
        for (int k = 0; k + length <= source->tokens[i].length; k++)
            if (source->tokens[i].kind == TOKEN_WORD &&
                memcmp(source->tokens[i].text + k, text, (size_t)length) == 0)
                return 1;
    return 0;
}

void source_line(const struct source *source, int token, char *text, size_t size) {
    const struct token *t = &source->tokens[token];
    int first = token, last = token;
    while (first > 0 && source->tokens[first - 1].line == t->line)
        first--;
    while (last + 1 < source->count && source->tokens[last + 1].line == t->line)
        last++;
    const char *end = source->tokens[last].text + source->tokens[last].length;
    text_format(text, size, "%.*s", (int)(end - source->tokens[first].text),
                source->tokens[first].text);
}
