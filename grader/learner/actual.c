// actual.c: after a pass, what the learner's kernel asked for beside what moved for it. A check
// weighs it for this on the host device, at a small size, when all times have been judged.
#include <math.h>
#include <stdio.h>

#include "grading/grading.h"
#include "learner/learner.h"
#include "run/run.h"
#include "weigh/weigh.h"

enum { AMOUNT = 24 };

static void tell(const struct learner *learner, const struct weight *weight, FILE *out) {
    char read[AMOUNT], written[AMOUNT];
    double load = weight->asked_read / weight->sector_read;
    double store = weight->asked_written / weight->sector_written;
    weigh_amount(weight->asked_read, "B", read, sizeof read);
    weigh_amount(weight->asked_written, "B", written, sizeof written);
    fprintf(out, learner_text(learner->language, LEARNER_ACTUAL_ASKED), weight->kernel, read,
            written, WEIGHED_PART);
    weigh_amount(weight->line_read, "B", read, sizeof read);
    weigh_amount(weight->line_written, "B", written, sizeof written);
    fprintf(out, learner_text(learner->language, LEARNER_ACTUAL_MOVED), read, written);
    if (!isfinite(load) || !isfinite(store))
        return;
    fprintf(out, learner_text(learner->language, LEARNER_ACTUAL_USED), 100 * load, 100 * store);
    if (load > 1 || store > 1)
        fputs(learner_text(learner->language, LEARNER_ACTUAL_SHARED), out);
    fputc('\n', out);
}

void actual_tell(const struct learner *learner, const struct grading *grading, FILE *out) {
    const struct run *run = run_weighed(&grading->seen, 0);
    for (int i = 0; run && grading->judged.outcome == OUTCOME_PASS && i < grading->judged.row_count;
         i++) {
        const struct weight *weight = run_weight(run, grading->judged.rows[i].what);
        if (weight)
            tell(learner, weight, out);
    }
}
