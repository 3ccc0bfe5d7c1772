// wrapped.c: see wrapped.h. The width of a line is measured without its colour codes; the printed
// line has them.
#include "say/wrapped.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "learner/learner.h"

static size_t escape_length(const char *text) {
    return text[0] == '\033' && text[1] == '[' ? 2 + strcspn(text + 2, "m") + 1 : 0;
}

// Prints the next `count` visible bytes, and the colour codes among them. Returns the rest.
static const char *print_seen(const char *text, size_t count) {
    for (;;) {
        size_t colour = escape_length(text);
        if (!colour && count-- == 0)
            return text;
        fwrite(text, 1, colour ? colour : 1, stdout);
        text += colour ? colour : 1;
    }
}

static void print_line(const char *line, char *seen, int width, int indent) {
    size_t length = 0;
    for (const char *at = line; *at; at += escape_length(at) ? escape_length(at) : 1)
        if (!escape_length(at))
            seen[length++] = *at;
    seen[length] = '\0';
    for (int first = 1;; first = 0) {
        int columns = width - (first ? 0 : indent);
        size_t fits = columns_line(seen, columns > 20 ? columns : 20);
        if (!memchr(seen, ' ', fits) && (unsigned char)seen[fits ? fits - 1 : 0] < 0x80)
            fits = strcspn(seen, " "); // a path stays whole: it can be clicked
        line = print_seen(line, fits);
        seen += fits;
        size_t blanks = strspn(seen, " ");
        if (!seen[blanks]) {
            fputs(line, stdout); // the remaining colour codes
            return;
        }
        for (seen += blanks; blanks > 0; line += *line == ' ') {
            blanks -= *line == ' ';
            line = *line == ' ' ? line : print_seen(line, 0);
        }
        printf("\n%*s", indent, "");
    }
}

void print_hanging(const char *text, int indent) {
    char *copy = isatty(STDOUT_FILENO) ? strdup(text) : NULL, *seen = copy ? strdup(text) : NULL;
    int width = terminal_width(STDOUT_FILENO);
    if (!seen)
        fputs(text, stdout);
    for (char *line = copy, *next; seen && *line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        int ended = line[length] == '\n';
        line[length] = '\0';
        print_line(line, seen, width, indent);
        if (ended)
            putchar('\n');
    }
    free(seen);
    free(copy);
}
