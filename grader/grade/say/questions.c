// questions.c: a table of questions. A test only judges a struct that is already filled:
// nothing that a student wrote runs while CUnit does.
#include "say/questions.h"

#include <CUnit/CUnit.h>
#include <CUnit/TestRun.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"

struct asking {
    const struct grading *grading;
    const struct row *row; // NULL: a question about the program
};

struct question {
    const char *name;
    int of_row;
    int (*applies)(const struct asking *asking);
    int (*holds)(const struct asking *asking, char message[320]);
};

// ---- the program ----------------------------------------------------------------------

static int always(const struct asking *asking) {
    (void)asking;
    return 1;
}

static int came_to(const struct asking *asking, enum stage stage) {
    return asking->grading->judged.stage >= stage &&
           asking->grading->judged.outcome != OUTCOME_SKIPPED &&
           asking->grading->judged.cannot <= CANNOT_NOISE;
}
static int to_build(const struct asking *asking) {
    return came_to(asking, STAGE_BUILD);
}
static int to_run(const struct asking *asking) {
    return came_to(asking, STAGE_RUN);
}
static int to_result(const struct asking *asking) {
    return came_to(asking, STAGE_RESULT);
}
static int to_judge(const struct asking *asking) {
    return came_to(asking, STAGE_JUDGE);
}

static int beyond(const struct asking *asking, enum stage stage, char message[320]) {
    if (asking->grading->judged.stage != stage ||
        asking->grading->judged.outcome == OUTCOME_SKIPPED)
        return 1;
    text_copy(message, 320, asking->grading->judged.detail[ENGLISH]);
    return 0;
}
static int is_taken(const struct asking *asking, char message[320]) {
    return asking->grading->seen.submission.refusal == REFUSED_NOT ||
           beyond(asking, STAGE_INTAKE, message);
}
static int builds(const struct asking *asking, char message[320]) {
    return beyond(asking, STAGE_BUILD, message);
}
static int runs(const struct asking *asking, char message[320]) {
    return beyond(asking, STAGE_RUN, message);
}
static int right_result(const struct asking *asking, char message[320]) {
    return beyond(asking, STAGE_RESULT, message);
}

// ---- a claim ----------------------------------------------------------------------------

static int claimed(const struct asking *asking, char message[320]) {
    text_format(message, 320, "%s was not reported", asking->row->what);
    return asking->row->claimed;
}
static int is_claimed(const struct asking *asking) {
    return to_judge(asking) && asking->row->claimed;
}
static int unit_right(const struct asking *asking, char message[320]) {
    const struct row *row = asking->row;
    text_format(message, 320, "rate is %.6g times work / time: reported %.6g %s", row->unit,
                row->reported, row->unit_name);
    return row->unit_right == INSIDE;
}
static int work_right(const struct asking *asking, char message[320]) {
    const struct row *row = asking->row;
    if (isfinite(row->flops))
        text_format(message, 320,
                    "the flops claimed are %.6g and the bytes %.6g times the true ones", row->flops,
                    row->bytes);
    else
        text_format(message, 320, "the work claimed is %.6g times the true work", row->work);
    return row->work_right == INSIDE;
}
static int time_decided(const struct asking *asking) {
    return is_claimed(asking) && asking->row->time_right != UNDECIDED;
}
static int time_right(const struct asking *asking, char message[320]) {
    const struct row *row = asking->row;
    text_format(message, 320,
                "the time gives %.4g times the rate, between %.4g and %.4g; %.2g to "
                "%.2g is right",
                row->time, row->time_low, row->time_high, 1 - asking->grading->seen.lab.tolerance,
                1 + asking->grading->seen.lab.tolerance);
    return row->time_right == INSIDE;
}
static int rate_right(const struct asking *asking, char message[320]) {
    const struct row *row = asking->row;
    text_format(message, 320, "reported %.6g, true %.6g %s: %.4g of it", row->reported,
                row->expected, row->unit_name, row->rate);
    return row->right;
}

static const struct question questions[] = {
    {"submission", 0, always, is_taken},
    {"builds", 0, to_build, builds},
    {"runs", 0, to_run, runs},
    {"right result", 0, to_result, right_result},
    {"reported", 1, to_judge, claimed},
    {"unit", 1, is_claimed, unit_right},
    {"work", 1, is_claimed, work_right},
    {"time", 1, time_decided, time_right},
    {"within tolerance", 1, time_decided, rate_right},
};
enum { QUESTIONS = sizeof questions / sizeof questions[0] };

// ---- CUnit --------------------------------------------------------------------------------

// CUnit's tests take no argument: the one that runs finds what it asks here.
static struct {
    CU_pTest test;
    const struct question *question;
    struct asking asking;
    struct answer *answer;
} asked[MOST_ANSWERS];
static int asked_count;

static void ask(void) {
    for (int i = 0; i < asked_count; i++) {
        if (asked[i].test != CU_get_current_test())
            continue;
        char message[320] = "";
        struct answer *answer = asked[i].answer;
        answer->skipped = !asked[i].question->applies(&asked[i].asking);
        if (answer->skipped)
            return;
        answer->passed = asked[i].question->holds(&asked[i].asking, message) != 0;
        if (!answer->passed)
            text_copy(answer->message, sizeof answer->message, message);
        // The macros keep the source's text; a failure here must carry the values.
        CU_assertImplementation(answer->passed ? CU_TRUE : CU_FALSE, __LINE__, message, __FILE__,
                                "", CU_FALSE);
    }
}

static void add(CU_pSuite suite, const struct question *question, const struct grading *grading,
                const struct row *row, struct answer *answers) {
    if (asked_count == MOST_ANSWERS)
        return;
    struct answer *answer = &answers[asked_count];
    memset(answer, 0, sizeof *answer);
    if (row && grading->judged.row_count > 1)
        text_format(answer->question, sizeof answer->question, "%.50s - %s", row->what,
                    question->name);
    else
        text_copy(answer->question, sizeof answer->question, question->name);
    if (row && question->holds == rate_right) {
        answer->points = grading->judged.outcome == OUTCOME_NOT_ATTEMPTED ? 0 : row->points;
        answer->max_points = row->max_points;
    }
    asked[asked_count].answer = answer;
    asked[asked_count].question = question;
    asked[asked_count].asking = (struct asking){grading, row};
    asked[asked_count].test = CU_add_test(suite, answer->question, ask);
    asked_count += asked[asked_count].test != NULL;
}

int questions_answer(const struct grading *grading, struct answer answers[MOST_ANSWERS]) {
    asked_count = 0;
    if (CU_initialize_registry() != CUE_SUCCESS)
        return -1;
    CU_pSuite suite = CU_add_suite(grading->seen.lab.folder, NULL, NULL);
    for (int q = 0; suite && q < QUESTIONS; q++)
        if (!questions[q].of_row)
            add(suite, &questions[q], grading, NULL, answers);
    for (int r = 0; suite && r < grading->judged.row_count; r++)
        for (int q = 0; q < QUESTIONS; q++)
            if (questions[q].of_row)
                add(suite, &questions[q], grading, &grading->judged.rows[r], answers);
    CU_ErrorCode ran = suite ? CU_run_all_tests() : CUE_NOSUITE;
    unsigned failed = CU_get_number_of_failure_records();
    int count = asked_count, seen = 0;
    for (int i = 0; i < count; i++)
        seen += !answers[i].skipped && !answers[i].passed;
    CU_cleanup_registry();
    asked_count = 0;
    // CUnit's own count and ours are of the same failures, or neither is worth anything.
    return ran == CUE_SUCCESS && (unsigned)seen == failed ? count : -1;
}

void questions_ask(const struct grading *grading, FILE *out) {
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
}
