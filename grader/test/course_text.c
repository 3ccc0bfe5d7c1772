// course_text.c: handouts and hints: both languages alike, three hints, nothing given
// away before its time.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course.h"
#include "suite.h"

enum { LEAST_LINES = 25, MOST_LINES = 110, MOST_ITEMS = 2000 };

// A list of short strings, found in order.
struct items {
    char *at[MOST_ITEMS];
    int count;
};

static void add(struct items *items, const char *from, size_t length) {
    if (items->count < MOST_ITEMS)
        items->at[items->count++] = strndup(from, length);
}

static void clear(struct items *items) {
    while (items->count)
        free(items->at[--items->count]);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The first difference of two lists, or NULL.
static const char *difference(const struct items *a, const struct items *b) {
    for (int i = 0; i < a->count || i < b->count; i++) {
        const char *left = i < a->count ? a->at[i] : "nothing";
        const char *right = i < b->count ? b->at[i] : "nothing";
        if (strcmp(left, right) != 0)
            return strcmp(left, "nothing") == 0 ? right : left;
    }
    return NULL;
}

// Headings ("##"), lines of code blocks, and the numbers and `code` of the text.
struct shape {
    struct items headings, blocks, words;
    int lines;
};

static void read_words(struct shape *shape, const char *line) {
    for (const char *at = line; *at;) {
        if (*at == '`') {
            const char *end = strchr(at + 1, '`');
            if (!end)
                break;
            add(&shape->words, at, (size_t)(end - at) + 1);
            at = end + 1;
        } else if (isdigit((unsigned char)*at)) {
            size_t length = strspn(at, "0123456789.,");
            while (length > 1 && !isdigit((unsigned char)at[length - 1]))
                length--;
            add(&shape->words, at, length);
            at += length;
        } else
            at++;
    }
}

static void read_shape(char *text, struct shape *shape) {
    int code = 0;
    memset(shape, 0, sizeof *shape);
    struct lines lines = course_lines(text);
    shape->lines = lines.count;
    for (int i = 0; i < lines.count; i++) {
        const char *line = lines.at[i];
        if (strncmp(line, "```", 3) == 0) {
            code = !code;
            add(&shape->blocks, line, strlen(line));
        } else if (code)
            add(&shape->blocks, line, strlen(line));
        else if (line[0] == '#')
            add(&shape->headings, line, strspn(line, "#"));
        else if (!strstr(line, "](README"))
            read_words(shape, line);
    }
    free(lines.at);
    // One sentence may name its numbers in another order in another language.
    qsort(shape->words.at, (size_t)shape->words.count, sizeof shape->words.at[0], by_text);
}

static void clear_shape(struct shape *shape) {
    clear(&shape->headings);
    clear(&shape->blocks);
    clear(&shape->words);
}

// Both files of a pair; a missing one is a failed check.
static int read_pair(const char *folder, const char *english, const char *chinese, char *texts[2]) {
    const char *const names[] = {english, chinese};
    for (int i = 0; i < 2; i++) {
        texts[i] = course_file("labs/%s/%s", folder, names[i]);
        EXPECT(texts[i] && texts[i][0], "labs/%s/%s is not there", folder, names[i]);
    }
    if (texts[0] && texts[1])
        return 1;
    free(texts[0]);
    free(texts[1]);
    return 0;
}

static void compare_shapes(const char *folder, char *texts[2], int numbers) {
    struct shape *shapes = calloc(2, sizeof *shapes);
    if (!shapes)
        exit(2);
    read_shape(texts[0], &shapes[0]);
    read_shape(texts[1], &shapes[1]);
    const char *differs = difference(&shapes[0].headings, &shapes[1].headings);
    if (numbers) {
        differs = difference(&shapes[0].words, &shapes[1].words);
        EXPECT(!differs, "%s: only one language has \"%s\"", folder, differs ? differs : "");
    } else {
        EXPECT(!differs, "%s: the languages' headings differ in level or number", folder);
        differs = difference(&shapes[0].blocks, &shapes[1].blocks);
        EXPECT(!differs, "%s: a code block differs at \"%s\"", folder, differs ? differs : "");
    }
    clear_shape(&shapes[0]);
    clear_shape(&shapes[1]);
    free(shapes);
}

static void check_handout(const struct lab_meta *lab, const char *name, enum language language,
                          const char *text) {
    static const char *const last[] = {"\n## After you pass\n", "\n## 通过之后\n"};
    char title[200], command[32];
    struct lines lines;
    char *copy = strdup(text);
    if (!copy)
        exit(2);
    lines = course_lines(copy);
    snprintf(title, sizeof title, "# %s · %s\n", lab->number, lab->title[language]);
    EXPECT(strncmp(text, title, strlen(title)) == 0, "%s/%s begins with its number and title",
           lab->folder, name);
    EXPECT(strstr(text, last[language]) != NULL, "%s/%s: no \"%.*s\"", lab->folder, name,
           (int)strlen(last[language]) - 2, last[language] + 1);
    snprintf(command, sizeof command, "$ make check LAB=%s\n", lab->number);
    EXPECT(strstr(text, command) != NULL, "%s/%s: does not say %s", lab->folder, name, command);
    EXPECT(lines.count >= LEAST_LINES && lines.count <= MOST_LINES, "%s/%s has %d lines",
           lab->folder, name, lines.count);
    EXPECT(course_occurrences(text, "```") % 2 == 0, "%s/%s: an open code block", lab->folder,
           name);
    free(lines.at);
    free(copy);
}

void course_handouts(void) {
    for (int i = 0; i < course_count; i++) {
        char *texts[2];
        if (!read_pair(course_labs[i].folder, "README.md", "README.zh-CN.md", texts))
            continue;
        check_handout(&course_labs[i], "README.md", ENGLISH, texts[0]);
        check_handout(&course_labs[i], "README.zh-CN.md", CHINESE, texts[1]);
        compare_shapes(course_labs[i].folder, texts, 0);
        free(texts[0]);
        free(texts[1]);
    }
}

void course_hints(void) {
    for (int i = 0; i < course_count; i++) {
        char *texts[2];
        const char *folder = course_labs[i].folder;
        if (!read_pair(folder, "hints.en.md", "hints.zh-CN.md", texts))
            continue;
        for (int language = 0; language < 2; language++) {
            int parts = 1;
            size_t letters = 0, least = 1000;
            struct lines lines = course_lines(texts[language]);
            for (int line = 0; line < lines.count; line++) {
                if (strcmp(lines.at[line], "---") != 0) {
                    letters += strlen(lines.at[line]);
                    continue;
                }
                least = letters < least ? letters : least;
                letters = 0;
                parts++;
            }
            least = letters < least ? letters : least;
            EXPECT(parts == 3, "%s: %d hints in language %d", folder, parts, language);
            EXPECT(least >= 30, "%s: a hint of %zu bytes in language %d", folder, least, language);
            free(lines.at);
        }
        free(texts[0]);
        free(texts[1]);
    }
}

void course_numbers(void) {
    for (int i = 0; i < course_count; i++) {
        char *texts[2];
        const char *folder = course_labs[i].folder;
        if (read_pair(folder, "README.md", "README.zh-CN.md", texts)) {
            compare_shapes(folder, texts, 1);
            free(texts[0]);
            free(texts[1]);
        }
        if (read_pair(folder, "hints.en.md", "hints.zh-CN.md", texts)) {
            compare_shapes(folder, texts, 1);
            free(texts[0]);
            free(texts[1]);
        }
    }
}

static const struct lab_meta *lab_of(const char *number) {
    for (int i = 0; i < course_count; i++)
        if (strcmp(course_labs[i].number, number) == 0)
            return &course_labs[i];
    return NULL;
}

static void check_remedy(const struct lab_meta *lab, const char *word) {
    static const char *const names[] = {"README.md", "README.zh-CN.md"};
    static const char *const last[] = {"\n## After you pass\n", "\n## 通过之后\n"};
    char *shipped = course_file("labs/%s/shipped.fence", lab->folder);
    EXPECT(shipped && !strstr(shipped, word), "%s: \"%s\" stands in the shipped fence", lab->folder,
           word);
    free(shipped);
    for (int language = 0; language < 2; language++) {
        char *text = course_file("labs/%s/%s", lab->folder, names[language]);
        char *end = text ? strstr(text, last[language]) : NULL;
        if (end)
            *end = '\0';
        EXPECT(text && !strstr(text, word), "%s/%s gives \"%s\" away", lab->folder, names[language],
               word);
        free(text);
    }
}

// grader/test/remedies: a lab's number and a word of its remedy, a line each.
void course_remedies(void) {
    char *text = course_file("grader/test/remedies");
    EXPECT(text != NULL, "grader/test/remedies is not there");
    if (!text)
        return;
    struct lines lines = course_lines(text);
    int checked = 0;
    for (int i = 0; i < lines.count; i++) {
        char *word = strchr(lines.at[i], ' ');
        if (!word || lines.at[i][0] == '#')
            continue;
        *word++ = '\0';
        const struct lab_meta *lab = lab_of(lines.at[i]);
        EXPECT(lab != NULL, "grader/test/remedies: there is no lab %s", lines.at[i]);
        if (lab)
            check_remedy(lab, word);
        checked++;
    }
    EXPECT(checked > 0, "grader/test/remedies has no word");
    free(lines.at);
    free(text);
}
