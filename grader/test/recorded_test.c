// recorded_test.c: gradings of before, and what is made of them, judged again: as in the
// grading itself, from the numbers in it alone.
#include <glob.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "grade/check.h"
#include "grade/workbook.h"
#include "grading/keep.h"
#include "say/say.h"
#include "suite.h"

// The recording of this name in one text; NULL: it is not there.
static struct grading *recorded_in(const char *text, const char *root, const char *name) {
    struct recording recording;
    struct grading *found = NULL;
    char why[200];
    while (recording_next(&text, root, &recording, why) == 1)
        if (!found && strcmp(recording.name, name) == 0)
            found = recording.grading;
        else
            grading_free(recording.grading);
    return found;
}

// The same in all files of recordings.
static struct grading *recorded(const char *name) {
    static const char *const places[] = {"%s/grader/mistakes/*/*/recordings.jsonl",
                                         "%s/grader/repairs/recordings.jsonl",
                                         "%s/grader/test/gradings/*.jsonl"};
    char root[512], pattern[600];
    struct grading *found = NULL;
    if (workbook_find(root) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        glob_t files;
        snprintf(pattern, sizeof pattern, places[i], root); // NOLINT: a format of this file
        if (glob(pattern, 0, NULL, &files) != 0)
            continue;
        for (size_t k = 0; k < files.gl_pathc && !found; k++) {
            char *text = load_text(files.gl_pathv[k]);
            found = text ? recorded_in(text, root, name) : NULL;
            free(text);
        }
        globfree(&files);
    }
    return found;
}

// A recording in a mistake's folder is of that mistake; of several, of the first.
static void stands_with_its_mistake(void) {
    char root[512], pattern[600], why[200];
    glob_t files;
    CU_ASSERT_EQUAL_FATAL(workbook_find(root), 0);
    snprintf(pattern, sizeof pattern, "%s/grader/mistakes/*/*/recordings.jsonl", root);
    CU_ASSERT_EQUAL_FATAL(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        const char *id = files.gl_pathv[i] + strlen(root) + strlen("/grader/mistakes/");
        size_t length = strlen(id) - strlen("/recordings.jsonl");
        char *text = load_text(files.gl_pathv[i]);
        const char *at = text;
        struct recording recording;
        int count = 0;
        for (; text && recording_next(&at, root, &recording, why) == 1; count++) {
            int here =
                strncmp(recording.is, id, length) == 0 && strcspn(recording.is, " |") == length;
            if (!here)
                printf("  %s in %s is %s\n", recording.name, id, recording.is);
            CU_ASSERT(here);
            grading_free(recording.grading);
        }
        CU_ASSERT(count > 0);
        free(text);
    }
    globfree(&files);
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

// An account as a newer witness makes it; the recordings of the tree are older.
static int add_account(struct grading *grading) {
    struct measured *measured = &grading->seen.measured;
    for (int i = 0; i < measured->run_count; i++)
        if (measured->runs[i].fact_count > 0) {
            measured->runs[i].facts[0].account =
                (struct account){.known = 1,
                                 .windows = 1,
                                 .window = 3e6,
                                 .read = 3e6,
                                 .divided = 1,
                                 .own = 1e6,
                                 .runs = 1,
                                 .launches = 1,
                                 .kernel = "saxpy",
                                 .part = {[PART_OWN] = 1e6, [PART_EARLIER] = 2e6}};
            return 1;
        }
    return 0;
}

static int has_account(const struct grading *grading) {
    const struct measured *measured = &grading->seen.measured;
    for (int i = 0; i < measured->run_count; i++)
        for (int k = 0; k < measured->runs[i].fact_count; k++) {
            const struct account *account = &measured->runs[i].facts[k].account;
            if (account->known && account->part[PART_EARLIER] == 2e6 && account->term_count == 1 &&
                strcmp(account->terms[0].mistake, "time/counts-earlier-work") == 0)
                return 1;
        }
    return 0;
}

// What is written as a recording is read again as it was, and written again alike.
static void survives_its_recording(void) {
    static const char *const names[] = {"18_published.shipped", "01_kernel_time.stop_before_start",
                                        "card.there_and_back", "eve-09_units"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct recording first = {.name = "a.name", .is = "right", .expect = "pass"}, again;
        char *texts[2], root[512], why[200], said[2][400];
        size_t size;
        first.grading = recorded(names[i]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(first.grading);
        int with_account = i == 0 && add_account(first.grading);
        CU_ASSERT_EQUAL(with_account, i == 0);
        FILE *out = open_memstream(&texts[0], &size);
        CU_ASSERT_EQUAL(recording_write(&first, out), 0);
        fclose(out);
        const char *at = texts[0];
        workbook_find(root);
        CU_ASSERT_EQUAL_FATAL(recording_next(&at, root, &again, why), 1);
        CU_ASSERT_EQUAL(*at, '\0');
        CU_ASSERT_EQUAL(has_account(again.grading), with_account);
        out = open_memstream(&texts[1], &size);
        CU_ASSERT_EQUAL(recording_write(&again, out), 0);
        fclose(out);
        CU_ASSERT_STRING_EQUAL(texts[0], texts[1]);
        check_again(first.grading);
        check_again(again.grading);
        grading_brief(first.grading, said[0]);
        grading_brief(again.grading, said[1]);
        CU_ASSERT_STRING_EQUAL(said[0], said[1]);
        grading_free(first.grading);
        grading_free(again.grading);
        free(texts[0]);
        free(texts[1]);
    }
}

static void refuses_what_is_no_recording(void) {
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"{\"recording\":\"\"}\n", "want a name"},
        {"{\"recording\":\"a\",\"lab\":\"../labs\"}\n", "want a name"},
        {"{\"recording\":\"a\",\"lab\":\"77_no\"}\n", "77_no"},
        {"{\"recording\":\"a\",\"lab\":\"01_kernel_time\",\"outcome\":\"pass\"}\n",
         "nobody knows \"outcome\""},
        {"{\"recording\":\"a\",\"lab\":\"01_kernel_time\"}\n{\"part\":\"x\"}\n", "run 1: \"part\""},
        {"{\"recording\":\"a\",\"lab\":\"01_kernel_time\"}\n{\"claims\":[{\"rat\":1}]}\n",
         "nobody knows \"rat\""},
        {"{\"recording\":\"a\",\"lab\":\"01_kernel_time\"}\n[]\n", "not an object"},
        {"{\"recording\":\"a\",\"lab\":\"01_kernel_time\"}\n{\"part\":1\n", "expected"},
    };
    char root[512], why[200];
    CU_ASSERT_EQUAL_FATAL(workbook_find(root), 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct recording recording;
        const char *at = cases[i].text;
        CU_ASSERT_EQUAL(recording_next(&at, root, &recording, why), -1);
        CU_ASSERT_PTR_NOT_NULL(strstr(why, cases[i].why));
        CU_ASSERT_PTR_NULL(recording.grading);
    }
}

// The capstone pays each row by itself.
static void pays_by_the_row(void) {
    struct grading *grading = recorded("18_published.shipped");
    CU_ASSERT_PTR_NOT_NULL_FATAL(grading);
    grading->seen.submission.attempted = 1; // NOLINT: fatal above
    check_again(grading);
    CU_ASSERT_EQUAL(grading->judged.outcome, OUTCOME_FAIL);
    CU_ASSERT_EQUAL(grading->judged.points, 0);
    for (int i = 0; i < grading->seen.measured.run_count; i++) { // mend one row in every run
        struct run *run = &grading->seen.measured.runs[i];
        for (int c = 0; c < run->claim_count && run->role == RUN_STUDENT; c++)
            if (strcmp(run->claims[c].what, "scale") == 0)
                run->claims[c].rate = (double)run->claims[c].bytes / run->claims[c].seconds / 1e9;
    }
    check_again(grading);
    int right = 0;
    for (int i = 0; i < grading->judged.row_count; i++)
        if (strcmp(grading->judged.rows[i].what, "scale") == 0)
            right = grading->judged.rows[i].unit_right == INSIDE;
    CU_ASSERT_EQUAL(right, 1);
    CU_ASSERT(grading->judged.points == 0 ||
              grading->judged.points == 20); // 20 once its time is decided
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
            CU_ASSERT_EQUAL(strstr(text, "错误") != NULL, language == CHINESE);
            free(text);
        }
    grading_free(grading);
}

// "right" beside a factor that is not near 1 says how wide the factor's interval is.
static void says_what_right_rests_on(void) {
    static const struct {
        double time, low, high;
        enum seen_as seen;
        const char *says[LANGUAGES]; // NULL: no interval
    } cases[] = {
        {0.761, 0.612, 1.031, SEEN_MEASURED, {"the trace of its own runs", "自身运行的记录"}},
        {1.317, 0.941, 1.408, SEEN_NOT, {"disturbed least", "受干扰最少"}},
        {0.971, 0.612, 1.408, SEEN_MEASURED, {NULL, NULL}},
        {0.500, 0.500, 0.500, SEEN_NOT, {NULL, NULL}}, // no clock was involved
    };
    struct grading *grading = recorded("09_units.shipped");
    CU_ASSERT_PTR_NOT_NULL(grading);
    if (!grading)
        return;
    check_again(grading);
    struct row *row = &grading->judged.rows[0];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int language = 0; language < LANGUAGES; language++) {
            char *text = NULL, interval[2][16];
            size_t size = 0;
            row->right = 1;
            row->time = cases[i].time;
            row->time_low = cases[i].low;
            row->time_high = cases[i].high;
            row->seen = cases[i].seen;
            snprintf(interval[0], sizeof interval[0], "%.3f", cases[i].low);
            snprintf(interval[1], sizeof interval[1], "%.3f", cases[i].high);
            FILE *out = open_memstream(&text, &size);
            say_grading(grading, (enum language)language, 0, out);
            fclose(out);
            const char *says = cases[i].says[language];
            const char *mark = language == CHINESE ? "，正确" : ", right";
            const char *right = strstr(text, mark);
            CU_ASSERT(right && (right[strlen(mark)] == '\n') == (says == NULL));
            if (says && right)
                CU_ASSERT(strstr(right, says) && strstr(right, interval[0]) &&
                          strstr(right, interval[1]));
            free(text);
        }
    grading_free(grading);
}

// Every claim of the student, with other counts.
static void claim_so(struct grading *grading, double flops, double bytes, double seconds) {
    for (int i = 0; i < grading->seen.measured.run_count; i++) { // NOLINT: fatal where it is NULL
        struct claim *mine = grading->seen.measured.runs[i].claims;
        const struct run *model = NULL;
        for (int k = 0; k < grading->seen.measured.run_count; k++)
            if (grading->seen.measured.runs[k].role == RUN_REFERENCE &&
                grading->seen.measured.runs[k].pair == grading->seen.measured.runs[i].pair)
                model = &grading->seen.measured.runs[k];
        if (grading->seen.measured.runs[i].role != RUN_STUDENT || !model)
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
    CU_ASSERT_PTR_NOT_NULL(grading);
    if (!grading)
        return;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        claim_so(grading, cases[i].flops, cases[i].bytes, cases[i].seconds);
        CU_ASSERT_EQUAL(grading->judged.outcome, cases[i].outcome);
        int named = 0, wanted = !!cases[i].named[0] + !!cases[i].named[1];
        for (int f = 0; f < grading->named.count; f++)
            for (int k = 0; k < wanted; k++)
                named += grading->named.list[f].certainty == SURE &&
                         strcmp(grading->named.list[f].mistake, cases[i].named[k]) == 0;
        CU_ASSERT_EQUAL(named, wanted);
        CU_ASSERT_EQUAL(grading->named.count, wanted);
    }
    grading_free(grading);
}

// A pair more, of a machine whose two runs of one program differ by this.
static void add_pair_like_the_first(struct grading *grading, int pair, double slower) {
    for (int role = RUN_STUDENT; role <= RUN_REFERENCE; role++) {
        struct claim claim = grading->seen.measured.runs[role == RUN_REFERENCE].claims[0];
        struct run *run = run_add(&grading->seen.measured, (enum run_role)role);
        double factor = role == RUN_STUDENT ? slower : 1;
        claim.seconds *= factor;
        claim.rate /= factor;
        for (int i = 0; i < claim.sampled; i++)
            claim.samples[i] *= factor;
        run->pair = pair;
        run->part = grading->seen.measured.runs[0].part;
        run->result = grading->seen.measured.runs[0].result;
        run_add_claim(run, &claim);
    }
}

// All pairs but the first; the probes stay.
static void drop_pairs(struct grading *grading) {
    int kept = 2; // student and reference
    for (int i = kept; i < grading->seen.measured.run_count; i++)
        if (grading->seen.measured.runs[i].pair > 0)
            free(grading->seen.measured.runs[i].claims);
        else
            grading->seen.measured.runs[kept++] = grading->seen.measured.runs[i];
    grading->seen.measured.run_count = kept;
}

// Where the machine scatters by more than the mistake is large, the clocks are not believed.
// A trace that shows the mistake is, once they lean its way.
static void a_trace_settles_what_leans(void) {
    static const char earlier[] = "02_clean_start.shipped", mean[] = "07_one_number.shipped",
                      cached[] = "12_small_buffer.shipped", flushed[] = "20_flush.shipped";
    static const struct {
        const char *recording;
        double factor;
        int pairs, trace, attempted;
        const char *named; // NULL: cannot be graded
    } cases[] = {
        {earlier, 0.2, 24, 1, 1, "time/counts-earlier-work"},
        {earlier, 0.6, 24, 0, 1, NULL},
        {earlier, 0.6, 12, 1, 1, NULL}, // too few to lean
        {earlier, 1.0, 24, 1, 1, NULL}, // a trace alone is not enough
        {earlier, 1.6, 24, 1, 1, NULL}, // nor one that would make it slower, not faster
        {mean, 0.6, 24, 0, 1, "statistic/mean-of-outliers"},
        {mean, 1.6, 24, 0, 1, NULL},
        {cached, 1.6, 24, 1, 1, NULL}, // above what memory gives: by the clock
        {cached, 1.6, 24, 1, 0, "cache/hot-as-memory"},
        {flushed, 1.6, 24, 1, 0, "cache/flush-too-small"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct grading *grading = recorded(cases[i].recording);
        CU_ASSERT_PTR_NOT_NULL_FATAL(grading);
        grading->seen.submission.attempted = cases[i].attempted; // NOLINT: fatal above
        grading->seen.lab.tolerance = 0.1;
        grading->seen.measured.noise.known = 1;
        grading->seen.measured.noise.spread = 0.5;
        double first = grading->seen.measured.runs[0].claims[0].seconds /
                       grading->seen.measured.runs[1].claims[0].seconds;
        drop_pairs(grading);
        for (int pair = 1; pair < cases[i].pairs; pair++)
            add_pair_like_the_first(grading, pair,
                                    (pair % 2 ? 1.3 : 0.7) / (first * cases[i].factor));
        for (int k = 0; k < grading->seen.measured.run_count && !cases[i].trace; k++)
            grading->seen.measured.runs[k].fact_count = 0;
        check_again(grading);
        enum outcome told = cases[i].attempted ? OUTCOME_FAIL : OUTCOME_NOT_ATTEMPTED;
        CU_ASSERT_EQUAL(grading->judged.outcome, cases[i].named ? told : OUTCOME_CANNOT_GRADE);
        CU_ASSERT_EQUAL(grading->named.count, !!cases[i].named);
        if (grading->named.count > 0 && cases[i].named)
            CU_ASSERT_STRING_EQUAL(grading->named.list[0].mistake, cases[i].named);
        grading_free(grading);
    }
}

static const char waits[] = "01_kernel_time.host_stream"; // a right one

// A pass rests on more than what the program's own process tells: no trace makes a rate right that
// is far above what the reference reached beside it.
static void a_trace_is_not_believed_beyond_reason(void) {
    static const struct {
        double slower, crowd;   // the reference, than it was; what other programs took
        uint64_t code, numbers; // of its kernel; the reference's are given 1
        enum outcome outcome;
    } cases[] = {{1, 0, 7, 1, OUTCOME_PASS},
                 {1.4, 0, 7, 1, OUTCOME_PASS}, // by the trace
                 {3, 0, 7, 1, OUTCOME_CANNOT_GRADE},
                 {3, 0.3, 7, 1, OUTCOME_PASS}, // a machine this busy does that
                 {6, 0.3, 7, 1, OUTCOME_CANNOT_GRADE},
                 {1.1, 0.3, 7, 2, OUTCOME_PASS},
                 {1.4, 0.3, 7, 2, OUTCOME_CANNOT_GRADE}, // of fewer elements, perhaps
                 {1.4, 0.3, 0, 0, OUTCOME_PASS}};        // not known
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct grading *grading = recorded(waits);
        CU_ASSERT_PTR_NOT_NULL_FATAL(grading);
        for (int k = 0; k < grading->seen.measured.run_count; k++) { // NOLINT: fatal above
            struct run *run = &grading->seen.measured.runs[k];
            double factor = run->role == RUN_REFERENCE ? cases[i].slower : 1;
            run->crowd = cases[i].crowd;
            run->facts[0].reading.code = cases[i].code;
            run->facts[0].reading.numbers = run->role == RUN_STUDENT ? cases[i].numbers : 1;
            for (int c = 0; c < run->claim_count; c++) {
                run->claims[c].seconds *= factor;
                run->claims[c].rate /= factor;
            }
        }
        check_again(grading);
        if (grading->judged.outcome != cases[i].outcome)
            printf("  case %d: %d\n", (int)i, grading->judged.outcome);
        CU_ASSERT_EQUAL(grading->judged.outcome, cases[i].outcome);
        grading_free(grading);
    }
}

// The student's claim of each pair, made from the reference's rate; no trace of the student.
static struct grading *told_by(double first, double other, int pairs, const char *calls) {
    struct grading *grading = recorded(waits);
    CU_ASSERT_PTR_NOT_NULL_FATAL(grading);
    text_copy(grading->seen.submission.calls, sizeof grading->seen.submission.calls, calls);
    for (int pair = 2; pair < pairs; pair++)
        add_pair_like_the_first(grading, pair, 1);
    struct run *runs = grading->seen.measured.runs; // NOLINT: fatal above
    double rate = runs[1].claims[0].rate;
    for (int k = 0; k < grading->seen.measured.run_count; k++) {
        struct claim *claim = runs[k].claims;
        if (runs[k].role != RUN_STUDENT)
            continue;
        claim->rate = rate * (runs[k].pair ? other : first);
        claim->seconds = 1e-9 * (double)claim->bytes / claim->rate;
        runs[k].fact_count = 0;
        runs[k].watched = 1;
    }
    check_again(grading);
    return grading;
}

// A number that nobody saw measured never passes, however near to the truth it is.
static void a_clock_that_nobody_saw(void) {
    struct grading *grading = told_by(1, 1.003, 2, "measure __rdtsc");
    CU_ASSERT_EQUAL(grading->judged.outcome, OUTCOME_CANNOT_GRADE);
    CU_ASSERT_EQUAL(grading->judged.cannot, CANNOT_CLOCK);
    for (int language = 0; language < LANGUAGES; language++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        say_grading(grading, (enum language)language, 0, out);
        fclose(out);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "tare_now()"));
        free(text);
    }
    grading_free(grading);
    grading = told_by(1, 1 + 2e-9, 2, "measure"); // different: a threshold
    CU_ASSERT_EQUAL(grading->judged.cannot, CANNOT_CLOCK);
    grading_free(grading);
    grading = told_by(1, 1 + 0.6e-9, 2, "measure"); // the same at two sizes
    CU_ASSERT_EQUAL(grading->judged.outcome, OUTCOME_FAIL);
    grading_free(grading);
    for (int wide = 0; wide < 2; wide++) { // in three pairs, a threshold
        grading = told_by(1, 1 + (wide ? 1.6e-6 : 0.7e-6), 3, "measure");
        CU_ASSERT_EQUAL(grading->judged.outcome, wide ? OUTCOME_CANNOT_GRADE : OUTCOME_FAIL);
        grading_free(grading);
    }
}

// An intensity needs no clock, and is the same to all digits at any size.
static void an_intensity_is_not_typed(void) {
    struct grading *grading = recorded("16_roofline.per_value");
    CU_ASSERT_PTR_NOT_NULL_FATAL(grading);
    for (int k = 0; k < grading->seen.measured.run_count; k++) { // NOLINT: fatal above
        struct run *run = &grading->seen.measured.runs[k];
        if (run->role != RUN_REFERENCE || run->pair < 1)
            continue;
        run->claims[0].bytes += 64; // the coefficients, of which there are as many at any size
        run->claims[0].rate = (double)run->claims[0].flops / (double)run->claims[0].bytes;
    }
    check_again(grading);
    CU_ASSERT_EQUAL(grading->judged.outcome, OUTCOME_PASS);
    grading_free(grading);
}

static const struct test tests[] = {
    {"survives its JSON", survives_its_json},
    {"survives its recording", survives_its_recording},
    {"stands with its mistake", stands_with_its_mistake},
    {"refuses what is no recording", refuses_what_is_no_recording},
    {"pays by the row", pays_by_the_row},
    {"says it in few lines", says_it_in_few_lines},
    {"says what right rests on", says_what_right_rests_on},
    {"judges flops and bytes apart", judges_flops_and_bytes_apart},
    {"a trace settles what leans", a_trace_settles_what_leans},
    {"a trace is not believed beyond reason", a_trace_is_not_believed_beyond_reason},
    {"a clock that nobody saw", a_clock_that_nobody_saw},
    {"an intensity is not typed", an_intensity_is_not_typed},
};
SUITE_MAIN("grader_recorded", tests)
