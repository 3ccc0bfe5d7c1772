// outcome.c: see outcome.h.
#include "judge/outcome.h"

#include "base/text.h"
#include "judge/factors.h"
#include "run/process.h"

void outcome_fail(struct grading *grading, enum stage stage, const char words[LANGUAGES][240]) {
    grading->outcome = OUTCOME_FAIL;
    grading->stage = stage;
    for (int language = 0; language < LANGUAGES; language++)
        text_copy(grading->detail[language], sizeof grading->detail[0], words[language]);
}

void outcome_cannot(struct grading *grading, enum cannot cannot, const char *why) {
    grading->outcome = OUTCOME_CANNOT_GRADE;
    grading->cannot = process_interrupted() ? CANNOT_INTERRUPTED : cannot;
    for (int language = 0; language < LANGUAGES; language++)
        text_copy(grading->detail[language], sizeof grading->detail[0], why);
}

void outcome_judge(struct grading *grading) {
    if (grading->stage < STAGE_JUDGE || grading->cannot > CANNOT_NOISE)
        return; // it ended before, and says why
    factors_fill(grading);
    outcome_settle(grading);
}

void outcome_settle(struct grading *grading) {
    grading->cannot = CANNOT_NOTHING;
    if (factors_passed(grading))
        grading->outcome = OUTCOME_PASS;
    else if (factors_decided(grading))
        grading->outcome = OUTCOME_FAIL;
    else
        outcome_cannot(grading, CANNOT_NOISE, "");
}
