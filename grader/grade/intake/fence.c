// fence.c: finds the fence, and puts a submission's into the pristine file.
#include "intake/fence.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"

static const char begin_mark[] = "// tare: begin", end_mark[] = "// tare: end";

static const char *line_end(const char *line) {
    const char *newline = strchr(line, '\n');
    return newline ? newline : line + strlen(line);
}

static int is_mark(const char *line, const char *end, const char *mark) {
    while (line < end && isspace((unsigned char)*line))
        line++;
    while (end > line && isspace((unsigned char)end[-1]))
        end--;
    return (size_t)(end - line) == strlen(mark) && memcmp(line, mark, strlen(mark)) == 0;
}

enum refusal fence_find(const char *text, struct fence *fence) {
    int number = 0, begins = 0, ends = 0, open = 0;
    memset(fence, 0, sizeof *fence);
    for (const char *line = text; *line; number++) {
        const char *end = line_end(line), *next = *end ? end + 1 : end;
        if (is_mark(line, end, begin_mark)) {
            open |= begins > ends;
            if (begins++ == 0) {
                fence->inside = next;
                fence->line = number + 1;
            }
        } else if (is_mark(line, end, end_mark)) {
            open |= ends >= begins;
            if (ends++ == 0 && fence->inside) {
                fence->length = (size_t)(line - fence->inside);
                fence->end_line = number + 1;
            }
        }
        line = next;
    }
    if (begins == 0 && ends == 0)
        return REFUSED_NO_FENCE;
    if (begins > 1 && ends > 1)
        return REFUSED_TWO_FENCES;
    return open || begins != 1 || ends != 1 ? REFUSED_OPEN_FENCE : REFUSED_NOT;
}

char *fence_splice(const char *pristine, const struct fence *ours, const struct fence *theirs) {
    size_t before = (size_t)(ours->inside - pristine);
    const char *rest = ours->inside + ours->length;
    size_t after = strlen(rest);
    char *text = malloc(before + theirs->length + after + 1);
    if (!text)
        return NULL;
    memcpy(text, pristine, before);
    memcpy(text + before, theirs->inside, theirs->length);
    memcpy(text + before + theirs->length, rest, after + 1);
    return text;
}

// ---- the same code? ---------------------------------------------------------------

// The next character that counts, or -1; a run of blanks and comments is one ' '.
static int next_code(const char **at, const char *end, char *quote) {
    const char *s = *at;
    if (*quote) { // inside "..." or '...' everything counts
        if (s == end)
            return -1;
        if (*s == '\\' && s + 1 < end) {
            *at = s + 1;
            *quote = (char)(*quote | 0x40); // the next one is no closing quote
            return *s;
        }
        char closing = *quote & 0x40 ? 0 : *quote;
        *quote = (char)(*quote & ~0x40);
        if (*s == closing)
            *quote = 0;
        *at = s + 1;
        return (unsigned char)*s;
    }
    int blank = 0;
    for (;;) {
        if (s < end && isspace((unsigned char)*s)) {
            s++;
        } else if (end - s >= 2 && s[0] == '/' && s[1] == '/') {
            while (s < end && *s != '\n')
                s++;
        } else if (end - s >= 2 && s[0] == '/' && s[1] == '*') {
            for (s += 2; end - s >= 2 && !(s[0] == '*' && s[1] == '/');)
                s++;
            s = end - s >= 2 ? s + 2 : end;
        } else {
            break;
        }
        blank = 1;
    }
    *at = s;
    if (blank)
        return ' ';
    if (s == end)
        return -1;
    if (*s == '"' || *s == '\'')
        *quote = *s;
    *at = s + 1;
    return (unsigned char)*s;
}

static int joins(int c) {
    return isalnum(c) || c == '_';
}

// As above, but a blank only where it keeps two words apart.
static int next_token_byte(const char **at, const char *end, char *quote, int *last) {
    const char *here = *at;
    char quote_here = *quote;
    int c = next_code(&here, end, &quote_here);
    if (c == ' ' && !*quote) {
        const char *after = here;
        char quote_after = quote_here;
        int following = next_code(&after, end, &quote_after);
        if (!joins(*last) || !joins(following)) {
            here = after;
            quote_here = quote_after;
            c = following;
        }
    }
    *at = here;
    *quote = quote_here;
    *last = c;
    return c;
}

int fence_same_code(const char *a, size_t a_length, const char *b, size_t b_length) {
    const char *a_end = a + a_length, *b_end = b + b_length;
    char a_quote = 0, b_quote = 0;
    int a_last = 0, b_last = 0;
    for (;;) {
        int left = next_token_byte(&a, a_end, &a_quote, &a_last);
        int right = next_token_byte(&b, b_end, &b_quote, &b_last);
        if (left != right)
            return 0;
        if (left < 0)
            return 1;
    }
}

// ---- changed frozen lines -----------------------------------------------------------

struct lines {
    const char **at;
    size_t *length;
    int count;
};

static int split(const char *text, const char *end, struct lines *lines) {
    enum { MOST = 600 };
    lines->at = calloc(MOST, sizeof *lines->at);
    lines->length = calloc(MOST, sizeof *lines->length);
    lines->count = 0;
    if (!lines->at || !lines->length)
        return -1;
    while (text < end && lines->count < MOST) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        stop = stop ? stop : end;
        const char *last = stop;
        while (last > text && isspace((unsigned char)last[-1]))
            last--;
        lines->at[lines->count] = text;
        lines->length[lines->count++] = (size_t)(last - text);
        text = stop < end ? stop + 1 : end;
    }
    return 0;
}

static void free_lines(struct lines *lines) {
    free(lines->at);
    free(lines->length);
}

static void keep_line(char to[120], const struct lines *lines, int i) {
    text_format(to, 120, "%.*s", (int)lines->length[i], lines->at[i]);
}

static void note_change(struct submission *submission, const struct lines *theirs, int j,
                        const struct lines *ours, int i, int first_line) {
    int index = submission->changed_count++;
    if (index >= CHANGED_LINES)
        return;
    struct changed_line *changed = &submission->changed[index];
    memset(changed, 0, sizeof *changed);
    changed->line = first_line + (j >= 0 ? j : 0);
    if (j >= 0)
        keep_line(changed->theirs, theirs, j);
    if (i >= 0)
        keep_line(changed->ours, ours, i);
}

struct parts {
    struct lines ours, theirs;
};

static int is_same_line(const void *parts, int i, int j) {
    const struct lines *a = &((const struct parts *)parts)->ours;
    const struct lines *b = &((const struct parts *)parts)->theirs;
    return a->length[i] == b->length[j] && memcmp(a->at[i], b->at[j], a->length[i]) == 0;
}

// Walks both along their longest common subsequence.
static void compare_part(const char *our_text, const char *our_end, const char *their_text,
                         const char *their_end, int first_line, struct submission *submission) {
    struct parts parts = {0};
    struct lines *ours = &parts.ours, *theirs = &parts.theirs;
    unsigned short *table = NULL;
    if (split(our_text, our_end, ours) == 0 && split(their_text, their_end, theirs) == 0)
        table = common_lengths(ours->count, theirs->count, is_same_line, &parts);
    if (table) {
        int width = theirs->count + 1;
#define COMMON(i, j) table[(i)*width + (j)]
        for (int i = 0, j = 0; i < ours->count || j < theirs->count;) {
            int both = i < ours->count && j < theirs->count;
            if (both && is_same_line(&parts, i, j)) {
                i++, j++;
            } else if (both && COMMON(i + 1, j + 1) == COMMON(i, j)) {
                note_change(submission, theirs, j++, ours, i++, first_line);
            } else if (i < ours->count &&
                       (j == theirs->count || COMMON(i + 1, j) >= COMMON(i, j + 1))) {
                note_change(submission, theirs, -1, ours, i++, first_line + j);
            } else {
                note_change(submission, theirs, j++, ours, -1, first_line);
            }
        }
#undef COMMON
    }
    free(table);
    free_lines(ours);
    free_lines(theirs);
}

void fence_compare_frozen(const char *pristine, const struct fence *ours, const char *text,
                          const struct fence *theirs, struct submission *submission) {
    submission->changed_count = 0;
    compare_part(pristine, ours->inside, text, theirs->inside, 1, submission);
    const char *our_rest = ours->inside + ours->length;
    const char *their_rest = theirs->inside + theirs->length;
    compare_part(our_rest, our_rest + strlen(our_rest), their_rest, their_rest + strlen(their_rest),
                 theirs->end_line, submission);
}
