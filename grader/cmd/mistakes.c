// mistakes: the catalogue, all of it or one; as JSON for the book.
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/typed.h"
#include "cmd/cmd.h"
#include "naming/naming.h"
#include "say/say.h"

// The texts of a mistake that are printed, in this order.
static const struct {
    const char *key;
    enum say_word label;
    size_t offset;
} told[] = {
    {"seen", SAY_LIST_SEEN, offsetof(struct mistake_words, seen)},
    {"did", SAY_LIST_DID, offsetof(struct mistake_words, did)},
    {"proof", SAY_LIST_PROOF, offsetof(struct mistake_words, proof)},
    {"why", SAY_LIST_WHY, offsetof(struct mistake_words, why)},
    {"find", SAY_LIST_FIND, offsetof(struct mistake_words, find)},
    {"mend", SAY_LIST_MEND, offsetof(struct mistake_words, mend)},
};
enum { TOLD = sizeof told / sizeof told[0] };

static const char *text_of(const struct mistake_words *words, int which) {
    return *(const char *const *)((const char *)words + told[which].offset);
}

static json_t *in_all_languages(const struct mistake *m, int which) {
    json_t *texts = json_object();
    for (int i = 0; catalogue_languages[i]; i++)
        if (m->words[i].seen)
            json_object_set_new(texts, catalogue_languages[i],
                                json_string(text_of(&m->words[i], which)));
    return texts;
}

static int print_json(void) {
    json_t *list = json_array();
    for (const struct mistake *m = catalogue; m->id; m++) {
        char lab[4] = "";
        if (m->lab)
            snprintf(lab, sizeof lab, "%02d", m->lab);
        json_t *entry =
            json_pack("{s:s,s:s,s:s,s:s,s:s,s:s}", "id", m->id, "chapter", m->chapter, "lab", lab,
                      "since", m->since, "picture", m->picture, "example", m->example);
        for (int i = 0; i < TOLD; i++)
            json_object_set_new(entry, told[i].key, in_all_languages(m, i));
        json_array_append_new(list, entry);
    }
    int failed = json_dumpf(list, stdout, JSON_INDENT(1)) != 0;
    putchar('\n');
    json_decref(list);
    return failed ? 3 : 0;
}

// Prints a text; of each link, "[the text](file.md#place)", only the link's text.
static void print_without_links(const char *text) {
    for (const char *at = text; *at; at++) {
        size_t length = *at == '[' ? strcspn(at, "]") : 0;
        if (length && strncmp(at + length, "](", 2) == 0) {
            printf("%.*s", (int)length - 1, at + 1);
            at += length + strcspn(at + length, ")");
        } else {
            putchar(*at);
        }
    }
    putchar('\n');
}

static void print_one(const struct mistake *m, enum language language) {
    const struct mistake_words *words = mistake_words(m, language_asked());
    char chapter[80];
    puts(m->id);
    for (int i = 0; i < TOLD; i++) {
        printf("  %s  ", words_text(&say_words, language, told[i].label));
        print_without_links(typed(text_of(words, i)));
    }
    say_chapter(m->chapter, language, chapter);
    printf("  %s  ", words_text(&say_words, language, SAY_LIST_READ));
    if (m->lab)
        printf(words_text(&say_words, language, SAY_LIST_LAB), chapter, m->lab);
    else
        fputs(chapter, stdout);
    putchar('\n');
}

static int print_named(const char *id, enum language language) {
    const struct mistake *exact = mistake_named(id), *nearest = NULL;
    if (exact) {
        print_one(exact, language);
        return 0;
    }
    int family = 0, best = 2 + (int)strlen(id) / 4;
    for (const struct mistake *m = catalogue; m->id; m++) {
        if (strncmp(m->id, id, strlen(id)) == 0 && m->id[strlen(id)] == '/') {
            print_one(m, language);
            family = 1;
        }
        const char *slash = strchr(m->id, '/');
        int whole = text_distance(m->id, id), tail = text_distance(slash + 1, id);
        if (whole < best || tail < best) {
            best = whole < tail ? whole : tail;
            nearest = m;
        }
    }
    if (family)
        return 0;
    fprintf(stderr, "tare: no mistake \"%.60s\"", id);
    if (nearest)
        fprintf(stderr, ": did you mean %s?", nearest->id);
    fputs("; tare mistakes lists all\n", stderr);
    return 2;
}

static int json;
static const struct argument options[] = {
    {"--json", ARGUMENT_FLAG, CMD_JSON_LIST, .to = &json},
    {.name = NULL},
};

static int cmd_mistakes(int argc, char **argv) {
    enum language language = language_of_environment();
    int read = arguments_read(&mistakes_command, &argc, argv);
    if (read == ARGUMENTS_READ && json && argc > 1)
        return arguments_wrong(&mistakes_command);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    if (json)
        return print_json();
    if (argc == 2)
        return print_named(argv[1], language);
    for (const struct mistake *m = catalogue; m->id; m++)
        printf("%-28s %s\n", m->id, mistake_words(m, language_asked())->seen);
    return 0;
}

const struct command mistakes_command = {"mistakes",           cmd_mistakes, CMD_MISTAKES,
                                         CMD_MISTAKES_USE,     CMD_NOTHING,  options,
                                         .asks = ASKS_MISTAKE, .words = 1};
