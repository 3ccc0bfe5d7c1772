// catalogue_test.c: every mistake is told whole in both languages, none that was published is
// gone, and labs and chapters are those that the catalogue names. What is wrong within one
// mistake.txt is told by catalogue.awk, which makes the table; the fences by test-course.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "grade/workbook.h"
#include "naming/naming.h"
#include "say/say.h"
#include "suite.h"

// An id that was published is never renamed or taken away: of every mistake.txt that the
// repository has ever lost, the mistake is still here.
static void has_what_was_published(void) {
    char root[512], command[800], line[300], id[200];
    CU_ASSERT_EQUAL_FATAL(workbook_find(root), 0);
    snprintf(command, sizeof command,
             "git -C '%s' log --format= --name-only --no-renames --diff-filter=D -- "
             "'grader/mistakes/*/mistake.txt' 2>/dev/null",
             root);
    FILE *lost = popen(command, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(lost);
    while (fgets(line, sizeof line, lost)) {
        if (sscanf(line, "grader/mistakes/%199s", id) != 1)
            continue;
        *strrchr(id, '/') = '\0';
        if (!mistake_named(id))
            printf("  %s was published, and is gone\n", id);
        CU_ASSERT_PTR_NOT_NULL(mistake_named(id));
    }
    CU_ASSERT(pclose(lost) != -1);
    CU_ASSERT(catalogue[0].id != NULL);
}

static int has_chinese(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text >= 0xe4 && (unsigned char)*text <= 0xe9)
            return 1;
    return 0;
}

static void tells_all_in_both_languages(void) {
    for (const struct mistake *m = catalogue; m->id; m++) {
        const struct mistake_words *en = mistake_words(m, "en"), *zh = mistake_words(m, "zh_CN");
        const char *english[] = {en->seen, en->did, en->proof, en->why, en->find, en->mend};
        const char *chinese[] = {zh->seen, zh->did, zh->proof, zh->why, zh->find, zh->mend};
        CU_ASSERT_PTR_EQUAL(mistake_named(m->id), m); // no id twice
        CU_ASSERT_PTR_EQUAL(mistake_words(m, "xx"), en);
        for (int t = 0; t < 6; t++) {
            int formula = strcmp(english[t], chinese[t]) == 0 && t == 2;
            CU_ASSERT(strlen(english[t]) > 5 && !has_chinese(english[t]));
            CU_ASSERT(has_chinese(chinese[t]) || formula);
            CU_ASSERT(text_is_utf8(chinese[t], strlen(chinese[t])) != 0);
        }
    }
}

// The picture of a lab's own mistake is of the lab as it is shipped.
static int is_shipped_in(const struct mistake *m, const struct lab_meta *labs, int count) {
    for (int i = 0; i < count; i++)
        if (atoi(labs[i].number) == m->lab && strcmp(labs[i].mistake, m->id) == 0)
            return 1;
    return 0;
}

static void labs_name_mistakes_of_it(void) {
    char root[512], why[160];
    static struct lab_meta labs[WORKBOOK_LABS];
    CU_ASSERT_EQUAL(workbook_find(root), 0);
    int count = workbook_labs(root, labs, why);
    CU_ASSERT(count > 0);
    for (const struct mistake *m = catalogue; m->id; m++)
        CU_ASSERT(strcmp(m->picture, "shipped") != 0 || is_shipped_in(m, labs, count));
    for (int i = 0; i < count; i++) {
        if (labs[i].row_count == 0)
            CU_ASSERT_PTR_NOT_NULL(mistake_named(labs[i].mistake));
        double points = 0;
        for (int r = 0; r < labs[i].row_count; r++) {
            CU_ASSERT(mistake_named(labs[i].rows[r].mistake) ||
                      is_no_mistake(labs[i].rows[r].mistake));
            points += labs[i].rows[r].points;
        }
        CU_ASSERT(labs[i].row_count == 0 || fabs(points - labs[i].points) < 1e-9);
    }
}

// "Read next" names a chapter by the title that it has in the book.
static void names_chapters_as_the_book(void) {
    char root[512], path[700], line[200], title[220], why[160];
    static struct lab_meta labs[WORKBOOK_LABS];
    CU_ASSERT_EQUAL_FATAL(workbook_find(root), 0);
    for (const struct chapter *c = catalogue_chapters; c->number; c++)
        for (int language = 0; language < LANGUAGES; language++) {
            const char *code = language_codes[language];
            snprintf(path, sizeof path, "%s/docs/book/%02d-%s.%s.md", root, c->number, c->id, code);
            snprintf(title, sizeof title, "title: %s\n", chapter_title(c, code));
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
    int count = workbook_labs(root, labs, why);
    for (int i = 0; i < count; i++)
        CU_ASSERT_PTR_NOT_NULL(chapter_named(labs[i].chapter));
    say_chapter("bandwidth", CHINESE, title);
    CU_ASSERT_STRING_EQUAL(title, "第 4 章“带宽”");
    say_chapter("bandwidth", ENGLISH, title);
    CU_ASSERT_STRING_EQUAL(title, "chapter 4, \"Bandwidth\"");
    say_chapter("elsewhere", ENGLISH, title);
    CU_ASSERT_STRING_EQUAL(title, "chapter \"elsewhere\"");
}

static const struct test tests[] = {
    {"has what was published", has_what_was_published},
    {"tells all in both languages", tells_all_in_both_languages},
    {"names chapters as the book", names_chapters_as_the_book},
    {"labs name mistakes of it", labs_name_mistakes_of_it},
};
SUITE_MAIN("grader_catalogue", tests)
