// arguments_test.c: what people type behind a command.
#include "suite.h"

#include <stdint.h>
#include <string.h>

#include "cmd/cmd.h"

static struct {
    int flag, count;
    const char *text;
    uint64_t seed;
    double seconds;
    char taken;
} got;

static int take_letter(void *to, const char *value, const char **right) {
    *right = "a or b";
    *(char *)to = value[0];
    return strcmp(value, "a") == 0 || strcmp(value, "b") == 0 ? 0 : -1;
}

static const struct argument table[] = {
    {"--flag", ARGUMENT_FLAG, &got.flag, 0, 0, NULL},
    {"--count", ARGUMENT_COUNT, &got.count, 1, 20, NULL},
    {"--text", ARGUMENT_TEXT, &got.text, 0, 0, NULL},
    {"--seed", ARGUMENT_SEED, &got.seed, 0, 0, NULL},
    {"--seconds", ARGUMENT_TIME, &got.seconds, 0.5, 60, NULL},
    {"--letter", ARGUMENT_TAKEN, &got.taken, 0, 0, take_letter},
    {NULL, ARGUMENT_FLAG, NULL, 0, 0, NULL},
};

static char *words[20];
static int word_count, before_words;

static int reads(const char *line) {
    static char copy[200];
    memset(&got, 0, sizeof got);
    snprintf(copy, sizeof copy, "%s", line);
    word_count = 0;
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        words[word_count++] = word;
    words[word_count] = NULL;
    return arguments_read("usage\n", table, before_words, &word_count, words);
}

static void reads_values(void) {
    CU_ASSERT(reads("try one --flag --count 7 two --text=x=y --seed 12345678901 --seconds 1.5") ==
              0);
    CU_ASSERT(got.flag == 1 && got.count == 7 && got.seed == 12345678901u && got.seconds == 1.5);
    CU_ASSERT_STRING_EQUAL(got.text, "x=y");
    CU_ASSERT(word_count == 3);
    CU_ASSERT_STRING_EQUAL(words[1], "one");
    CU_ASSERT_STRING_EQUAL(words[2], "two");
    CU_ASSERT_PTR_NULL(words[3]);
}

static void leaves_the_rest(void) {
    CU_ASSERT(reads("try --flag -- --count -") == 0);
    CU_ASSERT(word_count == 3 && got.count == 0);
    CU_ASSERT_STRING_EQUAL(words[1], "--count");
}

static void stops_at_a_word(void) {
    before_words = 1;
    CU_ASSERT(reads("see --count 3 program --count 9 --what") == 0);
    before_words = 0;
    CU_ASSERT(got.count == 3 && word_count == 5);
    CU_ASSERT_STRING_EQUAL(words[4], "--what");
}

static void refuses(void) {
    static const char *const wrong[] = {
        "try --count",      "try --count 0",     "try --count 21",    "try --count 3.5",
        "try --count x",    "try --count=",      "try --seed -1",     "try --seed 1e16",
        "try --seconds .1", "try --seconds nan", "try --letter c",    "try --cuont 3",
        "try -x",           "try --flag=1",      "try --seconds inf", "try --count 3x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (reads(wrong[i]) != ARGUMENTS_WRONG) {
            printf("  read: %s\n", wrong[i]);
            CU_FAIL("a wrong line was read");
        }
    CU_ASSERT(reads("try --letter=b") == 0 && got.taken == 'b');
    CU_ASSERT(reads("try --count 3 --help") == ARGUMENTS_HELPED);
}

static const struct test tests[] = {
    {"reads values", reads_values},
    {"leaves the rest", leaves_the_rest},
    {"stops at a word", stops_at_a_word},
    {"refuses", refuses},
};
SUITE_MAIN("grader_arguments", tests)
