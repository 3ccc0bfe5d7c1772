// fences.c: files that hold many fences, a section each.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "intake/fence.h"

static const char head[] = "// fence: ";

static const char *next_section(const char *at) {
    while (*at && strncmp(at, head, sizeof head - 1) != 0) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return *at ? at : NULL;
}

int fences_next(const char **text, struct fence_section *section, char why[160]) {
    const char *at = *text;
    if (*at == '\0')
        return 0;
    if (strncmp(at, head, sizeof head - 1) != 0) {
        text_format(why, 160, "wants \"%sNAME\" as its first line", head);
        return -1;
    }
    at += sizeof head - 1;
    size_t length = strcspn(at, "\n");
    text_format(section->name, sizeof section->name, "%.*s", (int)length, at);
    if (length == 0 || length >= sizeof section->name || strcspn(at, " \t\r/#") < length) {
        text_format(why, 160, "\"%.100s\" is no name of a fence", section->name);
        return -1;
    }
    section->text = at + length + (at[length] == '\n');
    const char *next = next_section(section->text);
    *text = next ? next : section->text + strlen(section->text);
    section->length = (size_t)(*text - section->text);
    while (section->length > 1 && section->text[section->length - 1] == '\n' &&
           section->text[section->length - 2] == '\n')
        section->length--; // blank lines before the next section
    return 1;
}

// "// mistake: FAMILY/NAME" in FAMILY/NAME/fences, "// right" in repairs/NN_lab.fences.
static void said_by_place(const char *path, char line[160]) {
    char *whole = realpath(path, NULL);
    const char *end = whole ? strrchr(whole, '/') : NULL, *from = end;
    line[0] = '\0';
    for (int slashes = 0; from > whole && (slashes += from[-1] == '/') < 2;)
        from--;
    if (end && strcmp(end, "/fences") == 0)
        text_format(line, 160, "// mistake: %.*s\n", (int)(end - from), from);
    else if (end && end - whole >= 8 && strncmp(end - 8, "/repairs", 8) == 0)
        text_copy(line, 160, "// right\n");
    free(whole);
}

char *fences_text(const char *path, const struct fence_section *section) {
    char line[160] = "";
    if (strncmp(section->text, "// mistake: ", strlen("// mistake: ")) != 0)
        said_by_place(path, line);
    size_t before = strlen(line);
    char *text = malloc(before + section->length + 1);
    if (!text)
        return NULL;
    memcpy(text, line, before);
    memcpy(text + before, section->text, section->length);
    text[before + section->length] = '\0';
    return text;
}

// ---- by name -------------------------------------------------------------------------------

static char *whole_file(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    ssize_t length = getdelim(&text, &size, '\0', file);
    int failed = ferror(file);
    fclose(file);
    if (length < 0 && text)
        text[0] = '\0';
    if (failed) {
        free(text);
        text = NULL;
    }
    return text;
}

const char *fences_name(const char *address) {
    const char *slash = strrchr(address, '/'), *mark = strchr(slash ? slash : address, '#');
    return mark ? mark + 1 : NULL;
}

char *fences_load(const char *address, char why[160]) {
    const char *name = fences_name(address);
    size_t length = name ? (size_t)(name - 1 - address) : strlen(address);
    char *path = strndup(address, length), *all = path ? whole_file(path) : NULL, *found = NULL;
    const char *at = all;
    struct fence_section section;
    text_copy(why, 160, all ? "there is no fence of this name" : strerror(errno));
    while (all && name && !found && fences_next(&at, &section, why) == 1)
        if (strcmp(section.name, name) == 0)
            found = fences_text(path, &section);
    free(path);
    if (!name)
        return all;
    free(all);
    return found;
}
