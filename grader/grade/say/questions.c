// questions.c: the verdict as CUnit gives it: one suite a lab, one test a question.
//
// A course may ask for CUnit as the judge, so build/tare is linked with -lcunit where CUnit is. A
// test only judges a struct that is already filled: nothing that a student wrote runs while CUnit
// does. Reports need the answers, and get the same ones without CUnit.
#include "say/say.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#ifdef TARE_CUNIT
#include <CUnit/CUnit.h>
#include <CUnit/TestRun.h>
#endif

// Each function returns whether the row is right; if not, the message says with the values what is
// wrong.
static int is_reported(const struct grading *g, const struct row *row, char message[320]) {
    (void)g;
    text_format(message, 320, "%s was not reported", row->what);
    return row->claimed;
}
static int unit_right(const struct grading *g, const struct row *row, char message[320]) {
    (void)g;
    text_format(message, 320, "rate is %.6g times work / time: reported %.6g %s", row->unit,
                row->reported, row->unit_name);
    return row->unit_right == INSIDE;
}
static int work_right(const struct grading *g, const struct row *row, char message[320]) {
    (void)g;
    if (isfinite(row->flops))
        text_format(message, 320,
                    "the flops claimed are %.6g and the bytes %.6g times the true ones", row->flops,
                    row->bytes);
    else
        text_format(message, 320, "the work claimed is %.6g times the true work", row->work);
    return row->work_right == INSIDE;
}
static int time_right(const struct grading *g, const struct row *row, char message[320]) {
    text_format(message, 320,
                "the time gives %.4g times the rate, between %.4g and %.4g; %.2g to %.2g is right",
                row->time, row->time_low, row->time_high, 1 - g->seen.lab.tolerance,
                1 + g->seen.lab.tolerance);
    return row->time_right == INSIDE;
}
static int rate_right(const struct grading *g, const struct row *row, char message[320]) {
    (void)g;
    text_format(message, 320, "reported %.6g, true %.6g %s: %.4g of it", row->reported,
                row->expected, row->unit_name, row->rate);
    return row->right;
}

// The last five questions are asked for each row; the others ask whether the grading passed a
// stage.
static const struct question {
    const char *name;
    enum stage stage;
    int (*of_row)(const struct grading *grading, const struct row *row, char message[320]);
} questions[] = {
    {"submission", STAGE_INTAKE, NULL},
    {"builds", STAGE_BUILD, NULL},
    {"runs", STAGE_RUN, NULL},
    {"right result", STAGE_RESULT, NULL},
    {"reported", STAGE_JUDGE, is_reported},
    {"unit", STAGE_JUDGE, unit_right},
    {"work", STAGE_JUDGE, work_right},
    {"time", STAGE_JUDGE, time_right},
    {"within tolerance", STAGE_JUDGE, rate_right},
};
enum { QUESTIONS = sizeof questions / sizeof questions[0] };

static int is_asked(const struct question *q, const struct grading *g, const struct row *row) {
    if (q->stage == STAGE_INTAKE)
        return 1;
    if (g->judged.stage < q->stage || g->judged.outcome == OUTCOME_SKIPPED ||
        g->judged.cannot > CANNOT_NOISE)
        return 0;
    if (!row || q->of_row == is_reported)
        return 1;
    return row->claimed &&
           ((q->of_row != time_right && q->of_row != rate_right) || row->time_right != UNDECIDED);
}

static int came_beyond(const struct grading *g, enum stage stage, char message[320]) {
    text_copy(message, 320, g->judged.detail[ENGLISH]);
    return g->judged.stage != stage || g->judged.outcome == OUTCOME_SKIPPED ||
           (stage == STAGE_INTAKE && g->seen.submission.refusal == REFUSED_NOT);
}

// ---- the answers -----------------------------------------------------------------------

// CUnit's tests take no argument, and run in the order in which they were added.
static struct {
    const struct grading *grading;
    struct {
        const struct question *question;
        const struct row *row;
        struct answer *answer;
    } asked[MOST_ANSWERS];
    int count, next;
} all;

// ---- the judge -------------------------------------------------------------------------

static void ask(void);

#ifdef TARE_CUNIT
static CU_pSuite suite;

static int judge_begin(const char *name) {
    suite = CU_initialize_registry() == CUE_SUCCESS ? CU_add_suite(name, NULL, NULL) : NULL;
    return suite ? 0 : -1;
}
static int judge_asks(const char *question) { // 1 when it will be asked
    return CU_add_test(suite, question, ask) != NULL;
}
static void judge(const struct answer *answer) {
    // CUnit's macros would record the source's text; a failure here must carry the values.
    CU_assertImplementation(answer->passed ? CU_TRUE : CU_FALSE, __LINE__, answer->message,
                            __FILE__, "", CU_FALSE);
}
static int judge_end(int count) { // asks all, and returns how many failed
    (void)count;
    int failed = CU_run_all_tests() == CUE_SUCCESS ? (int)CU_get_number_of_failure_records() : -1;
    CU_cleanup_registry();
    return failed;
}
#else
static int failures;

static int judge_begin(const char *name) {
    (void)name;
    return failures = 0;
}
static int judge_asks(const char *question) {
    return *question != '\0';
}
static void judge(const struct answer *answer) {
    failures += !answer->passed;
}
static int judge_end(int count) {
    while (count--)
        ask();
    return failures;
}
#endif

// ---- the questions, put to the judge -----------------------------------------------------

static void ask(void) {
    const struct question *question = all.asked[all.next].question;
    const struct row *row = all.asked[all.next].row;
    struct answer *answer = all.asked[all.next++].answer;
    answer->skipped = !is_asked(question, all.grading, row);
    if (answer->skipped)
        return;
    char message[320];
    answer->passed = question->of_row ? question->of_row(all.grading, row, message) != 0
                                      : came_beyond(all.grading, question->stage, message);
    if (!answer->passed)
        text_copy(answer->message, sizeof answer->message, message);
    judge(answer);
}

static void add(const struct question *question, const struct row *row, struct answer *answers) {
    if (all.count == MOST_ANSWERS)
        return;
    struct answer *answer = &answers[all.count];
    memset(answer, 0, sizeof *answer);
    if (row && all.grading->judged.row_count > 1)
        text_format(answer->question, sizeof answer->question, "%.50s - %s", row->what,
                    question->name);
    else
        text_copy(answer->question, sizeof answer->question, question->name);
    if (row && question->of_row == rate_right) {
        answer->points = all.grading->judged.outcome == OUTCOME_NOT_ATTEMPTED ? 0 : row->points;
        answer->max_points = row->max_points;
    }
    all.asked[all.count].question = question;
    all.asked[all.count].row = row;
    all.asked[all.count].answer = answer;
    all.count += judge_asks(answer->question);
}

int questions_answer(const struct grading *grading, struct answer answers[MOST_ANSWERS]) {
    int wrong = 0;
    memset(&all, 0, sizeof all);
    all.grading = grading;
    if (judge_begin(grading->seen.lab.folder) != 0)
        return -1;
    for (int q = 0; q < QUESTIONS; q++)
        if (!questions[q].of_row)
            add(&questions[q], NULL, answers);
    for (int r = 0; r < grading->judged.row_count; r++)
        for (int q = 0; q < QUESTIONS; q++)
            if (questions[q].of_row)
                add(&questions[q], &grading->judged.rows[r], answers);
    int counted = judge_end(all.count);
    for (int i = 0; i < all.count; i++)
        wrong += !answers[i].skipped && !answers[i].passed;
    return wrong == counted ? all.count : -1; // the judge counted the failures of the answers
}

void questions_ask(const struct grading *grading, FILE *out) {
#ifndef TARE_CUNIT
    (void)grading;
    fputs(words_text(&say_words, language_of_environment(), SAY_NO_CUNIT), out);
#else
    static struct answer answers[MOST_ANSWERS];
    int count = questions_answer(grading, answers), passed = 0, failed = 0, skipped = 0;
    if (count < 0) {
        fprintf(out, "CUnit could not ask\n");
        return;
    }
    for (int i = 0; i < count; i++) {
        const char *mark = answers[i].skipped ? "skip" : answers[i].passed ? "ok" : "FAIL";
        skipped += answers[i].skipped;
        passed += !answers[i].skipped && answers[i].passed;
        failed += !answers[i].skipped && !answers[i].passed;
        fprintf(out, "  %-4s %s%s%s\n", mark, answers[i].question,
                answers[i].message[0] ? ": " : "", answers[i].message);
    }
    fprintf(out, "%s: %d passed, %d failed, %d skipped\n", grading->seen.lab.folder, passed, failed,
            skipped);
#endif
}
