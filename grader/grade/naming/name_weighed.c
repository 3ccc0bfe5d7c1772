// name_weighed.c: what the student's own kernel read and wrote of each allocation, as the terms of
// a sum; and where no sum comes to the claim, the numbers. The run was weighed at two small sizes,
// and its claim is of the same sizes.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "naming/work_model.h"
#include "weigh/weigh.h"

enum { AMOUNT = 24, LIST = 160, NAME = 48, LINE = 64, READS = 0, WRITES = 1 };

static const char *text(int language, enum proof word) {
    return words_text(&naming_words, (enum language)language, word);
}

static void name_of(const struct weight_part *part, int language, char name[NAME]) {
    if (part->name[0])
        text_copy(name, NAME, part->name);
    else
        text_format(name, NAME, text(language, PROOF_ARRAY), (int)part->allocation + 1);
}

// ---- the terms ----------------------------------------------------------------------------

struct scales { // the same kernel, at each size
    int sizes;
    enum counted counted;
    const struct claim *claim[SUM_SIZES];
    const struct weight *weight[SUM_SIZES];
    double elements[SUM_SIZES];
};

static int read_scales(const struct clues *clues, struct scales *scales) {
    const struct run *run;
    *scales = (struct scales){.counted = clues->seen->lab.counted};
    for (int k = 0; k < SUM_SIZES && (run = run_weighed(clues->seen, k)); k++) {
        scales->claim[k] = run_claim(run, clues->row->what);
        scales->weight[k] = run_weight(run, clues->row->what);
        scales->elements[k] = (double)run->count;
        if (!scales->claim[k] || !scales->weight[k] || !scales->claim[k]->bytes ||
            scales->weight[k]->part_count != scales->weight[0]->part_count)
            break;
        scales->sizes++;
    }
    return scales->sizes > 0 && scales->counted != COUNTS_APART;
}

enum of_it { ASKED, LINES, LINE_EACH, WHOLE };

static double measured(const struct weight_part *part, int way, enum of_it measure) {
    const double all[] = {part->way[way], part->line_way[way],
                          part->way[way] / sizeof(float) * LINE, part->bytes};
    return all[measure];
}

// What a claim may count of each allocation, by what the lab's claim is of.
static const struct kind {
    int place, way;
    enum counted counted;
    enum of_it measure;
    enum proof words;
} kinds[] = {
    {IN_THE_SUM, READS, COUNTS_ASKED, ASKED, PROOF_READ_OF},
    {IN_THE_SUM, WRITES, COUNTS_ASKED, ASKED, PROOF_WRITE_OF},
    {BESIDE, WRITES, COUNTS_ASKED, ASKED, PROOF_BEFORE_WRITE},
    {INSTEAD_OF, READS, COUNTS_ASKED, LINES, PROOF_LINES_OF},
    {INSTEAD_OF, WRITES, COUNTS_ASKED, LINES, PROOF_LINES_OF},
    {INSTEAD_OF, READS, COUNTS_ASKED, WHOLE, PROOF_ALL_OF},
    {INSTEAD_OF, WRITES, COUNTS_ASKED, WHOLE, PROOF_ALL_OF},
    {IN_THE_SUM, READS, COUNTS_LINES, LINES, PROOF_READ_OF},
    {IN_THE_SUM, WRITES, COUNTS_LINES, LINES, PROOF_WRITE_OF},
    {IN_THE_SUM, READS, COUNTS_LINES_READ, LINES, PROOF_READ_OF},
    {BESIDE, WRITES, COUNTS_LINES_READ, ASKED, PROOF_WRITE_OF},
    {BESIDE, WRITES, COUNTS_LINES_READ, LINE_EACH, PROOF_LINE_EACH},
};

static void add(struct sum *sum, const struct scales *scales, const struct kind *kind, int p) {
    const struct weight_part *part = &scales->weight[0]->parts[p];
    struct sum_term *term = NULL;
    double more = measured(part, kind->way, kind->measure) - part->way[kind->way];
    if (kind->counted == scales->counted && part->way[kind->way] > 0 &&
        (kind->place != INSTEAD_OF || more > LINE))
        term = sum_term(sum, kind->place, kind->place == INSTEAD_OF ? "work/term-added" : "");
    for (int l = 0; term && l < LANGUAGES; l++) {
        char name[NAME];
        name_of(part, l, name);
        text_format(term->words[l], sizeof term->words[0], text(l, kind->words), name);
    }
    for (int k = 0; term && k < scales->sizes; k++) {
        part = &scales->weight[k]->parts[p];
        term->size[k] = measured(part, kind->way, kind->measure) -
                        (kind->place == INSTEAD_OF ? part->way[kind->way] : 0);
        sum->whole[k] += kind->place == IN_THE_SUM ? term->size[k] : 0;
    }
}

// An access may be several: eight, where one array holds eight pictures and one their mean.
static void count_times(struct sum *sum) {
    enum { MOST = 64 };
    const struct sum_term *least = NULL;
    for (int i = 0; i < sum->count; i++)
        if (sum->term[i].place == IN_THE_SUM && (!least || sum->term[i].size[0] < least->size[0]))
            least = &sum->term[i];
    for (int i = 0; least && i < sum->count; i++) {
        struct sum_term *term = &sum->term[i];
        double times = round(term->size[0] / least->size[0]);
        int is = term->place == IN_THE_SUM && times <= MOST;
        for (int k = 0; k < sum->sizes; k++)
            is &= term->size[k] == times * least->size[k];
        term->times = is ? (int)times : 1;
    }
}

// What stays on the chip.
static void add_shared(struct sum *sum, const struct scales *scales, int way) {
    struct sum_term *term = sum_term(sum, BESIDE, "work/shared-counted");
    for (int l = 0; term && l < LANGUAGES; l++)
        text_copy(term->words[l], sizeof term->words[0],
                  text(l, way == WRITES ? PROOF_SHARED_WRITES : PROOF_SHARED_READS));
    for (int k = 0; term && k < scales->sizes; k++)
        term->size[k] = scales->weight[k]->shared_way[way];
    if (term && !(term->size[0] > 0))
        sum->count--;
}

int weighed_sum(const struct clues *clues, double by, struct sum *sum) {
    struct scales scales;
    struct sum model;
    const struct lab_meta *lab = &clues->seen->lab;
    *sum = (struct sum){.extents = 1, .taught = lab->mistake};
    if (!read_scales(clues, &scales) || work_share(&clues->pairs[0]) != 1)
        return 0;
    sum->sizes = scales.sizes;
    for (int p = 0; p < scales.weight[0]->part_count; p++)
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
            add(sum, &scales, &kinds[i], p);
    count_times(sum);
    for (int way = READS; way <= WRITES; way++)
        add_shared(sum, &scales, way);
    for (int k = 0; k < scales.sizes; k++) {
        sum->claimed[k] = by * (double)scales.claim[k]->bytes;
        sum->n[k] = scales.elements[k];
        sum->blocks[k] = scales.weight[k]->blocks;
    }
    // Only the lab knows what its size is called: the side of a matrix, perhaps.
    if (scales.counted == COUNTS_ASKED &&
        work_sum(lab, clues->row->what, 0, scales.sizes, scales.elements, sum->whole, sum->claimed,
                 &model)) {
        memcpy(sum->n, model.n, sizeof sum->n);
        memcpy(sum->extent, model.extent, sizeof sum->extent);
        sum->extents = model.extents;
    }
    sum->granule = scales.counted == COUNTS_ASKED ? 0 : LINE;
    return sum->whole[0] > 0 && !near_exactly(sum->claimed[0] / sum->whole[0], 1);
}

// ---- the numbers
// ----------------------------------------------------------------------------------

static void say(const struct sum *sum, const struct scales *scales, int language,
                char said[EVIDENCE]) {
    char bytes[AMOUNT], list[LIST] = "";
    for (int i = 0; i < sum->count; i++) {
        const struct sum_term *term = &sum->term[i];
        size_t length = strlen(list);
        weigh_amount(term->size[0], "B", bytes, sizeof bytes);
        if (term->place == IN_THE_SUM)
            text_format(list + length, LIST - length, "%s%s (%s)",
                        length ? text(language, PROOF_COMMA) : "", term->words[language], bytes);
    }
    weigh_amount(sum->claimed[0], "B", bytes, sizeof bytes);
    text_format(said, EVIDENCE, text(language, PROOF_WEIGHED), scales->elements[0], bytes,
                scales->weight[0]->kernel, list);
}

int name_weighed(struct clues *clues) {
    struct scales scales;
    struct sum sum;
    if (unit_kind(clues->pairs[0].reference->unit) != WORK_BYTES || !weighed_sum(clues, 1, &sum) ||
        !read_scales(clues, &scales) || scales.counted != COUNTS_ASKED)
        return 0;
    double factor = sum.claimed[0] / sum.whole[0];
    char said[LANGUAGES][EVIDENCE];
    for (int language = 0; language < LANGUAGES; language++)
        say(&sum, &scales, language, said[language]);
    finding_add_said(clues, factor < 1 ? "work/term-missing" : "work/term-added", LIKELY, "weighed",
                     factor, (const char *const[LANGUAGES]){said[ENGLISH], said[CHINESE]});
    return 1;
}
