// name_weighed.c: what the student's own kernel read and wrote of each allocation, as the terms of
// a sum; and where no sum comes to the claim, the numbers. The run was weighed at two small sizes,
// and its claim is of the same sizes.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "naming/sum.h"
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

// ---- the terms
// ------------------------------------------------------------------------------------

struct scales { // the same kernel, at each size
    int sizes;
    enum counted counted;
    const struct claim *claim[SUM_SIZES];
    const struct weight *weight[SUM_SIZES];
    double elements[SUM_SIZES];
};

static int read_scales(const struct clues *clues, struct scales *scales) {
    scales->counted = clues->seen->lab.counted;
    for (scales->sizes = 0; scales->sizes < SUM_SIZES; scales->sizes++) {
        int k = scales->sizes;
        const struct run *run = run_weighed(clues->seen, k);
        scales->claim[k] = run ? run_claim(run, clues->row->what) : NULL;
        scales->weight[k] = run ? run_weight(run, clues->row->what) : NULL;
        if (!scales->claim[k] || !scales->weight[k])
            break;
        scales->elements[k] = (double)run->count;
        if (k > 0 && scales->weight[k]->part_count != scales->weight[0]->part_count)
            break;
    }
    return scales->sizes > 0 && scales->counted != COUNTS_APART && scales->claim[0]->bytes > 0;
}

static int is_counted(const struct scales *scales, int way) {
    return scales->counted != COUNTS_LINES_READ || way == READS;
}

static double amount(const struct scales *scales, const struct weight_part *part, int way) {
    return scales->counted == COUNTS_ASKED ? part->way[way] : part->line_way[way];
}

// How many floats of each element: 8, where one array holds eight pictures.
static int times(const struct scales *scales, const struct sum_term *term) {
    enum { MOST = 64 };
    double each = term->size[0] / ((double)sizeof(float) * scales->elements[0]);
    for (int k = 0; k < scales->sizes; k++)
        if (!near_exactly(term->size[k] / ((double)sizeof(float) * scales->elements[k]),
                          round(each)))
            return 1;
    return each < MOST ? (int)round(each) : 1;
}

static void add(struct sum *sum, const struct scales *scales, int place, int p, int way,
                enum proof proof, double (*size)(const struct weight_part *, int)) {
    struct sum_term *term = sum_term(sum, place, place == INSTEAD_OF ? "work/term-added" : "");
    for (int l = 0; term && l < LANGUAGES; l++) {
        char name[NAME];
        name_of(&scales->weight[0]->parts[p], l, name);
        text_format(term->words[l], sizeof term->words[0], text(l, proof), name);
    }
    for (int k = 0; term && k < scales->sizes; k++) {
        const struct weight_part *part = &scales->weight[k]->parts[p];
        double whole = amount(scales, part, way);
        term->size[k] = size ? size(part, way) - (place == INSTEAD_OF ? whole : 0) : whole;
    }
    if (term && place == IN_THE_SUM)
        term->times = scales->counted == COUNTS_ASKED ? times(scales, term) : 1;
    if (term && place == INSTEAD_OF && term->size[0] <= LINE)
        sum->count--; // it is as large
}

static double asked(const struct weight_part *part, int way) {
    return part->way[way];
}

static double line_each(const struct weight_part *part, int way) {
    return part->way[way] / sizeof(float) * LINE;
}

static double touched(const struct weight_part *part, int way) {
    return part->line_way[way];
}

static double all_of_it(const struct weight_part *part, int way) {
    (void)way;
    return part->bytes;
}

static void add_access(struct sum *sum, const struct scales *scales, int p, int way) {
    if (!(scales->weight[0]->parts[p].way[way] > 0))
        return;
    enum proof access = way == WRITES ? PROOF_WRITE_OF : PROOF_READ_OF;
    if (!is_counted(scales, way)) {
        add(sum, scales, BESIDE, p, way, access, asked);
        add(sum, scales, BESIDE, p, way, PROOF_LINE_EACH, line_each);
        return;
    }
    add(sum, scales, IN_THE_SUM, p, way, access, NULL);
    if (scales->counted != COUNTS_ASKED)
        return;
    add(sum, scales, INSTEAD_OF, p, way, PROOF_LINES_OF, touched);
    add(sum, scales, INSTEAD_OF, p, way, PROOF_ALL_OF, all_of_it);
    if (way == WRITES)
        add(sum, scales, BESIDE, p, way, PROOF_BEFORE_WRITE, asked);
}

static void add_shared(struct sum *sum, const struct scales *scales, int way) {
    const struct weight *w = scales->weight[0];
    if (!((way == WRITES ? w->shared_written : w->shared_read) > 0))
        return;
    struct sum_term *term = sum_term(sum, BESIDE, "work/shared-counted");
    for (int l = 0; term && l < LANGUAGES; l++)
        text_copy(term->words[l], sizeof term->words[0],
                  text(l, way == WRITES ? PROOF_SHARED_WRITES : PROOF_SHARED_READS));
    for (int k = 0; term && k < scales->sizes; k++)
        term->size[k] =
            way == WRITES ? scales->weight[k]->shared_written : scales->weight[k]->shared_read;
}

int weighed_sum(const struct clues *clues, double by, struct sum *sum) {
    struct scales scales;
    *sum = (struct sum){.extents = 1, .taught = clues->seen->lab.mistake};
    if (!read_scales(clues, &scales) || work_share(&clues->pairs[0]) != 1)
        return 0;
    sum->sizes = scales.sizes;
    for (int p = 0; p < scales.weight[0]->part_count; p++)
        for (int way = READS; way <= WRITES; way++)
            add_access(sum, &scales, p, way);
    for (int way = READS; way <= WRITES; way++)
        add_shared(sum, &scales, way);
    for (int k = 0; k < scales.sizes; k++) {
        sum->claimed[k] = by * (double)scales.claim[k]->bytes;
        sum->n[k] = scales.elements[k];
        for (int i = 0; i < sum->count; i++)
            sum->whole[k] += sum->term[i].place == IN_THE_SUM ? sum->term[i].size[k] : 0;
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
            text_format(list + length, LIST - length, "%s%s %s",
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
