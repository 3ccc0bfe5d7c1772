// toml.c: reads the part of TOML that a course needs; all else is refused by line.
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "course/course.h"

struct reader {
    const char *path;
    int line;
    char *why;
};

static int wrong(const struct reader *reader, const char *what, const char *shown) {
    snprintf(reader->why, 300, "%.120s:%d: %s \"%.60s\"", reader->path, reader->line, what, shown);
    return -1;
}

// Reads a "string" that begins at *at, and moves *at behind it.
static int quoted(char **at, char *to, size_t size) {
    char *from = *at + 1, *end = **at == '"' ? strchr(from, '"') : NULL;
    if (!end || memchr(from, '\\', (size_t)(end - from)))
        return -1;
    *end = '\0';
    for (const char *c = from; *c; c++)
        if (iscntrl((unsigned char)*c))
            return -1;
    *at = end + 1;
    return text_copy(to, size, from) == 0 ? 0 : -1;
}

static int list(const struct reader *reader, char *at, struct toml_entry *entry) {
    entry->kind = TOML_TEXTS;
    for (at++;; at++) {
        at += strspn(at, " \t");
        if (*at == ']')
            return *text_trim(at + 1) ? wrong(reader, "there is more after the list:", at + 1) : 0;
        if (entry->count == TOML_LIST)
            return wrong(reader, "this list is too long:", entry->key);
        char *from = at;
        if (quoted(&at, entry->texts[entry->count], sizeof entry->texts[0]) != 0)
            return wrong(reader, "a list is [\"01\", \"02\"], and closes on its own line:", from);
        entry->count++;
        at += strspn(at, " \t");
        if (*at == ']')
            at--;
        else if (*at != ',')
            return wrong(reader, "a comma or ] is missing before", at);
    }
}

static int value(const struct reader *reader, char *text, struct toml_entry *entry) {
    char *end;
    if (*text == '[')
        return list(reader, text, entry);
    if (*text == '"') {
        char *at = text;
        entry->kind = TOML_TEXT;
        if (quoted(&at, entry->text, sizeof entry->text) != 0 || *text_trim(at))
            return wrong(reader, "this is no \"text\" in one line:", text);
        return 0;
    }
    if (strlen(text) == 10 && text[4] == '-' && text[7] == '-') {
        entry->kind = TOML_DATE;
        return text_copy(entry->text, sizeof entry->text, text);
    }
    entry->kind = TOML_NUMBER;
    entry->number = strtod(text, &end);
    return *text && !*end
               ? 0
               : wrong(reader, "a text wants quotes, and this is no number or date:", text);
}

// Cuts a comment off, but not a # inside of a text.
static void uncomment(char *line) {
    int inside = 0;
    for (; *line; line++) {
        inside ^= *line == '"';
        if (*line == '#' && !inside)
            *line = '\0';
        if (!*line)
            return;
    }
}

static int one_line(const struct reader *reader, char *line, char table[24], struct toml *toml) {
    uncomment(line);
    line = text_trim(line);
    if (!*line)
        return 0;
    if (*line == '[') {
        char *end = strchr(line, ']');
        if (!end || end[1] || text_copy(table, 24, (*end = '\0', line + 1)) != 0)
            return wrong(reader, "a table is [lab.08], and this is none:", line);
        return 0;
    }
    char *equals = strchr(line, '=');
    if (!equals)
        return wrong(reader, "there is no \"=\" in", line);
    *equals = '\0';
    if (toml->count == TOML_MOST)
        return wrong(reader, "the file is too long at", line);
    struct toml_entry *entry = &toml->entries[toml->count++];
    memset(entry, 0, sizeof *entry);
    entry->line = reader->line;
    text_copy(entry->table, sizeof entry->table, table);
    if (text_copy(entry->key, sizeof entry->key, text_trim(line)) != 0)
        return wrong(reader, "this key is too long:", line);
    for (int i = 0; i < toml->count - 1; i++)
        if (!strcmp(toml->entries[i].table, table) && !strcmp(toml->entries[i].key, entry->key))
            return wrong(reader, "this key is here twice:", entry->key);
    return value(reader, text_trim(equals + 1), entry);
}

int toml_read(const char *path, struct toml *toml, char why[300]) {
    char line[1024], table[24] = "";
    struct reader reader = {path, 0, why};
    FILE *file = fopen(path, "r");
    toml->count = 0;
    if (!file) {
        snprintf(why, 300, "%.200s: %s", path, strerror(errno));
        return -1;
    }
    int bad = 0;
    while (!bad && fgets(line, sizeof line, file)) {
        reader.line++;
        bad = !text_is_utf8(line, strlen(line))    ? wrong(&reader, "this line is not UTF-8:", "")
              : !strchr(line, '\n') && !feof(file) ? wrong(&reader, "this line is too long:", line)
                                                   : one_line(&reader, line, table, toml);
    }
    fclose(file);
    return bad;
}
