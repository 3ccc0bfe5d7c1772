// check.c: one grading from the file to the verdict: intake, build, bench, judge, name.
#define _GNU_SOURCE
#include "grade/check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/text.h"
#include "intake/intake.h"
#include "judge/bench.h"
#include "naming/naming.h"
#include "run/build.h"
#include "run/run.h"

static void step(const struct check_options *options, const char *name) {
    if (options->progress)
        options->progress(options->context, name);
}

// ---- build --------------------------------------------------------------------------

struct programs {
    char folder[600], object[640], shown[60];
    char student[600], reference[600];
};

static struct build_request request_of(const struct check_options *options,
                                       const struct intake *intake, struct programs *programs) {
    const struct lab_meta *lab = options->lab;
    snprintf(programs->shown, sizeof programs->shown, "%s/lab.cu", lab->folder);
    if (options->references)
        snprintf(programs->folder, sizeof programs->folder, "%.500s/%s", options->references,
                 lab->folder);
    else
        snprintf(programs->folder, sizeof programs->folder, "%s/build/check/%s/%s", options->root,
                 options->device, lab->folder);
    snprintf(programs->object, sizeof programs->object, "%s/grader/reference/%s/%s.o",
             options->root, options->device, lab->folder);
    return (struct build_request){.root = options->root,
                                  .device = options->device,
                                  .folder = programs->folder,
                                  .name = "reference",
                                  .source = intake->pristine,
                                  .object = intake->no_solution ? programs->object : NULL,
                                  .shown = programs->shown,
                                  .seal = options->seal,
                                  .limit = options->build_limit > 0 ? options->build_limit : 120};
}

static void build(const struct build_request *request, struct build_result *result,
                  char program[600], struct trouble *trouble) {
    char why[PROOF];
    enum cannot cannot;
    if (build_program(request, result, program, &cannot, why) != 0)
        trouble_note(trouble, process_interrupted() ? CANNOT_INTERRUPTED : cannot, why);
}

// Both return 0, or -1 when there is nothing to run.
static int build_reference(const struct check_options *options, const struct intake *intake,
                           struct programs *programs, struct builds *builds,
                           struct trouble *trouble) {
    struct build_request request = request_of(options, intake, programs);
    build(&request, &builds->reference, programs->reference, trouble);
    return builds->reference.ok ? 0 : -1;
}

static int build_student(const struct check_options *options, const struct intake *intake,
                         struct programs *programs, struct observed *seen) {
    struct builds *builds = &seen->builds;
    struct build_request request = request_of(options, intake, programs);
    request.name = "student";
    request.object = NULL;
    request.source = intake->spliced;
    request.compiled = intake->proven;
    request.sandbox = options->build_sandbox;
    request.our_line = intake->ours.line;
    request.their_line = intake->theirs.line;
    request.our_end = intake->ours.line + intake->theirs.end_line - intake->theirs.line;
    if (options->folder)
        request.folder = options->folder;
    build(&request, &builds->student, programs->student, &seen->trouble);
    // An error outside the student's lines is theirs only if the solution still builds.
    int line = builds->student.line;
    int theirs = line > intake->theirs.line && line < intake->theirs.end_line;
    if (builds->student.done && !builds->student.ok && !theirs) {
        struct build_request again = request_of(options, intake, programs);
        again.name = "again"; // does not replace the reference's own program
        again.object = NULL;
        again.anew = 1;
        build(&again, &builds->reference, programs->reference, &seen->trouble);
    }
    return builds->student.ok && !intake_is_refused_built(intake, &seen->submission) ? 0 : -1;
}

void check_again(struct grading *grading) {
    judge(&grading->seen, name_proves, &grading->judged);
    name_mistakes(&grading->seen, &grading->judged, &grading->named);
}

// ---- the scales -----------------------------------------------------------------------

// After a pass where the lab shows what moved; else where the work is wrong.
static int is_worth_weighing(const struct grading *grading) {
    const struct judgement *judged = &grading->judged;
    int worth = judged->outcome == OUTCOME_PASS && grading->seen.lab.shows_actual;
    for (int i = 0; i < judged->row_count && judged->outcome == OUTCOME_FAIL; i++)
        worth |= judged->rows[i].claimed && judged->rows[i].work_right == OUTSIDE;
    return worth;
}

// What cannot be weighed costs nothing else: it is left out.
static void weigh(const struct check_options *options, const struct intake *intake,
                  struct programs *programs, struct grading *grading) {
    enum { COMPILING = 10, RUNNING = 2 }; // seconds
    struct observed *seen = &grading->seen;
    check_again(grading);
    if (!options->weigh || strcmp(options->device, "host") != 0 || process_interrupted() ||
        !is_worth_weighing(grading))
        return;
    struct build_request request = request_of(options, intake, programs);
    request.name = "weighed";
    request.object = NULL;
    request.source = intake->spliced;
    request.compiled = intake->proven;
    request.limit = COMPILING;
    struct run_request scales = {.lab = options->lab->name,
                                 .proof = intake->proof,
                                 .device = options->device,
                                 .limit = RUNNING};
    static const int parts[] = {WEIGHED_PART, WEIGHED_OTHER_PART};
    int before = seen->measured.run_count, passed = grading->judged.outcome == OUTCOME_PASS;
    int count = passed ? 1 : 2;
    for (int i = 0; i < count; i++) {
        struct run *run = run_add(&seen->measured, RUN_WEIGHED);
        if (!run)
            return runs_drop(&seen->measured, before);
        run->pair = -1;
        run->part = parts[i];
        run->seed = bench_seed(seen->seed, 0);
    }
    struct run *runs = &seen->measured.runs[before];
    if (run_on_scales(&request, &scales, runs, count) != 0 || runs->weight_count == 0)
        runs_drop(&seen->measured, before);
}

// ---- all of it ----------------------------------------------------------------------

// Only one grading at a time measures on a device; each card has a lock of its own. -1: the lock
// could not be made, so gradings may disturb each other, which their pairs then show.
static int lock_device(const struct check_options *options, int operation) {
    char path[700];
    const char *cards = getenv("CUDA_VISIBLE_DEVICES");
    int one = cards && *cards && strlen(cards) < 64 && !strpbrk(cards, "/ ");
    snprintf(path, sizeof path, "%s/build/lock.%s%s%s", options->root, options->device,
             one ? "." : "", one ? cards : "");
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd >= 0 && flock(fd, operation) != 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

// Builds both programs and, if asked for (measured), measures them. 1: the grading is complete; 0:
// both programs are built, and measuring was not asked for.
static int grade_taken(const struct check_options *options, struct grading *grading,
                       const struct intake *intake, int measured) {
    struct observed *seen = &grading->seen;
    struct programs programs = {0};
    double start = seconds_now();
    step(options, "build");
    int lock = -1;
    int built = build_reference(options, intake, &programs, &seen->builds, &seen->trouble);
    struct bench bench = {BENCH_NONE,
                          .options = options,
                          .seen = seen,
                          .measured = &seen->measured,
                          .trouble = &seen->trouble,
                          .timings = &grading->timings,
                          .proves = name_proves,
                          .proof = intake->proof};
    if (built == 0 && measured) {
        // While another grading has the card, compile: that disturbs no measurement there.
        lock = lock_device(options, bench_may_overlap(options) ? LOCK_EX | LOCK_NB : LOCK_EX);
        if (lock >= 0)
            bench_ahead(&bench, intake->pristine, programs.reference);
    }
    if (built == 0)
        built = build_student(options, intake, &programs, seen);
    if (built == 0 && measured && lock < 0) {
        lock = lock_device(options, LOCK_EX);
        bench_ahead(&bench, intake->pristine, programs.reference);
    }
    grading->timings.build = seconds_now() - start;
    if (built == 0 && measured) {
        step(options, "run");
        measure(&bench, programs.student);
        weigh(options, intake, &programs, grading);
    }
    bench_end(&bench);
    if (lock >= 0)
        close(lock);
    return built != 0 || measured;
}

static void begin(const struct check_options *options, struct observed *seen) {
    seen->lab = *options->lab;
    text_copy(seen->device, sizeof seen->device, options->device);
    text_copy(seen->sandbox, sizeof seen->sandbox,
              options->run_sandbox ? options->run_sandbox->level : "none");
    text_copy(seen->submission.id, sizeof seen->submission.id, options->id ? options->id : "");
    text_copy(seen->submission.path, sizeof seen->submission.path, options->path);
    seen->when = time(NULL);
    seen->last_cache = strcmp(options->device, "host") == 0 ? last_cache_of_host() : 0;
    seen->seed = options->seed;
    while (seen->seed == 0)
        if (getrandom(&seen->seed, 4, 0) != 4)
            seen->seed = (uint64_t)seen->when;
}

// Takes the submission in and grades it. Returns the same as grade_taken().
static int grade(const struct check_options *options, struct grading *grading, int measured) {
    struct observed *seen = &grading->seen;
    struct intake intake = {0};
    char why[160];
    int ended = 1;
    double start = seconds_now();
    begin(options, seen);
    if (!options->lab->gpu_only || strcmp(options->device, "gpu") == 0) {
        int taken = intake_take(options->root, options->lab, options->base, options->path,
                                &seen->submission, &intake, why);
        grading->timings.intake = seconds_now() - start;
        if (taken == -2)
            trouble_note(&seen->trouble, CANNOT_REFERENCE, why);
        else if (taken == 0 &&
                 intake_prove(options->root, options->lab, options->secret, &intake) != 0)
            trouble_note(&seen->trouble, CANNOT_STORE, "out of memory");
        else if (taken == 0)
            ended = grade_taken(options, grading, &intake, measured);
        intake_free(&intake);
    }
    if (!ended)
        return 0;
    check_again(grading);
    grading->timings.total = seconds_now() - start;
    return 1;
}

int check_reference(const struct check_options *options) {
    static struct observed seen; // too large for the stack
    struct intake intake = {0};
    struct programs programs = {0};
    char why[160];
    int built = intake_pristine(options->root, options->lab, &intake, why) == 0
                    ? build_reference(options, &intake, &programs, &seen.builds, &seen.trouble)
                    : -1;
    intake_free(&intake);
    return built;
}

int check_build(const struct check_options *options, struct grading *grading) {
    return grade(options, grading, 0);
}

int check_grade(const struct check_options *options, struct grading *grading) {
    grade(options, grading, 1);
    return outcome_exit_code(grading->judged.outcome);
}
