// base_test.c: the helpers that all rooms share.
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/order.h"
#include "base/text.h"
#include "base/typed.h"
#include "base/words.h"
#include "suite.h"

static void characters_are_decoded(void) {
    static const struct {
        const char *text;
        unsigned codes[4];
        int is_utf8;
    } rows[] = {
        {"a\n", {'a', '\n'}, 1},
        {"é中😀", {0xe9, 0x4e2d, 0x1f600}, 1},
        {"\xff"
         "a",
         {'?', 'a'},
         0},
        {"\xe4\xb8", {'?', '?'}, 0},         // a character without its end
        {"\xc0\xaf", {'?', '?'}, 0},         // a slash in more bytes than it needs
        {"\xed\xa0\x80", {'?', '?', '?'}, 0} // half of a surrogate pair
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *at = rows[i].text;
        size_t count = 0;
        for (unsigned code; (code = utf8_next(&at)); count++)
            CU_ASSERT_EQUAL(code, rows[i].codes[count]);
        CU_ASSERT(count == 4 || rows[i].codes[count] == 0);
        CU_ASSERT_EQUAL(text_is_utf8(rows[i].text, strlen(rows[i].text)), rows[i].is_utf8);
    }
}

static void a_cut_text_ends_with_a_character(void) {
    char text[6];
    CU_ASSERT_EQUAL(text_copy(text, sizeof text, "12345"), 0);
    CU_ASSERT_STRING_EQUAL(text, "12345");
    CU_ASSERT_EQUAL(text_copy(text, sizeof text, "中文字"), 1);
    CU_ASSERT_STRING_EQUAL(text, "中");
    text_format(text, sizeof text, "%d%s", 12, "中文");
    CU_ASSERT_STRING_EQUAL(text, "12中");
    text_format(text, sizeof text, "%s", "中a中");
    CU_ASSERT_STRING_EQUAL(text, "中a");
}

static void dangerous_characters_are_shown(void) {
    static const struct {
        const char *from, *to;
    } rows[] = {{"a\tb\n", "a\tb\n"},
                {"\033[1m", "\\x1b[1m"},
                {"\xff", "\\xff"},
                {"a\xe2\x80\xae", "a\\xe2\\x80\\xae"}}; // turns the writing direction
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[40];
        size_t length = text_printable(text, sizeof text, rows[i].from, strlen(rows[i].from));
        CU_ASSERT_STRING_EQUAL(text, rows[i].to);
        CU_ASSERT_EQUAL(length, strlen(rows[i].to));
    }
    char *written = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&written, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    escape_markup(out, "<a b=\"c\">&'\x01\xff 中");
    fclose(out);
    CU_ASSERT_STRING_EQUAL(written, "&lt;a b=&quot;c&quot;&gt;&amp;&#39;?? 中");
    free(written);
}

static void names_are_compared(void) {
    CU_ASSERT_EQUAL(text_distance("copy", "copy"), 0);
    CU_ASSERT_EQUAL(text_distance("copy", "cpoy"), 2);
    CU_ASSERT_EQUAL(text_distance("", "abc"), 3);
    CU_ASSERT_EQUAL(text_distance("kitten", "sitting"), 3);
    char blanks[] = "  a b \n", *trimmed = text_trim(blanks);
    CU_ASSERT_STRING_EQUAL(trimmed, "a b");
}

static void lines_end_where_they_may(void) {
    CU_ASSERT_EQUAL(columns_of("ab中"), 4);
    CU_ASSERT_EQUAL(columns_line("one two three four five", 12), strlen("one two"));
    CU_ASSERT_EQUAL(columns_line("takes 12 ms of the time that it has", 8), strlen("takes"));
    CU_ASSERT_EQUAL(columns_line("中文中文中文中文。中文", 16), strlen("中文中文中文中"));
}

static void digests_are_the_published_ones(void) {
    static const struct {
        const char *text, *digest;
    } rows[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char digest[65];
        text_sha256(rows[i].text, strlen(rows[i].text), digest);
        CU_ASSERT_STRING_EQUAL(digest, rows[i].digest);
    }
}

static void numbers_are_in_order(void) {
    double values[] = {3, -1, 2, 10};
    uint64_t times[] = {(uint64_t)1 << 63, 0, 7};
    qsort(values, 4, sizeof values[0], ascending);
    qsort(times, 3, sizeof times[0], ascending_times);
    CU_ASSERT(values[0] == -1 && values[1] == 2 && values[2] == 3 && values[3] == 10);
    CU_ASSERT(times[0] == 0 && times[1] == 7 && times[2] == (uint64_t)1 << 63);
    static const struct {
        double key;
        size_t place;
    } places[] = {{-5, 0}, {-1, 0}, {0, 1}, {1, 1}, {1.5, 4}, {2, 4}, {3, 5}};
    static const double sorted[] = {-1, 1, 1, 1, 2};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (size_t count = 0; count <= 5; count++)
            CU_ASSERT_EQUAL(lower_bound(&places[i].key, sorted, count, sizeof *sorted, ascending),
                            places[i].place < count ? places[i].place : count);
    CU_ASSERT_EQUAL(median_of_sorted(values, 4), 2.5);
    CU_ASSERT_EQUAL(median_of_sorted(values, 3), 2);
    CU_ASSERT_EQUAL(random_at(0, 0), 0xe220a8397b1dcdafu); // as splitmix64 is published
    CU_ASSERT_EQUAL(random_at(0, 1), 0x6e789e6aa1b965f4u);
    uint64_t before = monotonic_ns();
    CU_ASSERT(seconds_now() >= 1e-9 * (double)before);
}

static int same_letter(const void *texts, int i, int j) {
    const char *const *both = texts;
    return both[0][i] == both[1][j];
}

static void common_subsequences_are_the_longest(void) {
    static const struct {
        const char *texts[2];
        int length;
    } rows[] = {
        {{"", "abc"}, 0}, {{"abc", "abc"}, 3}, {{"abcbdab", "bdcaba"}, 4}, {{"abc", "xyz"}, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int a = (int)strlen(rows[i].texts[0]), b = (int)strlen(rows[i].texts[1]);
        unsigned short *lengths = common_lengths(a, b, same_letter, rows[i].texts);
        CU_ASSERT(lengths && lengths[0] == rows[i].length);
        free(lengths);
    }
}

static void the_environment_chooses_the_language(void) {
    static const struct {
        const char *tare, *all, *lang;
        enum language language;
    } rows[] = {{NULL, NULL, NULL, ENGLISH},         {NULL, NULL, "zh_CN.UTF-8", CHINESE},
                {NULL, "C", "zh_CN.UTF-8", ENGLISH}, {"zh", "C", "de_DE", CHINESE},
                {"en", "zh_TW", NULL, ENGLISH},      {NULL, NULL, "zhuang", ENGLISH}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *const names[] = {"TARE_LANG", "LC_ALL", "LANG"};
        const char *const values[] = {rows[i].tare, rows[i].all, rows[i].lang};
        unsetenv("LC_MESSAGES");
        for (int k = 0; k < 3; k++)
            if (!values[k])
                unsetenv(names[k]);
            else
                setenv(names[k], values[k], 1);
        CU_ASSERT_EQUAL(language_of_environment(), rows[i].language);
    }
}

static void both_languages_say_the_same(void) {
    enum { NAME, COUNT, WORDS };
    const char *const english[] = {[NAME] = "lab %s", [COUNT] = "%d of %d"};
    const char *const good[] = {[NAME] = "实验 %s", [COUNT] = "%2$d 之 %1$d"};
    const char *const few[] = {[NAME] = "实验", [COUNT] = "%d/%d"};
    const char *const none[] = {[NAME] = NULL, [COUNT] = "%d/%d"};
    const char *const *const chinese[] = {good, few, none};
    for (int i = 0; i < 3; i++) {
        char why[200] = "";
        struct words words = {WORDS, {[ENGLISH] = english, [CHINESE] = chinese[i]}};
        CU_ASSERT_EQUAL(words_check(&words, why), i == 0 ? 0 : -1);
        CU_ASSERT_EQUAL(why[0] != '\0', i != 0);
    }
    struct words words = {WORDS, {[ENGLISH] = english, [CHINESE] = none}};
    CU_ASSERT_STRING_EQUAL(words_text(&words, CHINESE, NAME), "lab %s");
    CU_ASSERT_STRING_EQUAL(words_text(&words, CHINESE, COUNT), "%d/%d");
}

static void a_task_is_typed_without_make(void) {
    static const char *const rows[][2] = {
        {"check  make check LAB=%s\n", "check  build/tare check %s\n"},
        {"make check LAB=01 REVEAL=1.", "build/tare check 01 --reveal."},
        {"Run it: make lab LAB=%s, then make check LAB=%s", // %s stay in their order
         "Run it: build/tare run %s, then build/tare check %s"},
        {"make lab LAB=04 CHECKED=1 会说明原因", "build/tare checked 04 会说明原因"},
        {"make predict LAB=%s SAY=\"2 work\"   how", "build/tare predict %s 2 work   how"},
        {"make diff LAB=%s FORCE=1\n", "build/tare diff %s --force\n"},
        {"`TARE_N=500 make lab LAB=19`", "`TARE_N=500 build/tare run 19`"},
        {"make hint LAB=%s；书中%s\n", "build/tare hint %s；书中%s\n"},
        {"make audit RUN=./program     docs", "build/tare audit ./program     docs"},
        {"run make doctor", "run build/tare doctor"},
        // no commands, and goals that build/tare has not
        {"make the problem smaller", "make the problem smaller"},
        {"cmake check, make checks", "cmake check, make checks"},
        {"a text says \"make\"", "a text says \"make\""},
        {"make tarball packs it; make", "make tarball packs it; make"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *said = typed_without_make(rows[i][0]);
        CU_ASSERT_STRING_EQUAL(said, rows[i][1]);
        free(said);
    }
}

static void words_of_make_are_understood(void) {
    static char *rows[][2][6] = {
        {{"check", "LAB=01", "REVEAL=1"}, {"check", "01", "--reveal"}},
        {{"check", "01", "REVEAL=1"}, {"check", "01", "--reveal"}},
        {{"predict", "LAB=01", "SAY=2 work"}, {"predict", "01", "2", "work"}},
        {{"lab", "LAB=01"}, {"run", "01"}},
        {{"lab", "LAB=01", "CHECKED=1"}, {"checked", "01"}},
        {{"lab", "01", "folder"}, {"lab", "01", "folder"}},
        {{"see", "./program", "LAB=3"}, {"see", "./program", "LAB=3"}}, // the program's own
        {{"list"}, {"list"}}};
    static char **kept[sizeof rows / sizeof rows[0]]; // as a program keeps them to its end
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int count = 0, wanted = 0;
        while (rows[i][0][count])
            count++;
        char **words = kept[i] = typed_words(&count, rows[i][0]);
        for (; rows[i][1][wanted]; wanted++)
            CU_ASSERT_STRING_EQUAL(words[wanted], rows[i][1][wanted]);
        CU_ASSERT_EQUAL(count, wanted);
    }
}

static const struct test tests[] = {
    {"characters_are_decoded", characters_are_decoded},
    {"a_cut_text_ends_with_a_character", a_cut_text_ends_with_a_character},
    {"dangerous_characters_are_shown", dangerous_characters_are_shown},
    {"names_are_compared", names_are_compared},
    {"lines_end_where_they_may", lines_end_where_they_may},
    {"digests_are_the_published_ones", digests_are_the_published_ones},
    {"numbers_are_in_order", numbers_are_in_order},
    {"common_subsequences_are_the_longest", common_subsequences_are_the_longest},
    {"the_environment_chooses_the_language", the_environment_chooses_the_language},
    {"both_languages_say_the_same", both_languages_say_the_same},
    {"a_task_is_typed_without_make", a_task_is_typed_without_make},
    {"words_of_make_are_understood", words_of_make_are_understood},
};
SUITE_MAIN("base", tests)
