// verdict.c: what each printed number of a program is worth.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "witness/audit/judge.h"

const char *verdict_name(enum verdict verdict) {
    static const char *const names[VERDICTS] = {"cannot-tell", "right",   "time-right",
                                                "note",        "suspect", "wrong"};
    return names[verdict < VERDICTS ? verdict : VERDICT_CANNOT_TELL];
}

// Something beside the number says that it is on purpose.
static void excuse(struct audited *of) {
    of->verdict = VERDICT_NOTE;
    of->why = WHY_SERIES;
}

static int is_first_run(const struct audited *of) {
    return of->verdict >= VERDICT_SUSPECT && of->time.of.form != READING_MEAN &&
           strcmp(of->mistake, "time/first-run") == 0;
}

static void soften(const struct numbers *numbers, struct audited *of) {
    int like = 0;
    int rare = of->time.of.form >= READING_TRIMMED && of->time.of.form != READING_LIBRARY;
    if (of->verdict == VERDICT_WRONG && (rare || of->luck > luck_of_an_accusation))
        of->verdict = VERDICT_SUSPECT;
    if (of->verdict >= VERDICT_SUSPECT && (of->printed->ambiguous || of->printed->unit.loose))
        audited_cannot_tell(of, WHY_AMBIGUOUS);
    for (size_t i = 0; i < numbers->count && is_first_run(of); i++)
        like += same_form(&numbers->of[i], of->printed) &&
                abs(numbers->of[i].column - of->printed->column) <= 3;
    if (like >= 3) // a series is printed on purpose
        excuse(of);
}

// What one number of the program says about another one.
static void hold_against(const struct view *view, struct audited *of, const struct audited *other) {
    const struct expression *mine = &of->time.of, *its = &other->time.of;
    const struct account *account = &of->facts.account;
    const struct window *w = view->windows;
    if (!of->tied || !other->tied || of->verdict < VERDICT_SUSPECT)
        return;
    // A first run is no mistake if another number comes from a later run: two experiments, perhaps.
    if (of->why == WHY_NOTHING && is_first_run(of) && its->last != mine->last &&
        strcmp(other->facts.kernel, of->facts.kernel) == 0)
        excuse(of);
    // The time of a call beside the time until its work was done: both on purpose.
    if (of->verdict == VERDICT_WRONG && of->why == WHY_NOTHING && account->part[PART_AFTER] > 0 &&
        other->verdict != VERDICT_WRONG && w[its->first].host_begin == w[mine->last].host_begin &&
        w[its->last].end > w[mine->last].end)
        excuse(of);
    // A time in the wrong unit is proven by a rate of the same reading in the right one.
    if (of->time.made == MADE_SCALED && of->verdict == VERDICT_SUSPECT &&
        other->printed->unit.quantity == QUANTITY_BYTES && other->work.how == WORK_RUN &&
        other->work.factor == 1 && its->last == mine->last && its->form == mine->form &&
        of->luck <= luck_of_an_accusation) {
        of->verdict = VERDICT_WRONG;
        of->proof = EVIDENCE_TRACE;
    }
}

// The time on the rate's line that the rate was made of: the nearest that fits, or the only one.
static const struct audited *time_beside(const struct auditing *audit,
                                         const struct numbers *numbers, size_t begin, size_t end,
                                         size_t rate, int untied, const struct audited *of) {
    const struct audited *only = NULL, *nearest = NULL;
    const struct printed *printed = &numbers->of[rate];
    double value = printed->value * printed->unit.scale, share = printed->half / printed->value;
    struct work_ties hits;
    int times = 0, near = INT32_MAX;
    for (size_t i = begin; i < end; i++) {
        if (numbers->of[i].unit.quantity != QUANTITY_TIME || !of[i].tied)
            continue;
        only = ++times == 1 ? &of[i] : NULL;
        int far = abs((int)(i - rate));
        if (far < near &&
            tie_rate(audit->ties, printed->unit.quantity, value, share, &of[i].time, &hits)) {
            near = far;
            nearest = &of[i];
        }
    }
    return nearest ? nearest : untied ? NULL : only;
}

static void audit_line(const struct auditing *audit, const struct numbers *numbers, size_t begin,
                       size_t end, struct audited *of) {
    int untied = 0;
    for (size_t i = begin; i < end; i++)
        if (numbers->of[i].unit.quantity == QUANTITY_TIME) {
            audit_time(audit, &of[i]);
            untied += !of[i].tied;
        }
    for (size_t i = begin; i < end; i++)
        if (numbers->of[i].unit.quantity > QUANTITY_TIME &&
            numbers->of[i].unit.quantity != QUANTITY_RATIO)
            audit_rate(audit, time_beside(audit, numbers, begin, end, i, untied, of), untied,
                       &of[i]);
}

// A ratio is as good as the two numbers that it is made of: the last ones before it.
static void audit_ratio(const struct numbers *numbers, size_t i, struct audited *all) {
    enum { FAR = 6 };
    const struct printed *printed = &numbers->of[i];
    double value = printed->value * printed->unit.scale, half = printed->half * printed->unit.scale;
    struct audited *of = &all[i];
    for (size_t a = i > FAR ? i - FAR : 0; a < i; a++)
        for (size_t b = i > FAR ? i - FAR : 0; b < i; b++) {
            const struct printed *over = &numbers->of[a], *under = &numbers->of[b];
            double ratio = over->value * over->unit.scale / (under->value * under->unit.scale);
            double room = half + ratio * (over->half / over->value + under->half / under->value);
            if (a == b || !all[a].tied || !all[b].tied || of->tied ||
                over->unit.quantity != under->unit.quantity ||
                over->unit.quantity == QUANTITY_RATIO || !(fabs(ratio - value) <= room) ||
                room > 0.02 * value)
                continue;
            const struct audited *worse = all[a].verdict > all[b].verdict ? &all[a] : &all[b];
            const struct audited *better = worse == &all[a] ? &all[b] : &all[a];
            of->over = &all[a];
            of->under = &all[b];
            if (better->verdict == VERDICT_CANNOT_TELL)
                return;
            of->tied = 1;
            of->why = WHY_RATIO;
            of->verdict = worse->verdict == VERDICT_WRONG ? VERDICT_SUSPECT : worse->verdict;
            of->proof = of->verdict == VERDICT_SUSPECT ? EVIDENCE_WORDS : worse->proof;
            of->mistake = of->verdict == VERDICT_SUSPECT ? worse->mistake : "";
            return;
        }
}

// The shortest and the longest of its readings.
static void range_of(const struct view *view, struct audited *of) {
    for (int i = of->time.of.first; i <= of->time.of.last && i < (int)view->count; i++)
        if (expression_has(view, &of->time.of, (size_t)i)) {
            double ns = view->windows[i].ns;
            of->low = of->low > 0 && of->low < ns ? of->low : ns;
            of->high = of->high > ns ? of->high : ns;
        }
}

int audit_numbers(const struct view *view, const struct numbers *numbers, double peak,
                  const struct weighing *weighing, struct audited *of) {
    struct ties ties;
    struct auditing audit = {
        .view = view, .numbers = numbers, .ties = &ties, .peak = peak, .weighing = weighing};
    if (!ties_open(view, weighing, &ties))
        return 0;
    int done = 1;
    uint64_t since = 0, last = 0;
    for (size_t i = 0; i < numbers->count; i++)
        of[i] = (struct audited){
            .printed = &numbers->of[i], .why = WHY_NOT_TIED, .mistake = "", .truth = NAN};
    for (size_t i = 0, end; done && i < numbers->count; i = end) {
        uint64_t time = numbers->of[i].time;
        for (end = i; end < numbers->count && numbers->of[end].line == numbers->of[i].line;)
            end++;
        if (time != last) {
            since = last;
            last = time;
        }
        done = ties_at(&ties, time, since);
        if (done)
            audit_line(&audit, numbers, i, end, of);
    }
    if (done) {
        for (size_t i = 0; i < numbers->count; i++)
            for (size_t k = 0; k < numbers->count; k++)
                hold_against(view, &of[i], &of[k]);
        for (size_t i = 0; i < numbers->count; i++) {
            soften(numbers, &of[i]);
            if (numbers->of[i].unit.quantity == QUANTITY_RATIO)
                audit_ratio(numbers, i, of);
            else
                range_of(view, &of[i]);
        }
    }
    ties_close(&ties);
    return done;
}
