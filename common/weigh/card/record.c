// record.c: one line of the file between a collector and the command: a kind, then key=value, with
// tabs between. In a value, tab, newline and backslash are written as \t, \n and \\.
#include <string.h>

#include "weigh/card/card.h"

static void put(struct card_line *line, char c) {
    if (line->length + 1 < CARD_LINE) // the last byte is the newline's
        line->text[line->length++] = c;
    else
        line->full = 1;
}

static void put_text(struct card_line *line, const char *text) {
    for (; *text; text++) {
        char after = *text == '\t' ? 't' : *text == '\n' ? 'n' : *text == '\\' ? '\\' : 0;
        put(line, after ? '\\' : *text);
        if (after)
            put(line, after);
    }
}

void card_begin(struct card_line *line, const char *kind) {
    line->length = 0;
    line->full = 0;
    put_text(line, kind);
}

void card_text(struct card_line *line, const char *key, const char *value) {
    put(line, '\t');
    put_text(line, key);
    put(line, '=');
    put_text(line, value);
}

// A count is a whole number below 2^53, which a double holds exactly. A program may have set a
// locale with a decimal comma, so fractions are never written.
void card_count(struct card_line *line, const char *key, double value) {
    char text[32];
    snprintf(text, sizeof text, "%.0f", value);
    card_text(line, key, text);
}

static void put_triple(struct card_line *line, const char *key, const unsigned of[3]) {
    char text[40];
    snprintf(text, sizeof text, "%u,%u,%u", of[0], of[1], of[2]);
    card_text(line, key, text);
}

void card_shape(struct card_line *line, const char *name_key, const struct card_shape *shape) {
    card_text(line, name_key, shape->name);
    put_triple(line, "grid", shape->grid);
    put_triple(line, "block", shape->block);
}

size_t card_end(struct card_line *line) {
    if (line->full)
        return 0;
    line->text[line->length++] = '\n';
    return line->length;
}
