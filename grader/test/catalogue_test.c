// catalogue_test.c: every mistake is told whole in both languages, and every rule names one
// that is in the catalogue.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "grade/workbook.h"
#include "naming/chapters.h"
#include "naming/mistakes.h"
#include "suite.h"

// Published: an id is never renamed or taken away.
static const char published[] =
    "units/gib-as-gb units/gb-as-gib units/mib-per-ms units/kib-per-us units/tib-as-tb "
    "units/ms-as-s units/s-as-ms units/ten-e9 units/bits-for-bytes units/bytes-for-bits "
    "units/gb-as-tb units/giga-as-tera units/int32-bytes units/never-divided "
    "units/multiplied-by-time work/one-way work/two-of-three work/three-of-two "
    "work/write-allocate work/element-size work/elements-not-bytes work/useful-as-moved "
    "work/shared-counted work/every-load work/half-the-flops work/fma-twice work/part-of-grid "
    "work/times-repetitions time/launch-only time/queue-full time/counts-earlier-work "
    "time/stale-elapsed time/other-stream time/one-of-streams time/first-run "
    "time/batch-not-divided time/divided-twice time/below-tick time/host-overhead "
    "time/copies-inside time/allocation-inside time/flush-inside time/not-waited-copy "
    "time/event-without-timing time/reversed-events statistic/mean-of-outliers "
    "statistic/minimum-as-typical statistic/single-run statistic/mean-of-rates "
    "cache/hot-as-memory cache/flush-too-small cache/just-written memory/managed-first-touch "
    "memory/host-pointer memory/pageable peak/single-data-rate peak/bits-for-bytes "
    "peak/wrong-card peak/clock-now roofline/wrong-bytes roofline/wrong-roof launch/failed "
    "launch/nothing-ran build/debug";

static int is_published(const char *id) {
    size_t length = strlen(id);
    for (const char *at = strstr(published, id); at; at = strstr(at + 1, id))
        if ((at == published || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return 1;
    return 0;
}

static void has_what_was_published(void) {
    int ids = 1, entries = 0;
    for (const char *s = published; *s; s++)
        ids += *s == ' ';
    for (const struct mistake *m; (m = mistake_at(entries)); entries++) {
        CU_ASSERT(is_published(m->id) != 0);
        CU_ASSERT_PTR_EQUAL(mistake_named(m->id), m); // no id twice
    }
    CU_ASSERT_EQUAL(entries, ids);
}

static int has_chinese(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text >= 0xe4 && (unsigned char)*text <= 0xe9)
            return 1;
    return 0;
}

static void tells_all_in_both_languages(void) {
    const struct mistake *m;
    char root[512], why[160];
    static struct lab_meta labs[WORKBOOK_LABS];
    CU_ASSERT_EQUAL(workbook_find(root), 0);
    int lab_count = workbook_labs(root, labs, why);
    for (int i = 0; (m = mistake_at(i)); i++) {
        const char *const *texts[] = {m->seen, m->did, m->why};
        CU_ASSERT(m->proof[0] && m->chapter[0]);
        CU_ASSERT(m->lab >= 0 && m->lab <= lab_count);
        for (int t = 0; t < 3; t++) {
            CU_ASSERT(strlen(texts[t][ENGLISH]) > 10 && !has_chinese(texts[t][ENGLISH]));
            CU_ASSERT(has_chinese(texts[t][CHINESE]) != 0);
            CU_ASSERT(text_is_utf8(texts[t][CHINESE], strlen(texts[t][CHINESE])) != 0);
        }
        // "did" is the middle of a sentence, "why" is whole ones.
        CU_ASSERT(m->did[ENGLISH][strlen(m->did[ENGLISH]) - 1] != '.');
        CU_ASSERT(m->why[ENGLISH][strlen(m->why[ENGLISH]) - 1] == '.');
    }
}

static void labs_name_mistakes_of_it(void) {
    char root[512], why[160];
    static struct lab_meta labs[WORKBOOK_LABS];
    CU_ASSERT_EQUAL(workbook_find(root), 0);
    int count = workbook_labs(root, labs, why);
    CU_ASSERT(count > 0);
    for (int i = 0; i < count; i++) {
        if (labs[i].row_count == 0)
            CU_ASSERT_PTR_NOT_NULL(mistake_named(labs[i].mistake));
        double points = 0;
        for (int r = 0; r < labs[i].row_count; r++) {
            CU_ASSERT_PTR_NOT_NULL(mistake_named(labs[i].rows[r].mistake));
            points += labs[i].rows[r].points;
        }
        CU_ASSERT(labs[i].row_count == 0 || fabs(points - labs[i].points) < 1e-9);
    }
}

static int is_a_chapter(const char *id) {
    const struct chapter *chapter;
    for (int i = 0; (chapter = chapter_at(i)); i++)
        if (strcmp(chapter->id, id) == 0)
            return 1;
    return 0;
}

// "Read next" names a chapter by the title that it has in the book.
static void names_chapters_as_the_book(void) {
    char root[512], path[700], line[200], title[220], why[160];
    static struct lab_meta labs[WORKBOOK_LABS];
    CU_ASSERT_EQUAL_FATAL(workbook_find(root), 0);
    const struct chapter *chapter;
    for (int i = 0; (chapter = chapter_at(i)); i++)
        for (int language = 0; language < LANGUAGES; language++) {
            snprintf(path, sizeof path, "%s/docs/book/%02d-%s.%s.md", root, chapter->number,
                     chapter->id, language == CHINESE ? "zh" : "en");
            snprintf(title, sizeof title, "title: %s\n", chapter->title[language]);
            FILE *page = fopen(path, "r");
            int found = 0;
            while (page && !found && fgets(line, sizeof line, page))
                found = strcmp(line, title) == 0;
            if (!found)
                printf("  %s has no %s", path, title);
            CU_ASSERT_EQUAL(found, 1);
            if (page)
                fclose(page);
        }
    const struct mistake *m;
    for (int i = 0; (m = mistake_at(i)); i++)
        CU_ASSERT(is_a_chapter(m->chapter) != 0);
    int count = workbook_labs(root, labs, why);
    for (int i = 0; i < count; i++)
        CU_ASSERT(is_a_chapter(labs[i].chapter) != 0);
    chapter_name("bandwidth", CHINESE, title);
    CU_ASSERT_STRING_EQUAL(title, "第 4 章“带宽”");
    chapter_name("bandwidth", ENGLISH, title);
    CU_ASSERT_STRING_EQUAL(title, "chapter 4, \"Bandwidth\"");
    chapter_name("elsewhere", ENGLISH, title);
    CU_ASSERT_STRING_EQUAL(title, "chapter \"elsewhere\"");
}

static const struct test tests[] = {
    {"has what was published", has_what_was_published},
    {"tells all in both languages", tells_all_in_both_languages},
    {"names chapters as the book", names_chapters_as_the_book},
    {"labs name mistakes of it", labs_name_mistakes_of_it},
};
SUITE_MAIN("grader_catalogue", tests)
