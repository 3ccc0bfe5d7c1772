// time.c: a printed time: how it was made of its readings, and the statistic that its label names.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "witness/audit/judge.h"

// ---- a statistic that the label names -------------------------------------------------------

// The median and the mean of all readings of the loop that ended with the line, in ns.
static int loop_of(const struct auditing *audit, const struct tie *tie, double *median,
                   double *mean) {
    const struct view *view = audit->view;
    double *of = malloc((view->count + 1) * sizeof *of), sum = 0;
    const struct window *like = &view->windows[tie->of.last];
    int count = 0;
    for (size_t i = 0; of && i < view->count; i++) {
        const struct window *w = &view->windows[i];
        if (w->read > audit->ties->until || w->read <= audit->ties->since || w->library ||
            w->around || !(w->ns > 0) || w->kind != like->kind ||
            (w->kind == WINDOW_EVENTS && w->stream != like->stream))
            continue;
        sum += of[count++] = w->ns;
    }
    if (count) {
        qsort(of, (size_t)count, sizeof *of, ascending);
        *median = median_of_sorted(of, (size_t)count);
        *mean = sum / count;
    }
    free(of);
    return count;
}

// 1: this window is the middle one, by length, of some windows side by side: of a loop that
// ended before another one began.
static int is_median(const struct view *view, int window) {
    enum { FEW = 3, FAR = 512 };
    const struct window *middle = &view->windows[window];
    for (int first = window; first >= 0 && first > window - FAR; first--) {
        int less = 0, more = 0;
        for (int i = first; i < (int)view->count && i < first + FAR; i++) {
            const struct window *w = &view->windows[i];
            if (w->library || w->around || w->kind != middle->kind || !(w->ns > 0))
                continue;
            less += w->ns < middle->ns;
            more += w->ns > middle->ns;
            if (i >= window && less + more + 1 >= FEW && abs(less - more) <= 1)
                return 1;
        }
    }
    return 0;
}

// The number is a true reading, and the label calls it something else.
static struct judged judge_statistic(const struct auditing *audit, const struct tie *tie, int said,
                                     struct judged so_far) {
    enum { FEW = 5 };
    double median = 0, mean = 0;
    int count = loop_of(audit, tie, &median, &mean), one = tie->of.form == READING_ONE;
    int all = tie->of.form == READING_MEAN && tie->of.missing == 0 && tie->of.count == count;
    if (tie->of.form == READING_SUM && tie->of.count > 2 && !tie->of.mixed && said & SAYS_AVERAGE &&
        !(said & SAYS_TOTAL))
        return accused(!(said & SAYS_PART), said, VERDICT_SUSPECT, WHY_NOTHING,
                       "time/batch-not-divided", tie->value / tie->of.count);
    if (count < FEW || (one && tie->made != MADE_WHOLE))
        return so_far;
    if (said & SAYS_MEDIAN && !(said & SAYS_AVERAGE) && differs(tie->value, median) &&
        (all || (one && !is_median(audit->view, tie->of.last))))
        return accused(1, said, VERDICT_WRONG, WHY_NOT_MEDIAN, "statistic/not-the-median", median);
    if (said & SAYS_AVERAGE && !(said & (SAYS_MEDIAN | SAYS_LEAST)) && one && tie->of.runs <= 1 &&
        differs(tie->value, mean))
        return judged(VERDICT_SUSPECT, WHY_NOT_MEAN,
                      tie->of.rank == 0 ? "statistic/minimum-as-typical" : "statistic/single-run",
                      mean);
    return so_far;
}

// ---- times -----------------------------------------------------------------------------------

// What the tie says of the divisor, the account says too; here are the words that excuse it.
static struct judged judge_made(const struct tie *tie, int said, const struct witness_facts *facts,
                                struct judged so_far) {
    double run = tie->of.value / (tie->of.runs > 1 ? tie->of.runs : 1);
    int kernel = said & SAYS_KERNEL, part = said & SAYS_PART, per = said & SAYS_PER;
    switch (tie->made) {
    case MADE_TWICE:
        return accused(kernel && !part, said, part && !kernel ? VERDICT_NOTE : VERDICT_SUSPECT,
                       WHY_NOTHING, "time/divided-twice", run);
    case MADE_SCALED:
        return judged(said & (SAYS_PER | SAYS_AVERAGE) ? VERDICT_CANNOT_TELL : VERDICT_SUSPECT,
                      WHY_NOTHING, tie->scale < 1 ? "units/s-as-ms" : "units/ms-as-s",
                      tie->of.value);
    case MADE_PART: { // several launches may make one step of a program
        int mean = tie->of.form == READING_MEAN;
        double each = tie->scale * (mean ? 1 : tie->of.runs);
        int whole = fabs(each - round(each)) < 1e-6 && !kernel && (!per || part);
        if (!whole && (facts->one_kernel || mean))
            return judged(VERDICT_SUSPECT, WHY_NOTHING, "time/other-count", run);
        return so_far.verdict == VERDICT_RIGHT
                   ? judged(VERDICT_NOTE, WHY_NOTHING, "time/other-count", NAN)
                   : so_far;
    }
    case MADE_WHOLE: {
        enum { MANY = 10 }; // a step of a program may honestly be a few runs of one kernel
        if (tie->of.form != READING_ONE || tie->of.runs <= 1 || !facts->one_kernel ||
            facts->kernels <= 1 || said & SAYS_TOTAL)
            return so_far;
        if (said & SAYS_AVERAGE || (per && kernel))
            return accused(!part, said, VERDICT_SUSPECT, WHY_NOTHING, "time/batch-not-divided",
                           run);
        if (per && part && tie->of.runs >= MANY)
            return judged(VERDICT_SUSPECT, WHY_NOTHING, "time/batch-not-divided", run);
        return so_far;
    }
    default:
        return so_far;
    }
}

// ---- a reading that failed
// -----------------------------------------------------------------------

// Of several numbers that are this reading, the first was printed before the later reading failed;
// a single one, only if no other time came after it.
static int is_left_over(const struct auditing *audit, const struct printed *printed) {
    int before = 0, after = 0;
    for (size_t i = 0; i < audit->numbers->count; i++) {
        const struct printed *other = &audit->numbers->of[i];
        if (other->unit.quantity != QUANTITY_TIME)
            continue;
        if (other < printed)
            before += fabs(other->value * other->unit.scale -
                           printed->value * printed->unit.scale) < other->half * other->unit.scale;
        after += other > printed;
    }
    return before || !after;
}

// The last cudaEventElapsedTime before the line (`of` the same events), if it failed or gave less
// than nothing; view->count: it did not.
static size_t failed_reading(const struct view *view, const struct window *of, uint64_t until) {
    size_t last = view->count;
    for (size_t i = 0; i < view->count; i++) {
        const struct window *w = &view->windows[i];
        if (w->kind == WINDOW_EVENTS && !w->library && w->read <= until &&
            (!of || (w->events[0] == of->events[0] && w->events[1] == of->events[1])))
            last = i;
    }
    return last < view->count && (view->windows[last].result || view->windows[last].ns < 0)
               ? last
               : view->count;
}

static struct judged judge_time(const struct auditing *audit, const struct tie *tie,
                                const struct printed *printed, struct witness_facts *facts) {
    const struct view *view = audit->view;
    const struct window *read = &view->windows[tie->of.last];
    size_t failed = tie->of.form == READING_ONE && read->kind == WINDOW_EVENTS
                        ? failed_reading(view, read, printed->time)
                        : view->count;
    if (failed < view->count && is_left_over(audit, printed)) {
        facts_of_window(view, failed, facts);
        return judge_account(facts, 0);
    }
    struct judged found = judge_tie(audit, tie, printed, facts);
    int said = said_of(printed, facts->kernel);
    if (found.verdict == VERDICT_WRONG || found.verdict == VERDICT_CANNOT_TELL)
        return found;
    return judge_statistic(audit, tie, said, judge_made(tie, said, facts, found));
}

// Zero, or less: the last cudaEventElapsedTime failed, or its events are reversed.
static void audit_no_time(const struct auditing *audit, struct audited *of, double ns,
                          double half) {
    const struct view *view = audit->view;
    size_t failed = failed_reading(view, NULL, of->printed->time);
    if (failed == view->count || (ns < 0 && fabs(view->windows[failed].ns - ns) > half + 1))
        return;
    of->tied = 1;
    of->time = (struct tie){.of = {.form = READING_ONE, .count = 1}, .value = ns};
    facts_of_window(view, failed, &of->facts);
    audited_take(of, judge_account(&of->facts, 0));
    of->truth /= of->printed->unit.scale * 1e9;
}

void audit_time(const struct auditing *audit, struct audited *of) {
    const struct printed *printed = of->printed;
    double ns = printed->value * printed->unit.scale * 1e9;
    double half = printed->half * printed->unit.scale * 1e9;
    if (ns <= 0) {
        audit_no_time(audit, of, ns, half);
        return;
    }
    struct tie hits[MOST_HITS];
    struct witness_facts facts;
    int count = tie_time(audit->ties, ns, half, hits);
    if (count == 0)
        return;
    of->luck = luck_of_time(audit->ties, ns, half, hits[0].cost);
    if (of->luck > luck_of_a_tie) {
        of->why = WHY_LUCK;
        return;
    }
    of->tied = 1;
    of->time = hits[0];
    struct judged found = judge_time(audit, &hits[0], printed, &of->facts);
    for (int i = 1; i < count; i++) { // several stopwatches must agree
        struct judged other = judge_time(audit, &hits[i], printed, &facts);
        if (other.verdict != found.verdict &&
            (other.verdict == VERDICT_WRONG || found.verdict == VERDICT_WRONG)) {
            audited_cannot_tell(of, WHY_DISAGREE);
            return;
        }
    }
    audited_take(of, found);
    of->truth /= printed->unit.scale * 1e9;
}
