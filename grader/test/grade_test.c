// grade_test.c: whole gradings of invented programs: good, wrong, broken and hostile.
#define _GNU_SOURCE
#include <jansson.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/text.h"
#include "fake_tree.h"
#include "grade/check.h"
#include "say/say.h"
#include "suite.h"

static struct fake_tree tree;

// Grades a fence; the grading is the caller's.
static struct grading *grade(const char *fence, double run_limit, double build_limit) {
    char path[200];
    struct grading *grading = grading_new();
    if (!grading || fake_tree_submit(&tree, fence, path) != 0)
        return grading;
    struct check_options options = {.root = tree.root,
                                    .device = "host",
                                    .lab = &tree.lab,
                                    .path = path,
                                    .seed = 7,
                                    .run_limit = run_limit > 0 ? run_limit : 20,
                                    .build_limit = build_limit > 0 ? build_limit : 20};
    check_grade(&options, grading);
    return grading;
}

#define CLAIM "bytes=${TARE_N}000000\nseconds=$(part 1)\nrate=1\nunit=GB/s\n"

struct expected {
    const char *fence;
    enum outcome outcome;
    enum stage stage;
    const char *says; // in what the learner reads; NULL: anything
};

// Prints what differs, so that a failure can be understood.
static int as_expected(const struct expected *e, struct grading *grading) {
    char *said = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&said, &size);
    say_grading(grading, ENGLISH, 0, out);
    fclose(out);
    int right = grading->judged.outcome == e->outcome && grading->judged.stage == e->stage &&
                (!e->says || strstr(said, e->says));
    if (!right)
        printf("  fence: %.60s\n  outcome %s at %s, wanted %s at %s, saying \"%s\":\n%s", e->fence,
               outcome_name(grading->judged.outcome), stage_name(grading->judged.stage),
               outcome_name(e->outcome), stage_name(e->stage), e->says ? e->says : "", said);
    free(said);
    return right;
}

static void check_all(const struct expected *cases, size_t count, double run_limit) {
    for (size_t i = 0; i < count; i++) {
        struct grading *grading = grade(cases[i].fence, run_limit, 0);
        CU_ASSERT(as_expected(&cases[i], grading) != 0);
        grading_free(grading);
    }
}
#define CHECK_ALL(cases, limit) check_all(cases, sizeof(cases) / sizeof((cases)[0]), limit)

static void judges_numbers(void) {
    static const struct expected cases[] = {
        {CLAIM, OUTCOME_PASS, STAGE_JUDGE, "10 of 10 points"},
        {CLAIM "seconds=$(part 1.05)\nrate=0.952380952380952\n", OUTCOME_PASS, STAGE_JUDGE, NULL},
        {CLAIM "unit=GiB/s\nrate=0.931322574615479\n", OUTCOME_PASS, STAGE_JUDGE, "right"},
        {CLAIM "rate=0.931322574615479 # mine\nx=1\n", OUTCOME_FAIL, STAGE_JUDGE,
         "units/gib-as-gb"},
        {CLAIM "unit=GiB/s\n", OUTCOME_FAIL, STAGE_JUDGE, "units/gb-as-gib"},
        {CLAIM "unit=TB/s\n", OUTCOME_FAIL, STAGE_JUDGE, "units/gb-as-tb"},
        {CLAIM "rate=8\n", OUTCOME_FAIL, STAGE_JUDGE, "units/bits-for-bytes"},
        {CLAIM "rate=0.1\n", OUTCOME_FAIL, STAGE_JUDGE, "units/ten-e9"},
        {CLAIM "rate=0.0931322574615479\n", OUTCOME_FAIL, STAGE_JUDGE, "units/ten-e9"},
        {CLAIM "rate=$(part 1)\n", OUTCOME_FAIL, STAGE_JUDGE, "units/never-divided"},
        {CLAIM "rate=$(part $(part 1))\n", OUTCOME_FAIL, STAGE_JUDGE, "units/multiplied-by-time"},
        {CLAIM "bytes=${TARE_N}00000\nrate=0.1\n", OUTCOME_FAIL, STAGE_JUDGE, "work 0.1000"},
        {CLAIM "seconds=$(part 2)\nrate=0.5\n", OUTCOME_FAIL, STAGE_JUDGE, "time 0.5000"},
        {CLAIM "seconds=$(part 1000)\nrate=0.001\n", OUTCOME_FAIL, STAGE_JUDGE, "units/ms-as-s"},
        {CLAIM "rate=7.45058059692383\n", OUTCOME_FAIL, STAGE_JUDGE,
         "it is 1.000 GB/s, and you report 7.451 GB/s: 7.45058 of it, and this mistake makes 8"},
        {CLAIM "rate=0.123\n", OUTCOME_FAIL, STAGE_JUDGE,
         "your rate is 0.123 of what your own work and seconds give"},
    };
    CHECK_ALL(cases, 0);
}

static void refuses_claims(void) {
    static const struct expected cases[] = {
        {CLAIM "seconds=nan\n", OUTCOME_FAIL, STAGE_RUN, "seconds is no number: \"nan\""},
        {CLAIM "rate=inf\n", OUTCOME_FAIL, STAGE_RUN, "rate is no number: \"inf\""},
        {CLAIM "rate=-1\n", OUTCOME_FAIL, STAGE_RUN, "a rate is more than 0"},
        {CLAIM "seconds=0\n", OUTCOME_FAIL, STAGE_RUN, "a time is more than 0"},
        {CLAIM "rate=0x10\n", OUTCOME_FAIL, STAGE_RUN, "no number"},
        {CLAIM "rate=123,4\n", OUTCOME_FAIL, STAGE_RUN, "no number"},
        {CLAIM "rate=1e400\n", OUTCOME_FAIL, STAGE_RUN, "no number"},
        {CLAIM "bytes=-5\n", OUTCOME_FAIL, STAGE_RUN, "no whole number"},
        {CLAIM "bytes=0\n", OUTCOME_FAIL, STAGE_RUN, "neither bytes nor flops"},
        {CLAIM "claim\nclaims=2\n", OUTCOME_FAIL, STAGE_RUN, "claimed twice"},
        {CLAIM "rate=$(printf '%05000d' 1)\n", OUTCOME_FAIL, STAGE_RUN, "longer than 4096"},
        {"exec 3>/dev/null\n", OUTCOME_FAIL, STAGE_RUN, "without reporting"},
        {CLAIM "proof() { :; }\nclaim\nsay 'end result=right claims=1'\nexit 0\n", OUTCOME_FAIL,
         STAGE_RUN, "not written by the lab's own code"},
        {CLAIM "say 'claim what=x'\n", OUTCOME_FAIL, STAGE_RUN, "no field"},
        {CLAIM "result=wrong\n", OUTCOME_FAIL, STAGE_RESULT, "result is wrong"},
        {CLAIM "result=unchecked\n", OUTCOME_FAIL, STAGE_RUN, "never checked"},
        {"say 'tare 1 lab=fake device=host count=1 seed=1 nonce=0'\n", OUTCOME_FAIL, STAGE_RUN,
         "unexpected"},
    };
    CHECK_ALL(cases, 0);
}

// What looks like a function of ours is accused only where it compiles, and then never runs.
static void refuses_other_meanings(void) {
    static const struct expected cases[] = {
        {CLAIM "tare_now() for (i) {\nbad syntax\n", OUTCOME_FAIL, STAGE_BUILD,
         "bad syntax is not"},
        {CLAIM "echo it ran; exit 1\ntare_now() {\n:\n}\n", OUTCOME_FAIL, STAGE_INTAKE,
         "gives a new meaning"},
    };
    CHECK_ALL(cases, 0);
}

static void survives_programs(void) {
    static const struct expected cases[] = {
        {"kill -SEGV $$\n", OUTCOME_FAIL, STAGE_RUN, "Segmentation fault"},
        {"exit 0\n", OUTCOME_FAIL, STAGE_RUN, "without reporting"},
        {"echo the device is gone; exit 1\n", OUTCOME_FAIL, STAGE_RUN, "the device is gone"},
        {"echo 'cudaDeviceSynchronize: cudaErrorIllegalAddress'; exit 3\n", OUTCOME_FAIL, STAGE_RUN,
         "cudaErrorIllegalAddress"},
        {"echo '01 fake  pass  10 of 10 points'; exit 0\n", OUTCOME_FAIL, STAGE_RUN,
         "without reporting"},
        {"printf '\\033]0;x\\007 bad\\n'; exit 1\n", OUTCOME_FAIL, STAGE_RUN, "\\x1b]0;x\\x07"},
        {"yes\n", OUTCOME_FAIL, STAGE_RUN, "more than 8 MB"},
        {"yes >&3\n", OUTCOME_FAIL, STAGE_RUN, NULL},
        {"sleep 100\n", OUTCOME_FAIL, STAGE_RUN, "did not end"},
        {"exec >&- 2>&- 3>&-; sleep 100\n", OUTCOME_FAIL, STAGE_RUN, "did not end"},
        {"kill -STOP $$\n", OUTCOME_FAIL, STAGE_RUN, "did not end"},
    };
    CHECK_ALL(cases, 2);
}

// A grandchild in a session of its own is ended with the program, and holds nobody up.
static void leaves_no_process(void) {
    struct expected passes = {CLAIM, OUTCOME_PASS, STAGE_JUDGE, NULL};
    struct grading *grading = grade("(setsid sh -c 'echo $$ >>\"$0.stray\"; sleep 100' \"$0\" &)\n"
                                    "sleep 0.2\n" CLAIM,
                                    20, 0);
    CU_ASSERT(as_expected(&passes, grading) != 0);
    CU_ASSERT(grading->timings.total < 60);
    grading_free(grading);
    char command[400];
    snprintf(command, sizeof command,
             "cat %s/build/check/host/01_fake/*.stray >%s/strays && test -s %s/strays && "
             "for p in $(cat %s/strays); do ! kill -0 $p 2>/dev/null || exit 1; done",
             tree.root, tree.root, tree.root, tree.root);
    CU_ASSERT_EQUAL(system(command), 0);
}

static void explains_builds(void) {
    static const struct expected cases[] = {
        {"x=1\nbad syntax\n", OUTCOME_FAIL, STAGE_BUILD,
         "submitted.cu:9:5: bad syntax is not good"},
        {"# link error\n", OUTCOME_FAIL, STAGE_BUILD, "undefined reference"},
        // The compiler's words, which a student can choose, excuse nothing.
        {"# disk full\n", OUTCOME_FAIL, STAGE_BUILD, "No space left on device"},
    };
    CHECK_ALL(cases, 0);
    struct expected forever = {"# compile forever\n", OUTCOME_FAIL, STAGE_BUILD, "took too long"};
    struct grading *grading = grade(forever.fence, 0, 1);
    CU_ASSERT(as_expected(&forever, grading) != 0);
    grading_free(grading);
}

static void knows_what_was_shipped(void) {
    struct expected shipped = {"bytes=${TARE_N}000000\nseconds=$(part 1)\n\nrate=0.931322575\n"
                               "  unit=GB/s # TODO\n",
                               OUTCOME_NOT_ATTEMPTED, STAGE_JUDGE, "units/gib-as-gb"};
    struct grading *grading = grade(shipped.fence, 0, 0);
    CU_ASSERT(as_expected(&shipped, grading) != 0);
    CU_ASSERT_EQUAL(grading->judged.points, 0);
    CU_ASSERT_EQUAL(outcome_exit_code(grading->judged.outcome), 1);
    grading_free(grading);
}

static void replays_a_seed(void) {
    struct grading *first = grade(CLAIM "x=1\n", 0, 0), *again = grade(CLAIM "x=1\n", 0, 0);
    CU_ASSERT_EQUAL(first->seen.seed, 7);
    CU_ASSERT_EQUAL(first->seen.measured.run_count, again->seen.measured.run_count);
    CU_ASSERT(first->seen.measured.run_count >= 4);
    for (int i = 0; i < first->seen.measured.run_count && i < again->seen.measured.run_count; i++) {
        CU_ASSERT_EQUAL(first->seen.measured.runs[i].part, again->seen.measured.runs[i].part);
        CU_ASSERT_EQUAL(first->seen.measured.runs[i].seed, again->seen.measured.runs[i].seed);
        CU_ASSERT(first->seen.measured.runs[i].part >= 750 &&
                  first->seen.measured.runs[i].part <= 1000);
    }
    CU_ASSERT_NOT_EQUAL(first->seen.measured.runs[0].part,
                        first->seen.measured.runs[2].part); // pairs differ
    CU_ASSERT_EQUAL(first->seen.measured.runs[0].part,
                    first->seen.measured.runs[1].part); // the two of one do not
    grading_free(first);
    grading_free(again);
}

// What is wrong with our own side is never the student's fault.
static void blames_itself(void) {
    static const char broken[] = "echo no device here; exit 1\n";
    char path[200];
    struct expected none = {CLAIM, OUTCOME_CANNOT_GRADE, STAGE_INTAKE, "no compiler"};
    snprintf(path, sizeof path, "%s/build/compile.host", tree.root);
    rename(path, "/tmp/tare-test-command");
    struct grading *grading = grade(CLAIM, 0, 0);
    CU_ASSERT(as_expected(&none, grading) != 0);
    CU_ASSERT_EQUAL(outcome_exit_code(grading->judged.outcome), 3);
    grading_free(grading);
    fake_tree_write(&tree, "build/compile.host", "/nowhere/nvcc @IN@ @OUT@\n", 25);
    grading = grade(CLAIM, 0, 0);
    CU_ASSERT(as_expected(&none, grading) != 0);
    CU_ASSERT_EQUAL(grading->judged.cannot, CANNOT_NO_COMPILER);
    grading_free(grading);
    unlink("/tmp/tare-test-command");

    struct fake_tree other = tree;
    CU_ASSERT_EQUAL(fake_tree_make(&tree), 0);
    char lab[4000];
    int length = snprintf(lab, sizeof lab, "// tare: begin\n%s// tare: end\n", broken);
    fake_tree_write(&tree, "solutions/01_fake/lab.cu", lab, (size_t)length);
    grading = grade(broken, 0, 0);
    CU_ASSERT_EQUAL(grading->judged.outcome, OUTCOME_CANNOT_GRADE);
    CU_ASSERT_EQUAL(grading->judged.cannot, CANNOT_REFERENCE);
    grading_free(grading);
    fake_tree_write(&tree, "solutions/01_fake/lab.cu",
                    "// frozen error\n// tare: begin\n// tare: end\n", 43);
    grading = grade(CLAIM, 0, 0);
    CU_ASSERT_EQUAL(grading->judged.cannot, CANNOT_REFERENCE);
    grading_free(grading);
    fake_tree_remove(&tree);
    tree = other;
}

// Walls that do not stand are never the student's fault, in the build or in the run.
static void blames_nobody_for_walls(void) {
    static char *const prefix[] = {"/bin/sh", "-c", "echo walls no room >&5; exit 125", NULL};
    static const struct sandbox broken = {.level = "bwrap", .prefix = prefix};
    for (int in_build = 0; in_build < 2; in_build++) {
        char path[200];
        struct grading *grading = grading_new();
        CU_ASSERT_EQUAL_FATAL(fake_tree_submit(&tree, in_build ? CLAIM "\n" : CLAIM, path), 0);
        struct check_options options = {.root = tree.root,
                                        .device = "host",
                                        .lab = &tree.lab,
                                        .path = path,
                                        .seed = 7,
                                        .build_sandbox = in_build ? &broken : NULL,
                                        .run_sandbox = in_build ? NULL : &broken};
        CU_ASSERT_EQUAL(check_grade(&options, grading), 3);
        CU_ASSERT_EQUAL(grading->judged.cannot, CANNOT_SANDBOX);
        CU_ASSERT_PTR_NOT_NULL(strstr(grading->judged.detail[ENGLISH], "no room"));
        grading_free(grading);
    }
}

// On a file system that is full: in a child, with one of its own.
static int cannot_grade_when_full(void) {
    struct expected bad = {"# disk full\n", OUTCOME_CANNOT_GRADE, STAGE_INTAKE, "disk is full"};
    uid_t uid = getuid();
    char map[40];
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return 77;
    snprintf(map, sizeof map, "0 %u 1", (unsigned)uid);
    FILE *file = fopen("/proc/self/uid_map", "w");
    if (!file || fputs(map, file) < 0 || fclose(file) != 0 ||
        mount("tmpfs", "/mnt", "tmpfs", 0, "size=64k") != 0)
        return 77;
    setenv("TMPDIR", "/mnt", 1);
    struct grading *grading = grade(bad.fence, 0, 0);
    int as = as_expected(&bad, grading);
    grading_free(grading);
    return as != 0 ? 0 : 1;
}

static void knows_a_full_disk(void) {
    int status = 1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(cannot_grade_when_full());
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    CU_ASSERT(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77)
        printf("  a full disk: not tried, no namespaces here\n");
    else
        CU_ASSERT_EQUAL(WEXITSTATUS(status), 0);
}

static void ends_with_its_code(void) {
    static const int codes[] = {[OUTCOME_PASS] = 0,
                                [OUTCOME_FAIL] = 1,
                                [OUTCOME_NOT_ATTEMPTED] = 1,
                                [OUTCOME_CANNOT_GRADE] = 3,
                                [OUTCOME_SKIPPED] = 77};
    for (int outcome = OUTCOME_PASS; outcome <= OUTCOME_SKIPPED; outcome++)
        CU_ASSERT_EQUAL(outcome_exit_code((enum outcome)outcome), codes[outcome]);
}

// A witness that ran and left nothing: the learner is told that names are fewer for it; one
// that is not there, or was not asked, is no news.
static void tells_of_a_lost_trace(void) {
    static const char slow[] = CLAIM "seconds=$(part 2)\nrate=0.5\n";
    static const char says[] = "the witness left no trace";
    struct expected lost = {slow, OUTCOME_FAIL, STAGE_JUDGE, says};
    fake_tree_write(&tree, "build/host/witness.so", "", 0); // ld.so passes it over, with words
    struct grading *grading = grade(slow, 0, 0);
    CU_ASSERT(as_expected(&lost, grading) != 0);
    CU_ASSERT_EQUAL(trace_is_lost(&grading->seen), 1);
    json_t *json = grading_to_json(grading);
    CU_ASSERT(json_is_true(json_object_get(json, "no_trace")) != 0);
    json_decref(json);
    grading_free(grading);

    grading = grade(CLAIM, 0, 0); // right by pairs: without a trace, too
    CU_ASSERT_EQUAL(grading->judged.outcome, OUTCOME_PASS);
    CU_ASSERT_EQUAL(trace_is_lost(&grading->seen), 1);
    grading_free(grading);

    char path[200];
    snprintf(path, sizeof path, "%s/build/host/witness.so", tree.root);
    CU_ASSERT_EQUAL(unlink(path), 0);
    grading = grade(slow, 0, 0);
    CU_ASSERT_EQUAL(grading->judged.outcome, OUTCOME_FAIL);
    CU_ASSERT_EQUAL(trace_is_lost(&grading->seen), 0);
    grading_free(grading);
}

static void skips_what_a_host_cannot_show(void) {
    tree.lab.gpu_only = 1;
    struct grading *grading = grade(CLAIM, 0, 0);
    tree.lab.gpu_only = 0;
    CU_ASSERT_EQUAL(grading->judged.outcome, OUTCOME_SKIPPED);
    CU_ASSERT_EQUAL(outcome_exit_code(grading->judged.outcome), 77);
    CU_ASSERT_EQUAL(grading->seen.measured.run_count, 0);
    grading_free(grading);
}

// Our own program says that this machine lacks what the lab needs; a student's word is not enough.
static void skips_what_the_reference_skips(void) {
    static const char needs[] =
        "echo 'this lab needs 2 cards that reach each other; this machine has 1' >&2\nexit 77\n";
    char text[1000];
    FILE *said = fmemopen(text, sizeof text, "w");
    struct grading *grading = grade(needs, 0, 0);
    CU_ASSERT_EQUAL(grading->judged.outcome, OUTCOME_FAIL);
    grading_free(grading);
    CU_ASSERT_EQUAL(fake_tree_solve(&tree, needs), 0);
    grading = grade(needs, 0, 0);
    CU_ASSERT_EQUAL(grading->judged.outcome, OUTCOME_SKIPPED);
    CU_ASSERT_EQUAL(grading->judged.points, 0);
    say_grading(grading, ENGLISH, 0, said);
    fclose(said);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, "this lab needs 2 cards that reach each other; this machine has 1"));
    grading_free(grading);
    CU_ASSERT_EQUAL(fake_tree_solve(&tree, fake_right), 0);
}

static int says_the_cache(uint64_t last_cache, const char *mistake, enum language language) {
    char text[2000], why[160];
    struct grading *grading = grading_new();
    grading->seen.lab = tree.lab;
    text_copy(grading->seen.lab.mistake, sizeof grading->seen.lab.mistake, mistake);
    strcpy(grading->seen.device, "host");
    grading->seen.last_cache = last_cache;
    grading->judged.outcome = OUTCOME_CANNOT_GRADE;
    grading->judged.stage = STAGE_JUDGE;
    grading->judged.cannot = CANNOT_NOISE;
    json_t *json = grading_to_json(grading); // as a class keeps it
    struct grading *kept = grading_from_json(json, why);
    FILE *said = fmemopen(text, sizeof text, "w");
    say_grading(kept, language, 0, said);
    fclose(said);
    json_decref(json);
    grading_free(grading);
    grading_free(kept);
    return strstr(text, "300 MiB") && strstr(text, "128 MiB");
}

static void says_that_a_cache_is_too_large(void) {
    const uint64_t mebi = 1 << 20;
    for (int language = 0; language < LANGUAGES; language++) {
        enum language in = (enum language)language;
        CU_ASSERT(says_the_cache(300 * mebi, "cache/flush-too-small", in));
        CU_ASSERT(!says_the_cache(128 * mebi, "cache/flush-too-small", in));
        CU_ASSERT(!says_the_cache(300 * mebi, "units/gib-as-gb", in));
    }
    struct grading *grading = grade(CLAIM, 0, 0);
    CU_ASSERT_EQUAL(grading->seen.last_cache, last_cache_of_host());
    grading_free(grading);
}

static const struct test tests[] = {
    {"says that a cache is too large", says_that_a_cache_is_too_large},
    {"judges numbers", judges_numbers},
    {"skips what the reference skips", skips_what_the_reference_skips},
    {"refuses claims", refuses_claims},
    {"refuses other meanings", refuses_other_meanings},
    {"survives programs", survives_programs},
    {"leaves no process", leaves_no_process},
    {"explains builds", explains_builds},
    {"knows what was shipped", knows_what_was_shipped},
    {"replays a seed", replays_a_seed},
    {"walls that do not stand", blames_nobody_for_walls},
    {"skips what a host cannot show", skips_what_a_host_cannot_show},
    {"tells of a lost trace", tells_of_a_lost_trace},
    {"knows a full disk", knows_a_full_disk},
    {"blames itself", blames_itself},
    {"ends with its code", ends_with_its_code},
};

int main(int argc, char **argv) {
    if (fake_tree_make(&tree) != 0)
        return 2;
    int code = suite_main("grader_grade", tests, (int)(sizeof tests / sizeof tests[0]), argc, argv);
    fake_tree_remove(&tree);
    return code;
}
