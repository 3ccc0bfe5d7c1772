// feedback.c: how much a check says: what a verdict tells grows with the learner's own work.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grading/grading.h"
#include "intake/intake.h"
#include "learner/learner.h"
#include "say/say.h"

static const struct lab_progress *progress_on(const struct learner *learner,
                                              const struct grading *grading, int own) {
    static const struct lab_progress nothing;
    return own ? learner_progress(learner, &grading->seen.lab) : &nothing;
}

static enum feedback most_of(const struct lab_progress *done, int untouched, int reveal,
                             enum feedback course) {
    enum feedback most = untouched && done->tries == 0 ? FEEDBACK_PICTURE : FEEDBACK_NAME;
    if (reveal || done->revealed || done->hints >= LEARNER_HINTS)
        most = FEEDBACK_ALL;
    return most > course ? most : course;
}

enum feedback feedback_for(const struct learner *learner, const struct grading *grading, int own,
                           int reveal) {
    const struct lab_progress *done = progress_on(learner, grading, own);
    const struct submission *sub = &grading->seen.submission;
    int untouched = sub->refusal == REFUSED_NOT && !sub->attempted; // on a busy machine too
    return most_of(done, untouched, reveal, grading->seen.lab.feedback);
}

enum feedback feedback_ungraded(const struct learner *learner, const struct lab_meta *lab) {
    char path[700], why[160];
    struct intake intake;
    struct submission *own = calloc(1, sizeof *own);
    snprintf(path, sizeof path, "%s/labs/%s/lab.cu", learner->root, lab->folder);
    int untouched = own && intake_take(learner->root, lab, NULL, path, own, &intake, why) == 0 &&
                    !own->attempted;
    if (own)
        intake_free(&intake);
    free(own);
    return most_of(learner_progress(learner, lab), untouched, 0, lab->feedback);
}

// The handout's question, in one line.
static void question(const struct learner *learner, const struct lab_meta *lab, FILE *out) {
    char *text = handout_part(learner->root, lab, learner->language, HANDOUT_QUESTION);
    for (size_t i = 0; text && text[i]; i++)
        if (text[i] == '\n')
            text[i] = ' ';
    if (text)
        fprintf(out, learner_text(learner->language, LEARNER_FEEDBACK_QUESTION), text);
    free(text);
}

static const char *reason_word(const struct learner *learner, const char *reason) {
    static const struct {
        const char *name;
        enum learner_word word;
    } reasons[] = {{"unit", LEARNER_FEEDBACK_UNIT},
                   {"work", LEARNER_FEEDBACK_WORK},
                   {"time", LEARNER_FEEDBACK_TIME}};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strcmp(reason, reasons[i].name) == 0)
            return learner_text(learner->language, reasons[i].word);
    return learner_text(learner->language, LEARNER_FEEDBACK_NONE);
}

// The factor that is farthest from 1.
static const char *reason_of(const struct row *row) {
    double unit = fabs(log(row->unit)), work = fabs(log(row->work)), time = fabs(log(row->time));
    if (row->unit_right == INSIDE && row->work_right == INSIDE && row->time_right == INSIDE)
        return "none";
    return unit >= work && unit >= time ? "unit" : work >= time ? "work" : "time";
}

static void prediction(const struct learner *learner, const struct grading *grading, int own,
                       FILE *out) {
    const struct lab_progress *done = progress_on(learner, grading, own);
    const struct row *row = grading->judged.row_count > 0 ? &grading->judged.rows[0] : NULL;
    char factor[24];
    if (!own || !row || !row->claimed)
        return;
    if (done->factor <= 0) {
        fputs(learner_text(learner->language, LEARNER_FEEDBACK_NO_PREDICTION), out);
        return;
    }
    say_factor(row->rate, factor);
    fprintf(out, learner_text(learner->language, LEARNER_FEEDBACK_PREDICTED), done->factor,
            reason_word(learner, done->reason), factor, reason_word(learner, reason_of(row)));
}

void feedback_tell(const struct learner *learner, const struct grading *grading, enum feedback told,
                   int own, int reveal, FILE *out) {
    const struct lab_meta *lab = &grading->seen.lab;
    enum outcome outcome = grading->judged.outcome;
    if (outcome == OUTCOME_PASS)
        fprintf(out, learner_text(learner->language, LEARNER_FEEDBACK_LEARNT),
                lab->teaches[learner->language]);
    if (outcome != OUTCOME_FAIL && outcome != OUTCOME_NOT_ATTEMPTED)
        return;
    if (outcome == OUTCOME_NOT_ATTEMPTED)
        prediction(learner, grading, own, out);
    if (told == FEEDBACK_PICTURE)
        question(learner, lab, out);
    if (told > FEEDBACK_ALL && told == lab->feedback && (reveal || told == FEEDBACK_PICTURE))
        fputs(learner_text(learner->language, LEARNER_FEEDBACK_KEPT), out);
    else if (told == FEEDBACK_PICTURE)
        fprintf(out, learner_text(learner->language, LEARNER_FEEDBACK_MORE_NAME), lab->number);
    else if (told == FEEDBACK_NAME && lab->feedback == FEEDBACK_ALL &&
             grading->judged.stage > STAGE_BUILD)
        fprintf(out, learner_text(learner->language, LEARNER_FEEDBACK_MORE_ALL), lab->number);
}
