// sorts.c: which names of a fence are integers and which are floating point, as far as the fence
// shows it.
#include <ctype.h>
#include <string.h>

#include "naming/source.h"

// ---- names ----------------------------------------------------------------------------------

// Of C, CUDA and the library; a call has the sort of its function.
static const struct {
    const char *name;
    enum sort sort;
} known[] = {
    {"bool", SORT_INT32},         {"char", SORT_INT32},           {"short", SORT_INT32},
    {"int", SORT_INT32},          {"unsigned", SORT_INT32},       {"int32_t", SORT_INT32},
    {"uint32_t", SORT_INT32},     {"signed", SORT_INT32},         {"long", SORT_INT64},
    {"int64_t", SORT_INT64},      {"uint64_t", SORT_INT64},       {"size_t", SORT_INT64},
    {"time_t", SORT_INT64},       {"clock_t", SORT_INT64},        {"sizeof", SORT_INT64},
    {"float", SORT_FLOAT},        {"double", SORT_DOUBLE},        {"tv_sec", SORT_INT64},
    {"tv_nsec", SORT_INT64},      {"tv_usec", SORT_INT64},        {"bytes", SORT_INT64},
    {"flops", SORT_INT64},        {"seconds", SORT_DOUBLE},       {"rate", SORT_DOUBLE},
    {"median", SORT_DOUBLE},      {"mean", SORT_DOUBLE},          {"n", SORT_INT64},
    {"side", SORT_INT64},         {"rows", SORT_INT64},           {"columns", SORT_INT64},
    {"pixels", SORT_INT64},       {"count", SORT_INT64},          {"tare_now", SORT_DOUBLE},
    {"tare_median", SORT_DOUBLE}, {"round", SORT_DOUBLE},         {"floor", SORT_DOUBLE},
    {"sqrt", SORT_DOUBLE},        {"difftime", SORT_DOUBLE},      {"time", SORT_INT64},
    {"clock", SORT_INT64},        {"CLOCKS_PER_SEC", SORT_INT64},
};

static int is_type(const struct token *token) {
    static const char *const types[] = {"bool",     "char",     "short",  "int",     "unsigned",
                                        "int32_t",  "uint32_t", "signed", "long",    "int64_t",
                                        "uint64_t", "size_t",   "time_t", "clock_t", "float",
                                        "double",   NULL};
    for (int i = 0; types[i]; i++)
        if (token_is(token, types[i]))
            return 1;
    return 0;
}

static enum sort sort_of_number(const struct token *token) {
    int hexadecimal = token->length > 1 && (token->text[1] == 'x' || token->text[1] == 'X');
    for (int i = 0; i < token->length && !hexadecimal; i++)
        if (strchr(".eE", token->text[i]))
            return strchr("fF", token->text[token->length - 1]) ? SORT_FLOAT : SORT_DOUBLE;
    return strchr("lL", token->text[token->length - 1]) || (token->length > 10 && !hexadecimal)
               ? SORT_INT64
               : SORT_INT32;
}

static int same_word(const struct token *a, const struct token *b) {
    return a->length == b->length && memcmp(a->text, b->text, (size_t)a->length) == 0;
}

// Names in capitals are counts in these labs: RUNS, BATCH, WARM_UP.
static int in_capitals(const struct token *token) {
    for (int i = 0; i < token->length; i++)
        if (islower((unsigned char)token->text[i]))
            return 0;
    return token->length > 1;
}

static enum sort sort_of(const struct source *source, const struct token *token) {
    if (token->kind == TOKEN_NUMBER)
        return sort_of_number(token);
    for (int i = 0; i < source->names; i++)
        if (same_word(source->declared[i].name, token))
            return source->declared[i].sort;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (token_is(token, known[i].name))
            return known[i].sort;
    return in_capitals(token) ? SORT_INT32 : SORT_UNKNOWN;
}

// ---- declarations -----------------------------------------------------------------------------

static void declare(struct source *source, int name, enum sort sort) {
    if (source->names < SOURCE_NAMES && source->tokens[name].kind == TOKEN_WORD) {
        source->declared[source->names].name = &source->tokens[name];
        source->declared[source->names++].sort = sort;
    }
}

// Notes "int a = 1, b;" from its first type word on; a parameter or a function is one name.
static int declare_from(struct source *source, int i) {
    enum sort sort = SORT_INT32;
    for (; i < source->count && is_type(&source->tokens[i]); i++) {
        enum sort more = sort_of(source, &source->tokens[i]);
        sort = more > sort ? more : sort;
    }
    while (i < source->count &&
           (token_is(&source->tokens[i], "*") || token_is(&source->tokens[i], "&") ||
            token_is(&source->tokens[i], "const")))
        i++;
    if (i >= source->count || source->tokens[i].kind != TOKEN_WORD)
        return i;
    declare(source, i, sort);
    int depth = 0;
    for (int k = i + 1; k + 1 < source->count && depth >= 0; k++) {
        const struct token *t = &source->tokens[k];
        if (depth == 0 && (token_is(t, ";") || token_is(t, "{") || token_is(t, ":")))
            break;
        depth += (strchr("([{", *t->text) != NULL) - (strchr(")]}", *t->text) != NULL);
        if (depth == 0 && token_is(t, ",") && !is_type(&source->tokens[k + 1]))
            declare(source, k + 1 + token_is(&source->tokens[k + 1], "*"), sort);
    }
    return i + 1;
}

void sorts_declare(struct source *source) {
    for (int i = 0; i < source->count;)
        i = is_type(&source->tokens[i]) ? declare_from(source, i) : i + 1;
}

// ---- expressions ------------------------------------------------------------------------------

static int opens(const struct token *token) {
    return token->length == 1 && strchr("([{", *token->text);
}
static int closes(const struct token *token) {
    return token->length == 1 && strchr(")]}", *token->text);
}

int source_past(const struct source *source, int i) {
    for (int depth = 0; i < source->count; i++) {
        depth += opens(&source->tokens[i]) - closes(&source->tokens[i]);
        if (depth == 0)
            return i + 1;
    }
    return i;
}

// 1 when the token at i only leads to the one that counts: "p" of p->n.
static int leads_on(const struct source *source, int i, int end) {
    return i + 1 < end &&
           (token_is(&source->tokens[i + 1], ".") || token_is(&source->tokens[i + 1], "->") ||
            token_is(&source->tokens[i + 1], "::"));
}

enum sort source_sort(const struct source *source, int first, int end) {
    enum sort widest = SORT_INT32;
    int unknown = 0;
    for (int i = first; i < end; i++) {
        const struct token *t = &source->tokens[i];
        if (token_is(t, "[")) {
            i = source_past(source, i) - 1;
            continue;
        }
        if ((t->kind != TOKEN_WORD && t->kind != TOKEN_NUMBER) || leads_on(source, i, end))
            continue;
        enum sort sort = sort_of(source, t);
        unknown |= sort == SORT_UNKNOWN;
        if (sort != SORT_UNKNOWN && sort > widest)
            widest = sort;
        // The sort of a call is that of its function; what a size is of does not count.
        if (t->kind == TOKEN_WORD && i + 1 < end && token_is(&source->tokens[i + 1], "(") &&
            !token_is(t, "double") && !token_is(t, "float"))
            i = source_past(source, i + 1) - 1;
    }
    return widest >= SORT_FLOAT || !unknown ? widest : SORT_UNKNOWN;
}

static int ends_product(const struct token *t) {
    static const char *const ends[] = {
        "=",  "+",  "-",  ",",  ";",  "{",      "}",  "?",  ":", "<",  ">",  "<=", ">=", "==",
        "!=", "&&", "||", "+=", "-=", "return", "*=", "/=", "^", "%=", "<<", "&",  "|",  NULL};
    for (int i = 0; ends[i]; i++)
        if (token_is(t, ends[i]))
            return 1;
    return 0;
}

void source_operands(const struct source *source, int at, int *left, int *right) {
    int depth = 0, i = at - 1;
    for (; i >= 0; i--) {
        const struct token *t = &source->tokens[i];
        depth += closes(t) - opens(t);
        if (depth < 0 || (depth == 0 && ends_product(t)))
            break;
    }
    *left = i + 1;
    i = at + 1;
    while (i < source->count && token_is(&source->tokens[i], "(") &&
           is_type(&source->tokens[i + 1]))
        i = source_past(source, i); // a cast
    if (i < source->count && token_is(&source->tokens[i], "(")) {
        i = source_past(source, i);
    } else {
        i++;
        while (i < source->count &&
               (token_is(&source->tokens[i], "->") || token_is(&source->tokens[i], ".") ||
                token_is(&source->tokens[i], "(") || token_is(&source->tokens[i], "[")))
            i = opens(&source->tokens[i]) ? source_past(source, i) : i + 2;
    }
    *right = i < source->count ? i : source->count;
}

int source_find_same(const struct source *source, int first, int end, int wanted) {
    for (int i = first; i < end && i < source->count; i++)
        if (same_word(&source->tokens[i], &source->tokens[wanted]))
            return i;
    return -1;
}
