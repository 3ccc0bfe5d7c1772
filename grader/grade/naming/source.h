// source.h: a student's fence as C tokens, for the rules that read it. It is no compiler: what it
// cannot tell is SORT_UNKNOWN, and no rule takes the unknown for a proof.
#ifndef GRADER_SOURCE_H
#define GRADER_SOURCE_H

#include "grading/grading.h"

enum token_kind { TOKEN_WORD, TOKEN_NUMBER, TOKEN_SIGN, TOKEN_TEXT };

struct token {
    const char *text;
    int length;
    enum token_kind kind;
    int line; // in the student's file
};

// What an expression is, the widest last: one wider part makes the whole as wide.
enum sort { SORT_INT32, SORT_INT64, SORT_FLOAT, SORT_DOUBLE, SORT_UNKNOWN };

enum { SOURCE_TOKENS = 6000, SOURCE_NAMES = 200 };

struct source {
    int count;
    struct token tokens[SOURCE_TOKENS];
    int names;
    struct {
        const struct token *name;
        enum sort sort;
    } declared[SOURCE_NAMES];
};

// ---- tokens.c ----

// NULL: no fence was kept, or no memory. The caller frees it.
struct source *source_read(const struct submission *submission);

double token_number(const struct token *token); // 0: it is none
int token_is(const struct token *token, const char *text);
// The first token from `from` on with this text; -1: none.
int source_number(const struct source *source, double value); // its token; -1: none
int source_find(const struct source *source, int from, const char *text);
int source_mentions(const struct source *source, const char *text); // in a word of the code
// The whole line on which a token stands, without the blanks at its ends, and cut to fit.
void source_line(const struct source *source, int token, char *text, size_t size);

// ---- sorts.c ----

void sorts_declare(struct source *source); // notes what the fence declares
enum sort source_sort(const struct source *source, int first, int end);
// Past the bracket that closes the one at i.
int source_past(const struct source *source, int i);
// The first token of [first, end) with the same text as token `wanted`; -1: none.
int source_find_same(const struct source *source, int first, int end, int wanted);
// The operands of the sign at `at`: the product to its left begins at *left, the one factor to its
// right ends before *right.
void source_operands(const struct source *source, int at, int *left, int *right);

#endif
