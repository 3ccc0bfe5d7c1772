// exam_test.c: two hundred exams, by arithmetic and by their texts: the same student gets the same
// one, no two are alike, each has as many wrong rows as was asked for, and a solution has none.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exam/exam.h"
#include "intake/fence.h"
#include "intake/intake.h"
#include "suite.h"

enum { EXAMS = 200 };
static const char secret[] = "of-the-test";
static char *lab;

static char *program(const struct exam *exam, int solved) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    int bad = exam_program(exam, lab, solved, out);
    fclose(out);
    CU_ASSERT(bad == 0);
    return text;
}

static int same(const struct exam *a, const struct exam *b) {
    return !strcmp(a->student, b->student) && !memcmp(a->rows, b->rows, sizeof a->rows) &&
           a->runs == b->runs && a->size == b->size && a->wrong == b->wrong;
}

static void draws_different_ones(void) {
    static char *programs[EXAMS];
    char student[65], why[200];
    int alike = 0;
    for (int i = 0; i < EXAMS; i++) {
        struct exam exam, again;
        snprintf(student, sizeof student, "student%03d", i);
        CU_ASSERT(exam_draw(student, secret, 1 + i % EXAM_ROWS, &exam, why) == 0);
        CU_ASSERT(exam_draw(student, secret, 1 + i % EXAM_ROWS, &again, why) == 0);
        CU_ASSERT(same(&exam, &again));
        int wrong = 0;
        for (int row = 0; row < EXAM_ROWS; row++)
            wrong += exam.rows[row].mistake >= 0;
        CU_ASSERT(wrong == 1 + i % EXAM_ROWS && exam.wrong == wrong);
        programs[i] = program(&exam, 0);
        for (int k = 0; k < i; k++)
            alike += strcmp(programs[i], programs[k]) == 0;
    }
    CU_ASSERT(alike == 0);
    for (int i = 0; i < EXAMS; i++)
        free(programs[i]);
}

static void needs_the_secret(void) {
    struct exam ours, theirs;
    char why[200];
    CU_ASSERT(exam_draw("ada", secret, 3, &ours, why) == 0);
    CU_ASSERT(exam_draw("ada", "guessed", 3, &theirs, why) == 0);
    CU_ASSERT(!same(&ours, &theirs));
}

// Program and solution differ in the fence alone, and there in each wrong row.
static void differs_in_the_fence(void) {
    char student[65], why[200];
    for (int i = 0; i < EXAMS; i++) {
        struct exam exam;
        struct fence wrong, right;
        snprintf(student, sizeof student, "s%d", i);
        CU_ASSERT(exam_draw(student, secret, 3, &exam, why) == 0);
        char *shipped = program(&exam, 0), *solved = program(&exam, 1);
        CU_ASSERT_FATAL(fence_find(shipped, &wrong) == REFUSED_NOT);
        CU_ASSERT_FATAL(fence_find(solved, &right) == REFUSED_NOT);
        size_t before = (size_t)(wrong.inside - shipped);
        CU_ASSERT(before == (size_t)(right.inside - solved));
        CU_ASSERT(memcmp(shipped, solved, before) == 0);
        CU_ASSERT(strcmp(wrong.inside + wrong.length, right.inside + right.length) == 0);
        CU_ASSERT(strcmp(shipped, solved) != 0);
        CU_ASSERT(!strstr(shipped, "published") && !strstr(shipped, "COPY") &&
                  !strchr(shipped, '@'));
        free(shipped);
        free(solved);
    }
}

static int count(const char *text, const char *what) {
    int times = 0;
    for (; (text = strstr(text, what)); text++)
        times++;
    return times;
}

// Each row has lines of its own for bytes, seconds and rate, right or wrong; and among two hundred
// exams each sign of a wrong line stands in a right one, too.
static void rows_look_alike(void) {
    static const char *const signs[] = {"(1 << 30)", "8 * bytes", ", 1);\n",
                                        "tare_now() - seconds"};
    char student[65], why[200];
    int told[sizeof signs / sizeof *signs] = {0};
    for (int i = 0; i < EXAMS; i++) {
        struct exam exam;
        snprintf(student, sizeof student, "student%03d", i);
        CU_ASSERT(exam_draw(student, secret, 3, &exam, why) == 0);
        char *shipped = program(&exam, 0), *solved = program(&exam, 1);
        CU_ASSERT(count(shipped, "    bytes = ") == EXAM_ROWS);
        CU_ASSERT(count(shipped, "].rate = ") == EXAM_ROWS);
        CU_ASSERT(count(shipped, "] = row_of(") == EXAM_ROWS);
        for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
            told[k] += count(solved, signs[k]) > 0;
        free(shipped);
        free(solved);
    }
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        CU_ASSERT(told[k] > EXAMS / 4);
}

static void refuses(void) {
    struct exam exam;
    char why[200];
    CU_ASSERT(exam_draw("", secret, 3, &exam, why) != 0 && strstr(why, "is no id"));
    CU_ASSERT(exam_draw("../x", secret, 3, &exam, why) != 0);
    CU_ASSERT(exam_draw("ada", secret, 6, &exam, why) != 0 && strstr(why, "5 rows"));
}

static const struct test tests[] = {
    {"draws different ones", draws_different_ones}, {"needs the secret", needs_the_secret},
    {"differs in the fence", differs_in_the_fence}, {"rows look alike", rows_look_alike},
    {"refuses what is no student", refuses},
};

int main(int argc, char **argv) {
    size_t length;
    lab = file_read("solutions/18_published/lab.cu", SUBMISSION_LIMIT, &length);
    if (!lab)
        return perror("solutions/18_published/lab.cu"), 2;
    int code = suite_main("exam_draw", tests, sizeof tests / sizeof *tests, argc, argv);
    free(lab);
    return code;
}
