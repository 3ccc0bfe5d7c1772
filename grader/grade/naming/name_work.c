// name_work.c: rules about the work: claimed bytes or flops against the reference's for the same
// size. The factor is exact, but several mistakes share one: the number of accesses decides.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "naming/rules.h"

// The work depends on the size only, so a factor that is the same in every pair stands in the code.
static const struct work_factor {
    const char *mistake;
    double factor;
    int accesses; // of the reference for each element; 0: any
    int flops;    // 1: in flops, 0: in bytes
    enum certainty certainty;
} factors[] = {
    {"work/half-the-flops", 0.5, 0, 1, SURE},
    {"work/fma-twice", 2, 0, 1, SURE},
    {"work/two-of-three", 2.0 / 3, 3, 0, SURE},
    {"work/one-way", 1.0 / 3, 3, 0, LIKELY},
    {"work/write-allocate", 4.0 / 3, 3, 0, SURE},
    {"work/three-of-two", 1.5, 2, 0, LIKELY},
    {"work/one-way", 0.5, 2, 0, SURE},
    {"work/elements-not-bytes", 0.25, 0, 0, SURE},
    {"work/element-size", 2, 0, 0, LIKELY},
    {"work/element-size", 0.5, 0, 0, LIKELY},
    {"work/two-of-three", 2.0 / 3, 0, 0, LIKELY},
    {"work/write-allocate", 4.0 / 3, 0, 0, LIKELY},
    {"work/write-allocate", 1.5, 0, 0, LIKELY},
};

static void add(struct clues *clues, const char *mistake, enum certainty certainty,
                const char *rule) {
    const struct claim_pair *pair = &clues->pairs[0];
    int flops = unit_kind(pair->reference->unit) == WORK_FLOPS;
    unsigned long long claimed = flops ? pair->student->flops : pair->student->bytes;
    unsigned long long true_work = flops ? pair->reference->flops : pair->reference->bytes;
    finding_add(clues, mistake, certainty, rule, clues->row->work,
                flops ? PROOF_WORK_FLOPS : PROOF_WORK_BYTES, claimed, true_work, clues->row->work);
}

static int wrapped(const struct claim_pair *pair) {
    uint64_t student = pair->student->bytes, reference = pair->reference->bytes;
    uint64_t low = (uint32_t)reference, extended = (uint64_t)(int64_t)(int32_t)(uint32_t)reference;
    return reference > INT32_MAX && student != reference && (student == low || student == extended);
}

// Mistakes whose factor depends on the lab: only the useful bytes, or the matrix counted twice.
static int name_of_this_lab(struct clues *clues) {
    const struct claim_pair *pair = &clues->pairs[0];
    uint64_t rows = pair->student_run->count;
    if (lab_teaches(clues, "work/shared-counted") && near(clues->row->work, 2, exact_enough)) {
        add(clues, "work/shared-counted", SURE, "work-factor");
        return 1;
    }
    // The kernel uses one float of each row, but memory moves a whole sector or line.
    if (lab_teaches(clues, "work/useful-as-moved") && rows > 0 &&
        (pair->student->bytes == 4 * rows || pair->student->bytes == rows)) {
        add(clues,
            pair->student->bytes == rows ? "work/elements-not-bytes" : "work/useful-as-moved", SURE,
            "useful-bytes");
        return 1;
    }
    return 0;
}

// The claimed work is that of all runs: a whole multiple of the work of one.
static int name_repetitions(struct clues *clues) {
    double work = clues->row->work, whole = round(work);
    const struct claim *claim = clues->pairs[0].student;
    if (whole < 2 || !near(work, whole, 1e-6))
        return 0;
    int runs = clues->witness ? clues->witness->kernels : 0;
    int windows = clues->witness ? (int)clues->witness->windows : 0;
    if ((claim->count > 1 && (int)whole == claim->count) || (runs > 1 && (int)whole == runs) ||
        (windows > 2 && (int)whole == windows)) {
        add(clues, "work/times-repetitions", SURE, "work-is-repetitions");
        return 1;
    }
    if (whole >= 3 && whole > 8) {
        add(clues, "work/times-repetitions", LIKELY, "work-is-whole");
        return 1;
    }
    if (whole >= 3) {
        add(clues, "work/every-load", LIKELY, "work-is-whole");
        return 1;
    }
    return 0;
}

int name_work(struct clues *clues) {
    if (!isfinite(clues->row->work))
        return 0;
    if (everywhere(clues, wrapped)) {
        add(clues, "units/int32-bytes", SURE, "work-wraps");
        return 1;
    }
    if (!clues->row->exact && clues->row->unit_right == INSIDE)
        return 0;
    if (name_of_this_lab(clues) || name_repetitions(clues))
        return 1;
    int flops = unit_kind(clues->pairs[0].reference->unit) == WORK_FLOPS;
    int accesses = isfinite(clues->accesses) ? (int)round(clues->accesses) : 0;
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
        const struct work_factor *f = &factors[i];
        if (f->flops == flops && (f->accesses == 0 || f->accesses == accesses) &&
            near(clues->row->work, f->factor, exact_enough)) {
            add(clues, f->mistake, lab_teaches(clues, f->mistake) ? SURE : f->certainty,
                "work-factor");
            return 1;
        }
    }
    return 0;
}
