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
static struct judged judge_statistic(const struct auditing *audit, const struct tie *tie,
                                     const struct said *said, struct judged so_far) {
    enum { FEW = 5 };
    double median = 0, mean = 0;
    int count = loop_of(audit, tie, &median, &mean);
    int one = tie->of.form == READING_ONE;
    if (tie->of.form == READING_SUM && tie->of.count > 2 && !tie->of.mixed && said->average &&
        !said->total)
        return accused(!said->part, said, VERDICT_SUSPECT, WHY_SUM, "time/batch-not-divided",
                       tie->value / tie->of.count);
    if (tie->of.form == READING_MEAN && !said->first && tie->of.first < tie->of.last) {
        struct witness_facts first;
        double n = tie->of.count, ns = audit->view->windows[tie->of.first].ns;
        double rest = (tie->of.value * n - ns) / (n - 1);
        facts_of_window(audit->view, (size_t)tie->of.first, ns / 1e9, MATCH_PART, 1, &first);
        if (first.first_launch && differs(tie->of.value, rest) && ns > rest)
            return judged(VERDICT_SUSPECT, WHY_FIRST_IN_MEAN, "time/first-run",
                          rest / (tie->of.value / tie->value));
    }
    if (count < FEW || (one && tie->made != MADE_WHOLE))
        return so_far;
    if (said->median && !said->average && one && differs(tie->value, median) &&
        !is_median(audit->view, tie->of.last))
        return accused(1, said, VERDICT_WRONG, WHY_NOT_MEDIAN, "statistic/not-the-median", median);
    if (said->median && !said->average && tie->of.form == READING_MEAN && tie->of.missing == 0 &&
        tie->of.count == count && differs(tie->value, median))
        return accused(1, said, VERDICT_WRONG, WHY_NOT_MEDIAN, "statistic/not-the-median", median);
    if (said->average && !said->median && !said->least && one && tie->of.runs <= 1 &&
        differs(tie->value, mean))
        return judged(VERDICT_SUSPECT, WHY_NOT_MEAN,
                      tie->of.rank == 0 ? "statistic/minimum-as-typical" : "statistic/single-run",
                      mean);
    return so_far;
}

// ---- times -----------------------------------------------------------------------------------

static struct judged judge_made(const struct tie *tie, const struct said *said,
                                const struct witness_facts *facts, struct judged so_far) {
    double run = tie->of.value / (tie->of.runs > 1 ? tie->of.runs : 1);
    switch (tie->made) {
    case MADE_TWICE:
        return accused(said->kernel && !said->part, said,
                       said->part && !said->kernel ? VERDICT_NOTE : VERDICT_SUSPECT, WHY_TWICE,
                       "time/divided-twice", run);
    case MADE_SCALED:
        return judged(said->per || said->average ? VERDICT_CANNOT_TELL : VERDICT_SUSPECT, WHY_UNIT,
                      tie->scale < 1 ? "units/s-as-ms" : "units/ms-as-s", tie->of.value);
    case MADE_PART: { // several launches may make one step of a program
        double all = tie->of.form == READING_MEAN ? tie->of.count : tie->of.runs;
        double each = tie->scale * (tie->of.form == READING_MEAN ? 1 : all);
        int whole = fabs(each - round(each)) < 1e-6 && !said->kernel && (!said->per || said->part);
        if (!whole && (facts->one_kernel || tie->of.form == READING_MEAN))
            return judged(VERDICT_SUSPECT, WHY_OTHER_COUNT, "time/other-count", run);
        return so_far.verdict == VERDICT_RIGHT ? judged(VERDICT_NOTE, WHY_OTHER_COUNT, "", NAN)
                                               : so_far;
    }
    case MADE_WHOLE: {
        enum { MANY = 10 }; // a step of a program may honestly be a few runs of one kernel
        if (tie->of.form != READING_ONE || tie->of.runs <= 1 || !facts->one_kernel ||
            facts->kernels <= 1 || said->total)
            return so_far;
        if (said->average || (said->per && said->kernel))
            return accused(!said->part, said, VERDICT_SUSPECT, WHY_BATCH, "time/batch-not-divided",
                           run);
        if (said->per && said->part && tie->of.runs >= MANY)
            return judged(VERDICT_SUSPECT, WHY_BATCH, "time/batch-not-divided", run);
        return so_far;
    }
    default:
        return so_far;
    }
}

static struct judged judge_tie(const struct auditing *audit, const struct tie *tie,
                               const struct printed *printed, struct witness_facts *facts) {
    struct judged found = judge_stopwatch(audit, tie, printed, facts);
    if (found.verdict == VERDICT_WRONG || found.verdict == VERDICT_CANNOT_TELL)
        return found;
    struct said said = said_of(printed, facts->kernel);
    return judge_statistic(audit, tie, &said, judge_made(tie, &said, facts, found));
}

// Zero, or less: the last cudaEventElapsedTime before the line failed, or its events are reversed.
static void audit_no_time(const struct auditing *audit, struct audited *of, double ns,
                          double half) {
    const struct view *view = audit->view;
    const struct window *last = NULL;
    for (size_t i = 0; i < view->count; i++)
        if (view->windows[i].kind == WINDOW_EVENTS && !view->windows[i].library &&
            view->windows[i].read <= of->printed->time)
            last = &view->windows[i];
    if (!last || (ns == 0 ? !last->result : last->result || fabs(last->ns - ns) > half + 1))
        return;
    facts_of_window(view, (size_t)(last - view->windows), 0, MATCH_WHOLE, 1, &of->facts);
    double kernels = of->facts.kernel_ns > 0 ? of->facts.kernel_ns : NAN;
    of->tied = 1;
    of->time = (struct tie){.of = {.form = READING_ONE, .count = 1}, .value = ns};
    of->truth = kernels / (of->printed->unit.scale * 1e9);
    of->verdict = VERDICT_WRONG;
    of->proof = EVIDENCE_TRACE;
    of->why = ns == 0 ? WHY_REFUSED : WHY_REVERSED;
    of->mistake = ns < 0                              ? "time/reversed-events"
                  : last->result == WITNESS_NOT_READY ? "time/stale-elapsed"
                                                      : "time/event-without-timing";
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
    struct judged found = judge_tie(audit, &hits[0], printed, &of->facts);
    for (int i = 1; i < count; i++) { // several stopwatches must agree
        struct judged other = judge_tie(audit, &hits[i], printed, &facts);
        if (other.verdict != found.verdict &&
            (other.verdict == VERDICT_WRONG || found.verdict == VERDICT_WRONG)) {
            audited_cannot_tell(of, WHY_DISAGREE);
            return;
        }
    }
    audited_take(of, found);
    of->truth /= printed->unit.scale * 1e9;
}
