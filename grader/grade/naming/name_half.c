// name_half.c: half-repairs: the rate, the count and the seconds of one claim do not belong
// together, because only one of them was mended.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "naming/rules.h"
#include "naming/sum.h"

static int is_exact(const struct clues *clues, double product) {
    return clues->row->exact && near_exactly(product, 1);
}

// The seconds are 1000 times those that the rate was computed from.
static int name_seconds_alone(struct clues *clues) {
    const struct claim *claim = clues->pairs[0].student;
    const struct row *row = clues->row;
    double thousand = row->unit;
    if (row->work_right != INSIDE || !(near_exactly(thousand, 1e3)) ||
        !near(row->rate, 1, 2 * clues->seen->lab.tolerance))
        return 0;
    finding_add(clues, "units/ms-as-s", SURE, "seconds-alone", thousand, PROOF_ITS_OWN,
                claim->seconds / thousand, claim->seconds);
    return 1;
}

int name_half(struct clues *clues) {
    const struct row *row = clues->row;
    if (row->unit_right != OUTSIDE)
        return 0;
    if (name_seconds_alone(clues))
        return 1;
    if (row->work_right != OUTSIDE || !is_exact(clues, row->unit * row->work))
        return 0;
    finding_add(clues, "units/half-repaired", SURE, "rate-alone", row->work, PROOF_RATE_MENDED,
                row->work);
    if (clues->seen->lab.term_count > 0)
        name_work(clues);
    return 1;
}

// The count is right, and the rate was computed from another count.
int name_half_of_rate(struct clues *clues) {
    const struct row *row = clues->row;
    struct work_guess guesses[WORK_GUESSES];
    int flops = unit_kind(clues->pairs[0].reference->unit) == WORK_FLOPS;
    if (!row->exact || row->work_right != INSIDE)
        return 0;
    int count = work_guesses(clues, flops, row->unit, guesses);
    if (count == 0)
        return 0;
    int denied = count > 1 && source_denies(clues, guesses[1].mistake, row->unit);
    if (row->unit < 1) {
        finding_add(clues, "units/half-repaired", SURE, "count-alone", row->unit, PROOF_WORK_MENDED,
                    row->unit);
        return 1;
    }
    char said[LANGUAGES][EVIDENCE];
    for (int language = 0; language < LANGUAGES; language++)
        text_format(said[language], EVIDENCE,
                    words_text(&naming_words, (enum language)language, PROOF_IN_THE_RATE),
                    guesses[0].words[language], row->unit);
    finding_add_said(clues, guesses[0].mistake,
                     count == 1 || denied || guesses[0].rank < guesses[1].rank ? SURE : LIKELY,
                     "count-in-rate", row->unit,
                     (const char *const[LANGUAGES]){said[ENGLISH], said[CHINESE]});
    return 1;
}
