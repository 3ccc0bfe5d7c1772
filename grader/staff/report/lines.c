// lines.c: the longest common run of lines, by the plain table.
#include "report/lines.h"

#include <stdlib.h>
#include <string.h>

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

static int same(const struct lines *a, int i, const struct lines *b, int j) {
    return a->length[i] == b->length[j] && !memcmp(a->start[i], b->start[j], a->length[i]);
}

void lines_differ(const char *a_text, const char *b_text,
                  void (*each)(void *context, char mark, const char *line, size_t length),
                  void *context) {
    static struct lines a, b;
    split(a_text, &a);
    split(b_text, &b);
    int width = b.count + 1;
    unsigned short *common = calloc((size_t)(a.count + 1) * (size_t)width, sizeof *common);
    if (!common)
        return;
    for (int i = a.count - 1; i >= 0; i--)
        for (int j = b.count - 1; j >= 0; j--) {
            unsigned short below = common[(i + 1) * width + j], right = common[i * width + j + 1];
            common[i * width + j] = same(&a, i, &b, j)
                                        ? (unsigned short)(common[(i + 1) * width + j + 1] + 1)
                                    : below > right ? below
                                                    : right;
        }
    for (int i = 0, j = 0; i < a.count || j < b.count;) {
        if (i < a.count && j < b.count && same(&a, i, &b, j)) {
            each(context, ' ', a.start[i], a.length[i]);
            i++, j++;
        } else if (j == b.count ||
                   (i < a.count && common[(i + 1) * width + j] >= common[i * width + j + 1])) {
            each(context, '-', a.start[i], a.length[i]);
            i++;
        } else {
            each(context, '+', b.start[j], b.length[j]);
            j++;
        }
    }
    free(common);
}
