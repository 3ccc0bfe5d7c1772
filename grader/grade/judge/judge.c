// judge.c: judges the stages in their order; the first stage that failed decides.
#include "judge/judge.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "intake/intake.h"
#include "run/run.h"

static void fail(struct judgement *judged, enum stage stage) {
    judged->outcome = OUTCOME_FAIL;
    judged->stage = stage;
}

static void cannot(struct judgement *judged, enum cannot cannot, const char *why) {
    judged->outcome = OUTCOME_CANNOT_GRADE;
    judged->cannot = cannot;
    for (int language = 0; language < LANGUAGES; language++)
        text_copy(judged->detail[language], sizeof judged->detail[0], why);
}

int judgement_is_open(const struct judgement *judged) {
    return judged->cannot == CANNOT_NOISE || judged->cannot == CANNOT_CLOCK;
}

static int clock_was_hidden(const struct judgement *judged) {
    for (int i = 0; i < judged->row_count; i++)
        if (judged->rows[i].time_right == UNDECIDED && judged->rows[i].seen == SEEN_BY_NOBODY)
            return 1;
    return 0;
}

// Ends a judgement that the runs do not decide. The reason is the trouble that kept this machine
// from going on, if there was any.
static void undecided(const struct observed *seen, struct judgement *judged) {
    if (seen->trouble.cannot != CANNOT_NOTHING)
        cannot(judged, seen->trouble.cannot, seen->trouble.why);
    else if (judged->stage == STAGE_JUDGE)
        cannot(judged, clock_was_hidden(judged) ? CANNOT_CLOCK : CANNOT_NOISE, "");
    else
        cannot(judged, CANNOT_INTERRUPTED, "nothing was measured");
}

// ---- intake and build -------------------------------------------------------------------

static void build_words(const struct build_result *build, char words[LANGUAGES][PROOF]) {
    for (int language = 0; language < LANGUAGES; language++)
        text_copy(words[language], PROOF, build->message);
    if (build->timed_out) {
        text_copy(words[ENGLISH], PROOF, "the compiler was stopped: it took too long");
        text_copy(words[CHINESE], PROOF, "编译超时，已终止");
    }
}

// Ends the judgement where one of the two programs cannot be run.
static void judge_before_runs(const struct observed *seen, struct judgement *judged) {
    const struct build_result *student = &seen->builds.student;
    const struct build_result *reference = &seen->builds.reference;
    if (seen->lab.gpu_only && strcmp(seen->device, "gpu") != 0) {
        judged->outcome = OUTCOME_SKIPPED;
    } else if (seen->submission.refusal != REFUSED_NOT) {
        fail(judged, STAGE_INTAKE);
        refusal_words(&seen->submission, judged->detail);
    } else if (reference->done && !reference->ok) {
        cannot(judged, CANNOT_REFERENCE, reference->message);
    } else if (student->done && !student->ok && reference->ok) {
        fail(judged, STAGE_BUILD);
        build_words(student, judged->detail);
    }
}

// ---- runs -------------------------------------------------------------------------------

// A run that cannot be judged is the student's fault only where the reference's run was good.
static void judge_run(const struct observed *seen, const struct run *student,
                      struct judgement *judged) {
    const struct run *reference = run_of_pair(seen, RUN_REFERENCE, student->pair);
    char theirs[LANGUAGES][PROOF], ours[LANGUAGES][PROOF];
    int complaint = run_complaint(student, theirs) != NULL;
    int failed_too = reference && run_complaint(reference, ours);
    if (!complaint && !failed_too)
        return;
    if (student->end == RUN_INTERRUPTED || (failed_too && reference->end == RUN_INTERRUPTED)) {
        cannot(judged, CANNOT_INTERRUPTED, "");
    } else if (student->end == RUN_NOT_STARTED && strcmp(seen->sandbox, "none") != 0) {
        cannot(judged, CANNOT_SANDBOX, student->output);
    } else if (!reference || (failed_too && seen->trouble.cannot != CANNOT_NOTHING)) {
        undecided(seen, judged);
    } else if (failed_too && reference->exit_code == outcome_exit_code(OUTCOME_SKIPPED)) {
        judged->outcome = OUTCOME_SKIPPED; // our own program says what it needs
        text_copy(judged->detail[ENGLISH], PROOF, ours[ENGLISH]);
        text_copy(judged->detail[CHINESE], PROOF, ours[CHINESE]);
    } else if (failed_too) {
        int none = strstr(reference->output, "no CUDA device") != NULL;
        cannot(judged, none ? CANNOT_NO_DEVICE : CANNOT_REFERENCE, ours[ENGLISH]);
    } else {
        fail(judged, student->result == RESULT_WRONG ? STAGE_RESULT : STAGE_RUN);
        memcpy(judged->detail, theirs, sizeof theirs);
    }
}

// Returns the number of pairs. The first run that cannot be judged ends the judgement.
static int judge_runs(const struct observed *seen, struct judgement *judged) {
    int pairs = 0;
    for (int i = 0; i < seen->measured.run_count && judged->outcome == OUTCOME_NONE; i++) {
        const struct run *run = &seen->measured.runs[i];
        if (run->role != RUN_STUDENT)
            continue;
        judge_run(seen, run, judged);
        pairs += run_of_pair(seen, RUN_REFERENCE, run->pair) != NULL;
    }
    return pairs;
}

// ---- rows -------------------------------------------------------------------------------

static void settle(const struct observed *seen, struct judgement *judged) {
    int passed = judged->row_count > 0, decided = passed;
    for (int i = 0; i < judged->row_count; i++) {
        passed &= judged->rows[i].right;
        decided &= row_is_decided(seen, &judged->rows[i]);
    }
    if (passed || decided)
        judged->outcome = passed ? OUTCOME_PASS : OUTCOME_FAIL;
    else
        undecided(seen, judged);
}

// For rows whose clocks lean while the machine is too busy for the clocks to decide: asks for a
// proof that needs no clock. 1 when a row was proven wrong.
static int ask(const struct observed *seen, proves_fn *proves, struct judgement *judged) {
    int proven = 0;
    for (int i = 0; proves && i < judged->row_count; i++) {
        struct row *row = &judged->rows[i];
        if (row->leans && proves(seen, row)) {
            row->time_right = OUTSIDE;
            proven = 1;
        }
    }
    return proven;
}

static void judge_rows(const struct observed *seen, proves_fn *proves, struct judgement *judged) {
    judged->rows = factors_rows(seen, &judged->row_count);
    if (!judged->rows) {
        undecided(seen, judged);
        return;
    }
    judged->stage = STAGE_JUDGE;
    settle(seen, judged);
    if (judgement_is_open(judged) && ask(seen, proves, judged)) {
        judged->cannot = CANNOT_NOTHING;
        settle(seen, judged);
    }
}

int judgement_leans(const struct judgement *judged) {
    for (int i = 0; i < judged->row_count; i++)
        if (judged->rows[i].leans)
            return 1;
    return 0;
}

// ---- all of it --------------------------------------------------------------------------

void judge(const struct observed *seen, proves_fn *proves, struct judgement *judged) {
    judgement_clear(judged);
    judged->max_points = seen->lab.points;
    judge_before_runs(seen, judged);
    int pairs = judge_runs(seen, judged);
    if (judged->outcome == OUTCOME_NONE && pairs > 0)
        judge_rows(seen, proves, judged);
    else if (judged->outcome == OUTCOME_NONE)
        undecided(seen, judged);
    if (judged->outcome != OUTCOME_PASS && judged->outcome != OUTCOME_FAIL &&
        !judgement_is_open(judged)) // of several rows some may be decided
        return;
    // A lab as shipped was not attempted, whatever its numbers are.
    if (!judgement_is_open(judged) && seen->submission.refusal == REFUSED_NOT &&
        !seen->submission.attempted && seen->builds.student.ok) {
        judged->outcome = OUTCOME_NOT_ATTEMPTED;
        return;
    }
    for (int i = 0; i < judged->row_count; i++)
        judged->points += judged->rows[i].points;
}
