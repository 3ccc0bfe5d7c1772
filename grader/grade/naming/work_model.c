// work_model.c: reads the lines "work" and "beside" of a lab.meta, and makes numbers of them.
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
        if (!part[i] && i < 2)
            return -1;
        part[i] = text_trim(part[i] ? part[i] : none);
    }
    if (!*part[2])
        part[2] = part[1];
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

static int select_terms(const char lines[][200], int count, const char *claim, int flops,
                        struct work_term *terms) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (work_term_read(lines[i], &terms[kept]) == 0 && terms[kept].flops == flops &&
            (!terms[kept].claim[0] || strcmp(terms[kept].claim, claim) == 0))
            kept++;
    return kept;
}

// n and the granule from the sum of the terms, which all have the same powers.
static int solve(const struct work_term *terms, int count, double elements, double whole, double *n,
                 double *granule) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += terms[i].times * terms[i].number;
        if (terms[i].extents != terms[0].extents || terms[i].granules != terms[0].granules)
            return -1;
    }
    if (count == 0 || terms[0].extents < 1)
        return -1;
    *n = terms[0].granules ? elements : pow(whole / sum, 1.0 / terms[0].extents);
    *granule = terms[0].granules ? whole / (sum * pow(elements, terms[0].extents)) : 64;
    return *n > 0 ? 0 : -1;
}

static double size_of(const struct work_term *term, double n, double granule) {
    return term->times * term->number * pow(n, term->extents) * pow(granule, term->granules);
}

int work_sum(const struct lab_meta *lab, const char *claim, int flops, int sizes,
             const double *elements, const double *whole, const double *claimed, struct sum *sum) {
    struct work_term terms[2 * LAB_TERMS];
    double granule = 0;
    int count = select_terms(lab->terms, lab->term_count, claim, flops, terms);
    int all = count + select_terms(lab->beside, lab->beside_count, claim, flops, &terms[count]);
    const char *bar = strchr(lab->extent, '|');
    *sum = (struct sum){.sizes = sizes, .flops = flops, .extents = 1, .taught = lab->mistake};
    text_format(sum->extent[0], 100, "%.*s", bar ? (int)(bar - lab->extent) : 100, lab->extent);
    text_copy(sum->extent[0], 100, text_trim(sum->extent[0]));
    if (bar)
        text_copy(sum->extent[1], 100, bar + 1 + strspn(bar + 1, " "));
    for (int i = 0; i < all; i++) {
        struct sum_term *term = sum_term(sum, i < count ? IN_THE_SUM : BESIDE, terms[i].mistake);
        if (!term)
            return 0;
        term->times = terms[i].times;
        memcpy(term->words, terms[i].words, sizeof term->words);
    }
    for (int k = 0; k < sizes; k++) {
        sum->whole[k] = whole[k];
        sum->claimed[k] = claimed[k];
        if (solve(terms, count, elements[k], whole[k], &sum->n[k], &granule) != 0)
            return 0;
        for (int i = 0; i < all; i++)
            sum->term[i].size[k] = size_of(&terms[i], sum->n[k], granule);
    }
    sum->extents = terms[0].extents;
    sum->granule = terms[0].granules ? granule : 0;
    return 1;
}

int work_sizes(const struct lab_meta *lab, const char *claim, int flops, double elements,
               double whole, struct work_term *terms, double *sizes) {
    double n, granule;
    int count = select_terms(lab->terms, lab->term_count, claim, flops, terms);
    if (solve(terms, count, elements, whole, &n, &granule) != 0)
        return 0;
    for (int i = 0; i < count; i++)
        sizes[i] = size_of(&terms[i], n, granule);
    return count;
}
