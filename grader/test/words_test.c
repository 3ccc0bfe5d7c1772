// words_test.c: every room that speaks to people says everything in every language, and with
// the same arguments.
#include "suite.h"

#include "audit/audit.h"
#include "base/words.h"
#include "checked/checked.h"
#include "cmd/cmd.h"
#include "course/course.h"
#include "intake/intake.h"
#include "learner/learner.h"
#include "naming/rules.h"
#include "report/report.h"
#include "run/run.h"
#include "say/say.h"
#include "weigh/weigh.h"
#include "witness/words.h"

static const struct words *const rooms[] = {
    &intake_words, &learner_words, &naming_words, &course_words,  &report_words, &run_words,
    &say_words,    &witness_words, &audit_words,  &command_words, &weigh_words,  &checked_words};

static void all_languages(void) {
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        char why[200] = "";
        if (words_check(rooms[i], why) != 0) {
            printf("  %s\n", why);
            CU_FAIL("a room lacks a text");
        }
        CU_ASSERT(rooms[i]->count > 0);
    }
}

// The same in every language but English.
static int two_texts(const char *english, const char *other) {
    struct words words = {.count = 1};
    char why[200] = "";
    for (int language = 0; language < LANGUAGES; language++)
        words.text[language] = language == ENGLISH ? &english : &other;
    return words_check(&words, why);
}

static void finds_what_differs(void) {
    CU_ASSERT(two_texts("%s has %d", "%s 有 %d") == 0);
    CU_ASSERT(two_texts("%1$s has %2$d", "%2$d：%1$s") == 0);
    CU_ASSERT(two_texts("100 %% of %s", "%s 的 100 %%") == 0);
    CU_ASSERT(two_texts("%-5s|%5.2f", "%s|%.1f") == 0);
    CU_ASSERT(two_texts("%*d", "%*d") == 0);
    CU_ASSERT(two_texts("%s has %d", "%d：%s") != 0);
    CU_ASSERT(two_texts("%d", "%llu") != 0);
    CU_ASSERT(two_texts("%s", "") != 0);
    CU_ASSERT(two_texts("%s", NULL) != 0);
}

static const struct test tests[] = {
    {"every room, every language", all_languages},
    {"finds what differs", finds_what_differs},
};
SUITE_MAIN("grader_words", tests)
