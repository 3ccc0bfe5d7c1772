// suite.c: CUnit with a closing line that one can trust: a test without an assertion fails, and so
// does a program without a test.
#include "suite.h"

#include <CUnit/Basic.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *skipped_because;
static jmp_buf out_of_test;
static const struct test *current;

static void guarded(void) {
    unsigned before = CU_get_number_of_asserts();
    skipped_because = NULL;
    if (setjmp(out_of_test) == 0)
        current->run();
    if (!skipped_because && CU_get_number_of_asserts() == before)
        CU_FAIL("the test asserted nothing");
}

const char *suite_test_name(void) {
    return current->name;
}

void suite_skip(const char *why) {
    skipped_because = why;
    longjmp(out_of_test, 1);
}

static int run_one(CU_pSuite suite, const struct test *test) {
    current = test;
    CU_pTest added = CU_add_test(suite, test->name, guarded);
    if (!added || CU_run_test(suite, added) != CUE_SUCCESS) {
        printf("  FAILED  %s: CUnit could not run it\n", test->name);
        return 1;
    }
    if (CU_get_number_of_failures() == 0) // CU_run_test forgets earlier failures
        return 0;
    printf("  FAILED  %s\n", test->name);
    for (CU_pFailureRecord f = CU_get_failure_list(); f; f = f->pNext)
        printf("          %s:%u: %s\n", f->strFileName, f->uiLineNumber, f->strCondition);
    return 1;
}

int suite_main(const char *name, const struct test *tests, int count, int argc, char **argv) {
    int passed = 0, failed = 0, skipped = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (CU_initialize_registry() != CUE_SUCCESS)
        return 2;
    CU_pSuite suite = CU_add_suite(name, NULL, NULL);
    for (int i = 0; i < count; i++) {
        if (argc > 1 && !strstr(tests[i].name, argv[1]))
            continue;
        if (run_one(suite, &tests[i]))
            failed++;
        else if (skipped_because) {
            printf("  skipped %s: %s\n", tests[i].name, skipped_because);
            skipped++;
        } else
            passed++;
    }
    CU_cleanup_registry();
    if (passed + failed + skipped == 0) {
        printf("%s: no test matches\n", name);
        failed = 1;
    }
    printf("%s: %d passed, %d failed, %d skipped\n", name, passed, failed, skipped);
    return failed ? 1 : 0;
}
