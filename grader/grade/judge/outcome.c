// outcome.c: see outcome.h. The stages in their order; the first that failed decides.
#include "judge/outcome.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "intake/refusal.h"
#include "judge/factors.h"
#include "run/process.h"
#include "run/run.h"

void outcome_trouble(struct grading *grading, enum cannot cannot, const char *why) {
    grading_trouble(grading, process_interrupted() ? CANNOT_INTERRUPTED : cannot, why);
}

static void fail(struct grading *grading, enum stage stage) {
    grading->outcome = OUTCOME_FAIL;
    grading->stage = stage;
}

static void cannot(struct grading *grading, enum cannot cannot, const char *why) {
    grading->outcome = OUTCOME_CANNOT_GRADE;
    grading->cannot = cannot;
    for (int language = 0; language < LANGUAGES; language++)
        text_copy(grading->detail[language], sizeof grading->detail[0], why);
}

// The runs, or what became of them, decide nothing.
static void undecided(struct grading *grading) {
    const struct trouble *trouble = &grading->trouble;
    if (trouble->cannot != CANNOT_NOTHING)
        cannot(grading, trouble->cannot, trouble->why);
    else if (grading->stage == STAGE_JUDGE)
        cannot(grading, CANNOT_NOISE, "");
    else
        cannot(grading, CANNOT_INTERRUPTED, "nothing was measured");
}

// ---- intake and build -------------------------------------------------------------------

static void build_words(const struct build_result *build, char words[LANGUAGES][240]) {
    for (int language = 0; language < LANGUAGES; language++)
        text_copy(words[language], 240, build->message);
    if (build->timed_out) {
        text_copy(words[ENGLISH], 240, "the compiler was stopped: it took too long");
        text_copy(words[CHINESE], 240, "编译超时，已终止");
    }
}

// 1 when one of the two programs cannot be run.
static int ends_before_running(struct grading *grading) {
    const struct build_result *reference = &grading->reference_build;
    if (grading->lab.gpu_only && strcmp(grading->device, "gpu") != 0) {
        grading->outcome = OUTCOME_SKIPPED;
    } else if (grading->submission.refusal != REFUSED_NOT) {
        fail(grading, STAGE_INTAKE);
        refusal_words(&grading->submission, grading->detail);
    } else if (reference->done && !reference->ok) {
        cannot(grading, CANNOT_REFERENCE, reference->message);
    } else if (grading->build.done && !grading->build.ok && reference->ok) {
        fail(grading, STAGE_BUILD);
        build_words(&grading->build, grading->detail);
    }
    return grading->outcome != OUTCOME_NONE;
}

// ---- runs -------------------------------------------------------------------------------

static const struct run *of_pair(const struct grading *grading, enum run_role role, int pair) {
    for (int i = 0; i < grading->run_count; i++)
        if (grading->runs[i].role == role && grading->runs[i].pair == pair)
            return &grading->runs[i];
    return NULL;
}

// A complaint about the student's run is theirs only where the reference fared better.
static void complain(struct grading *grading, const struct run *student) {
    const struct run *reference = of_pair(grading, RUN_REFERENCE, student->pair);
    char theirs[LANGUAGES][240], ours[LANGUAGES][240];
    int complaint = run_complaint(student, theirs) != NULL;
    int failed_too = reference && run_complaint(reference, ours);
    if (!complaint && !failed_too)
        return;
    if (student->end == RUN_INTERRUPTED || (failed_too && reference->end == RUN_INTERRUPTED)) {
        cannot(grading, CANNOT_INTERRUPTED, "");
    } else if (student->end == RUN_NOT_STARTED && strcmp(grading->sandbox, "none") != 0) {
        cannot(grading, CANNOT_SANDBOX, student->output);
    } else if (!reference || (failed_too && grading->trouble.cannot != CANNOT_NOTHING)) {
        undecided(grading);
    } else if (failed_too) {
        int none = strstr(reference->output, "no CUDA device") != NULL;
        cannot(grading, none ? CANNOT_NO_DEVICE : CANNOT_REFERENCE, ours[ENGLISH]);
    } else {
        fail(grading, student->result == RESULT_WRONG ? STAGE_RESULT : STAGE_RUN);
        memcpy(grading->detail, theirs, sizeof theirs);
    }
}

// 1 when a run cannot be judged; then there are no rows.
static int ends_in_a_run(struct grading *grading) {
    for (int i = 0; i < grading->run_count && grading->outcome == OUTCOME_NONE; i++)
        if (grading->runs[i].role == RUN_STUDENT)
            complain(grading, &grading->runs[i]);
    return grading->outcome != OUTCOME_NONE;
}

static int pairs_of(const struct grading *grading) {
    int pairs = 0;
    for (int i = 0; i < grading->run_count; i++)
        pairs += grading->runs[i].role == RUN_STUDENT &&
                 of_pair(grading, RUN_REFERENCE, grading->runs[i].pair);
    return pairs;
}

// ---- all of it --------------------------------------------------------------------------

// The fence as it was shipped is that, whatever its numbers were.
static void settle_points(struct grading *grading) {
    grading->points = 0;
    if (grading->outcome == OUTCOME_CANNOT_GRADE || grading->outcome == OUTCOME_SKIPPED)
        return;
    if (grading->submission.refusal == REFUSED_NOT && !grading->submission.attempted &&
        grading->build.ok) {
        grading->outcome = OUTCOME_NOT_ATTEMPTED;
        return;
    }
    for (int i = 0; i < grading->row_count; i++)
        grading->points += grading->rows[i].points;
}

void outcome_settle(struct grading *grading) {
    grading->cannot = CANNOT_NOTHING;
    memset(grading->detail, 0, sizeof grading->detail);
    if (factors_passed(grading))
        grading->outcome = OUTCOME_PASS;
    else if (factors_decided(grading))
        grading->outcome = OUTCOME_FAIL;
    else
        undecided(grading);
    settle_points(grading);
}

static void forget(struct grading *grading) {
    free(grading->rows);
    grading->rows = NULL;
    grading->row_count = 0;
    grading->outcome = OUTCOME_NONE;
    grading->stage = STAGE_INTAKE;
    grading->cannot = CANNOT_NOTHING;
    memset(grading->detail, 0, sizeof grading->detail);
    grading->max_points = grading->lab.points;
}

void outcome_judge(struct grading *grading) {
    forget(grading);
    if (ends_before_running(grading) || ends_in_a_run(grading)) {
        settle_points(grading);
        return;
    }
    if (pairs_of(grading) > 0 && factors_fill(grading) == 0)
        grading->stage = STAGE_JUDGE;
    outcome_settle(grading);
}
