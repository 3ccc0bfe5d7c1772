// suite.h: a table of CUnit tests and the one closing line that every test program of
// this project prints.
#ifndef TEST_SUITE_H
#define TEST_SUITE_H

#include <CUnit/CUnit.h>

#ifdef __cplusplus
extern "C" {
#endif

struct test {
    const char *name;
    void (*run)(void);
};

// Runs the tests, or those whose name contains argv[1]; prints each failure with its
// place and "N passed, N failed, N skipped". Returns main's exit code.
int suite_main(const char *name, const struct test *tests, int count, int argc, char **argv);

// The name of the running test: several tests may share one function.
const char *suite_test_name(void);

// Ends the running test as skipped and prints why this machine cannot run it.
void suite_skip(const char *why);

#define SUITE_MAIN(name, tests)                                                                    \
    int main(int argc, char **argv) {                                                              \
        return suite_main(name, tests, (int)(sizeof(tests) / sizeof((tests)[0])), argc, argv);     \
    }

#ifdef __cplusplus
}
#endif
#endif
