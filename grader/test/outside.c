// outside.c: grades student files that the rules were not written from, and holds what was said
// against a key that a person made. grader/test/outside/README.md describes the files.
//
//   outside DIR [WORD]              grades DIR/LAB/NAME.cu
//   outside DIR --judge FILE.jsonl  judges recordings with the names LAB.NAME again
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "course.h"
#include "grade/check.h"
#include "grading/keep.h"

// ---- the key --------------------------------------------------------------------------------

enum { NAMES = 6 };

struct key {
    enum { IS_RIGHT, IS_WRONG, IS_GAME } kind;
    int may_pass;           // by chance, or latent
    int count;              // of the mistakes; 0: no name of the catalogue fits
    char names[NAMES][200]; // each one name, or several with blanks between, of which one will do
};

// "a/b or c/d and e/f (remark)"; "a/b|c/d" too. A name in the remark would do as well as the last.
static void read_names(const char *line, struct key *key) {
    char copy[400], *rest = NULL;
    text_copy(copy, sizeof copy, line);
    copy[strcspn(copy, "\n")] = '\0';
    char *remark = strchr(copy, '(');
    for (char *s = copy; *s; s++)
        if (strchr("|,()", *s))
            *s = ' ';
    int or_else = 0;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        or_else |= remark && word > remark && key->count > 0;
        if (strcmp(word, "or") == 0) {
            or_else = 1;
        } else if (strchr(word, '/') && (or_else ? key->count > 0 : key->count < NAMES)) {
            char *to = key->names[or_else ? key->count - 1 : key->count++];
            size_t length = strlen(to);
            text_format(to + length, sizeof key->names[0] - length, " %s ", word);
            or_else = 0;
        }
    }
}

static int read_key(const char *path, struct key *key) {
    char *text = load_text(path);
    memset(key, 0, sizeof *key);
    if (!text)
        return -1;
    const char *names = strstr(text, "names:");
    key->kind = strncmp(text, "pass", 4) == 0   ? IS_RIGHT
                : strncmp(text, "GAME", 4) == 0 ? IS_GAME
                                                : IS_WRONG;
    static const char *const chances[] = {"latent",     "by chance", "or pass",  "pass or",
                                          "some seeds", "1 seed of", "may pass", "(near 1 on"};
    for (size_t i = 0; i < sizeof chances / sizeof chances[0]; i++)
        key->may_pass |= strstr(text, chances[i]) != NULL;
    if (key->kind == IS_RIGHT && key->may_pass)
        key->kind = IS_WRONG;
    if (strstr(text, "GAMING"))
        key->kind = IS_GAME;
    if (names)
        read_names(names + 6, key);
    free(text);
    return 0;
}

// ---- what became of a file --------------------------------------------------------------------

enum result {
    RIGHT_PASSED,
    RIGHT_FAILED,
    NAMED_RIGHT,
    NAMED_HALF,
    NAMED_PERHAPS_WRONG,
    NAMED_WRONG,
    NAMED_NOTHING,
    NO_KEY,
    PASSED,
    GAME_PASSED,
    GAME_HELD,
    CANNOT,
    RESULTS
};
static const char *const result_names[RESULTS] = {
    "right, passed",
    "right, FAILED",
    "wrong, the right name",
    "wrong, half of the names, or a wrong one beside them",
    "wrong, a wrong name as \"perhaps\"",
    "wrong, a WRONG NAME AS A FACT",
    "wrong, no name",
    "wrong, named; no name in the key: judge by hand",
    "wrong, passed",
    "a game, passed",
    "a game, held",
    "cannot be graded",
};

static int has(const char *names, const char *id) {
    char word[80];
    text_format(word, sizeof word, " %s ", id);
    return strstr(names, word) != NULL;
}

static enum result name_result(const struct key *key, const struct findings *named) {
    int hits = 0, strange = 0, facts = 0;
    for (int k = 0; k < key->count; k++)
        for (int i = 0; i < named->count; i++)
            if (has(key->names[k], named->list[i].mistake)) {
                hits++;
                break;
            }
    for (int i = 0; i < named->count; i++) {
        int known = 0;
        for (int k = 0; k < key->count; k++)
            known |= has(key->names[k], named->list[i].mistake);
        strange += !known;
        facts += !known && named->list[i].certainty == SURE;
    }
    if (named->count == 0)
        return NAMED_NOTHING;
    if (key->count == 0)
        return NO_KEY;
    if (hits == key->count && facts == 0)
        return NAMED_RIGHT;
    return hits > 0 ? NAMED_HALF : facts > 0 ? NAMED_WRONG : strange ? NAMED_PERHAPS_WRONG : NO_KEY;
}

static enum result result_of(const struct key *key, const struct grading *grading) {
    enum outcome outcome = grading->judged.outcome;
    if (outcome == OUTCOME_CANNOT_GRADE || outcome == OUTCOME_SKIPPED)
        return CANNOT;
    if (key->kind == IS_RIGHT)
        return outcome == OUTCOME_PASS ? RIGHT_PASSED : RIGHT_FAILED;
    if (key->kind == IS_GAME)
        return outcome == OUTCOME_PASS ? GAME_PASSED : GAME_HELD;
    if (outcome == OUTCOME_PASS)
        return key->may_pass ? RIGHT_PASSED : PASSED;
    return name_result(key, &grading->named);
}

static int counts[RESULTS];

static void tell(const char *name, const struct key *key, const struct grading *grading) {
    char brief[400];
    enum result result = result_of(key, grading);
    grading_brief(grading, brief);
    counts[result]++;
    printf("%-36s %s\n    %s", name, result_names[result], brief);
    if (result >= NAMED_HALF && result <= NO_KEY) {
        printf("\n    key:");
        for (int i = 0; i < key->count; i++)
            printf("%s%s", i ? " and" : "", key->names[i]);
        for (int i = 0; i < grading->judged.row_count; i++)
            if (!grading->judged.rows[i].right)
                printf("\n    %s: %.5g x %.5g x %.5g", grading->judged.rows[i].what,
                       grading->judged.rows[i].unit, grading->judged.rows[i].work,
                       grading->judged.rows[i].time);
        for (int i = 0; i < grading->named.count; i++)
            printf("\n    | %s", grading->named.list[i].proof[ENGLISH]);
        if (grading->judged.detail[ENGLISH][0])
            printf("\n    | %s", grading->judged.detail[ENGLISH]);
    }
    printf("\n");
    fflush(stdout);
}

// ---- the files ------------------------------------------------------------------------------

static const char *device(void) {
    const char *named = getenv("DEVICE");
    return named && strcmp(named, "gpu") == 0 ? "gpu" : "host";
}

static void grade_file(const char *folder, const struct lab_meta *lab, const char *name) {
    char path[1200], expect[1200], shown[100];
    struct key key;
    snprintf(path, sizeof path, "%s/%s/%s.cu", folder, lab->number, name);
    snprintf(expect, sizeof expect, "%s/%s/%s.expect", folder, lab->number, name);
    snprintf(shown, sizeof shown, "%s/%.90s", lab->number, name);
    struct check_options options = {
        .root = course_root, .device = device(), .lab = lab, .path = path};
    struct grading *grading = read_key(expect, &key) == 0 ? grading_new() : NULL;
    if (!grading)
        return;
    check_grade(&options, grading);
    tell(shown, &key, grading);
    grading_free(grading);
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void grade_lab(const char *folder, const struct lab_meta *lab, const char *word) {
    char path[1200];
    struct dirent **entries = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, lab->number);
    int count = scandir(path, &entries, NULL, by_name);
    for (int i = 0; i < count; i++) {
        char name[300], shown[400];
        text_copy(name, sizeof name, entries[i]->d_name);
        char *dot = strrchr(name, '.');
        free(entries[i]);
        if (!dot || strcmp(dot, ".cu") != 0)
            continue;
        *dot = '\0';
        snprintf(shown, sizeof shown, "%s_%s", lab->number, name);
        if (!word || strstr(shown, word))
            grade_file(folder, lab, name);
    }
    if (count >= 0)
        free(entries);
}

static int judge_again(const char *folder, const char *recordings) {
    struct recording recording;
    char *text = load_text(recordings), why[200] = "", path[1200];
    const char *at = text;
    int result = text ? 1 : -1;
    while (result == 1 && (result = recording_next(&at, course_root, &recording, why)) == 1) {
        struct key key;
        char *dot = strchr(recording.name, '.');
        snprintf(path, sizeof path, "%s/%.2s/%s.expect", folder, recording.name,
                 dot ? dot + 1 : recording.name);
        if (read_key(path, &key) == 0) {
            check_again(recording.grading);
            tell(recording.name, &key, recording.grading);
        }
        grading_free(recording.grading);
    }
    if (result < 0)
        fprintf(stderr, "outside: %s: %s\n", recordings, why);
    free(text);
    return result;
}

int main(int argc, char **argv) {
    int judge = argc == 4 && strcmp(argv[2], "--judge") == 0, files = 0;
    if (argc < 2 || argc > 4 || (argc == 4 && !judge)) {
        fputs("usage: outside DIR [WORD | --judge RECORDINGS]\n", stderr);
        return 2;
    }
    course_read_labs();
    if (judge && judge_again(argv[1], argv[3]) < 0)
        return 2;
    for (int i = 0; i < course_count && !judge; i++)
        grade_lab(argv[1], &course_labs[i], argc > 2 ? argv[2] : NULL);
    for (int i = 0; i < RESULTS; i++) {
        if (counts[i])
            printf("%5d %s\n", counts[i], result_names[i]);
        files += counts[i];
    }
    printf("outside: %d files\n", files);
    return counts[RIGHT_FAILED] || counts[NAMED_WRONG] || files == 0;
}
