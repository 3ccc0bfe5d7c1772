// sum.c: searches the sums of terms that come to a claim.
#include "naming/sum.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

struct search {
    const struct sum *of;
    struct work_guess *guesses;
    int count, accesses;
};

// What a proof says of a work: a number is the same in each language, words are not.
typedef struct {
    const char *in[LANGUAGES];
} said;

static said in_all(const char *text) {
    said what;
    for (int l = 0; l < LANGUAGES; l++)
        what.in[l] = text;
    return what;
}

// Of a text for each language: one that is not translated is said in English.
static said in_each(const char *words, size_t width) {
    said what;
    for (size_t l = 0; l < LANGUAGES; l++)
        what.in[l] = words[l * width] ? words + l * width : words;
    return what;
}

static const char *text(int language, enum proof word) {
    return words_text(&naming_words, (enum language)language, word);
}

static void join(char text[240], const char *between, const char *more) {
    size_t length = strlen(text);
    text_format(text + length, 240 - length, "%s%s", length ? between : "", more);
}

// ---- one guess --------------------------------------------------------------------------------

static int fits(const struct search *s, const double work[SUM_SIZES]) {
    static const double digits = 2e-5; // of a count; not measured
    static const double single = 8;    // bytes or flops: of one element; not measured
    for (int i = 0; i < s->of->sizes; i++)
        if (!near(s->of->claimed[i], work[i], digits) && fabs(s->of->claimed[i] - work[i]) > single)
            return 0;
    return 1;
}

// Another sum of the same kind: the words say both. A plainer one takes its place.
static int is_told(struct search *s, const struct work_guess *now, enum proof proof) {
    int at = 0;
    while (at < s->count && strcmp(s->guesses[at].mistake, now->mistake) != 0)
        at++;
    if (at == s->count)
        return 0;
    struct work_guess *known = &s->guesses[at];
    for (int l = 0; l < LANGUAGES && known->rank == now->rank; l++) {
        size_t same = strcspn(text(l, proof), "%"); // the words before the term's
        same = strncmp(known->words[l], now->words[l], same) == 0 ? same : 0;
        if (!strstr(known->words[l], now->words[l] + same))
            join(known->words[l], text(l, PROOF_OR), now->words[l] + same);
    }
    if (known->rank <= now->rank)
        return 1;
    memmove(known, known + 1, (size_t)(--s->count - at) * sizeof *known);
    return 0;
}

static void guess(struct search *s, const char *mistake, int rank, enum proof proof, said what) {
    struct work_guess now = {.mistake = mistake, .rank = rank};
    if (strcmp(mistake, s->of->taught) == 0)
        now.rank = -1;
    for (int l = 0; l < LANGUAGES; l++)
        text_format(now.words[l], sizeof now.words[0], text(l, proof), what.in[l]);
    if (is_told(s, &now, proof))
        return;
    int at = s->count < WORK_GUESSES ? s->count++ : WORK_GUESSES - 1;
    for (; at > 0 && s->guesses[at - 1].rank > now.rank; at--)
        s->guesses[at] = s->guesses[at - 1];
    s->guesses[at] = now;
}

// ---- names ------------------------------------------------------------------------------------

// The names that the catalogue has for a share of few accesses.
static const char *name_of_share(const struct search *s, double share) {
    int all = s->accesses;
    if (s->of->flops)
        return near_exactly(share, 0.5) ? "work/half-the-flops"
               : share < 1              ? "work/term-missing"
                                        : "work/term-added";
    const struct {
        int all, counted;
        const char *mistake;
    } names[] = {{3, 2, "work/two-of-three"},
                 {3, 1, "work/one-way"},
                 {2, 1, "work/one-way"},
                 {3, 4, "work/write-allocate"},
                 {2, 3, "work/three-of-two"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (all == names[i].all && near_exactly(share, (double)names[i].counted / all))
            return names[i].mistake;
    return share < 1 ? "work/term-missing" : "work/term-added";
}

// ---- sums -------------------------------------------------------------------------------------

// The whole and `part` of a term more, or less.
static int fits_with(const struct search *s, const struct sum_term *term, double part,
                     double work[SUM_SIZES]) {
    for (int i = 0; i < s->of->sizes; i++)
        work[i] += part * term->size[i];
    return fits(s, work);
}

// 1 when the terms are as large as each other, so that a count cannot tell which of them it lacks.
static int all_alike(const struct sum_term *const *terms, int count) {
    for (int i = 1; i < count; i++)
        if (!same_number(terms[i]->size[0], terms[0]->size[0]))
            return 0;
    return count > 1;
}

static void say_set(struct search *s, const struct sum_term *const *terms, int count, unsigned set,
                    double counted) {
    int inside = terms[0]->place == IN_THE_SUM, alike = inside && all_alike(terms, count);
    int members = __builtin_popcount(set);
    const char *name = NULL;
    char list[LANGUAGES][240] = {""}, what[LANGUAGES][240];
    for (int i = 0; i < count; i++) {
        for (int l = 0; l < LANGUAGES && (alike || (set & 1u << i)); l++)
            join(list[l], text(l, PROOF_COMMA), terms[i]->words[l]);
        if (set & 1u << i)
            name = !name || strcmp(name, terms[i]->mistake) == 0 ? terms[i]->mistake : "";
    }
    for (int l = 0; l < LANGUAGES; l++)
        text_format(what[l], sizeof what[l], text(l, alike ? PROOF_SOME_OF : PROOF_JUST), list[l],
                    members);
    guess(s, name && *name ? name : name_of_share(s, counted / s->of->whole[0]), members - 1,
          inside ? PROOF_TERM_MISSING : PROOF_TERM_ADDED, in_each(what[0], sizeof what[0]));
}

// Some terms only; or some that stand beside the work, too.
static void guess_sets(struct search *s, int place) {
    enum { MOST = 12 }; // terms of one sum, of which each set is tried
    const struct sum_term *terms[MOST] = {NULL};
    unsigned count = 0, inside = place == IN_THE_SUM;
    for (int i = 0; i < s->of->count && count < MOST; i++)
        if ((int)s->of->term[i].place == place)
            terms[count++] = &s->of->term[i];
    for (unsigned set = 1; set + inside < 1u << count; set++) {
        double work[SUM_SIZES];
        memcpy(work, s->of->whole, sizeof work);
        for (unsigned i = 0; i < count; i++)
            if (set & 1u << i)
                fits_with(s, terms[i], inside ? -1 : 1, work);
        if (fits(s, work))
            say_set(s, terms, (int)count, set, work[0]);
    }
}

// One term with another whole factor: some of the accesses that it is, one or more of them too
// many, or all of them twice.
static void guess_times(struct search *s, const struct sum_term *term) {
    enum { MANY = 3 }; // accesses of one kind: of fewer, nobody counts one too many
    for (int k = 1; k <= 2 * term->times; k++) {
        char what[LANGUAGES][240];
        double work[SUM_SIZES];
        int twice = k == 2 * term->times, few = k < term->times;
        memcpy(work, s->of->whole, sizeof work);
        if (k == term->times || (twice && s->accesses == term->times) ||
            (!few && !twice && term->times <= MANY) ||
            !fits_with(s, term, (double)k / term->times - 1, work))
            continue;
        for (int l = 0; l < LANGUAGES; l++)
            text_format(what[l], sizeof what[l], text(l, few ? PROOF_PART_OF : PROOF_JUST),
                        term->words[l], term->times - k, term->times);
        guess(s, twice ? "work/counted-twice" : name_of_share(s, work[0] / s->of->whole[0]),
              few ? 2 : 1,
              few     ? PROOF_TERM_MISSING
              : twice ? PROOF_TERM_TWICE
                      : PROOF_ONE_TOO_MANY,
              in_each(what[0], sizeof what[0]));
    }
}

static void guess_terms(struct search *s) {
    guess_sets(s, IN_THE_SUM);
    guess_sets(s, BESIDE);
    for (int i = 0; i < s->of->count; i++) {
        const struct sum_term *term = &s->of->term[i];
        double work[SUM_SIZES];
        memcpy(work, s->of->whole, sizeof work);
        if (term->place == IN_THE_SUM)
            guess_times(s, term);
        else if (term->place == INSTEAD_OF && fits_with(s, term, 1, work))
            guess(s, term->mistake, 0, PROOF_INSTEAD,
                  in_each(term->words[0], sizeof term->words[0]));
    }
}

// ---- factors of the whole -----------------------------------------------------------------------

static void guess_factor(struct search *s, const char *mistake, int rank, double by, int power,
                         enum proof proof, said what) {
    double work[SUM_SIZES];
    for (int i = 0; i < s->of->sizes; i++)
        work[i] = s->of->whole[i] * by * pow(s->of->n[i], power);
    if (fits(s, work))
        guess(s, mistake, rank, proof, what);
}

static void guess_grid(struct search *s) {
    static const int blocks[] = {16, 32, 64, 128, 256, 512, 1024};
    for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++) {
        char block[16];
        int more = 0;
        double work[SUM_SIZES];
        for (int i = 0; i < s->of->sizes; i++) {
            double n = s->of->n[i], rounded = ceil(n / blocks[b]) * blocks[b];
            more |= round(rounded) > round(n);
            work[i] = n > 0 ? s->of->whole[i] * pow(rounded / n, s->of->extents) : 0;
        }
        text_format(block, sizeof block, "%d", blocks[b]);
        if (more && fits(s, work))
            guess(s, "work/term-added", 0, PROOF_GRID_ROUNDED, in_all(block));
    }
}

// What the claim is more than the whole: so many bytes for each block, or as many at any size. Only
// two sizes show it.
static void guess_excess(struct search *s) {
    const struct sum *of = s->of;
    for (int blocks = 0; blocks < 2 && of->sizes == SUM_SIZES; blocks++) {
        char bytes[24];
        double each = of->claimed[0] - of->whole[0], other = of->claimed[1] - of->whole[1];
        // Where the blocks grow as the work does, it may be as well so much for each element.
        if (blocks && same_number(of->blocks[0] * of->whole[1], of->blocks[1] * of->whole[0]))
            continue;
        if (blocks) {
            each /= of->blocks[0];
            other /= of->blocks[1];
        }
        text_format(bytes, sizeof bytes, "%.0f", each);
        if (isfinite(each) && each >= 1 && each == round(each) && each == other)
            guess(s, "work/term-added", 3, blocks ? PROOF_EACH_BLOCK : PROOF_ANY_SIZE,
                  in_all(bytes));
    }
}

// What memory moves at once, in another size: 4 is what an access uses, 1 forgets the bytes.
static void guess_granule(struct search *s) {
    static const int sizes[] = {4, 16, 32, 64, 128, 256, 512};
    double granule = s->of->granule;
    char number[16];
    if (!(granule > 0))
        return;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        text_format(number, sizeof number, "%d", sizes[i]);
        guess_factor(s, i == 0 ? "work/useful-as-moved" : "work/wrong-granule", 0,
                     sizes[i] / granule, 0, PROOF_OTHER_GRANULE, in_all(number));
    }
    guess_factor(s, "work/elements-not-bytes", 0, 1 / granule, 0, PROOF_NO_SIZEOF, in_all(""));
    text_format(number, sizeof number, "%.0f", granule / 4);
    guess_factor(s, "work/counted-twice", 0, granule / 4, 0, PROOF_EFFICIENCY_TWICE,
                 in_all(number));
}

static void guess_factors(struct search *s) {
    const said extent = in_each(s->of->extent[0], sizeof s->of->extent[0]), none = in_all("");
    said all;
    for (int l = 0; l < LANGUAGES; l++)
        all.in[l] = text(l, PROOF_EVERYTHING);
    guess_factor(s, s->of->flops ? "work/fma-twice" : "work/counted-twice", 1, 2, 0,
                 PROOF_TERM_TWICE, all);
    if (extent.in[ENGLISH][0]) {
        guess_factor(s, "work/power-of-n", 0, 1, -1, PROOF_POWER_MISSING, extent);
        guess_factor(s, "work/power-of-n", 0, 1, 1, PROOF_POWER_ADDED, extent);
        guess_factor(s, "work/power-of-n", 1, 0.5, -1, PROOF_POWER_MISSING, extent);
    }
    if (s->of->flops)
        return;
    guess_factor(s, "work/elements-not-bytes", 1, 0.25, 0, PROOF_NO_SIZEOF, none);
    guess_factor(s, "work/element-size", 1, 2, 0, PROOF_SIZE_OF_DOUBLE, none);
    guess_factor(s, "work/element-size", 2, 0.5, 0, PROOF_HALF_SIZE, none);
}

// ---- all of it ----------------------------------------------------------------------------------

struct sum_term *sum_term(struct sum *sum, int place, const char *mistake) {
    if (sum->count == SUM_TERMS)
        return NULL;
    struct sum_term *term = &sum->term[sum->count++];
    *term = (struct sum_term){.times = 1, .place = place};
    text_copy(term->mistake, sizeof term->mistake, mistake);
    return term;
}

int sum_guesses(const struct sum *sum, struct work_guess *guesses) {
    struct search s = {.of = sum, .guesses = guesses};
    for (int i = 0; i < sum->count; i++)
        s.accesses += sum->term[i].place == IN_THE_SUM ? sum->term[i].times : 0;
    guess_terms(&s);
    guess_grid(&s);
    guess_excess(&s);
    guess_granule(&s);
    guess_factors(&s);
    return s.count;
}
