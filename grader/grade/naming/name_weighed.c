// name_weighed.c: a count that no rule could name, beside what the kernel read and wrote of each
// array. The student's own run at a small size was weighed, so claim and weights are of one size.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "naming/rules.h"
#include "weigh/weigh.h"

enum { AMOUNT = 24, LIST = 160 };

static const char *text(int language, enum proof word) {
    return words_text(&naming_words, (enum language)language, word);
}

// "8.4 MB of array 1 and 8.4 MB of array 2"; "" where there is none.
static void list(const struct weight *weight, int written, int language, char said[LIST]) {
    said[0] = '\0';
    for (int i = 0; i < weight->part_count; i++) {
        char amount[AMOUNT];
        size_t length = strlen(said);
        double bytes = written ? weight->parts[i].written : weight->parts[i].read;
        if (!(bytes > 0))
            continue;
        weigh_amount(bytes, "B", amount, sizeof amount);
        text_format(said + length, LIST - length, "%s", length ? text(language, PROOF_AND) : "");
        length = strlen(said);
        text_format(said + length, LIST - length, text(language, PROOF_OF_ARRAY), amount,
                    (int)weight->parts[i].allocation + 1);
    }
}

static void say(const struct claim *claim, const struct run *run, const struct weight *weight,
                int language, char said[EVIDENCE]) {
    char claimed[AMOUNT], read[LIST], written[LIST];
    weigh_amount((double)claim->bytes, "B", claimed, sizeof claimed);
    list(weight, 0, language, read);
    list(weight, 1, language, written);
    enum proof form = !*written ? PROOF_WEIGHED_READS
                      : !*read  ? PROOF_WEIGHED_WRITES
                                : PROOF_WEIGHED_BOTH;
    text_format(said, EVIDENCE, text(language, form), (unsigned long long)run->count, claimed,
                weight->kernel, *read ? read : written, written);
}

int name_weighed(struct clues *clues) {
    const struct run *run = run_weighed(clues->seen);
    const struct claim *claim = run ? run_claim(run, clues->row->what) : NULL;
    const struct weight *weight = run ? run_weight(run, clues->row->what) : NULL;
    if (!claim || !weight || unit_kind(claim->unit) != WORK_BYTES ||
        clues->seen->lab.counted != COUNTS_ASKED)
        return 0;
    double asked = weight->asked_read + weight->asked_written;
    double factor = (double)claim->bytes / asked;
    if (!(asked > 0) || near_exactly(factor, 1))
        return 0;
    char said[LANGUAGES][EVIDENCE];
    for (int language = 0; language < LANGUAGES; language++)
        say(claim, run, weight, language, said[language]);
    finding_add_said(clues, factor < 1 ? "work/term-missing" : "work/term-added", LIKELY, "weighed",
                     factor, (const char *const[LANGUAGES]){said[ENGLISH], said[CHINESE]});
    return 1;
}
