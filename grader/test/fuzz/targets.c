// targets.c: the table of targets. Runs in the tree's root, because some readers look into the
// labs.
#define _GNU_SOURCE
#include "fuzz.h"

#include <assert.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "class/class.h"
#include "course/course.h"
#include "grade/check.h"
#include "grade/workbook.h"
#include "grading/keep.h"
#include "intake/fence.h"
#include "intake/intake.h"
#include "report/report.h"
#include "run/run.h"
#include "weigh/weigh.h"
#include "witness/audit/audit.h"
#include "witness/picture.h"
#include "witness/test/plan.h"

// ---- what the targets share -----------------------------------------------------------------
//
// To read costs little, to write what was read costs most. So an input is written in one of the
// ways that there are, which its length chooses: any change of an input changes that, too, and the
// input that broke something breaks it again.

// A reader gives back what it took after each input: what is freed need not stay poisoned for long,
// and with 4 MiB in place of 256 it is
// given out again before the kernel has to give new pages. A
// report's stack is short; a kept input read again with ASAN_OPTIONS=malloc_context_size=30 has
// all.
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "quarantine_size_mb=4:malloc_context_size=2";
}

static FILE *nowhere(void) {
    static FILE *file;
    if (!file)
        file = fopen("/dev/null", "w");
    assert(file);
    return file;
}

// For readers of files: the path of one that holds this, and lies in memory.
static const char *file_of(const char *text, size_t length) {
    static char path[40];
    static int file = -1;
    if (file < 0) {
        file = memfd_create("fuzz", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    int bad = ftruncate(file, 0) != 0 || pwrite(file, text, length, 0) != (ssize_t)length;
    assert(!bad);
    (void)bad;
    return path;
}

static const char *tree_file(const char *path, size_t *length) {
    const char *text = file_read(path, 8 << 20, length);
    if (!text)
        perror(path);
    assert(text);
    return text;
}

// ---- what a submission's program writes -------------------------------------------------------

static void read_claim(const char *text, size_t length) {
    struct run run = {0};
    int result = claims_read(text, length, "n", NULL, &run);
    // Refused is empty; taken is whole and finite.
    assert(result == 0 || run.claim_count == 0);
    assert(strnlen(run.refused, sizeof run.refused) < sizeof run.refused);
    for (int i = 0; i < run.claim_count; i++) {
        const struct claim *claim = &run.claims[i];
        assert(claim->what[0] && strlen(claim->what) < sizeof claim->what);
        assert(isfinite(claim->seconds) && isfinite(claim->rate));
        assert(claim->sampled >= 0 && claim->sampled <= CLAIM_SAMPLES);
    }
    (void)result;
    free(run.claims);
}

static void read_trace(const char *text, size_t length) {
    struct trace trace;
    struct view view;
    char why[200];
    if (!trace_parse(text, length, &trace, why, sizeof why))
        return;
    int made = view_make(&trace, &view);
    assert(made);
    (void)made;
    const struct drawing drawing = {.width = 80, .device = trace.device, .program = trace.program};
    struct witness_facts facts;
    for (size_t i = 0; i <= witness_claims(&trace) && i < 4; i++) {
        if (!witness_facts_of(&view, i, &facts))
            continue;
        witness_facts_json(&facts, nowhere());
        if ((length + i) % 2)
            draw_text(&view, &facts, &drawing, nowhere());
        else
            draw_svg(&view, &facts, &drawing, nowhere());
    }
    view_free(&view);
    trace_free(&trace);
}

static void plan_of(int which, struct plan *plan) {
    plan_begin(plan);
    named_plans[which].make(plan);
    plan_end(plan);
}

static void trace_seeds(fuzz_seed *seed) {
    enum { LONG = 20000 };
    for (int i = 0; i < named_plan_count; i++) {
        struct plan plan;
        plan_of(i, &plan);
        if (plan.length < LONG)
            seed(plan.text, plan.length);
        plan_free(&plan);
    }
}

// The lines of any program, beside one trace.
static void read_printed(const char *text, size_t length) {
    static struct plan plan;
    static struct trace trace;
    static struct view view;
    char why[200];
    if (!plan.text) {
        plan_of(0, &plan);
        int made = trace_parse(plan.text, plan.length, &trace, why, sizeof why);
        made = made && view_make(&trace, &view);
        assert(made);
        (void)made;
    }
    struct numbers numbers = {.of = NULL};
    for (const char *end = text + length; text < end;) {
        size_t line = strcspn(text, "\n");
        numbers_line(&numbers, text, line, plan.zero + (uint64_t)(plan.now * 1000));
        text += line + 1;
    }
    struct audited *audited = calloc(numbers.count + 1, sizeof *audited);
    if (audited && numbers.count < 200) // time grows with the square
        audit_numbers(&view, &numbers, 1e12, NULL, audited);
    free(audited);
    numbers_free(&numbers);
}

static void printed_seeds(fuzz_seed *seed) {
    static const char *const lines[] = {
        "saxpy: 1.234 ms, 123.4 GB/s\nmedian of 30: 98.5 us (min 90 us)\n",
        "kernel,time_ms,Bandwidth [GB/s]\ncopy,0.5,1234.5\ntriad,0.75,987\n",
        "| size | time (us) | GB/s |\n|---|---|---|\n| 1,048,576 | 12.5 | 1.2e3 |\n",
        "{\"real_time\": 1.5e+02, \"time_unit\": \"us\", \"bytes_per_second\": 3.2e11}\n",
        "Elapsed: 0,123 s  speedup 12.3x  98.5 %  3.1 TFLOP/s 5 it/s\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        seed(lines[i], strlen(lines[i]));
}

static void read_weighing(const char *text, size_t length) {
    struct weighing weighing;
    const struct weigh_view view = {.width = 80, .by_allocation = 1};
    if (!weighing_read(file_of(text, length), &weighing))
        return;
    switch (length % 4) {
    case 0:
        weighing_show(&weighing, &view, nowhere());
        break;
    case 1:
        weighing_json(&weighing, nowhere());
        break;
    case 2:
        weighing_csv(&weighing, nowhere());
        break;
    default:
        if (weighing_undrawn(&weighing) == WEIGH_WORDS)
            weighing_svg(&weighing, ENGLISH, nowhere());
    }
    weighing_free(&weighing);
}

// ---- what a student hands in ------------------------------------------------------------------

static void read_submission(const char *text, size_t length) {
    static const char *pristine;
    static struct fence ours;
    struct fence theirs;
    struct submission submission = {0};
    char calls[400];
    size_t size;
    if (!pristine) {
        pristine = tree_file("solutions/01_kernel_time/lab.cu", &size);
        fence_find(pristine, &ours);
    }
    if (strlen(text) != length || fence_find(text, &theirs) != REFUSED_NOT)
        return;
    fence_calls(&theirs, calls, sizeof calls);
    fence_same_code(ours.inside, ours.length, theirs.inside, theirs.length);
    fence_compare_frozen(pristine, &ours, text, &theirs, &submission);
    fence_redefines(pristine, &ours, &theirs, &submission);
    free(fence_macros_end(&theirs));
    free(fence_splice(pristine, &ours, &theirs));
    free(fence_splice_proven(pristine, &ours, &theirs, "proof", "lab.cu"));
}

// Names of what was handed in, one a line, in a folder; the first byte is the layout.
static char room[] = "/dev/shm/tare-fuzz-XXXXXX"; // a disk would take most of the time

static void remove_room(void) {
    rmdir(room);
}

static void read_roster(const char *text, size_t length) {
    enum { MOST = 8 };
    static int made;
    char paths[MOST][300], why[200];
    int count = 0;
    if (length < 2)
        return;
    if (!made)
        made = mkdtemp(room) && atexit(remove_room) == 0;
    assert(made);
    for (const char *at = text + 1; *at && count < MOST; at += *at == '\n') {
        size_t size = strcspn(at, "\n");
        snprintf(paths[count], sizeof paths[count], "%s/%.*s", room, (int)(size < 255 ? size : 255),
                 at);
        int file = memchr(at, '/', size) ? -1 : open(paths[count], O_CREAT | O_EXCL | O_RDWR, 0600);
        count += file >= 0;
        if (file >= 0)
            close(file);
        at += size;
    }
    struct roster roster;
    if (roster_read(room, (enum layout)((unsigned char)text[0] % 3), &roster, why) == 0)
        roster_free(&roster);
    while (count)
        unlink(paths[--count]);
}

static void roster_seeds(fuzz_seed *seed) {
    static const char *const names[] = {
        "0ada\nbob.cu\ndup\ndup.cu\nNot An Id\nnotes.txt",
        "1smithbob_LATE_340934_208490284_BobsWork.cu\nsmithbob_340934_208490285_lab.cu\nx_1_2.cu",
        "2First Last_657737_assignsubmission_file_\nAda L_1_assignsubmission_file_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        seed(names[i], strlen(names[i]));
}

// ---- what the staff keep ----------------------------------------------------------------------

static void read_gradebook(const char *text, size_t length) {
    static struct grading *gradings[2];
    static struct report report = {.gradings = gradings, .count = 2, .root = "."};
    struct gradebook_counts counts;
    char why[200];
    for (int i = 0; i < 2 && !gradings[i]; i++) {
        gradings[i] = grading_new();
        gradings[i]->judged.outcome = OUTCOME_PASS;
        gradings[i]->judged.points = gradings[i]->judged.max_points = 10;
        strcpy(gradings[i]->seen.submission.id, i ? "ada" : "12345");
    }
    FILE *in = length > 1 ? fmemopen((void *)text, length, "r") : NULL;
    if (!in)
        return;
    report_gradebook(&report, (enum gradebook)(length % 2), "lab", in, nowhere(), &counts, why);
    fclose(in);
}

static void gradebook_seeds(fuzz_seed *seed) {
    static const char *const tables[] = {
        "Student,ID,SIS User ID,SIS Login ID,Section,lab 01 (77)\n    Points Possible,,,,,10\n"
        "\"Love, Ada\",12345,ada,ada,A,\n",
        "\xef\xbb\xbfIdentifier,Full name,\"Email address\",Status,Grade\r\n"
        "Participant 12345,\"A \"\"B\"\" C\",ada,Submitted,\r\n"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        seed(tables[i], strlen(tables[i]));
}

// Judged and told again, as the reports do with a grading that lies in a folder of results.
static void judged_again(struct grading *grading, size_t length) {
    static const struct report report = {.reveal = 1, .root = "."};
    check_again(grading);
    if (length % 2) {
        free(report_text(&report, grading));
        return;
    }
    json_t *json = grading_to_json(grading);
    assert(json);
    json_decref(json);
}

static void read_result(const char *text, size_t length) {
    json_error_t error;
    char why[160] = "";
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    struct grading *grading = json ? grading_from_json(json, why) : NULL;
    json_decref(json);
    if (!grading)
        return;
    judged_again(grading, length);
    grading_free(grading);
}

static void read_recording(const char *text, size_t length) {
    struct recording recording;
    char why[200];
    if (strlen(text) != length)
        return;
    while (recording_next(&text, ".", &recording, why) == 1) {
        judged_again(recording.grading, length);
        grading_free(recording.grading);
    }
}

// The shortest recordings of the tree, as they are, or as complete results: the time that a reader
// takes grows with the length of its input.
static void kept_seeds(fuzz_seed *seed, int whole) {
    enum { LONGEST = 3000, MOST = 40 };
    static const char *const files[] = {"grader/repairs/recordings.jsonl",
                                        "grader/test/gradings/reports.jsonl",
                                        "grader/test/gradings/shipped.jsonl",
                                        "grader/mistakes/build/debug/recordings.jsonl",
                                        "grader/mistakes/cache/hot-as-memory/recordings.jsonl",
                                        "grader/mistakes/roofline/wrong-roof/recordings.jsonl",
                                        "grader/mistakes/time/batch-not-divided/recordings.jsonl",
                                        "grader/mistakes/time/launch-only/recordings.jsonl",
                                        "grader/mistakes/time/reversed-events/recordings.jsonl"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t length;
        struct recording recording;
        char why[200];
        const char *text = tree_file(files[i], &length), *at = text, *from = at;
        for (int taken = 0; taken < MOST && recording_next(&at, ".", &recording, why) == 1;
             from = at) {
            check_again(recording.grading);
            json_t *json = grading_to_json(recording.grading);
            char *result = whole ? json_dumps(json, JSON_COMPACT) : NULL;
            json_decref(json);
            grading_free(recording.grading);
            if (at - from < LONGEST && ++taken)
                seed(whole ? result : from, whole ? strlen(result) : (size_t)(at - from));
            free(result);
        }
        free((void *)text);
    }
}
static void result_seeds(fuzz_seed *seed) {
    kept_seeds(seed, 1);
}
static void recording_seeds(fuzz_seed *seed) {
    kept_seeds(seed, 0);
}

static void read_course(const char *text, size_t length) {
    static struct course course; // too large for the stack
    char why[300];
    if (course_read(".", file_of(text, length), &course, why) != 0)
        return;
    course_syllabus(&course, nowhere());
    course_slides(&course, 1, nowhere());
    course_lab_page(&course, &course.labs[0], nowhere());
}

// The guide's own example.
static void course_seeds(fuzz_seed *seed) {
    static const char begin[] = "```toml\n";
    size_t length;
    const char *guide = tree_file("docs/book/12-instructor.en.md", &length);
    const char *from = strstr(guide, begin), *end = from ? strstr(from, "\n```\n") : NULL;
    assert(end);
    from += strlen(begin);
    seed(from, (size_t)(end - from));
    free((void *)guide);
}

static void read_lab(const char *text, size_t length) {
    static struct lab_meta lab;
    char why[160];
    lab_meta_read(file_of(text, length), &lab, why);
}

static void read_fences(const char *text, size_t length) {
    struct fence_section section;
    char why[160];
    (void)length;
    while (fences_next(&text, &section, why) == 1)
        free(fences_text("grader/mistakes/time/launch-only/fences", &section));
}

const struct fuzz_target fuzz_targets[] = {
    {"claim", read_claim, NULL, NULL},
    {"trace", read_trace, NULL, trace_seeds},
    {"printed", read_printed, NULL, printed_seeds},
    {"weighing", read_weighing, "common/weigh/test/*.weighing", NULL},
    {"submission", read_submission, "labs/*/lab.cu", NULL},
    {"roster", read_roster, NULL, roster_seeds},
    {"gradebook", read_gradebook, NULL, gradebook_seeds},
    {"result", read_result, NULL, result_seeds},
    {"recording", read_recording, NULL, recording_seeds},
    {"course", read_course, NULL, course_seeds},
    {"lab", read_lab, "labs/*/lab.meta", NULL},
    {"fences", read_fences, "grader/mistakes/*/*/fences", NULL},
    {NULL, NULL, NULL, NULL},
};

const struct fuzz_target *fuzz_target_named(const char *name) {
    for (const struct fuzz_target *target = fuzz_targets; target->name; target++)
        if (name && strcmp(target->name, name) == 0)
            return target;
    return NULL;
}

void fuzz_read(const struct fuzz_target *target, const void *bytes, size_t length) {
    // Of just that size: the address sanitizer sees a read past its end.
    char *text = malloc(length + 1);
    assert(text);
    memcpy(text, bytes, length);
    text[length] = '\0';
    target->read(text, length);
    free(text);
}
