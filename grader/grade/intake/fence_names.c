// fence_names.c: the names in a fence. Which functions it calls is a hint for the rules, never a
// proof. Which names it makes anew decides whether it is taken: the library's and the frozen
// part's mean what they meant. Macros are found in comments and strings too: to be sure that a
// piece of text is a comment, one must read it as a compiler does.
#include "intake/fence.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

// ---- reading ------------------------------------------------------------------------

static int is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
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

static const char *skip_blank(const char *s, const char *end) {
    while (s < end) {
        const char *after = *s == '/' ? skip_text(s, end) : s;
        if (after == s && !isspace((unsigned char)*s))
            break;
        s = after == s ? s + 1 : after;
    }
    return s;
}

static const char *skip_word(const char *s, const char *end) {
    while (s < end && is_word(*s))
        s++;
    return s;
}

static int is(const char *word, const char *end, const char *name) {
    return (size_t)(end - word) == strlen(name) && memcmp(word, name, strlen(name)) == 0;
}

static int is_one_of(const char *word, const char *end, const char *const *names) {
    for (; *names; names++)
        if (is(word, end, *names))
            return 1;
    return 0;
}

// ---- calls --------------------------------------------------------------------------

static void add_call(const char *word, size_t length, char *calls, size_t size) {
    static const char *const keywords[] = {"if",     "for",    "while", "switch",
                                           "return", "sizeof", NULL};
    size_t used = strlen(calls);
    if (length > 76 || used + length + 2 > size || is_one_of(word, word + length, keywords))
        return;
    // Known already? calls ends in a blank while it is made.
    for (const char *at = calls; (at = strchr(at, word[0])); at++)
        if ((at == calls || at[-1] == ' ') && strncmp(at, word, length) == 0 && at[length] == ' ')
            return;
    memcpy(calls + used, word, length);
    memcpy(calls + used + length, " ", 2);
}

void fence_calls(const struct fence *fence, char *calls, size_t size) {
    const char *s = fence->inside, *end = fence->inside + fence->length;
    calls[0] = '\0';
    while (s < end) {
        const char *after = skip_text(s, end);
        if (after != s || !(isalpha((unsigned char)*s) || *s == '_')) {
            s = after == s ? s + 1 : after;
            continue;
        }
        const char *word = s;
        s = skip_word(s, end);
        const char *next = s;
        while (next < end && isspace((unsigned char)*next))
            next++;
        if (next < end && (*next == '(' || (end - next >= 3 && memcmp(next, "<<<", 3) == 0)))
            add_call(word, (size_t)(s - word), calls, size);
    }
    size_t used = strlen(calls);
    if (used > 0)
        calls[used - 1] = '\0';
}

// ---- names that are taken -----------------------------------------------------------

static int has_word(const char *text, const char *text_end, const char *word, const char *end) {
    size_t length = (size_t)(end - word);
    for (const char *at = text; at < text_end;) {
        const char *after = skip_word(at, text_end);
        if ((size_t)(after - at) == length && memcmp(at, word, length) == 0)
            return 1;
        at = after == at ? at + 1 : after;
    }
    return 0;
}

static int is_library_name(const char *word, const char *end) {
    return end - word > 5 && (memcmp(word, "tare_", 5) == 0 || memcmp(word, "TARE_", 5) == 0);
}

// Past the brackets that open here and all that they hold; s itself where none open.
static const char *skip_brackets(const char *s, const char *end) {
    int depth = 0;
    while (s < end && (depth > 0 || *s == '(')) {
        const char *next = skip_text(s, end);
        if (next == s) {
            depth += (*s == '(') - (*s == ')');
            next++;
        }
        s = next;
        if (depth == 0)
            break;
    }
    return s;
}

// 1 when word is the head of a function with a body here: NAME (...) {
static int begins_body(const char *word, const char *after, const char *end) {
    static const char *const joins[] = {"and", "or", "xor", "not_eq", "bitand", "bitor", NULL};
    static const char *const keywords[] = {"if", "for", "while", "switch", "catch", NULL};
    if (is_one_of(word, after, keywords))
        return 0;
    const char *s = skip_blank(after, end);
    if (s >= end || *s != '(')
        return 0;
    s = skip_blank(skip_brackets(s, end), end);
    if (s >= end)
        return 0;
    if (*s == '{' || (end - s >= 2 && (!memcmp(s, "->", 2) || !memcmp(s, "[[", 2))))
        return 1;
    const char *next_end = skip_word(s, end);
    return next_end > s && !isdigit((unsigned char)*s) && !is_one_of(s, next_end, joins);
}

static int has_body(const char *text, const char *end, const char *word, const char *word_end) {
    for (const char *s = text; s < end;) {
        const char *after = skip_text(s, end);
        if (after == s && is_word(*s)) {
            after = skip_word(s, end);
            if (after - s == word_end - word && !memcmp(s, word, (size_t)(after - s)) &&
                begins_body(s, after, end))
                return 1;
        }
        s = after == s ? s + 1 : after;
    }
    return 0;
}

struct frozen { // the pristine file without its fence
    const char *head, *head_end, *tail, *tail_end;
};

static struct frozen frozen_of(const char *pristine, const struct fence *ours) {
    const char *tail = ours->inside + ours->length;
    return (struct frozen){pristine, ours->inside, tail, tail + strlen(tail)};
}

static int is_frozen_word(const struct frozen *frozen, const char *word, const char *end) {
    return is_library_name(word, end) || has_word(frozen->head, frozen->head_end, word, end) ||
           has_word(frozen->tail, frozen->tail_end, word, end);
}

static int is_frozen_function(const struct frozen *frozen, const char *word, const char *end) {
    return is_library_name(word, end) || has_body(frozen->head, frozen->head_end, word, end) ||
           has_body(frozen->tail, frozen->tail_end, word, end);
}

// ---- macros -------------------------------------------------------------------------

// The text of a fence without the backslashes that join lines: "#def\<newline>ine" is a
// directive. Until as many bytes are written as limit says; from then on is what *rest tells.
static char *joined(const struct fence *fence, size_t limit, size_t *length, const char **rest) {
    const char *s = fence->inside, *end = s + fence->length;
    char *text = malloc(fence->length + 1), *to = text;
    while (text && s < end) {
        const char *after = s + 1;
        while (*s == '\\' && after < end && (*after == ' ' || *after == '\t'))
            after++;
        if (*s == '\\' && after < end && *after == '\n')
            s = after + 1;
        else if ((size_t)(to - text) == limit)
            break;
        else
            *to++ = *s++;
    }
    if (text) {
        *to = '\0';
        *length = (size_t)(to - text);
        *rest = s;
    }
    return text;
}

// The next "#define NAME" or "#undef NAME" from *at on; NULL: none is left.
static const char *next_macro(const char **at, const char *end, const char **name_end) {
    static const char *const directives[] = {"define", "undef", NULL};
    for (const char *s = *at; s < end; s++) {
        const char *word = *s == '#'                               ? s + 1
                           : end - s >= 2 && !memcmp(s, "%:", 2)   ? s + 2
                           : end - s >= 3 && !memcmp(s, "?\?=", 3) ? s + 3
                                                                   : NULL;
        if (!word)
            continue;
        word = skip_blank(word, end);
        const char *word_end = skip_word(word, end);
        if (!is_one_of(word, word_end, directives))
            continue;
        const char *name = skip_blank(word_end, end);
        *name_end = skip_word(name, end);
        *at = *name_end > s ? *name_end : s + 1;
        if (*name_end > name)
            return name;
        s = *at - 1;
    }
    return NULL;
}

char *fence_macros_end(const struct fence *theirs) {
    size_t length = 0, size = 0;
    const char *rest;
    char *text = joined(theirs, SIZE_MAX, &length, &rest), *lines = NULL;
    FILE *out = text ? open_memstream(&lines, &size) : NULL;
    if (out) {
        const char *at = text, *name, *name_end = NULL;
        while ((name = next_macro(&at, text + length, &name_end)))
            fprintf(out, "#undef %.*s\n", (int)(name_end - name), name);
        fclose(out);
    }
    free(text);
    return lines;
}

// ---- what is refused ----------------------------------------------------------------

// The line of the student's file in which this byte of the fence stands.
static void note(const struct fence *theirs, const char *at, struct submission *submission) {
    struct changed_line *line = &submission->changed[0];
    const char *end = theirs->inside + theirs->length, *start = theirs->inside;
    memset(line, 0, sizeof *line);
    line->line = theirs->line + 1;
    for (const char *s = theirs->inside; s < at; s++)
        if (*s == '\n') {
            line->line++;
            start = s + 1;
        }
    while (start < end && (*start == ' ' || *start == '\t'))
        start++;
    const char *stop = memchr(start, '\n', (size_t)(end - start));
    text_format(line->theirs, sizeof line->theirs, "%.*s", (int)((stop ? stop : end) - start),
                start);
    submission->changed_count = 1;
}

static int redefines_by_macro(const struct frozen *frozen, const struct fence *theirs,
                              struct submission *submission) {
    size_t length = 0;
    const char *rest = NULL, *name = NULL, *name_end = NULL;
    char *text = joined(theirs, SIZE_MAX, &length, &rest);
    const char *at = text;
    while (text && (name = next_macro(&at, text + length, &name_end)) &&
           !is_frozen_word(frozen, name, name_end))
        continue;
    if (name) {
        free(joined(theirs, (size_t)(name - text), &length, &rest));
        note(theirs, rest, submission);
    }
    free(text);
    return name != NULL;
}

// Where the directive that begins at s ends: behind its line, and the lines joined to it.
static const char *directive_end(const char *s, const char *end) {
    while (s < end && *s != '\n') {
        s += *s == '\\' && end - s >= 2 ? 2 : 1;
        if (s[-1] == '\r' && s < end && *s == '\n')
            s++;
    }
    return s;
}

// 1 when word is a macro of the fence whose text names a function of ours: behind "#define HEAD
// run", "HEAD(int a) {" is run's head. A macro that only calls one is used where no body follows.
static int stands_for_a_function(const struct frozen *frozen, const struct fence *theirs,
                                 const char *word, const char *word_end) {
    const char *end = theirs->inside + theirs->length, *at = theirs->inside, *name, *name_end;
    while ((name = next_macro(&at, end, &name_end))) {
        if (name_end - name != word_end - word || memcmp(name, word, (size_t)(word_end - word)))
            continue;
        const char *stop = directive_end(name_end, end);
        for (const char *s = name_end; s < stop;) {
            const char *after = skip_word(s, stop);
            if (after > s && is_frozen_function(frozen, s, after))
                return 1;
            s = after == s ? s + 1 : after;
        }
    }
    return 0;
}

static int opens_a_body(const char *after, const char *end) {
    const char *s = skip_blank(skip_brackets(skip_blank(after, end), end), end);
    return s < end && *s == '{';
}

static int redefines_a_function(const struct frozen *frozen, const struct fence *theirs,
                                struct submission *submission) {
    const char *end = theirs->inside + theirs->length, *limit = end;
    for (const char *s = theirs->inside; s < end;) {
        limit = *s == '#' ? directive_end(s, end) : s >= limit ? end : limit;
        const char *after = skip_text(s, end);
        if (after == s && is_word(*s)) {
            after = skip_word(s, end);
            if ((begins_body(s, after, limit) && is_frozen_function(frozen, s, after)) ||
                (limit == end && opens_a_body(after, end) &&
                 stands_for_a_function(frozen, theirs, s, after))) {
                note(theirs, s, submission);
                return 1;
            }
        }
        s = after == s ? s + 1 : after;
    }
    return 0;
}

int fence_redefines(const char *pristine, const struct fence *ours, const struct fence *theirs,
                    struct submission *submission) {
    struct frozen frozen = frozen_of(pristine, ours);
    return redefines_by_macro(&frozen, theirs, submission) ||
           redefines_a_function(&frozen, theirs, submission);
}

// ---- the frozen part's own names ----------------------------------------------------

// Each function of the library that the frozen part calls behind the fence, once.
static void each_library_call(const struct frozen *frozen, FILE *out,
                              void (*call)(FILE *out, const char *name, int length)) {
    for (const char *s = frozen->tail; s < frozen->tail_end;) {
        const char *after = skip_text(s, frozen->tail_end);
        if (after == s && is_word(*s)) {
            after = skip_word(s, frozen->tail_end);
            const char *next = skip_blank(after, frozen->tail_end);
            if (after - s > 5 && !memcmp(s, "tare_", 5) && next < frozen->tail_end &&
                *next == '(' && !has_word(frozen->tail, s, s, after))
                call(out, s, (int)(after - s));
        }
        s = after == s ? s + 1 : after;
    }
}

static const char end_call[] = "tare_lab_end";

static int is_end(const char *name, int length) {
    return length == (int)sizeof end_call - 1 && !memcmp(name, end_call, sizeof end_call - 1);
}

static void hold(FILE *out, const char *name, int length) {
    fprintf(out, "static const auto frozen_%.*s = &%.*s%s; ", length, name, length, name,
            is_end(name, length) ? "_proven" : "");
}

static void use_held(FILE *out, const char *name, int length) {
    if (!is_end(name, length))
        fprintf(out, "#define %.*s frozen_%.*s\n", length, name, length, name);
}

// The fence lies between the two: before it the frozen part takes hold of what it will call, on
// the line of the begin mark, so that no line moves; behind it, it calls what it holds.
char *fence_splice_proven(const char *pristine, const struct fence *ours,
                          const struct fence *theirs, const char *proof, const char *shown) {
    struct frozen frozen = frozen_of(pristine, ours);
    char *text = NULL, *undefined = fence_macros_end(theirs);
    size_t size = 0;
    const char *mark = ours->inside > pristine ? ours->inside - 1 : pristine;
    while (mark > pristine && mark[-1] != '\n')
        mark--;
    const char *rest = memchr(frozen.tail, '\n', (size_t)(frozen.tail_end - frozen.tail));
    rest = rest ? rest + 1 : frozen.tail_end;
    FILE *out = undefined ? open_memstream(&text, &size) : NULL;
    if (out) {
        fwrite(pristine, 1, (size_t)(mark - pristine), out);
        each_library_call(&frozen, out, hold);
        fwrite(mark, 1, (size_t)(ours->inside - mark), out);
        fwrite(theirs->inside, 1, theirs->length, out);
        fwrite(frozen.tail, 1, (size_t)(rest - frozen.tail), out);
        fprintf(out, "%s%s", rest > frozen.tail && rest[-1] == '\n' ? "" : "\n", undefined);
        each_library_call(&frozen, out, use_held);
        fprintf(out, "#define TARE_PROOF \"%s\"\n", proof);
        fprintf(out, "#define tare_lab_end(lab) frozen_tare_lab_end((lab), TARE_PROOF)\n");
        fprintf(out, "#line %d \"%s\"\n", ours->line + theirs->end_line - theirs->line + 1, shown);
        fputs(rest, out);
        fclose(out);
    }
    free(undefined);
    return text;
}
