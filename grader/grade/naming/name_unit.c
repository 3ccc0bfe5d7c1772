// name_unit.c: rules about the unit: the claimed rate against the claimed work and time. The three
// come from one program, so the factor is exact, and a table decides.
#include <math.h>
#include <string.h>

#include "naming/rules.h"

static const struct unit_factor {
    const char *mistake;
    double factor;
    const char *unit; // that the claim must have; NULL: any
    int scale;        // 1: a power of two for one of ten; 2: another power or a count
} factors[] = {
    {"units/tib-as-tb", 1e12 / 1099511627776.0, "TB/s", 1},
    {"units/gib-as-gb", 1e9 / 1073741824.0, NULL, 1},
    {"units/mib-per-ms", 1e6 / 1048576.0, NULL, 1},
    {"units/kib-per-us", 1e3 / 1024.0, NULL, 1},
    {"units/gb-as-gib", 1073741824.0 / 1e9, "GiB/s", 1},
    {"units/gb-as-tb", 1e3, "TB/s", 2},
    {"units/giga-as-tera", 1e3, "TFLOP/s", 2},
    {"units/s-as-ms", 1e3, NULL, 2},
    {"units/ms-as-s", 1e-3, NULL, 2},
    {"units/ten-e9", 0.1, NULL, 2},
    {"units/bits-for-bytes", 8, NULL, 2},
    {"units/bytes-for-bits", 0.125, NULL, 2},
};
enum { FACTORS = sizeof factors / sizeof factors[0] };

static int fits(const struct clues *clues, const struct unit_factor *f) {
    return !f->unit || strcmp(f->unit, clues->row->unit_name) == 0;
}

// 1000 in GB/s has two causes, which only the code tells apart: milliseconds or megabytes.
static int has_two_causes(const struct clues *clues, const struct unit_factor *f) {
    return f->factor == 1e3 && strcmp(f->mistake, "units/s-as-ms") == 0 &&
           unit_kind(clues->row->unit_name) == WORK_BYTES &&
           !(clues->source && source_find(clues->source, 0, "1e9") >= 0);
}

// product: of all factors that the rate is wrong by.
static void add(struct clues *clues, const struct unit_factor *f, double product) {
    char reported[48], expected[48];
    const struct row *row = clues->row;
    rate_text(row->reported, row->unit_name, reported);
    rate_text(row->reported / product, row->unit_name, expected);
    int two = has_two_causes(clues, f);
    const char *const mistakes[] = {f->mistake, "units/mb-as-gb"};
    for (int i = 0; i < (two ? 2 : 1); i++)
        finding_add(clues, mistakes[i], two ? LIKELY : SURE, "unit-factor", row->unit,
                    product == f->factor ? PROOF_UNIT : PROOF_UNIT_OF_TWO, reported, expected,
                    product, f->factor);
}

// ---- laws that are no constant factor ---------------------------------------------------

static double reported_size(const struct claim_pair *pair) {
    return pair->student->rate * unit_size(pair->student->unit);
}
static double student_work(const struct claim_pair *pair) {
    return unit_kind(pair->student->unit) == WORK_FLOPS ? (double)pair->student->flops
                                                        : (double)pair->student->bytes;
}
static int never_divided(const struct claim_pair *pair) {
    double rate = reported_size(pair), work = student_work(pair);
    return near_exactly(rate, work) || near_exactly(rate * 1.073741824, work);
}
static int multiplied(const struct claim_pair *pair) {
    double rate = reported_size(pair), product = student_work(pair) * pair->student->seconds;
    return near_exactly(rate, product) || near_exactly(rate * 1.073741824, product);
}
static int wrapped(const struct claim_pair *pair) {
    double work = reported_size(pair) * pair->student->seconds;
    double low = (double)(uint32_t)pair->student->bytes;
    return pair->student->bytes > INT32_MAX &&
           (near_exactly(work, low) || near_exactly(work, low - 4294967296.0));
}
static int averaged_rates(const struct claim_pair *pair) {
    const struct claim *claim = pair->student;
    double sum = 0;
    if (claim->sampled < 2 || claim->sampled != claim->count)
        return 0;
    for (int i = 0; i < claim->sampled; i++)
        sum += student_work(pair) / claim->samples[i];
    return near_exactly(reported_size(pair), sum / claim->sampled);
}

static const struct law {
    const char *mistake, *rule;
    int (*holds)(const struct claim_pair *pair);
    enum proof proof;
} laws[] = {
    {"units/never-divided", "rate-is-work", never_divided, PROOF_NEVER_DIVIDED},
    {"units/multiplied-by-time", "rate-is-product", multiplied, PROOF_RATE_IS_PRODUCT},
    {"units/int32-bytes", "rate-wraps", wrapped, PROOF_RATE_WRAPS},
    {"statistic/mean-of-rates", "mean-of-rates", averaged_rates, PROOF_MEAN_OF_RATES},
};

static int name_by_law(struct clues *clues) {
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++)
        if (everywhere(clues, laws[i].holds)) {
            finding_add(clues, laws[i].mistake, SURE, laws[i].rule, clues->row->unit,
                        laws[i].proof);
            return 1;
        }
    return 0;
}

int name_unit(struct clues *clues) {
    double unit = clues->row->unit;
    if (name_by_law(clues) || name_source_of_rate(clues))
        return 1;
    for (int i = 0; i < FACTORS; i++)
        if (fits(clues, &factors[i]) && near_exactly(unit, factors[i].factor)) {
            add(clues, &factors[i], factors[i].factor);
            return 1;
        }
    // Two mistakes at once: a power of two for a power of ten, and another one.
    for (int i = 0; i < FACTORS; i++)
        for (int k = 0; k < FACTORS; k++)
            if (factors[i].scale == 1 && factors[k].scale == 2 && fits(clues, &factors[i]) &&
                fits(clues, &factors[k]) &&
                near_exactly(unit, factors[i].factor * factors[k].factor)) {
                add(clues, &factors[i], factors[i].factor * factors[k].factor);
                add(clues, &factors[k], factors[i].factor * factors[k].factor);
                return 1;
            }
    return 0;
}
