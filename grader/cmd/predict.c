// predict: one number and one word, written down before the lab is run. The first verdict shows
// them beside the truth (feedback.c).
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "learner/learner.h"

static int is_reason(const char *word) {
    static const char *const reasons[] = {"unit", "work", "time", "none"};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strcmp(word, reasons[i]) == 0)
            return 1;
    return 0;
}

static void tell(const struct learner *learner, const struct lab_meta *lab, double factor,
                 const char *reason) {
    if (factor > 0)
        printf(learner_text(learner->language, LEARNER_PREDICT_KEPT), lab->number, factor, reason,
               lab->number, lab->number);
    else
        printf(learner_text(learner->language, LEARNER_PREDICT_NOTHING), lab->number, lab->number);
}

static int cmd_predict(int argc, char **argv) {
    static struct learner learner;
    int begun = learner_begin(&learner, &predict_command, &argc, argv);
    if (begun != ARGUMENTS_READ)
        return arguments_code(begun);
    const struct lab_meta *lab = learner_lab(&learner, argc, argv);
    if (!lab)
        return 2;
    if (argc < 3) {
        const struct lab_progress *done = learner_progress(&learner, lab);
        tell(&learner, lab, done->factor, done->reason);
        return 0;
    }
    char *end;
    double factor = strtod(argv[2], &end);
    if (!*argv[2] || *end || !isfinite(factor) || factor <= 0) {
        fprintf(stderr, learner_text(learner.language, LEARNER_PREDICT_NUMBER), argv[2]);
        return 2;
    }
    const char *reason = argc > 3 ? argv[3] : "";
    if (!is_reason(reason)) {
        fprintf(stderr, learner_text(learner.language, LEARNER_PREDICT_WORD), reason);
        return 2;
    }
    progress_predict(learner.root, lab, factor, reason);
    tell(&learner, lab, factor, reason);
    return 0;
}

const struct command predict_command = {"predict",        cmd_predict,      CMD_PREDICT,
                                        CMD_PREDICT_USE,  CMD_PREDICT_MORE, NULL,
                                        .asks = ASKS_LAB, .words = 3};
