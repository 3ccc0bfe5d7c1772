// arguments_test.c: what people type behind a command.
#include "suite.h"

#include <stdint.h>
#include <string.h>

#include "cmd/cmd.h"

static struct {
    int flag, count, side;
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
    {"--flag", ARGUMENT_FLAG, .to = &got.flag},
    {"--count", ARGUMENT_COUNT, .to = &got.count, .low = 1, .high = 20},
    {"--text", ARGUMENT_TEXT, .to = &got.text},
    {"--seed", ARGUMENT_SEED, .to = &got.seed},
    {"--seconds", ARGUMENT_TIME, .to = &got.seconds, .low = 0.5, .high = 60},
    {"--letter", ARGUMENT_TAKEN, .to = &got.taken, .take = take_letter},
    {"--side", ARGUMENT_CHOICE, .to = &got.side, .choices = "left right"},
    {"--coin", ARGUMENT_TEXT, .to = &got.text, .choices = "head tail"},
    {.name = NULL},
};
static struct command tried = {.name = "try", .options = table, .words = 4};

static char *words[20];
static int word_count;

static int reads(const char *line) {
    static char copy[200];
    memset(&got, 0, sizeof got);
    snprintf(copy, sizeof copy, "%s", line);
    word_count = 0;
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        words[word_count++] = word;
    words[word_count] = NULL;
    return arguments_read(&tried, &word_count, words);
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
    tried.before_words = 1;
    CU_ASSERT(reads("see --count 3 program --count 9 --what") == 0);
    tried.before_words = 0;
    CU_ASSERT(got.count == 3 && word_count == 5);
    CU_ASSERT_STRING_EQUAL(words[4], "--what");
}

static void refuses(void) {
    static const char *const wrong[] = {
        "try --count",      "try --count 0",     "try --count 21", "try --count 3.5",
        "try --count x",    "try --count=",      "try --seed -1",  "try --seed 1e16",
        "try --seconds .1", "try --seconds nan", "try --letter c", "try --cuont 3",
        "try -x",           "try --flag=1",      "try --side up",  "try --coin t",
        "try a b c d e",    "try --seconds inf", "try --count 3x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (reads(wrong[i]) != ARGUMENTS_WRONG) {
            printf("  read: %s\n", wrong[i]);
            CU_FAIL("a wrong line was read");
        }
    CU_ASSERT(reads("try --letter=b") == 0 && got.taken == 'b');
    CU_ASSERT(reads("try --side right --coin=head") == 0 && got.side == 1);
    CU_ASSERT_STRING_EQUAL(got.text, "head");
    CU_ASSERT(reads("try --count 3 --help") == ARGUMENTS_HELPED);
}

// Each option that people are told of has words, with a value's name if it takes a value, in every
// language; and each command says what it does.
static void tells_of_every_option(void) {
    commands = all_commands;
    for (const struct command *const *at = commands; *at; at++) {
        CU_ASSERT(command_named((*at)->name) == *at);
        CU_ASSERT((*at)->does != CMD_NOTHING);
        for (const struct argument *option = (*at)->options; option && option->name; option++)
            for (int language = 0; language < LANGUAGES; language++) {
                const char *text = option->text ? option->text[language]
                                                : words_text(&command_words,
                                                             (enum language)language, option->says);
                int told = option->says || option->text || strcmp(option->name, "--cunit") == 0;
                if (!told || (text[0] && (option->kind == ARGUMENT_FLAG) != !strchr(text, '|'))) {
                    printf("  %s %s: %s\n", (*at)->name, option->name, text);
                    CU_FAIL("an option is not told of");
                }
            }
    }
}

static const struct test tests[] = {
    {"reads values", reads_values},
    {"leaves the rest", leaves_the_rest},
    {"stops at a word", stops_at_a_word},
    {"refuses", refuses},
    {"tells of every option", tells_of_every_option},
};
SUITE_MAIN("grader_arguments", tests)
