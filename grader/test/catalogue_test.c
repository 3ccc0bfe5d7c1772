// catalogue_test.c: every mistake is told whole in both languages, every rule names one
// that is in the catalogue, and a grading survives its JSON.
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chapters.h"
#include "check.h"
#include "mistakes.h"
#include "say.h"
#include "store.h"
#include "suite.h"
#include "text.h"
#include "workbook.h"

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
    for (int i = 0; (m = mistake_at(i)); i++) {
        const char *const *texts[] = {m->seen, m->did, m->why};
        CU_ASSERT(m->proof[0] && m->chapter[0]);
        CU_ASSERT(m->lab >= 0 && m->lab <= 18);
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

static struct grading *recorded(const char *name) {
    char root[512], path[700];
    if (workbook_find(root) != 0)
        return NULL;
    snprintf(path, sizeof path, "%s/grader/test/gradings/%s.json", root, name);
    return load_grading(path);
}

static char *as_text(const struct grading *grading) {
    json_t *json = grading_to_json(grading);
    char *text = json_dumps(json, JSON_SORT_KEYS);
    json_decref(json);
    return text;
}

static void survives_its_json(void) {
    struct grading *first = recorded("18_published.shipped");
    CU_ASSERT_PTR_NOT_NULL_FATAL(first);
    check_again(first);
    char why[160], *before = as_text(first);
    json_t *json = json_loads(before, 0, NULL);
    struct grading *again = grading_from_json(json, why);
    json_decref(json);
    CU_ASSERT_PTR_NOT_NULL_FATAL(again);
    char *after = as_text(again);
    CU_ASSERT_STRING_EQUAL(before, after);
    check_again(again);
    char *judged = as_text(again);
    CU_ASSERT_STRING_EQUAL(before, judged);
    free(before);
    free(after);
    free(judged);
    grading_free(first);
    grading_free(again);
}

// The capstone pays each row by itself.
static void pays_by_the_row(void) {
    struct grading *grading = recorded("18_published.shipped");
    CU_ASSERT_PTR_NOT_NULL_FATAL(grading);
    grading->submission.attempted = 1; // NOLINT: fatal above
    check_again(grading);
    CU_ASSERT_EQUAL(grading->outcome, OUTCOME_FAIL);
    CU_ASSERT_EQUAL(grading->points, 0);
    for (int i = 0; i < grading->run_count; i++) { // mend one row in every run
        struct run *run = &grading->runs[i];
        for (int c = 0; c < run->claim_count && run->role == RUN_STUDENT; c++)
            if (strcmp(run->claims[c].what, "scale") == 0)
                run->claims[c].rate = (double)run->claims[c].bytes / run->claims[c].seconds / 1e9;
    }
    check_again(grading);
    int right = 0;
    for (int i = 0; i < grading->row_count; i++)
        if (strcmp(grading->rows[i].what, "scale") == 0)
            right = grading->rows[i].unit_right == INSIDE;
    CU_ASSERT_EQUAL(right, 1);
    CU_ASSERT(grading->points == 0 || grading->points == 20); // 20 once its time is decided
    grading_free(grading);
}

static void says_it_in_few_lines(void) {
    struct grading *grading = recorded("09_units.shipped");
    CU_ASSERT_PTR_NOT_NULL_FATAL(grading);
    check_again(grading);
    for (int language = 0; language < LANGUAGES; language++)
        for (int colour = 0; colour < 2; colour++) {
            char *text = NULL;
            size_t size = 0;
            int lines = 0;
            FILE *out = open_memstream(&text, &size);
            say_grading(grading, (enum language)language, colour, out);
            fclose(out);
            for (const char *s = text; *s; s++)
                lines += *s == '\n';
            CU_ASSERT_EQUAL(lines, 5);
            CU_ASSERT_EQUAL(strchr(text, '\033') != NULL, colour);
            CU_ASSERT_PTR_NOT_NULL(strstr(text, "units/gib-as-gb"));
            CU_ASSERT_PTR_NOT_NULL(strstr(text, "0.9313"));
            CU_ASSERT_EQUAL(has_chinese(text), language == CHINESE);
            free(text);
        }
    grading_free(grading);
}

// Every claim of the student, with other counts.
static void claim_so(struct grading *grading, double flops, double bytes, double seconds) {
    for (int i = 0; i < grading->run_count; i++) { // NOLINT: fatal where it is NULL
        struct claim *mine = grading->runs[i].claims;
        const struct run *model = NULL;
        for (int k = 0; k < grading->run_count; k++)
            if (grading->runs[k].role == RUN_REFERENCE &&
                grading->runs[k].pair == grading->runs[i].pair)
                model = &grading->runs[k];
        if (grading->runs[i].role != RUN_STUDENT || !model)
            continue;
        mine->flops = (uint64_t)llround(flops * (double)model->claims[0].flops);
        mine->bytes = (uint64_t)llround(bytes * (double)model->claims[0].bytes);
        mine->seconds = seconds * model->claims[0].seconds;
        mine->rate = (double)mine->flops / (double)mine->bytes;
    }
    check_again(grading);
}

static void judges_flops_and_bytes_apart(void) {
    static const struct {
        double flops, bytes, seconds;
        enum outcome outcome;
        const char *named[2];
    } cases[] = {
        {1, 1, 1, OUTCOME_PASS, {NULL}},
        {0.5, 0.5, 1, OUTCOME_FAIL, {"work/half-the-flops", "roofline/wrong-bytes"}},
        {2, 2, 1, OUTCOME_FAIL, {"work/fma-twice", "roofline/wrong-bytes"}},
        {0.5, 1, 1, OUTCOME_FAIL, {"work/half-the-flops"}},
        {1, 0.5, 1, OUTCOME_FAIL, {"roofline/wrong-bytes"}},
        {0.5, 0.5, 0.5, OUTCOME_PASS, {NULL}}, // of half the data
        {2, 2, 1.8, OUTCOME_PASS, {NULL}},     // of two runs
        {8, 8, 14, OUTCOME_PASS, {NULL}},      // of eight, on a busy machine
    };
    struct grading *grading = recorded("16_roofline.half_and_half");
    CU_ASSERT_PTR_NOT_NULL_FATAL(grading);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        claim_so(grading, cases[i].flops, cases[i].bytes, cases[i].seconds);
        CU_ASSERT_EQUAL(grading->outcome, cases[i].outcome);
        int named = 0, wanted = !!cases[i].named[0] + !!cases[i].named[1];
        for (int f = 0; f < grading->finding_count; f++)
            for (int k = 0; k < wanted; k++)
                named += grading->findings[f].certainty == SURE &&
                         strcmp(grading->findings[f].mistake, cases[i].named[k]) == 0;
        CU_ASSERT_EQUAL(named, wanted);
        CU_ASSERT_EQUAL(grading->finding_count, wanted);
    }
    grading_free(grading);
}

static const struct test tests[] = {
    {"has what was published", has_what_was_published},
    {"tells all in both languages", tells_all_in_both_languages},
    {"names chapters as the book", names_chapters_as_the_book},
    {"labs name mistakes of it", labs_name_mistakes_of_it},
    {"survives its JSON", survives_its_json},
    {"pays by the row", pays_by_the_row},
    {"says it in few lines", says_it_in_few_lines},
    {"judges flops and bytes apart", judges_flops_and_bytes_apart},
};
SUITE_MAIN("grader_catalogue", tests)
