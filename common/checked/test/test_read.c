// test_read.c: files of the checked mode, right and damaged, and how many faults are shown.
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "checked/checked.h"

static struct checking read_text(const char *text) {
    char path[] = "/tmp/checked-XXXXXX";
    struct checking checking;
    int file = mkstemp(path);
    CU_ASSERT_EQUAL_FATAL(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    CU_ASSERT_EQUAL(checking_read(path, &checking), 1);
    unlink(path);
    return checking;
}

#define PAST                                                                                       \
    "finding\tkind=memcheck\twhat=past\tkernel=k\tblock=1,2,3\tthread=4,5,6\tfile=a\\tb.cu\tline=" \
    "7"                                                                                            \
    "\tway=write\tsize=4\tdistance=8\tbytes=256\tallocation=0\tmade_file=c.cu\tmade_line=9\n"

static void shown(const struct checking *checking, enum language language, char **text) {
    size_t size;
    FILE *out = open_memstream(text, &size);
    checking_show(checking, language, 500, out);
    fclose(out);
}

static void a_finding(void) {
    struct checking c = read_text("checking\n" PAST "unchecked\twhy=compile\tkernel=plain\n");
    char *text;
    CU_ASSERT_EQUAL_FATAL(c.count, 1);
    CU_ASSERT_EQUAL(c.findings[0].who.block[2], 3);
    CU_ASSERT_EQUAL(c.begun, 1);
    shown(&c, ENGLISH, &text);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "block (1,2,3), thread (4,5,6)"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "writes 4 bytes that begin 8 bytes after the end of "
                                        "allocation 0 (256 bytes, made in c.cu:9)."));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "Not checked: plain."));
    free(text);
    checking_free(&c);
}

static void every_fault_in_both_languages(void) {
    for (int i = 0; i < FAULTS; i++) {
        char line[200], *text;
        snprintf(line, sizeof line, "finding\twhat=%s\tkernel=k\tsize=4\tcount=1\n",
                 fault_names[i]);
        struct checking c = read_text(line);
        for (enum language l = ENGLISH; l < LANGUAGES; l++) {
            shown(&c, l, &text);
            CU_ASSERT_PTR_NOT_NULL(strstr(text, checked_text(l, CHECKED_NO_LINE)));
            free(text);
        }
        checking_free(&c);
    }
}

static void no_flood(void) {
    char *all = calloc(CHECKED_SHOWN + 5, sizeof PAST), *text;
    for (int i = 0; i < CHECKED_SHOWN + 5; i++)
        strcat(all, PAST);
    struct checking c = read_text(all);
    shown(&c, ENGLISH, &text);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "5 more lines have faults"));
    free(text);
    free(all);
    checking_free(&c);
}

static void damaged(void) {
    struct checking c = read_text("finding\twhat=unheard-of\n" PAST "finding\twhat=past");
    CU_ASSERT_EQUAL(c.count, 1);
    CU_ASSERT_EQUAL(c.damaged, 2);
    checking_free(&c);
}

static const struct test tests[] = {
    {"a finding", a_finding},
    {"every fault in both languages", every_fault_in_both_languages},
    {"no flood", no_flood},
    {"damaged", damaged},
};
SUITE_MAIN("checked_read", tests)
