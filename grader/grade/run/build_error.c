// build_error.c: the first error of a compiler, told in the lines of the student's file.
#include "run/build.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

struct place {
    int line, column;
    const char *message;
};

// "FILE.cu:12:5: error: words", "FILE.cu:12: fatal error: words", and nvcc's
// "FILE.cu(12): error: words". 1 when line is one of these.
static int is_error(const char *line, struct place *place) {
    const char *file = strstr(line, ".cu");
    const char *space = strchr(line, ' ');
    if (!file || (space && space < file))
        return 0;
    const char *s = file + 3;
    if (*s != ':' && *s != '(')
        return 0;
    char *end;
    place->line = (int)strtol(s + 1, &end, 10);
    place->column = 0;
    if (end == s + 1)
        return 0;
    if (*s == '(') {
        if (*end != ')')
            return 0;
        s = end + 1;
    } else if (*end == ':' && isdigit((unsigned char)end[1])) {
        place->column = (int)strtol(end + 1, &end, 10);
        s = end;
    } else {
        s = end;
    }
    const char *word = strstr(s, "error");
    if (!word || word - s > 10) // ": error", ": fatal error"
        return 0;
    const char *colon = strchr(word, ':');
    if (!colon)
        return 0;
    place->message = colon + 1 + strspn(colon + 1, " ");
    return 1;
}

static void line_of(const char *text, int number, char *to, size_t size) {
    for (int i = 1; i < number && text; i++) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    size_t length = text ? strcspn(text, "\n") : 0;
    text_printable(to, size, text ? text : "", length);
}

static void keep(const struct build_request *request, const struct place *place,
                 struct build_result *result) {
    int moved = request->our_line > 0 && place->line > request->our_line
                    ? request->their_line - request->our_line
                    : 0;
    result->line = place->line + moved;
    result->column = place->column;
    text_printable(result->message, sizeof result->message, place->message,
                   strcspn(place->message, "\n"));
    line_of(request->source, place->line, result->source, sizeof result->source);
}

void build_first_error(const char *log, const struct build_request *request,
                       struct build_result *result) {
    struct place first = {0}, own = {0}, place;
    const char *other = NULL;
    for (const char *line = log; *line;) {
        const char *end = line + strcspn(line, "\n");
        char copy[600];
        size_t length = (size_t)(end - line);
        if (length >= sizeof copy)
            length = sizeof copy - 1;
        memcpy(copy, line, length);
        copy[length] = '\0';
        if (is_error(copy, &place)) {
            place.message = line + (place.message - copy);
            if (!first.line)
                first = place;
            if (!own.line && place.line > request->our_line && place.line < request->our_end)
                own = place;
        } else if (!other && (strstr(copy, "undefined reference") || strstr(copy, "error:"))) {
            other = line;
        }
        line = *end ? end + 1 : end;
    }
    if (own.line || first.line) {
        keep(request, own.line ? &own : &first, result);
        return;
    }
    const char *words = other ? other : log;
    text_printable(result->message, sizeof result->message, words, strcspn(words, "\n"));
}
