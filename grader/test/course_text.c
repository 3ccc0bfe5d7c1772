// course_text.c: the rules of handouts and hints: both languages say the same, there are three
// hints, and nothing is given away before its time.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course.h"

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

// A framed line is in the language of the page: both have its numbers and the signs of its
// arithmetic.
static void read_framed(struct shape *shape, const char *line) {
    char kept[200];
    size_t count = 0;
    for (; *line && count < sizeof kept; line++)
        if (strchr("0123456789=*/", *line))
            kept[count++] = *line;
    add(&shape->blocks, kept, count);
}

enum within { TEXT, CODE, FRAME };

static void read_shape(char *text, struct shape *shape) {
    enum within within = TEXT;
    memset(shape, 0, sizeof *shape);
    struct lines lines = course_lines(text);
    shape->lines = lines.count;
    for (int i = 0; i < lines.count; i++) {
        const char *line = lines.at[i];
        if (strncmp(line, "```", 3) == 0) {
            if (within != TEXT)
                within = TEXT;
            else
                within = line[3] ? CODE : FRAME;
            add(&shape->blocks, line, strlen(line));
        } else if (within == CODE)
            add(&shape->blocks, line, strlen(line));
        else if (within == FRAME)
            read_framed(shape, line);
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

static const char *const handouts[LANGUAGES] = {"README.md", "README.zh-CN.md"};
static const char *const hints[LANGUAGES] = {"hints.en.md", "hints.zh-CN.md"};
static const char *const after[LANGUAGES] = {"\n## After you pass\n", "\n## 通过之后\n"};

// A learner predicts before the run, and reads the question before the idea.
static const char *const parts[LANGUAGES][6] = {
    {"Predict", "Run it", "The question", "The idea", "Repair", "Read on"},
    {"预测", "运行", "问题", "思路", "修复", "延伸阅读"},
};

static void check_order(const char *folder, enum language language, const char *text) {
    for (int i = 0; i < 6; i++) {
        char heading[64];
        snprintf(heading, sizeof heading, "\n## %s\n", parts[language][i]);
        const char *found = strstr(text, heading);
        EXPECT(found != NULL, "labs/%s/%s: no \"## %s\" after \"%s\"", folder, handouts[language],
               parts[language][i], i ? parts[language][i - 1] : "the story");
        text = found ? found : text;
    }
}

static int is_in(const struct lab_meta *lab, enum language language) {
    return lab_language(lab, language) == language;
}

// Both files of a pair, NULL where one is missing, which lab_has_its_files() tells.
static void read_pair(const struct lab_meta *lab, const char *const names[LANGUAGES],
                      char *texts[2]) {
    for (int i = 0; i < 2; i++)
        texts[i] =
            is_in(lab, (enum language)i) ? course_file("labs/%s/%s", lab->folder, names[i]) : NULL;
}

static void free_pair(char *texts[2]) {
    free(texts[0]);
    free(texts[1]);
}

enum compared { SHAPE, NUMBERS };

static void compare(const char *folder, const char *const names[LANGUAGES], char *texts[2],
                    enum compared what) {
    if (!texts[0] || !texts[1])
        return;
    struct shape *shapes = calloc(2, sizeof *shapes);
    if (!shapes)
        exit(2);
    read_shape(texts[0], &shapes[0]);
    read_shape(texts[1], &shapes[1]);
    const char *differs = difference(&shapes[0].words, &shapes[1].words);
    if (what == NUMBERS)
        EXPECT(!differs, "labs/%s/%s and %s: only one of them has \"%s\"", folder, names[0],
               names[1], differs);
    differs = difference(&shapes[0].headings, &shapes[1].headings);
    if (what == SHAPE)
        EXPECT(!differs, "labs/%s/%s and %s: their headings differ in level or number", folder,
               names[0], names[1]);
    differs = difference(&shapes[0].blocks, &shapes[1].blocks);
    if (what == SHAPE)
        EXPECT(!differs, "labs/%s/%s and %s: a code block differs at \"%s\"", folder, names[0],
               names[1], differs);
    clear_shape(&shapes[0]);
    clear_shape(&shapes[1]);
    free(shapes);
}

static void check_handout(const struct lab_meta *lab, enum language language, const char *text) {
    if (!text)
        return;
    const char *name = handouts[language];
    char title[200], command[32], *copy = strdup(text);
    if (!copy)
        exit(2);
    struct lines lines = course_lines(copy);
    snprintf(title, sizeof title, "# %s · %s\n", lab->number, lab->title[language]);
    EXPECT(strncmp(text, title, strlen(title)) == 0, "labs/%s/%s:1: is not \"%.*s\"", lab->folder,
           name, (int)strlen(title) - 1, title);
    EXPECT(strstr(text, after[language]) != NULL, "labs/%s/%s: no heading \"%.*s\"", lab->folder,
           name, (int)strlen(after[language]) - 2, after[language] + 1);
    snprintf(command, sizeof command, "$ make check LAB=%s\n", lab->number);
    EXPECT(strstr(text, command) != NULL, "labs/%s/%s: no \"%.*s\"", lab->folder, name,
           (int)strlen(command) - 1, command);
    EXPECT(lab->written == IN_BOTH || strstr(text, handout_alone[language]),
           "labs/%s/%s: lab.meta says one language, and below the title no line says \"%.*s\"",
           lab->folder, name, (int)strlen(handout_alone[language]) - 1, handout_alone[language]);
    check_order(lab->folder, language, text);
    EXPECT(lines.count >= LEAST_LINES && lines.count <= MOST_LINES,
           "labs/%s/%s: %d lines, and %d to %d are wanted", lab->folder, name, lines.count,
           LEAST_LINES, MOST_LINES);
    EXPECT(course_occurrences(text, "```") % 2 == 0, "labs/%s/%s: a code block has no end",
           lab->folder, name);
    free(lines.at);
    free(copy);
}

void lab_has_handouts(const struct lab_meta *lab) {
    char *texts[2];
    read_pair(lab, handouts, texts);
    check_handout(lab, ENGLISH, texts[0]);
    check_handout(lab, CHINESE, texts[1]);
    compare(lab->folder, handouts, texts, SHAPE);
    free_pair(texts);
}

static void check_hints(const char *folder, const char *name, char *text) {
    int parts = 1;
    size_t letters = 0, least = 1000;
    struct lines lines = course_lines(text);
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
    EXPECT(parts == 3, "labs/%s/%s: %d hints, and three are wanted, with --- between them", folder,
           name, parts);
    EXPECT(least >= 30, "labs/%s/%s: a hint of %zu bytes says too little", folder, name, least);
    free(lines.at);
}

void lab_has_hints(const struct lab_meta *lab) {
    char *texts[2];
    read_pair(lab, hints, texts);
    for (int language = 0; language < LANGUAGES; language++)
        if (texts[language])
            check_hints(lab->folder, hints[language], texts[language]);
    free_pair(texts);
}

void lab_says_the_same_numbers(const struct lab_meta *lab) {
    const char *const *const pairs[] = {handouts, hints};
    char *texts[2];
    for (int i = 0; i < 2; i++) {
        read_pair(lab, pairs[i], texts);
        compare(lab->folder, pairs[i], texts, NUMBERS);
        free_pair(texts);
    }
}

// A word of the remedy: neither what is shipped nor a handout before "After you pass" says it.
static void check_remedy(const struct lab_meta *lab, char *word, void *with) {
    (void)with;
    char *shipped = course_file("labs/%s/shipped.fence", lab->folder);
    EXPECT(!shipped || !strstr(shipped, word), "labs/%s/shipped.fence: says \"%s\"", lab->folder,
           word);
    free(shipped);
    char names[sizeof lab->drawings], *rest = names;
    memcpy(names, lab->drawings, sizeof names);
    for (char *name; (name = strsep(&rest, " "));) {
        char *drawing = *name ? course_file("docs/book/drawings/%s.txt", name) : NULL;
        EXPECT(!drawing || !strstr(drawing, word),
               "docs/book/drawings/%s.txt: says \"%s\" too early", name, word);
        free(drawing);
    }
    for (int language = 0; language < LANGUAGES; language++) {
        char *text = course_file("labs/%s/%s", lab->folder, handouts[language]);
        char *end = text ? strstr(text, after[language]) : NULL;
        if (end)
            *end = '\0';
        EXPECT(!text || !strstr(text, word), "labs/%s/%s: says \"%s\" too early", lab->folder,
               handouts[language], word);
        free(text);
    }
}

// What a learner reads of a lab before it is passed, and what finds a lab.
static void check_untold(const struct lab_meta *lab, const char *path, const char *answer) {
    char *text = course_file("%s", path);
    for (int language = 0; text && language < LANGUAGES; language++) {
        char *pass = strstr(text, after[language]);
        if (pass)
            *pass = '\0';
    }
    EXPECT(!text || !strstr(text, answer), "%s: says what lab %s teaches before its pass", path,
           lab->number);
    free(text);
}

static void check_goal_of_remedy(const struct lab_meta *lab, char *word, void *with) {
    (void)with;
    for (int language = 0; language < LANGUAGES; language++)
        EXPECT(!strstr(lab->goal[language], word), "labs/%s/lab.meta: the goal says \"%s\"",
               lab->folder, word);
}

void lab_asks_before_it_answers(const struct lab_meta *lab) {
    char path[200];
    course_values(lab, "remedy", check_goal_of_remedy, NULL);
    for (int language = 0; language < LANGUAGES; language++) {
        const char *const files[] = {handouts[language], hints[language], "shipped.fence"};
        const char *const lists[] = {"README.md", "labs/README.md", "docs/README.zh-CN.md"};
        const char *answer = lab->teaches[language];
        EXPECT(!strstr(lab->goal[language], answer) && !strstr(answer, lab->goal[language]),
               "labs/%s/lab.meta: the goal is what the lab teaches", lab->folder);
        for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
            snprintf(path, sizeof path, "labs/%s/%s", lab->folder, files[i]);
            check_untold(lab, path, answer);
        }
        for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
            check_untold(lab, lists[i], answer);
    }
}

void lab_hides_its_remedy(const struct lab_meta *lab) {
    course_values(lab, "remedy", check_remedy, NULL);
}
