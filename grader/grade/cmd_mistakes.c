// mistakes: the catalogue, all of it or one; as JSON for the book.
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cmd.h"
#include "naming/chapters.h"
#include "naming/mistakes.h"

static json_t *both(const char *const texts[LANGUAGES]) {
    return json_pack("{s:s,s:s}", "en", texts[ENGLISH], "zh", texts[CHINESE]);
}

static int print_json(void) {
    json_t *list = json_array();
    const struct mistake *m;
    for (int i = 0; (m = mistake_at(i)); i++) {
        char lab[4] = "";
        if (m->lab)
            snprintf(lab, sizeof lab, "%02d", m->lab);
        json_array_append_new(list,
                              json_pack("{s:s,s:s,s:s,s:s,s:o,s:o,s:o}", "id", m->id, "proof",
                                        m->proof, "chapter", m->chapter, "lab", lab, "seen",
                                        both(m->seen), "did", both(m->did), "why", both(m->why)));
    }
    int failed = json_dumpf(list, stdout, JSON_INDENT(1)) != 0;
    putchar('\n');
    json_decref(list);
    return failed ? 3 : 0;
}

static void print_one(const struct mistake *m, enum language language) {
    int zh = language == CHINESE;
    char chapter[80];
    chapter_name(m->chapter, language, chapter);
    printf("%s\n", m->id);
    printf("  %s  %s\n", zh ? "看到" : "seen ", m->seen[language]);
    printf("  %s  %s\n", zh ? "做了" : "done ", m->did[language]);
    printf("  %s  %s\n", zh ? "原因" : "why  ", m->why[language]);
    printf("  %s  %s\n", zh ? "证据" : "proof", m->proof);
    if (m->lab)
        printf("  %s  %s, %s %02d\n", zh ? "阅读" : "read ", chapter, zh ? "实验" : "lab", m->lab);
    else
        printf("  %s  %s\n", zh ? "阅读" : "read ", chapter);
}

static int print_named(const char *id, enum language language) {
    const struct mistake *m = mistake_named(id), *nearest = NULL;
    if (m) {
        print_one(m, language);
        return 0;
    }
    int family = 0, best = 6;
    for (int i = 0; (m = mistake_at(i)); i++) {
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
    fputc('\n', stderr);
    return 2;
}

int cmd_mistakes(int argc, char **argv) {
    enum language language = language_of_environment();
    const struct mistake *m;
    if (argc > 2 || (argc == 2 && argv[1][0] == '-' && strcmp(argv[1], "--json") != 0)) {
        fprintf(stderr, "usage: tare mistakes [--json | ID | FAMILY]\n");
        return 2;
    }
    if (argc == 2)
        return strcmp(argv[1], "--json") == 0 ? print_json() : print_named(argv[1], language);
    for (int i = 0; (m = mistake_at(i)); i++)
        printf("%-28s %s\n", m->id, m->seen[language]);
    return 0;
}
