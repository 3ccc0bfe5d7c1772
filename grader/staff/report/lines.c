// lines.c: see lines.h.
#include "report/lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"

struct lines {
    const char *start[LINES_MOST];
    size_t length[LINES_MOST];
    int count;
};

static void split(const char *text, struct lines *lines) {
    for (lines->count = 0; *text && lines->count < LINES_MOST; lines->count++) {
        size_t length = strcspn(text, "\n");
        lines->start[lines->count] = text;
        lines->length[lines->count] = length;
        text += length + (text[length] == '\n');
    }
}

static int is_same_line(const void *texts, int i, int j) {
    const struct lines *a = texts, *b = a + 1;
    return a->length[i] == b->length[j] && !memcmp(a->start[i], b->start[j], a->length[i]);
}

void lines_differ(const char *a_text, const char *b_text,
                  void (*each)(void *context, char mark, const char *line, size_t length),
                  void *context) {
    struct lines *a = calloc(2, sizeof *a), *b = a + 1;
    unsigned short *common = NULL;
    if (a) {
        split(a_text, a);
        split(b_text, b);
        common = common_lengths(a->count, b->count, is_same_line, a);
    }
    for (int i = 0, j = 0; common && (i < a->count || j < b->count);) {
        const unsigned short *here = common + (size_t)i * (size_t)(b->count + 1) + (size_t)j;
        if (i < a->count && j < b->count && is_same_line(a, i, j)) {
            each(context, ' ', a->start[i], a->length[i]);
            i++, j++;
        } else if (j == b->count || (i < a->count && here[b->count + 1] >= here[1])) {
            each(context, '-', a->start[i], a->length[i]);
            i++;
        } else {
            each(context, '+', b->start[j], b->length[j]);
            j++;
        }
    }
    free(common);
    free(a);
}
