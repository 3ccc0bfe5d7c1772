// escape.c: see escape.h.
#include "report/escape.h"

#include <string.h>

void escape_csv(FILE *out, const char *text) {
    fputc('"', out);
    if (strchr("=+-@\t\r", text[0]) && text[0])
        fputc('\'', out); // a spreadsheet would calculate it
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
    fputc('"', out);
}

void escape_markdown(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\n') {
            fputs("<br>", out);
            continue;
        }
        if (strchr("\\`*_{}[]()#+-.!|<>~&:@", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

void escape_lines(FILE *out, const char *prefix, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        fprintf(out, "%s%.*s\n", prefix, (int)length, text);
        text += length + (text[length] == '\n');
    }
}
