// work_model.c: reads a lab's terms and derives how a claimed count comes from them.
#include "naming/work_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "grade/workbook.h"
#include "naming/rules.h"

// ---- reading --------------------------------------------------------------------------------

static const char *word_of_formula(const char *s, struct work_term *term, int sign) {
    char *end;
    if (strncmp(s, "granule", 7) == 0)
        return term->granules += sign, s + 7;
    if (*s == 'n')
        return term->extents += sign, s + 1;
    double number = strtod(s, &end);
    if (end == s || !(number > 0))
        return NULL;
    term->number *= sign > 0 ? number : 1 / number;
    return end;
}

static int read_formula(const char *s, struct work_term *term) {
    for (int sign = 1; s; s += strspn(s, " ")) {
        s = word_of_formula(s, term, sign);
        if (!s)
            return -1;
        s += strspn(s, " ");
        if (!*s)
            return 0;
        if (*s != '*' && *s != '/')
            return -1;
        sign = *s++ == '*' ? 1 : -1;
    }
    return -1;
}

int work_term_read(const char *line, struct work_term *term) {
    char copy[240], none[1] = "", *part[4], *rest = NULL, *after;
    memset(term, 0, sizeof *term);
    term->times = 1;
    term->number = 1;
    if (text_copy(copy, sizeof copy, line) != 0)
        return -1;
    for (int i = 0; i < 4; i++) {
        part[i] = strtok_r(i ? NULL : copy, "|", &rest);
        if (!part[i] && i < 3)
            return -1;
        part[i] = text_trim(part[i] ? part[i] : none);
    }
    if (text_copy(term->mistake, sizeof term->mistake, part[3]) != 0)
        return -1;
    if (text_copy(term->words[ENGLISH], sizeof term->words[0], part[1]) != 0 ||
        text_copy(term->words[CHINESE], sizeof term->words[0], part[2]) != 0)
        return -1;
    char *formula = part[0], *colon = strchr(formula, ':'), *of;
    if (colon) {
        *colon = '\0';
        text_copy(term->claim, sizeof term->claim, formula);
        formula = text_trim(colon + 1);
    }
    if (strncmp(formula, "flops ", 6) == 0) {
        term->flops = 1;
        formula = text_trim(formula + 6);
    }
    of = strstr(formula, " of ");
    if (of) {
        term->times = (int)strtol(formula, &after, 10);
        if (after != of || term->times < 1)
            return -1;
        formula = of + 4;
    }
    return read_formula(text_trim(formula), term);
}

// ---- the terms of one claim, in numbers -------------------------------------------------------

struct model {
    struct work_term term[LAB_TERMS], beside[LAB_TERMS];
    double size[LAB_TERMS], beside_size[LAB_TERMS]; // of one access, in bytes or flops
    int terms, besides;
    double n, granule, whole, claimed;
    char extent[LANGUAGES][100];
    struct work_guess *guesses;
    int count;
};

static int select_terms(const char lines[][200], int count, const char *claim, int flops,
                        struct work_term *terms) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (work_term_read(lines[i], &terms[kept]) == 0 && terms[kept].flops == flops &&
            (!terms[kept].claim[0] || strcmp(terms[kept].claim, claim) == 0))
            kept++;
    return kept;
}

// n from the sum of the terms, which all have the same powers.
static int solve(struct model *m, double elements) {
    double sum = 0;
    const struct work_term *first = &m->term[0];
    for (int i = 0; i < m->terms; i++) {
        sum += m->term[i].times * m->term[i].number;
        if (m->term[i].extents != first->extents || m->term[i].granules != first->granules)
            return -1;
    }
    if (m->terms == 0 || first->extents < 1)
        return -1;
    m->n = first->granules ? elements : pow(m->whole / sum, 1.0 / first->extents);
    m->granule = first->granules ? m->whole / (sum * pow(elements, first->extents)) : 64;
    return m->n > 0 ? 0 : -1;
}

static double size_of(const struct model *m, const struct work_term *term) {
    return term->number * pow(m->n, term->extents) * pow(m->granule, term->granules);
}

// ---- guesses --------------------------------------------------------------------------------

static void guess(struct model *m, const char *mistake, int rank, double work, enum proof proof,
                  const char *const what[LANGUAGES]) {
    static const double digits = 2e-5; // of a count; not measured
    static const double single = 8;    // bytes or flops: of one element; not measured
    if (!near(m->claimed, work, digits) && fabs(m->claimed - work) > single)
        return;
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->guesses[i].mistake, mistake) == 0)
            return;
    int at = m->count < WORK_GUESSES ? m->count++ : WORK_GUESSES - 1;
    for (; at > 0 && m->guesses[at - 1].rank > rank; at--)
        m->guesses[at] = m->guesses[at - 1];
    struct work_guess *g = &m->guesses[at];
    g->mistake = mistake;
    g->rank = rank;
    for (int language = 0; language < LANGUAGES; language++)
        text_format(g->words[language], sizeof g->words[0],
                    words_text(&naming_words, (enum language)language, proof),
                    what[language] ? what[language] : what[ENGLISH]);
}

static void join(char text[240], const char *more, enum language language) {
    size_t length = strlen(text);
    text_format(text + length, 240 - length, "%s%s",
                length == 0           ? ""
                : language == CHINESE ? "、"
                                      : ", ",
                more);
}

static int accesses(const struct model *m) {
    int sum = 0;
    for (int i = 0; i < m->terms; i++)
        sum += m->term[i].times;
    return sum;
}

// The names that the catalogue had before there was a model.
static const char *name_of_missing(const struct model *m, double counted) {
    double share = counted / m->whole;
    int all = accesses(m);
    if (m->term[0].flops)
        return near_exactly(share, 0.5) ? "work/half-the-flops" : "work/term-missing";
    if (all == 3 && near_exactly(share, 2.0 / 3))
        return "work/two-of-three";
    if ((all == 3 && near_exactly(share, 1.0 / 3)) || (all == 2 && near_exactly(share, 0.5)))
        return "work/one-way";
    return "work/term-missing";
}

// 1 when the terms are as large as each other, so that a count cannot tell which of them it lacks.
static int all_alike(const struct model *m) {
    for (int i = 1; i < m->terms; i++)
        if (!same_number(m->term[i].times * m->size[i], m->term[0].times * m->size[0]))
            return 0;
    return m->terms > 1;
}

// Some terms only, or some of the accesses of one kind.
static void guess_missing(struct model *m) {
    int alike = all_alike(m);
    for (unsigned kept = 1; kept + 1 < 1u << m->terms; kept++) {
        double counted = 0;
        char left[LANGUAGES][240] = {"", ""}, what[LANGUAGES][240];
        int out = 0;
        for (int i = 0; i < m->terms; i++) {
            int in = (kept & 1u << i) != 0;
            counted += in ? m->term[i].times * m->size[i] : 0;
            out += !in;
            for (int l = 0; l < LANGUAGES && (alike || !in); l++)
                join(left[l], m->term[i].words[l], (enum language)l);
        }
        for (int l = 0; l < LANGUAGES; l++)
            text_format(
                what[l], sizeof what[l],
                words_text(&naming_words, (enum language)l, alike ? PROOF_SOME_OF : PROOF_JUST),
                left[l], out);
        guess(m, name_of_missing(m, counted), out - 1, counted, PROOF_TERM_MISSING,
              (const char *const[LANGUAGES]){what[0], what[1]});
    }
    for (int i = 0; i < m->terms; i++)
        for (int few = 1; few < m->term[i].times; few++) {
            double counted = m->whole - (m->term[i].times - few) * m->size[i];
            char left[LANGUAGES][240];
            text_format(left[0], 240, "%d of %d: %s", m->term[i].times - few, m->term[i].times,
                        m->term[i].words[0]);
            text_format(left[1], 240, "%d 个中的 %d 个：%s", m->term[i].times,
                        m->term[i].times - few, m->term[i].words[1]);
            guess(m, name_of_missing(m, counted), 2, counted, PROOF_TERM_MISSING,
                  (const char *const[LANGUAGES]){left[0], left[1]});
            for (int k = 0; k < m->terms; k++) // and a term of another kind is missing as well
                if (k != i && m->terms > 2)
                    guess(m, name_of_missing(m, counted), 3,
                          counted - m->term[k].times * m->size[k], PROOF_TERM_MISSING,
                          (const char *const[LANGUAGES]){left[0], left[1]});
        }
}

static void guess_added(struct model *m) {
    for (unsigned taken = 1; taken < 1u << m->besides; taken++) {
        double counted = m->whole;
        int rank = -1;
        char what[LANGUAGES][240] = {"", ""};
        const char *name = "";
        for (int i = 0; i < m->besides; i++)
            if (taken & 1u << i) {
                name = rank < 0 ? m->beside[i].mistake : "";
                counted += m->beside[i].times * m->beside_size[i];
                rank++;
                for (int l = 0; l < LANGUAGES; l++)
                    join(what[l], m->beside[i].words[l], (enum language)l);
            }
        guess(m, *name ? name : "work/term-added", rank, counted, PROOF_TERM_ADDED,
              (const char *const[LANGUAGES]){what[0], what[1]});
    }
    static const int blocks[] = {16, 32, 64, 128, 256, 512, 1024};
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
        char block[16];
        double rounded = ceil(m->n / blocks[i]) * blocks[i];
        text_format(block, sizeof block, "%d", blocks[i]);
        if (round(rounded) > round(m->n))
            guess(m, "work/term-added", 0, m->whole * pow(rounded / m->n, m->term[0].extents),
                  PROOF_GRID_ROUNDED, (const char *const[LANGUAGES]){block, block});
    }
    for (int i = 0; i < m->terms; i++)
        if (m->term[i].times > 3)
            guess(m, "work/term-added", 1, m->whole + m->size[i], PROOF_ONE_TOO_MANY,
                  (const char *const[LANGUAGES]){m->term[i].words[0], m->term[i].words[1]});
}

static void guess_double(struct model *m) {
    const char *const everything[LANGUAGES] = {
        words_text(&naming_words, ENGLISH, PROOF_EVERYTHING),
        words_text(&naming_words, CHINESE, PROOF_EVERYTHING)};
    const char *twice = m->term[0].flops ? "work/fma-twice" : "work/counted-twice";
    guess(m, twice, 1, 2 * m->whole, PROOF_TERM_TWICE, everything);
    for (int i = 0; i < m->terms && m->terms > 1; i++)
        guess(m, "work/counted-twice", 1, m->whole + m->term[i].times * m->size[i],
              PROOF_TERM_TWICE,
              (const char *const[LANGUAGES]){m->term[i].words[0], m->term[i].words[1]});
}

static void guess_power(struct model *m) {
    const char *const extent[LANGUAGES] = {m->extent[0], m->extent[1]};
    if (!m->extent[0][0])
        return;
    guess(m, "work/power-of-n", 0, m->whole / m->n, PROOF_POWER_MISSING, extent);
    guess(m, "work/power-of-n", 0, m->whole * m->n, PROOF_POWER_ADDED, extent);
    guess(m, "work/power-of-n", 1, m->whole / m->n / 2, PROOF_POWER_MISSING, extent);
}

static void guess_granule(struct model *m) {
    static const int sizes[] = {16, 32, 64, 128, 256, 512};
    char text[16];
    if (!m->term[0].granules)
        return;
    const char *const what[LANGUAGES] = {text, text};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        text_format(text, sizeof text, "%d", sizes[i]);
        guess(m, "work/wrong-granule", 0, m->whole * sizes[i] / m->granule, PROOF_OTHER_GRANULE,
              what);
    }
    text_format(text, sizeof text, "%.0f", m->granule / 4);
    guess(m, "work/counted-twice", 0, m->whole * m->granule / 4, PROOF_EFFICIENCY_TWICE, what);
}

static void guess_sizes(struct model *m) {
    const char *const none[LANGUAGES] = {"", ""};
    if (m->term[0].flops)
        return;
    guess(m, "work/elements-not-bytes", 1, m->whole / 4, PROOF_NO_SIZEOF, none);
    guess(m, "work/element-size", 1, 2 * m->whole, PROOF_SIZE_OF_DOUBLE, none);
    guess(m, "work/element-size", 2, m->whole / 2, PROOF_HALF_SIZE, none);
}

int work_guesses(const struct lab_meta *lab, const char *claim, int flops, double elements,
                 double true_work, double claimed, struct work_guess *guesses) {
    struct model m = {.whole = true_work, .claimed = claimed, .guesses = guesses};
    const char *bar = strchr(lab->extent, '|');
    m.terms = select_terms(lab->terms, lab->term_count, claim, flops, m.term);
    m.besides = select_terms(lab->beside, lab->beside_count, claim, flops, m.beside);
    if (solve(&m, elements) != 0)
        return 0;
    for (int i = 0; i < m.terms; i++)
        m.size[i] = size_of(&m, &m.term[i]);
    for (int i = 0; i < m.besides; i++)
        m.beside_size[i] = size_of(&m, &m.beside[i]);
    if (bar) {
        text_format(m.extent[0], 100, "%.*s", (int)(bar - lab->extent), lab->extent);
        text_copy(m.extent[0], 100, text_trim(m.extent[0]));
        text_copy(m.extent[1], 100, bar + 1 + strspn(bar + 1, " "));
    }
    guess_missing(&m);
    guess_added(&m);
    guess_double(&m);
    guess_power(&m);
    guess_granule(&m);
    guess_sizes(&m);
    return m.count;
}

int work_sizes(const struct lab_meta *lab, const char *claim, int flops, double elements,
               double whole, struct work_term *terms, double *sizes) {
    struct model m = {.whole = whole};
    m.terms = select_terms(lab->terms, lab->term_count, claim, flops, m.term);
    if (solve(&m, elements) != 0)
        return 0;
    for (int i = 0; i < m.terms; i++) {
        terms[i] = m.term[i];
        sizes[i] = m.term[i].times * size_of(&m, &m.term[i]);
    }
    return m.terms;
}
