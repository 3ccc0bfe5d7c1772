// check.c: the order of a grading: intake, build, pairs of runs, judge, probes, name.
#define _GNU_SOURCE
#include "grade/check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/text.h"
#include "intake/intake.h"
#include "judge/factors.h"
#include "judge/measure.h"
#include "judge/outcome.h"
#include "naming/name.h"
#include "run/build.h"

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
                                  .limit = options->build_limit > 0 ? options->build_limit : 120};
}

// An error outside the student's lines is theirs only if the solution still builds.
static void look_at_ourselves(const struct build_request *request, const struct intake *intake,
                              struct grading *grading, struct programs *programs) {
    struct build_request again = *request;
    enum cannot cannot;
    char why[240];
    int line = grading->build.line;
    if (line > intake->theirs.line && line < intake->theirs.end_line)
        return;
    again.name = "reference";
    again.folder = programs->folder;
    again.source = intake->pristine;
    again.sandbox = NULL;
    again.anew = 1;
    again.our_line = 0;
    if (build_program(&again, &grading->reference_build, programs->reference, &cannot, why) != 0)
        outcome_trouble(grading, cannot, why);
}

// 0, or -1 when it cannot be run.
static int build_reference(const struct check_options *options, const struct intake *intake,
                           struct grading *grading, struct programs *programs) {
    char why[240];
    enum cannot cannot;
    struct build_request request = request_of(options, intake, programs);
    if (build_program(&request, &grading->reference_build, programs->reference, &cannot, why) != 0)
        outcome_trouble(grading, cannot, why);
    return grading->reference_build.ok ? 0 : -1;
}

static int build_student(const struct check_options *options, const struct intake *intake,
                         struct grading *grading, struct programs *programs) {
    char why[240];
    enum cannot cannot;
    struct build_request request = request_of(options, intake, programs);
    request.name = "student";
    request.object = NULL;
    request.source = intake->spliced;
    request.sandbox = options->build_sandbox;
    request.our_line = intake->ours.line;
    request.their_line = intake->theirs.line;
    request.our_end = intake->ours.line + intake->theirs.end_line - intake->theirs.line;
    if (options->folder)
        request.folder = options->folder;
    if (build_program(&request, &grading->build, programs->student, &cannot, why) != 0) {
        outcome_trouble(grading, cannot, why);
        return -1;
    }
    if (!grading->build.ok)
        look_at_ourselves(&request, intake, grading, programs);
    return grading->build.ok ? 0 : -1;
}

// ---- intake -------------------------------------------------------------------------

static int take(const struct check_options *options, struct grading *grading,
                struct intake *intake) {
    char why[160];
    int result =
        intake_take(options->root, options->lab, options->path, &grading->submission, intake, why);
    if (result == -2)
        outcome_trouble(grading, CANNOT_REFERENCE, why);
    return result;
}

// ---- all of it ----------------------------------------------------------------------

// One grading at a time keeps a clock on a device, and each card has its own. -1 where no
// lock can be had: then the noise is seen in the pairs.
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

// By the clocks; where they lean and the machine is too busy to be believed, by the trace.
static void judge(struct grading *grading) {
    outcome_judge(grading);
    if (grading->outcome == OUTCOME_CANNOT_GRADE && grading->cannot == CANNOT_NOISE &&
        name_proves(grading))
        outcome_settle(grading);
}

void check_again(struct grading *grading) {
    judge(grading);
    name_mistakes(grading);
}

static void measure(struct bench *bench, const char *student) {
    step(bench->options, "run");
    measure_pairs(bench, student);
    judge(bench->grading);
    if (bench->grading->outcome == OUTCOME_FAIL || bench->grading->outcome == OUTCOME_NOT_ATTEMPTED)
        measure_probes(bench);
}

// 1: the grading has its end; 0: both programs are built, and were not to be measured.
static int grade_taken(const struct check_options *options, struct grading *grading,
                       const struct intake *intake, int measured) {
    static const struct bench nothing_started = {BENCH_NONE};
    static struct bench bench; // kilobytes
    struct programs programs = {0};
    double start = seconds_now();
    step(options, "build");
    int lock = -1, built = build_reference(options, intake, grading, &programs);
    bench = nothing_started;
    bench.options = options;
    bench.grading = grading;
    bench.judge = judge;
    if (built == 0 && measured) {
        // While another one has the card: compile first, it has nothing of these processors.
        lock = lock_device(options, bench_is_roomy(options) ? LOCK_EX | LOCK_NB : LOCK_EX);
        if (lock >= 0)
            bench_ahead(&bench, intake->pristine, programs.reference);
    }
    if (built == 0)
        built = build_student(options, intake, grading, &programs);
    if (built == 0 && measured && lock < 0) {
        lock = lock_device(options, LOCK_EX);
        bench_ahead(&bench, intake->pristine, programs.reference);
    }
    grading->timings.build = seconds_now() - start;
    if (built == 0 && measured)
        measure(&bench, programs.student);
    bench_end(&bench);
    if (lock >= 0)
        close(lock);
    return built != 0 || measured;
}

static void begin(const struct check_options *options, struct grading *grading) {
    grading->lab = *options->lab;
    text_copy(grading->device, sizeof grading->device, options->device);
    text_copy(grading->sandbox, sizeof grading->sandbox,
              options->run_sandbox ? options->run_sandbox->level : "none");
    text_copy(grading->submission.id, sizeof grading->submission.id,
              options->id ? options->id : "");
    text_copy(grading->submission.path, sizeof grading->submission.path, options->path);
    grading->when = time(NULL);
    grading->seed = options->seed;
    while (grading->seed == 0)
        if (getrandom(&grading->seed, 4, 0) != 4)
            grading->seed = (uint64_t)grading->when;
}

// 1: there is its end; 0: it is built, and was not to be measured.
static int grade(const struct check_options *options, struct grading *grading, int measured) {
    struct intake intake = {0};
    int ended = 1;
    double start = seconds_now();
    begin(options, grading);
    if (!options->lab->gpu_only || strcmp(options->device, "gpu") == 0) {
        int taken = take(options, grading, &intake);
        grading->timings.intake = seconds_now() - start;
        if (taken == 0)
            ended = grade_taken(options, grading, &intake, measured);
        intake_free(&intake);
    }
    if (!ended)
        return 0;
    check_again(grading);
    grading->timings.total = seconds_now() - start;
    return 1;
}

int check_build(const struct check_options *options, struct grading *grading) {
    return grade(options, grading, 0);
}

int check_grade(const struct check_options *options, struct grading *grading) {
    grade(options, grading, 1);
    return outcome_exit_code(grading->outcome);
}
