// build_lacks.c: legal CUDA that the host device cannot compile, by the compiler's own message. A
// name that is missing is CUDA's when common/host/lacking.txt has it, which is made from the
// headers of the toolkit; a name that nobody declares is a mistake like any other.
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "intake/intake.h"
#include "run/build.h"

enum { LONGEST = 64 };

static int is_of_name(char c) {
    return c == '_' || c == '.' || c == '/' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

// The first word of the line that the list holds. Of a header of a C++ library the list holds the
// library: "thrust/" for "thrust/sort.h".
static int find_listed(const char *list, const char *line, size_t length, char name[LONGEST]) {
    for (size_t i = 0; i < length;) {
        size_t word = 0, folder;
        while (i + word < length && is_of_name(line[i + word]))
            word++;
        char key[LONGEST + 3];
        const char *slash = memchr(line + i, '/', word);
        folder = slash ? (size_t)(slash - line) - i + 1 : word;
        if (word > 0 && word < LONGEST) {
            text_format(key, sizeof key, " %.*s ", (int)folder, line + i);
            if (strstr(list, key)) {
                text_format(name, LONGEST, "%.*s", (int)word, line + i);
                return 1;
            }
        }
        i += word + (word == 0);
    }
    return 0;
}

// Words that only the host device's own compiler ends a message with: what stands before them is
// what it refuses.
static int find_refused(const char *message, size_t length, char name[LONGEST]) {
    static const char *const ends[] = {" needs a card", " is not supported on the host device"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const char *end = strstr(message, ends[i]);
        if (end && end < message + length && end > message) {
            const char *from = message + (strncmp(message, "a ", 2) == 0 ? 2 : 0);
            text_format(name, LONGEST, "%.*s", (int)(end - from), from);
            return 1;
        }
    }
    return 0;
}

static char *read_list(const char *root) {
    char path[1200];
    size_t length;
    text_format(path, sizeof path, "%s/common/host/lacking.txt", root);
    char *text = file_read(path, 1 << 20, &length), *list = text ? malloc(length + 3) : NULL;
    if (list) {
        text_format(list, length + 3, " %s ", text);
        for (char *c = list; *c; c++)
            if (*c == '\n')
                *c = ' ';
    }
    free(text);
    return list;
}

int build_lacks(const struct build_request *request, const char *log, char name[LONGEST]) {
    char *list = strcmp(request->device, "host") == 0 ? read_list(request->root) : NULL;
    int found = 0;
    for (const char *line = log; list && *line && !found;) {
        size_t length = strcspn(line, "\n");
        const char *error = strstr(line, "error: ");
        if (error && error < line + length) {
            const char *message = error + strlen("error: ");
            const char *hint = strstr(message, "; did you mean"); // the compiler's own guess
            size_t told = length - (size_t)(message - line);
            if (hint && hint < message + told)
                told = (size_t)(hint - message);
            // What a student's text says itself is no word of the compiler's.
            int theirs = strncmp(message, "#error", 6) == 0 || strncmp(message, "static", 6) == 0;
            found = !theirs &&
                    (find_refused(message, told, name) || (find_listed(list, message, told, name) &&
                                                           strstr(request->source, name) != NULL));
        }
        line += length + (line[length] == '\n');
    }
    free(list);
    return found;
}
