// name_work.c: rules about the work: claimed bytes or flops against the reference's for the same
// size. The factor is exact, but several mistakes share one: the number of accesses decides.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "naming/rules.h"
#include "naming/work_model.h"

static void add(struct clues *clues, const char *mistake, enum certainty certainty,
                const char *rule) {
    const struct claim_pair *pair = &clues->pairs[0];
    int flops = unit_kind(pair->reference->unit) == WORK_FLOPS;
    unsigned long long claimed = flops ? pair->student->flops : pair->student->bytes;
    unsigned long long true_work = flops ? pair->reference->flops : pair->reference->bytes;
    finding_add(clues, mistake, certainty, rule, clues->row->work,
                flops ? PROOF_WORK_FLOPS : PROOF_WORK_BYTES, claimed, true_work, clues->row->work);
}

// What an integer of 32 bits keeps of the work of k runs, or -1 where it holds all of it.
static int wraps(const struct claim_pair *pair, double runs) {
    int flops = unit_kind(pair->reference->unit) == WORK_FLOPS;
    uint64_t claimed = flops ? pair->student->flops : pair->student->bytes;
    uint64_t whole = (flops ? pair->reference->flops : pair->reference->bytes) * (uint64_t)runs;
    uint64_t low = (uint32_t)whole, extended = (uint64_t)(int64_t)(int32_t)(uint32_t)whole;
    return whole > INT32_MAX && claimed != whole && (claimed == low || claimed == extended);
}

static int wraps_everywhere(const struct clues *clues, double runs) {
    for (int i = 0; i < clues->count; i++)
        if (!wraps(&clues->pairs[i], runs))
            return 0;
    return clues->count > 0;
}

// The numbers of runs that the program may have counted: by the trace, the claim and the source.
static int name_wrapped(struct clues *clues) {
    static const double most = 1e5; // runs, of a loop around a kernel; not measured
    const struct witness_facts *w = clues->witness;
    const struct source *source = clues->source;
    double runs = wraps_everywhere(clues, 1) ? 1 : 0;
    double counts[] = {w ? w->kernels : 0, clues->pairs[0].student->count,
                       w ? (double)w->windows : 0, w ? w->divided : 0};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0] && !runs; i++)
        runs = counts[i] > 1 && wraps_everywhere(clues, counts[i]) ? counts[i] : 0;
    for (int i = 0; source && i < source->count && !runs; i++) {
        double number = source->tokens[i].kind == TOKEN_NUMBER ? atof(source->tokens[i].text) : 0;
        runs = number > 1 && number < most && wraps_everywhere(clues, number) ? number : 0;
    }
    if (!runs)
        return 0;
    clues->runs = runs;
    char line[90];
    int at = claim_line(
        clues, unit_kind(clues->pairs[0].reference->unit) == WORK_FLOPS ? "flops" : "bytes", line,
        sizeof line);
    finding_add(clues, "units/int32-bytes", SURE, "work-wraps", runs,
                at ? PROOF_WRAPPED_AT : PROOF_WRAPPED, runs, at, line);
    return 1;
}

static int is_whole_work(const struct clues *clues) {
    double work = clues->row->work;
    return round(work) > 1 && same_number(work, round(work));
}

// The claimed work is that of all runs: a whole multiple of the work of one, and the trace, the
// claim or the code says the same number of runs.
static int name_repetitions_seen(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    const struct source *source = clues->source;
    double whole = round(clues->row->work), count = clues->pairs[0].student->count;
    if (!is_whole_work(clues))
        return 0;
    int seen = (count > 1 && whole == count) || (w && w->kernels > 2 && whole == w->kernels) ||
               (w && w->windows > 2 && whole == (double)w->windows);
    for (int i = 0; source && i + 1 < source->count && !seen && whole > 2; i++)
        seen = token_is(&source->tokens[i], "=") && source->tokens[i + 1].kind == TOKEN_NUMBER &&
               same_number(strtod(source->tokens[i + 1].text, NULL), whole);
    if (seen)
        add(clues, "work/times-repetitions", SURE, "work-is-repetitions");
    return seen;
}

static int name_repetitions(struct clues *clues) {
    static const double loads = 8; // of one kernel for each element; not measured
    double whole = round(clues->row->work);
    if (!is_whole_work(clues) || whole < 3)
        return 0;
    add(clues, whole > loads ? "work/times-repetitions" : "work/every-load", LIKELY,
        "work-is-whole");
    return 1;
}

// ---- by the lab's terms -----------------------------------------------------------------------

// The same count has other causes: a finding may only say "perhaps".
static int has_other_causes(const char *mistake) {
    static const char *const causes[] = {"work/write-allocate", "work/element-size",
                                         "work/three-of-two"};
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++)
        if (strcmp(mistake, causes[i]) == 0)
            return 1;
    return 0;
}

// Only the source tells a type of another size from a count that is twice too large or too small.
int source_denies(const struct clues *clues, const char *mistake, double factor) {
    static const char *const larger[] = {"double", "8", "uint64_t", "long", "8ull", "8.0", NULL};
    static const char *const smaller[] = {"short", "half", "__half", "2", "uint16_t", "2.0", NULL};
    if (!clues->source || strcmp(mistake, "work/element-size") != 0)
        return 0;
    const char *const *sizes = factor > 1 ? larger : smaller;
    for (int i = 0; sizes[i]; i++)
        for (int at = 0; (at = source_find(clues->source, at, sizes[i])) >= 0; at++)
            if (i > 1 || (at > 1 && token_is(&clues->source->tokens[at - 2], "sizeof")) ||
                (i == 1 && factor > 1))
                return 0;
    return 1;
}

static void add_guess(struct clues *clues, const struct work_guess *guess, int flops, int alone,
                      double claimed, double whole) {
    char line[90], said[LANGUAGES][EVIDENCE];
    const char *mistake = guess->mistake;
    int at = claim_line(clues, flops ? "flops" : "bytes", line, sizeof line);
    for (int language = 0; language < LANGUAGES; language++) {
        text_format(said[language], EVIDENCE,
                    words_text(&naming_words, (enum language)language,
                               flops ? PROOF_COUNTED_FLOPS : PROOF_COUNTED_BYTES),
                    guess->words[language], claimed, whole);
        size_t length = strlen(said[language]);
        if (at)
            text_format(said[language] + length, EVIDENCE - length,
                        words_text(&naming_words, (enum language)language, PROOF_AT_LINE), at,
                        line);
    }
    int sure = lab_teaches(clues, mistake) || (alone && !has_other_causes(mistake));
    finding_add_said(clues, mistake, sure ? SURE : LIKELY, "work-model", claimed / whole,
                     (const char *const[LANGUAGES]){said[ENGLISH], said[CHINESE]});
}

static double count_of(const struct claim *claim, int flops) {
    return flops ? (double)claim->flops : (double)claim->bytes;
}

// At two sizes, if the pairs have them: a factor such as 1 / n changes with the size.
static int guesses_of_model(const struct clues *clues, int flops, double by,
                            struct work_guess *guesses) {
    double elements[SUM_SIZES], whole[SUM_SIZES], claimed[SUM_SIZES];
    int sizes = 0;
    struct sum sum;
    for (int i = 0; i < clues->count && sizes < SUM_SIZES; i++) {
        const struct claim_pair *pair = &clues->pairs[i];
        elements[sizes] = (double)pair->reference_run->count;
        whole[sizes] = count_of(pair->reference, flops);
        claimed[sizes] = by * count_of(pair->student, flops) / work_share(pair);
        sizes += sizes == 0 || elements[sizes] != elements[0];
    }
    return work_sum(&clues->seen->lab, clues->row->what, flops, sizes, elements, whole, claimed,
                    &sum)
               ? sum_guesses(&sum, guesses)
               : 0;
}

// What was weighed comes before the model.
int work_guesses(const struct clues *clues, int flops, double by, struct work_guess *guesses) {
    struct sum sum;
    int count = !flops && weighed_sum(clues, by, &sum) ? sum_guesses(&sum, guesses) : 0;
    return count ? count : guesses_of_model(clues, flops, by, guesses);
}

int name_by_terms(struct clues *clues, int flops) {
    struct work_guess guesses[WORK_GUESSES];
    const struct claim_pair *pair = &clues->pairs[0];
    double claimed = count_of(pair->student, flops),
           whole = count_of(pair->reference, flops) * work_share(pair);
    int count = work_guesses(clues, flops, 1, guesses), kept = 0;
    for (int i = 0; i < count; i++)
        if (!source_denies(clues, guesses[i].mistake, claimed / whole))
            guesses[kept++] = guesses[i];
    int alone = kept == 1 || (kept > 1 && guesses[0].rank < guesses[1].rank);
    for (int i = 0; i < kept && i < (alone ? 1 : 2); i++)
        add_guess(clues, &guesses[i], flops, alone, claimed, whole);
    return kept > 0;
}

// The claimed work is a whole part of the true one: a part of the data ran, or one of several
// passes was counted.
static int name_part(struct clues *clues) {
    static const double most = 10000; // runs, of a loop around a kernel; not measured
    static const double share = 0.01; // beside the grid's share: grids are rounded; not measured
    double work = clues->row->work, runs = 1 / work;
    const struct witness_facts *w = clues->witness;
    if (round(runs) < 3 || runs > most || !same_number(runs, round(runs)))
        return 0;
    int small = w && near(w->grid_share, work, share);
    if (small && strncmp(clues->seen->lab.mistake, "cache/", 6) == 0) {
        finding_add(clues, "cache/hot-as-memory", SURE, "grid-share", work, PROOF_SMALL_PART, runs);
        clues->runs = runs; // the time is that of this part
    } else if (small) {
        finding_add(clues, "work/part-of-grid", SURE, "grid-share", work, PROOF_SMALL_PART, runs);
    } else {
        finding_add(clues, "work/runs-not-counted",
                    w && near(w->grid_share, 1, share) ? SURE : LIKELY, "work-is-part", work,
                    PROOF_ITS_OWN, runs);
    }
    return 1;
}

// The claim counts the part that ran, and the part is of one size whatever the lab's is: as small
// as a cache, perhaps.
static int name_small_part(struct clues *clues) {
    static const double beside = 0.15; // the watched run is of another size; not measured
    const struct witness_facts *w = clues->witness;
    double work = clues->row->work, runs = 1 / work;
    if (!w || round(runs) < 3 || !near(w->grid_share, work, beside))
        return 0;
    finding_add(clues, "cache/hot-as-memory", LIKELY, "grid-share", work, PROOF_SMALL_PART, runs);
    clues->runs = runs; // the time is that of this part
    return 1;
}

// The line that sets the claimed work holds a caret, which C takes for an exclusive or.
static int name_caret(struct clues *clues) {
    char line[90];
    int flops = unit_kind(clues->pairs[0].reference->unit) == WORK_FLOPS;
    int at = claim_line(clues, flops ? "flops" : "bytes", line, sizeof line);
    const struct claim *claim = clues->pairs[0].student;
    if (!at || !strchr(line, '^'))
        return 0;
    finding_add(clues, "units/power-as-xor", SURE, "source", clues->row->work, PROOF_ITS_OWN, at,
                line, (double)(flops ? claim->flops : claim->bytes));
    return 1;
}

int name_work(struct clues *clues) {
    if (!isfinite(clues->row->work))
        return 0;
    int flops = unit_kind(clues->pairs[0].reference->unit) == WORK_FLOPS;
    if (name_caret(clues) || name_wrapped(clues))
        return 1;
    if (!clues->row->exact && clues->row->unit_right == INSIDE)
        return name_by_terms(clues, flops) || name_small_part(clues);
    return name_repetitions_seen(clues) || name_by_terms(clues, flops) || name_repetitions(clues) ||
           name_part(clues);
}
