// intake_test.c: submissions as they come: folders, links, editors' marks, garbage.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fake_tree.h"
#include "grade/workbook.h"
#include "intake/intake.h"
#include "suite.h"

static struct fake_tree tree;

static enum refusal take(const char *path, struct submission *submission, struct intake *intake) {
    char why[160], whole[300];
    memset(submission, 0, sizeof *submission);
    snprintf(whole, sizeof whole, "%s/%s", tree.root, path);
    int result = intake_take(tree.root, &tree.lab, NULL, whole, submission, intake, why);
    CU_ASSERT_EQUAL(result, submission->refusal == REFUSED_NOT ? 0 : -1);
    return submission->refusal;
}

static enum refusal take_bytes(const char *bytes, size_t length) {
    struct submission submission;
    struct intake intake;
    fake_tree_write(&tree, "s.cu", bytes, length);
    enum refusal refusal = take("s.cu", &submission, &intake);
    intake_free(&intake);
    return refusal;
}

#define FENCED "// tare: begin\nx\n// tare: end\n"

static void refuses(void) {
    static const struct {
        const char *bytes;
        size_t length;
        enum refusal refusal;
    } bad[] = {
        {"", 0, REFUSED_EMPTY},
        {" \n\t\r\n", 5, REFUSED_EMPTY},
        {"a\0b", 3, REFUSED_NUL},
        {"\177ELF\2\1\0", 7, REFUSED_BINARY},
        {"\xff\xfe/\xff", 4, REFUSED_BINARY},
        {"caf\xe9 " FENCED, 5 + sizeof FENCED - 1, REFUSED_BINARY}, // Latin-1
        {"int main;\n", 10, REFUSED_NO_FENCE},
        {FENCED FENCED, 2 * (sizeof FENCED - 1), REFUSED_TWO_FENCES},
        {"// tare: begin\nx\n", 17, REFUSED_OPEN_FENCE},
        {"x\n// tare: end\n", 15, REFUSED_OPEN_FENCE},
        {"// tare: end\n// tare: begin\n", 28, REFUSED_OPEN_FENCE},
        {"// tare: begin\n// tare: begin\n// tare: end\n", 43, REFUSED_OPEN_FENCE},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        enum refusal refusal = take_bytes(bad[i].bytes, bad[i].length);
        if (refusal != bad[i].refusal)
            printf("  %zu: %s\n", i, refusal_name(refusal));
        CU_ASSERT_EQUAL(refusal, bad[i].refusal);
    }
    char *huge = malloc(SUBMISSION_LIMIT + 100);
    memset(huge, 'x', SUBMISSION_LIMIT + 100);
    CU_ASSERT_EQUAL(take_bytes(huge, SUBMISSION_LIMIT + 100), REFUSED_HUGE);
    free(huge);
}

static void refuses_what_is_no_file(void) {
    struct submission submission;
    struct intake intake;
    char path[300], target[300];
    CU_ASSERT_EQUAL(take("nothing.cu", &submission, &intake), REFUSED_MISSING);
    intake_free(&intake);
    snprintf(path, sizeof path, "%s/link.cu", tree.root);
    CU_ASSERT_EQUAL(symlink("/etc/passwd", path), 0);
    CU_ASSERT_EQUAL(take("link.cu", &submission, &intake), REFUSED_LINK);
    intake_free(&intake);
    snprintf(path, sizeof path, "%s/pipe.cu", tree.root);
    CU_ASSERT_EQUAL(mkfifo(path, 0600), 0); // must not wait for a writer
    CU_ASSERT_EQUAL(take("pipe.cu", &submission, &intake), REFUSED_NOT_A_FILE);
    intake_free(&intake);
    snprintf(target, sizeof target, "%s/empty_folder", tree.root);
    CU_ASSERT_EQUAL(mkdir(target, 0700), 0);
    CU_ASSERT_EQUAL(take("empty_folder", &submission, &intake), REFUSED_MISSING);
    intake_free(&intake);
}

// Below the folder of a class no link leads anywhere; a path that a person typed may have some.
static void follows_no_link_below(void) {
    struct submission submission;
    struct intake intake;
    char why[160], base[300], path[400], target[300], words[LANGUAGES][240];
    snprintf(base, sizeof base, "%s/class", tree.root);
    snprintf(target, sizeof target, "%s/labs", tree.root);
    CU_ASSERT_EQUAL(mkdir(base, 0700), 0);
    static const char *const below[] = {"alice/labs", "bob/01_fake", "carol"};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", base, below[i]);
        char *slash = strrchr(path, '/');
        if (i < 2) {
            *slash = '\0';
            CU_ASSERT_EQUAL(mkdir(path, 0700), 0);
            *slash = '/';
        }
        CU_ASSERT_EQUAL(symlink(i == 1 ? "../../labs/01_fake" : target, path), 0);
        if (i < 2)
            *slash = '\0';
        memset(&submission, 0, sizeof submission);
        CU_ASSERT_EQUAL(intake_take(tree.root, &tree.lab, base, path, &submission, &intake, why),
                        -1);
        CU_ASSERT_EQUAL(submission.refusal, REFUSED_LINK);
        refusal_words(&submission, words);
        CU_ASSERT_PTR_NOT_NULL(strstr(words[ENGLISH], "is a link, not a file"));
        intake_free(&intake);
    }
    CU_ASSERT_EQUAL(take("class/carol", &submission, &intake), REFUSED_NOT);
    intake_free(&intake);
}

// With and without openat2, the same.
static void opens_beneath(void) {
    static const struct {
        const char *path;
        int error;
    } asked[] = {{"labs/01_fake/lab.cu", 0}, {"./labs//01_fake/./lab.cu", 0},
                 {"class/carol/x", ELOOP},   {"class/carol", ELOOP},
                 {"class/../labs", EXDEV},   {"..", EXDEV},
                 {"nothing/lab.cu", ENOENT}, {"labs/01_fake/lab.cu/x", ENOTDIR}};
    int folder = open(tree.root, O_PATH | O_DIRECTORY);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
        for (int by_steps = 0; by_steps < 2; by_steps++) {
            errno = 0;
            int fd = by_steps ? open_beneath_by_steps(folder, asked[i].path)
                              : open_beneath(folder, asked[i].path);
            int same = fd >= 0 || strstr(asked[i].path, "..") ? 0 : errno;
            if (strstr(asked[i].path, "..")) { // openat2 lets ".." stay below
                CU_ASSERT(errno == EXDEV || (!by_steps && fd >= 0));
            } else {
                CU_ASSERT_EQUAL(same, asked[i].error);
            }
            if (fd >= 0)
                close(fd);
        }
    close(folder);
}

static const char pristine[] =
    "int head(int x) { return x; }\n// tare: begin\n// tare: end\n"
    "int main(void) { tare_report(measure()); return tare_lab_end(0); }\n";

static int redefines(const char *inside, struct submission *submission) {
    char text[600];
    struct fence ours, theirs;
    memset(submission, 0, sizeof *submission);
    snprintf(text, sizeof text, "x\n// tare: begin\n%s// tare: end\n", inside);
    CU_ASSERT_EQUAL(fence_find(pristine, &ours), REFUSED_NOT);
    CU_ASSERT_EQUAL(fence_find(text, &theirs), REFUSED_NOT);
    return fence_redefines(pristine, &ours, &theirs, submission);
}

static void refuses_other_meanings(void) {
    static const struct {
        const char *inside;
        int line; // 0: is taken
    } cases[] = {
        {"#define tare_gb_per_s(a, b) 1\n", 3},
        {"int a;\n  # /* x */ define tare_report(c) 0\n", 4},
        {"#def\\\nine TARE_CHECK(x) x\n", 4},
        {"%:define main other\n", 3},
        {"/* \n */ #undef tare_report\n", 4},
        {"#define measure(x) x\n", 3},
        {"#define return\n", 3},
        {"int a;\ntare_status tare_report(tare_claim *claim) {\n    return 0;\n}\n", 4},
        {"template <class T> int tare_lab_end(T) noexcept { return 0; }\n", 3},
        {"auto tare_now() -> double { return 0; }\n", 3},
        {"int head(char x) { return 1; }\n", 3},
        {"#define HEAD(x) head(x)\nint HEAD(char x) { return 1; }\n", 4},
        {"#define HEAD \\\n int head(char x)\nHEAD { return 1; }\n", 5},
        {"#define BODY(x) int head(char x) { return x; }\n", 3},
        {"#define EV(call) TARE_CHECK(call)\nstatic double measure(void) { EV(0); return 1; }\n",
         0},
        {"#define EV(call) \\\n TARE_CHECK(call)\nvoid f() { if (1) EV(0); }\n", 0},
        {"#define RUNS 31\n#define ROW(a) a\n", 0},
        {"int measure(void) { if (head(1)) { return tare_now(); } return 0; }\n", 0},
        {"int measure(void) { return head(2) and tare_now() > 1; } // #include x\n", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct submission submission;
        int refused = redefines(cases[i].inside, &submission);
        if (refused != (cases[i].line > 0) || submission.changed[0].line != cases[i].line)
            printf("  %zu: %d, line %d: %s\n", i, refused, submission.changed[0].line,
                   submission.changed[0].theirs);
        CU_ASSERT_EQUAL(refused, cases[i].line > 0);
        CU_ASSERT_EQUAL(submission.changed[0].line, cases[i].line);
    }
}

// Where the statement ends that begins the line at text, when it ends with ");"; NULL: it does not.
static char *semicolon_of(char *text) {
    char *end = text + strcspn(text, "\n");
    char *comment = strstr(text, "//");
    if (comment && comment < end)
        end = comment;
    while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    return end - text >= 2 && end[-1] == ';' && end[-2] == ')' ? end - 1 : NULL;
}

// Takes a file without one of its fence's semicolons, each in turn. Returns how many there are.
static int forgets_semicolons(const char *root, const struct lab_meta *lab, const char *room) {
    char path[700], why[160];
    size_t length;
    struct fence fence;
    int count = 0;
    snprintf(path, sizeof path, "%s/%s/%s/lab.cu", root, room, lab->folder);
    char *text = file_read(path, SUBMISSION_LIMIT, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_EQUAL_FATAL(fence_find(text, &fence), REFUSED_NOT);
    char *line = text + (fence.inside - text), *end = line + fence.length;
    for (; line < end; line += strcspn(line, "\n") + 1) {
        char *semicolon = semicolon_of(line);
        if (!semicolon)
            continue;
        struct submission submission = {.bytes = 0};
        struct intake intake;
        *semicolon = ' ';
        fake_tree_write(&tree, "forgotten.cu", text, length);
        *semicolon = ';';
        snprintf(path, sizeof path, "%s/forgotten.cu", tree.root);
        int taken = intake_take(root, lab, NULL, path, &submission, &intake, why);
        if (taken != 0)
            printf("  %s/%s: %.*s: %s\n", room, lab->folder, (int)strcspn(line, "\n"), line,
                   refusal_name(submission.refusal));
        CU_ASSERT_EQUAL(taken, 0);
        intake_free(&intake);
        count++;
    }
    free(text);
    return count;
}

// "f() for (...) {" looks like the head of a function; only the compiler says what it is. So the
// file is taken, whichever semicolon of the workbook is forgotten.
static void leaves_semicolons_to_the_compiler(void) {
    static struct lab_meta labs[WORKBOOK_LABS];
    char root[512], why[160];
    int count = 0;
    CU_ASSERT_EQUAL_FATAL(workbook_find(root), 0);
    int lab_count = workbook_labs(root, labs, why);
    for (int i = 0; i < lab_count; i++)
        count += forgets_semicolons(root, &labs[i], "labs") +
                 forgets_semicolons(root, &labs[i], "solutions");
    CU_ASSERT(lab_count > 0 && count >= 4 * lab_count);
}

// What is behind the fence calls what was held before it, and says what no fence sees.
static void splices_a_proof(void) {
    static const char inside[] =
        "x\n// tare: begin\n#define RUNS 3\nint measure(void);\n// tare: end\n";
    struct fence ours, theirs;
    fence_find(pristine, &ours);
    fence_find(inside, &theirs);
    char *text = fence_splice_proven(pristine, &ours, &theirs, "PROOF", "lab.cu");
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    char *fence = strstr(text, "int measure"), *held = strstr(text, "= &tare_report;");
    CU_ASSERT(held && held < fence);
    CU_ASSERT(strstr(text, "PROOF") > fence);
    CU_ASSERT_PTR_NOT_NULL(strstr(fence, "#undef RUNS\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(fence, "#define tare_report frozen_tare_report\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(fence, "#line 6 \"lab.cu\"\nint main"));
    free(text);
}

static void takes_a_file_or_a_folder(void) {
    static const char *const asked[] = {"labs/01_fake/lab.cu", "labs/01_fake", "labs", "."};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        struct submission submission;
        struct intake intake;
        CU_ASSERT_EQUAL(take(asked[i], &submission, &intake), REFUSED_NOT);
        CU_ASSERT_PTR_NOT_NULL(strstr(submission.path, "lab.cu"));
        CU_ASSERT_EQUAL(submission.attempted, 0);
        CU_ASSERT_EQUAL(submission.changed_count, 0);
        intake_free(&intake);
    }
}

// Windows' line ends, an editor's mark at the start, a fence with changed comments.
static void takes_windows_files(void) {
    struct submission submission;
    struct intake intake;
    size_t length;
    char path[300], *text, *out = NULL;
    snprintf(path, sizeof path, "%s/labs/01_fake/lab.cu", tree.root);
    text = file_read(path, 100000, &length);
    FILE *file = open_memstream(&out, &length);
    fputs("\xef\xbb\xbf", file);
    for (const char *s = text; *s; s++) {
        if (*s == '\n')
            fputc('\r', file);
        fputc(*s, file);
    }
    fclose(file);
    fake_tree_write(&tree, "dos.cu", out, length);
    CU_ASSERT_EQUAL(take("dos.cu", &submission, &intake), REFUSED_NOT);
    CU_ASSERT_EQUAL(submission.had_crlf, 1);
    CU_ASSERT_EQUAL(submission.attempted, 0);
    CU_ASSERT_EQUAL(submission.changed_count, 0);
    CU_ASSERT_PTR_NULL(strchr(intake.spliced, '\r'));
    intake_free(&intake);
    free(text);
    free(out);
}

static void uses_the_fence_only(void) {
    struct submission submission;
    struct intake intake;
    static const char changed[] = "evil frozen line\nresult=right\n// tare: begin\nx=1 // mine\n"
                                  "// tare: end\nclaim\nmore\n";
    fake_tree_write(&tree, "changed.cu", changed, sizeof changed - 1);
    CU_ASSERT_EQUAL(take("changed.cu", &submission, &intake), REFUSED_NOT);
    CU_ASSERT_PTR_NULL(strstr(intake.spliced, "evil"));
    CU_ASSERT_PTR_NULL(strstr(intake.spliced, "\nmore\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(intake.spliced, "x=1 // mine"));
    CU_ASSERT_PTR_NOT_NULL(strstr(intake.spliced, "say \"end result"));
    CU_ASSERT_EQUAL(submission.attempted, 1);
    CU_ASSERT(submission.changed_count > 0);
    CU_ASSERT_STRING_EQUAL(submission.changed[0].theirs, "evil frozen line");
    CU_ASSERT_EQUAL(submission.changed[0].line, 1);
    CU_ASSERT_EQUAL(submission.fence_line, 3);
    CU_ASSERT_EQUAL(strlen(submission.sha256), 64);
    intake_free(&intake);
}

static void compares_code_not_looks(void) {
    static const struct {
        const char *a, *b;
        int same;
    } pairs[] = {
        {"int x = 1;", "int  x=1 ;// y", 1},
        {"a /* b */ + c", "a+c", 1},
        {"int x", "intx", 0},
        {"s = \"a b\";", "s = \"a  b\";", 0},
        {"s = \"// no\";", "s = \"\";", 0},
        {"c = '\"'; d", "c = '\"';d", 1},
        {"c = '\\''; // e", "c = '\\'';", 1},
        {"", "  // nothing\n", 1},
        {"x", "x y", 0},
        {"a - -b", "a --b", 1}, // a blank between marks is not kept: close enough for this
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        int same = fence_same_code(pairs[i].a, strlen(pairs[i].a), pairs[i].b, strlen(pairs[i].b));
        if (same != pairs[i].same)
            printf("  \"%s\" and \"%s\"\n", pairs[i].a, pairs[i].b);
        CU_ASSERT_EQUAL(same, pairs[i].same);
    }
}

static void lists_calls(void) {
    static const char text[] = "// tare: begin\nif (a(b) /* c(d) */) e<<<1, 2>>>(f);\n"
                               "\"g(\"; a (1); sizeof(x); ns::h(2);\n// tare: end\n";
    struct fence fence;
    char calls[40];
    CU_ASSERT_EQUAL(fence_find(text, &fence), REFUSED_NOT);
    fence_calls(&fence, calls, sizeof calls);
    CU_ASSERT_STRING_EQUAL(calls, "a e h");
}

static void finds_labs(void) {
    struct lab_meta lab;
    char why[160];
    static const char *const names[] = {
        "1", "01", "fake", "01_fake", "labs/01_fake/", "FAKE", "labs/01_fake/lab.cu"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        CU_ASSERT_EQUAL(workbook_lab(tree.root, names[i], &lab, why), 0);
    CU_ASSERT_EQUAL(workbook_lab(tree.root, "fkae", &lab, why), -1);
    CU_ASSERT_PTR_NOT_NULL(strstr(why, "did you mean 01"));
    CU_ASSERT_EQUAL(workbook_lab(tree.root, "44", &lab, why), -1);
    CU_ASSERT_PTR_NOT_NULL(strstr(why, "there are 01 to 01"));
    CU_ASSERT_EQUAL(workbook_lab(tree.root, "../../etc", &lab, why), -1);
}

static void refuses_bad_meta(void) {
    static const struct {
        const char *line, *says;
    } bad[] = {{"colour = blue", "unknown field"}, {"tolerance = 0,1", "bad value"},
               {"tolerance = 2", "bad value"},     {"row = a b", "bad value"},
               {"nonsense", "no \"=\""},           {"device = tpu", "bad value"},
               {"number = 01", "no name"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct lab_meta lab;
        char why[160], path[300];
        fake_tree_write(&tree, "bad.meta", bad[i].line, strlen(bad[i].line));
        snprintf(path, sizeof path, "%s/bad.meta", tree.root);
        CU_ASSERT_EQUAL(lab_meta_read(path, &lab, why), -1);
        CU_ASSERT_PTR_NOT_NULL(strstr(why, bad[i].says));
    }
}

static const struct test tests[] = {
    {"refuses", refuses},
    {"refuses what is no file", refuses_what_is_no_file},
    {"follows no link below", follows_no_link_below},
    {"opens beneath", opens_beneath},
    {"refuses other meanings", refuses_other_meanings},
    {"leaves semicolons to the compiler", leaves_semicolons_to_the_compiler},
    {"splices a proof", splices_a_proof},
    {"takes a file or a folder", takes_a_file_or_a_folder},
    {"takes windows files", takes_windows_files},
    {"uses the fence only", uses_the_fence_only},
    {"compares code, not looks", compares_code_not_looks},
    {"lists calls", lists_calls},
    {"finds labs", finds_labs},
    {"refuses bad meta", refuses_bad_meta},
};

int main(int argc, char **argv) {
    if (fake_tree_make(&tree) != 0)
        return 2;
    int code =
        suite_main("grader_intake", tests, (int)(sizeof tests / sizeof tests[0]), argc, argv);
    fake_tree_remove(&tree);
    return code;
}
