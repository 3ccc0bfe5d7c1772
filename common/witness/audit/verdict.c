// verdict.c: what a printed number is worth: which stopwatch gave it, what ran there, and which
// mistake the trace proves. "Wrong" needs one stopwatch or several that agree, at most 2.5 % of
// luck, a mechanism in the trace and an effect of more than 5 %; all else is at most "suspect".
#define _GNU_SOURCE // strcasestr
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "witness/audit/audit.h"

static const double luck_of_a_tie = 0.1, luck_of_an_accusation = 0.025, worth_telling = 0.05;

const char *verdict_name(enum verdict verdict) {
    static const char *const names[VERDICTS] = {"cannot-tell", "right", "note", "suspect", "wrong"};
    return names[verdict < VERDICTS ? verdict : VERDICT_CANNOT_TELL];
}

struct auditing {
    const struct view *view;
    const struct numbers *numbers;
    struct ties *ties;
    const struct audit_options *options;
    unsigned char *recorded; // of each call: work that it queued is in the trace
};

struct judged {
    enum verdict verdict;
    enum why why;
    const char *mistake;
    double true_ns; // what the time should have been; NAN: not known
};

static struct judged judged(enum verdict verdict, enum why why, const char *mistake, double ns) {
    return (struct judged){verdict, why, mistake, ns};
}

static int differs(double a, double b) {
    return fabs(a / b - 1) > worth_telling;
}

// ---- one stopwatch ---------------------------------------------------------------------------

// What the trace shows about one window, in the words of the catalogue. `said` excuses what the
// program says openly (rule W8).
static struct judged judge_window(const struct witness_facts *facts, const struct said *said,
                                  int divided) {
    double runs = divided > 1 ? divided : 1, kernels = facts->kernel_ns / runs;
    double copies = facts->copy_ns / runs;
    enum verdict accused = said->kernel && !said->more    ? VERDICT_WRONG
                           : said->kernel || said->memory ? VERDICT_SUSPECT
                                                          : VERDICT_NOTE;
    switch (facts->finding) {
    case FOUND_LAUNCH_FAILED:
        return judged(VERDICT_WRONG, WHY_NOTHING, "launch/failed", NAN);
    case FOUND_OTHER_STREAM:
        return judged(VERDICT_WRONG, WHY_NOTHING, "time/other-stream", kernels);
    case FOUND_ONE_OF_STREAMS: // a program may time one of its streams
        if (said->stream && !said->streams)
            return judged(VERDICT_NOTE, WHY_SAID, "time/one-of-streams", NAN);
        return judged(said->streams ? VERDICT_WRONG : VERDICT_SUSPECT, WHY_NOTHING,
                      "time/one-of-streams", NAN);
    case FOUND_COPY_RUNNING:
        return judged(said->launch ? VERDICT_NOTE : VERDICT_WRONG,
                      said->launch ? WHY_SAID : WHY_NOTHING, "time/not-waited-copy", copies);
    case FOUND_STILL_RUNNING: {
        int some = facts->kernel_inside_ns > 0.5 * facts->window_ns && facts->kernels > 2;
        const char *mistake = some ? "time/queue-full" : "time/launch-only";
        if (said->launch || said->allocation || said->first)
            return judged(VERDICT_NOTE, WHY_SAID, mistake, NAN);
        int doubt = (said->launches && !said->per) || facts->kernels == 0;
        return judged(doubt ? VERDICT_SUSPECT : VERDICT_WRONG, WHY_NOTHING, mistake, kernels);
    }
    case FOUND_NOTHING:
        if (facts->kind != WINDOW_EVENTS)
            return judged(VERDICT_CANNOT_TELL, WHY_NOTHING, "", NAN);
        return judged(said->empty ? VERDICT_NOTE : VERDICT_WRONG,
                      said->empty ? WHY_SAID : WHY_NOTHING, "launch/nothing-ran", NAN);
    case FOUND_UNSEEN:
    case FOUND_NO_WINDOW:
        return judged(VERDICT_CANNOT_TELL, WHY_UNRECORDED, "", NAN);
    case FOUND_EARLIER_WORK:
        if (facts->kernels == 0 || said->wait || said->total)
            return judged(VERDICT_NOTE, WHY_NOTHING, "", NAN);
        return judged(accused, WHY_NOTHING, "time/counts-earlier-work", kernels);
    case FOUND_CONTEXT:
    case FOUND_FIRST_RUN:
        if (facts->finding == FOUND_FIRST_RUN && facts->kernels > 1 &&
            facts->first_run_ns + facts->first_call_ns < 0.2 * facts->window_ns)
            return judged(VERDICT_RIGHT, WHY_NOTHING, "", NAN); // one of many runs
        if (said->first || said->total || said->allocation)
            return judged(VERDICT_NOTE, WHY_SAID, "time/first-run", NAN);
        return judged(VERDICT_SUSPECT, WHY_NOTHING, "time/first-run", NAN);
    case FOUND_ALLOCATION:
        if (said->allocation || said->total)
            return judged(VERDICT_NOTE, WHY_SAID, "time/allocation-inside", NAN);
        return judged(facts->kernels ? accused : VERDICT_NOTE, WHY_NOTHING,
                      "time/allocation-inside", kernels);
    case FOUND_COPIES:
        if (said->copies || said->total)
            return judged(VERDICT_NOTE, WHY_SAID, "time/copies-inside", NAN);
        return judged(accused, WHY_NOTHING, "time/copies-inside", kernels);
    case FOUND_MEMSETS:
        if (said->total)
            return judged(VERDICT_NOTE, WHY_SAID, "time/flush-inside", NAN);
        return judged(VERDICT_SUSPECT, WHY_NOTHING, "time/flush-inside", kernels);
    case FOUND_MOSTLY_HOST:
        // Of a short kernel the launch is the larger part, and honestly so.
        if (said->kernel && facts->kernels && !said->total && !said->launch &&
            facts->window_ns > 1e6 && 4 * facts->busy_ns < facts->window_ns)
            return judged(VERDICT_SUSPECT, WHY_NOTHING, "time/host-overhead", kernels);
        return judged(VERDICT_NOTE, WHY_NOTHING, "time/host-overhead", NAN);
    default:
        return judged(VERDICT_RIGHT, WHY_NOTHING, "", NAN);
    }
}

// The kernel's later runs, of the same size: how long half of them took. 0: it never ran again.
static double later_runs(const struct view *view, const struct witness_facts *facts) {
    const struct trace *trace = view->trace;
    const struct witness_note *first = NULL;
    double *lengths = malloc((trace->count + 1) * sizeof *lengths);
    size_t count = 0;
    for (size_t i = 0; lengths && i < trace->count; i++) {
        const struct witness_note *note = &trace->notes[i];
        if (note->kind != WITNESS_KERNEL || strcmp(note->name, facts->first_kernel) != 0)
            continue;
        if (!first)
            first = note;
        else if (memcmp(note->grid, first->grid, sizeof note->grid) == 0 &&
                 note->begin >= facts->end)
            lengths[count++] = (double)(note->end - note->begin);
    }
    if (count)
        qsort(lengths, count, sizeof *lengths, ascending);
    double median = count ? median_of_sorted(lengths, count) : 0;
    free(lengths);
    return median;
}

// W6: a launch whose kernel is not in the trace.
static int is_unrecorded(const struct auditing *audit, const struct window *window) {
    const struct trace *trace = audit->view->trace;
    for (size_t i = first_note(trace, window->host_begin);
         i < trace->count && trace->notes[i].begin < window->host_end; i++) {
        const struct witness_note *note = &trace->notes[i];
        if (note->kind == WITNESS_CALL && note->result == 0 &&
            strncmp(note->name, "cudaLaunchKernel", 16) == 0 && !audit->recorded[i])
            return 1;
    }
    return trace->left_out && trace->count &&
           window->host_end > trace->notes[trace->count - 1].begin;
}

// Other threads queued work meanwhile, which may not be this stopwatch's.
static int other_threads(const struct trace *trace, const struct window *window) {
    for (size_t i = first_note(trace, window->host_begin);
         i < trace->count && trace->notes[i].begin < window->host_end; i++) {
        const struct witness_note *note = &trace->notes[i];
        if (note->kind == WITNESS_CALL && note->thread != window->thread &&
            (is_launch(note->name) || strncmp(note->name, "cudaMem", 7) == 0))
            return 1;
    }
    return 0;
}

// A later cudaEventElapsedTime of the same events failed, and left this number in place.
static const struct window *stale_after(const struct auditing *audit, int window, uint64_t until) {
    const struct view *view = audit->view;
    const struct window *read = &view->windows[window], *stale = NULL;
    for (size_t i = (size_t)window + 1; i < view->count && read->kind == WINDOW_EVENTS; i++) {
        const struct window *w = &view->windows[i];
        if (w->kind != WINDOW_EVENTS || w->read > until || w->events[0] != read->events[0] ||
            w->events[1] != read->events[1])
            continue;
        stale = w->result ? w : NULL; // asked again, it may have answered
    }
    return stale;
}

// Of several numbers that are this reading, the first was printed before the later reading failed;
// a single one, only if no other time came after it.
static int is_stale(const struct auditing *audit, const struct printed *printed) {
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

static int matches(const struct view *view, const struct expression *of, int window) {
    const struct window *w = &view->windows[window], *last = &view->windows[of->last];
    return w->ns > 0 && !w->library && w->around == last->around && w->kind == last->kind &&
           w->thread == last->thread && (of->likes < 0 || w->runs == last->runs);
}

// The finding of most of the expression's windows, and the facts of one of these. 0: they differ.
static int common_facts(const struct view *view, const struct tie *tie,
                        struct witness_facts *facts) {
    enum { LOOK_AT = 9 };
    struct witness_facts *seen = malloc(LOOK_AT * sizeof *seen);
    int divided = tie->of.runs > 1 && tie->made != MADE_WHOLE ? (int)tie->of.runs : 1;
    enum window_match match = divided > 1 ? MATCH_PART : MATCH_WHOLE;
    int span = tie->of.last - tie->of.first, count = 0, best = 0, most = 0;
    for (int i = 0; seen && i < LOOK_AT && count <= span; i++) {
        int window = tie->of.last - (int)((long)span * i / (LOOK_AT - 1));
        if (!matches(view, &tie->of, window))
            continue;
        facts_of_window(view, (size_t)window, tie->value / 1e9, match, divided, &seen[count++]);
    }
    for (int i = 0; i < count; i++) {
        int like = 0;
        for (int k = 0; k < count; k++)
            like += seen[k].finding == seen[i].finding;
        if (like > most) {
            most = like;
            best = i;
        }
    }
    if (count)
        *facts = seen[best];
    free(seen);
    return count && 2 * most > count;
}

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
        return judged(said->part ? VERDICT_SUSPECT : VERDICT_WRONG, WHY_SUM,
                      "time/batch-not-divided", tie->value / tie->of.count);
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
        return judged(VERDICT_WRONG, WHY_NOT_MEDIAN, "statistic/not-the-median", median);
    if (said->median && !said->average && tie->of.form == READING_MEAN && tie->of.missing == 0 &&
        tie->of.count == count && differs(tie->value, median))
        return judged(VERDICT_WRONG, WHY_NOT_MEDIAN, "statistic/not-the-median", median);
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
        return judged(said->part || !said->kernel ? VERDICT_SUSPECT : VERDICT_WRONG, WHY_TWICE,
                      "time/divided-twice", run);
    case MADE_SCALED:
        return judged(said->per || said->average ? VERDICT_CANNOT_TELL : VERDICT_SUSPECT, WHY_UNIT,
                      tie->scale < 1 ? "units/s-as-ms" : "units/ms-as-s",
                      tie->of.value / (facts->one_kernel ? 1 : 1));
    case MADE_PART: { // several launches may make one step of a program
        double all = tie->of.form == READING_MEAN ? tie->of.count : tie->of.runs;
        double each = tie->scale * (tie->of.form == READING_MEAN ? 1 : all);
        int whole = fabs(each - round(each)) < 1e-6 && !said->kernel;
        return whole || (!facts->one_kernel && tie->of.form != READING_MEAN)
                   ? so_far
                   : judged(VERDICT_SUSPECT, WHY_OTHER_COUNT, "time/other-count", run);
    }
    case MADE_WHOLE:
        if (tie->of.form == READING_ONE && tie->of.runs > 1 && facts->one_kernel &&
            facts->kernels > 1 && (said->average || (said->per && said->kernel)) && !said->total)
            return judged(said->part ? VERDICT_SUSPECT : VERDICT_WRONG, WHY_BATCH,
                          "time/batch-not-divided", run);
        return so_far;
    default:
        return so_far;
    }
}

static struct judged judge_first(const struct auditing *audit, const struct witness_facts *facts,
                                 struct judged so_far) {
    if (so_far.verdict != VERDICT_SUSPECT || strcmp(so_far.mistake, "time/first-run") != 0)
        return so_far;
    double later = facts->first_launch ? later_runs(audit->view, facts) : 0;
    if (later > 0 && facts->kernels == 1 && facts->window_ns > (1 + 3 * worth_telling) * later)
        return judged(VERDICT_WRONG, WHY_NOTHING, "time/first-run", later);
    return so_far;
}

// The stopwatches of a tie: the facts of their windows, and what these prove.
static struct judged judge_stopwatch(const struct auditing *audit, const struct tie *tie,
                                     const struct printed *printed, struct witness_facts *facts) {
    const struct view *view = audit->view;
    const struct window *stale =
        tie->of.form == READING_ONE ? stale_after(audit, tie->of.last, printed->time) : NULL;
    if (stale && is_stale(audit, printed)) {
        facts_of_window(view, (size_t)(stale - view->windows), tie->value / 1e9, MATCH_WHOLE, 1,
                        facts);
        int early = stale->result == WITNESS_NOT_READY;
        return judged(VERDICT_WRONG, WHY_STALE,
                      early ? "time/stale-elapsed" : "time/event-without-timing",
                      facts->kernel_ns > 0 ? facts->kernel_ns : NAN);
    }
    if (tie->of.form == READING_LIBRARY) { // the library waits, and repeats
        facts_of_window(view, (size_t)tie->of.last, tie->value / 1e9, MATCH_NEAR, 1, facts);
        return judged(VERDICT_RIGHT, WHY_LIBRARY, "", NAN);
    }
    if (!common_facts(view, tie, facts))
        return judged(VERDICT_CANNOT_TELL, WHY_DISAGREE, "", NAN);
    if (is_unrecorded(audit, &view->windows[tie->of.last]))
        return judged(VERDICT_CANNOT_TELL, WHY_UNRECORDED, "", NAN);
    const struct window *last = &view->windows[tie->of.last];
    double wall = (double)(last->end - last->begin);
    if (last->told && wall > 1e5 && differs(last->ns, wall))
        return judged(VERDICT_WRONG, WHY_CPU_CLOCK, "time/cpu-clock", tie->value * wall / last->ns);
    struct said said = said_of(printed, facts->kernel);
    int divided = tie->made == MADE_WHOLE ? 1 : (int)tie->of.runs;
    struct judged found = judge_first(audit, facts, judge_window(facts, &said, divided));
    if (found.verdict >= VERDICT_SUSPECT && last->kind == WINDOW_HOST &&
        other_threads(view->trace, last))
        return judged(VERDICT_NOTE, WHY_THREADS, found.mistake, NAN);
    return found;
}

static struct judged judge_tie(const struct auditing *audit, const struct tie *tie,
                               const struct printed *printed, struct witness_facts *facts) {
    struct judged found = judge_stopwatch(audit, tie, printed, facts);
    if (found.verdict == VERDICT_WRONG || found.verdict == VERDICT_CANNOT_TELL)
        return found;
    struct said said = said_of(printed, facts->kernel);
    return judge_statistic(audit, tie, &said, judge_made(tie, &said, facts, found));
}

static void take(struct audited *of, struct judged found) {
    of->verdict = found.verdict;
    of->why = found.why;
    of->mistake = found.verdict == VERDICT_CANNOT_TELL ? "" : found.mistake;
    of->truth = found.true_ns;
}

static void cannot_tell(struct audited *of, enum why why) {
    of->verdict = VERDICT_CANNOT_TELL;
    of->why = why;
    of->mistake = "";
    of->truth = NAN;
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
    of->why = ns == 0 ? WHY_REFUSED : WHY_REVERSED;
    of->mistake = ns < 0                              ? "time/reversed-events"
                  : last->result == WITNESS_NOT_READY ? "time/stale-elapsed"
                                                      : "time/event-without-timing";
}

static void audit_time(const struct auditing *audit, struct audited *of) {
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
    for (int i = 1; i < count; i++) { // W1
        struct judged other = judge_tie(audit, &hits[i], printed, &facts);
        if (other.verdict != found.verdict &&
            (other.verdict == VERDICT_WRONG || found.verdict == VERDICT_WRONG)) {
            cannot_tell(of, WHY_DISAGREE);
            return;
        }
    }
    take(of, found);
    of->truth /= printed->unit.scale * 1e9;
}

// ---- rates -----------------------------------------------------------------------------------

static int multiplies_matrices(const char *kernel) {
    return strcasestr(kernel, "gemm") || strcasestr(kernel, "mm") || strcasestr(kernel, "mat");
}

// Arrays that kernels of this name usually read and write, together; 0: not known.
static int usual_arrays(const char *kernel) {
    static const struct {
        const char *name;
        int arrays;
    } known[] = {{"axpy", 3}, {"triad", 3}, {"transpose", 2}, {"copy", 2}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcasestr(kernel, known[i].name))
            return known[i].arrays;
    return 0;
}

static struct judged judge_model(const struct work_tie *work, const struct witness_facts *facts,
                                 struct judged so_far, double whole_ns) {
    int arrays = facts->one_kernel ? usual_arrays(facts->kernel) : 0;
    double share = arrays ? work->multiple / arrays : 1;
    const char *mistake = share == 0.5 && work->multiple == 1  ? "work/one-way"
                          : share == 0.5                       ? "work/element-size"
                          : arrays == 3 && work->multiple == 2 ? "work/two-of-three"
                          : arrays == 2 && work->multiple == 3 ? "work/three-of-two"
                          : share == 2                         ? "work/counted-twice"
                                                               : "";
    if (!*mistake)
        return so_far;
    return judged(VERDICT_SUSPECT, WHY_MODEL, mistake, whole_ns * share);
}

static const char *mistake_of_factor(double factor) {
    return factor == 8                      ? "units/bytes-for-bits"
           : factor == 0.125                ? "units/bits-for-bytes"
           : factor == 1.048576             ? "units/mib-per-ms"
           : factor == 1.024                ? "units/kib-per-us"
           : factor > 1.07 && factor < 1.08 ? "units/gib-as-gb"
           : factor > 0.9 && factor < 1     ? "units/gb-as-gib"
           : factor > 1                     ? "units/ms-as-s"
                                            : "units/s-as-ms";
}

// The window of a rate as a time, so that the stopwatch is judged in the same way.
static struct judged judge_work(const struct auditing *audit, const struct work_tie *work,
                                const struct printed *printed, double share,
                                struct witness_facts *facts) {
    struct tie time = work->time;
    double runs = time.of.runs > 1 ? time.of.runs : 1;
    if (runs > 1)
        time.made = MADE_RUN; // the work is that of the runs
    struct judged found = judge_stopwatch(audit, &time, printed, facts);
    double whole = time.of.value; // what the rate's work took; the truth is rate x whole / true
    if (found.verdict == VERDICT_WRONG || found.verdict == VERDICT_CANNOT_TELL) {
        found.true_ns = runs * found.true_ns; // of all runs, as `whole`
    } else if (work->factor != 1) {
        // A plain multiple of one array, and nothing but the unit between it and the number.
        int plain = work->factor > 0.9 && work->factor < 1.1 && work->cost == time.cost + 1;
        found = judged(share < 1e-3 && plain ? VERDICT_WRONG : VERDICT_SUSPECT, WHY_UNIT,
                       mistake_of_factor(work->factor), whole / work->factor);
    } else if (work->how == WORK_BATCH && facts->one_kernel) {
        found = judged(VERDICT_SUSPECT, WHY_BATCH, "time/batch-not-divided", whole / runs);
    } else if (work->how == WORK_TWICE) {
        found = judged(VERDICT_SUSPECT, WHY_TWICE, "time/divided-twice", whole * runs);
    } else if (printed->unit.quantity == QUANTITY_RUNS && work->multiple > 1) {
        found =
            judged(VERDICT_SUSPECT, WHY_COUNT, "work/times-repetitions", whole * work->multiple);
    } else {
        int plain = found.verdict == VERDICT_RIGHT;
        if (plain && printed->unit.quantity != QUANTITY_RUNS)
            found.why = WHY_IF_WORK;
        found.true_ns = NAN;
        if (plain && printed->unit.quantity == QUANTITY_BYTES)
            found = judge_model(work, facts, found, whole);
        double rate = printed->value * printed->unit.scale;
        enum { SMALL = 4 << 20 }; // bytes: less than the second-level cache of a card
        struct said said = said_of(printed, facts->kernel);
        if (plain && work->cube && work->multiple != 2 && multiplies_matrices(facts->kernel))
            found = judged(VERDICT_SUSPECT, WHY_MODEL,
                           work->multiple < 2 ? "work/half-the-flops" : "work/fma-twice",
                           whole * work->multiple / 2);
        if (plain && printed->unit.quantity == QUANTITY_BYTES && said.memory && facts->kernels &&
            work->work < SMALL && !facts->first_launch && !facts->memsets)
            found = judged(VERDICT_SUSPECT, WHY_CACHE, "cache/hot-as-memory", NAN);
        if (plain && printed->unit.quantity == QUANTITY_BYTES && audit->options->peak > 0 &&
            rate > 1.02 * audit->options->peak)
            found = judged(VERDICT_SUSPECT, WHY_CEILING, "cache/hot-as-memory", NAN);
        return found;
    }
    return found;
}

static void audit_rate(const struct auditing *audit, const struct audited *on_line,
                       int unknown_time, struct audited *of) {
    const struct printed *printed = of->printed;
    double rate = printed->value * printed->unit.scale, share = printed->half / printed->value;
    enum quantity quantity = printed->unit.quantity;
    struct work_ties hits = {.count = 0};
    struct witness_facts facts;
    struct tie whole;
    const struct tie *via = NULL;
    int inherits = on_line && on_line->verdict == VERDICT_WRONG &&
                   (on_line->why == WHY_NOTHING || on_line->why == WHY_STALE);
    if (on_line) {
        whole = on_line->time;
        whole.made = MADE_WHOLE;
        via = &whole;
    }
    if (!tie_rate(audit->ties, quantity, rate, share, via, &hits)) {
        if (on_line) { // its time is known, and the trace does not show its work
            of->time = on_line->time;
            of->facts = on_line->facts;
            of->tied = on_line->verdict == VERDICT_WRONG;
            of->why = WHY_WORK_UNSEEN;
            if (inherits) {
                of->verdict = VERDICT_SUSPECT;
                of->mistake = on_line->mistake;
            }
        }
        return;
    }
    of->luck = luck_of_rate(audit->ties, quantity, rate, share, via, hits.of[0].cost);
    if (of->luck > luck_of_a_tie) {
        of->why = WHY_LUCK;
        return;
    }
    of->tied = 1;
    of->work = hits.of[0];
    of->time = hits.of[0].time;
    struct judged found = judge_work(audit, &hits.of[0], printed, share, &of->facts);
    if (inherits) { // the rate of a wrong time
        of->facts = on_line->facts;
        found = judged(VERDICT_WRONG, on_line->why, on_line->mistake,
                       on_line->truth / on_line->printed->value * of->time.of.value);
    }
    for (int i = 1; i < hits.count && !inherits; i++) { // W1
        struct judged other = judge_work(audit, &hits.of[i], printed, share, &facts);
        if (other.verdict != found.verdict &&
            (other.verdict == VERDICT_WRONG || found.verdict == VERDICT_WRONG)) {
            cannot_tell(of, WHY_DISAGREE);
            return;
        }
    }
    if (found.verdict >= VERDICT_SUSPECT && unknown_time) // W4
        found = judged(VERDICT_CANNOT_TELL, WHY_NOT_TIED, "", NAN);
    take(of, found);
    if (!isnan(of->truth))
        of->truth = printed->value * of->work.time.of.value / of->truth;
}

// ---- all numbers -----------------------------------------------------------------------------

static void soften(const struct numbers *numbers, struct audited *of) {
    int like = 0;
    int rare = of->time.of.form >= READING_TRIMMED && of->time.of.form != READING_LIBRARY;
    if (of->verdict == VERDICT_WRONG && (rare || of->luck > luck_of_an_accusation))
        of->verdict = VERDICT_SUSPECT;
    if (of->verdict >= VERDICT_SUSPECT && (of->printed->ambiguous || of->printed->unit.loose))
        cannot_tell(of, WHY_AMBIGUOUS);
    if ((of->verdict != VERDICT_WRONG && of->verdict != VERDICT_SUSPECT) ||
        strcmp(of->mistake, "time/first-run") != 0 || of->why == WHY_FIRST_IN_MEAN)
        return;
    for (size_t i = 0; i < numbers->count; i++)
        like += same_form(&numbers->of[i], of->printed) &&
                abs(numbers->of[i].column - of->printed->column) <= 3;
    if (like >= 3) { // W5: a series is printed on purpose
        of->verdict = VERDICT_NOTE;
        of->why = WHY_SERIES;
    }
}

// A first run is no mistake if another number comes from a later run: two experiments, perhaps.
static void doubt_first_runs(struct audited *of, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count && of[i].verdict >= VERDICT_SUSPECT &&
                           of[i].why == WHY_NOTHING && strcmp(of[i].mistake, "time/first-run") == 0;
             k++)
            if (of[k].tied && of[k].time.of.last != of[i].time.of.last &&
                strcmp(of[k].facts.kernel, of[i].facts.kernel) == 0) {
                of[i].verdict = VERDICT_NOTE;
                of[i].why = WHY_SERIES;
            }
}

// The time of a call beside the time until its work was done: both on purpose.
static void doubt_calls(const struct view *view, struct audited *of, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0;
             k < count && of[i].verdict == VERDICT_WRONG && of[i].why == WHY_NOTHING &&
             (of[i].facts.finding == FOUND_STILL_RUNNING ||
              of[i].facts.finding == FOUND_COPY_RUNNING);
             k++)
            if (of[k].tied && of[k].verdict != VERDICT_WRONG &&
                view->windows[of[k].time.of.first].host_begin ==
                    view->windows[of[i].time.of.last].host_begin &&
                view->windows[of[k].time.of.last].end > view->windows[of[i].time.of.last].end) {
                of[i].verdict = VERDICT_NOTE;
                of[i].why = WHY_SERIES;
            }
}

// A time in the wrong unit is proven by a rate of the same reading in the right one.
static void confirm_units(struct audited *of, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count && of[i].tied && of[i].time.made == MADE_SCALED &&
                           of[i].verdict == VERDICT_SUSPECT;
             k++)
            if (of[k].tied && of[k].printed->unit.quantity == QUANTITY_BYTES &&
                of[k].work.how == WORK_RUN && of[k].work.factor == 1 &&
                of[k].time.of.last == of[i].time.of.last &&
                of[k].time.of.form == of[i].time.of.form && of[i].luck <= luck_of_an_accusation)
                of[i].verdict = VERDICT_WRONG;
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
        if (numbers->of[i].unit.quantity != QUANTITY_TIME && numbers->of[i].unit.quantity)
            audit_rate(audit, time_beside(audit, numbers, begin, end, i, untied, of), untied,
                       &of[i]);
}

static int find_recorded(struct auditing *audit) {
    const struct view *view = audit->view;
    audit->recorded = calloc(view->trace->count + 1, 1);
    for (size_t i = 0; audit->recorded && i < view->trace->count; i++)
        if (is_work(&view->trace->notes[i]))
            audit->recorded[view->call[i]] = 1;
    return audit->recorded != NULL;
}

int audit_numbers(const struct view *view, const struct numbers *numbers,
                  const struct audit_options *options, struct audited *of) {
    struct ties ties;
    struct auditing audit = {.view = view, .numbers = numbers, .ties = &ties, .options = options};
    if (!ties_open(view, &ties))
        return 0;
    int done = find_recorded(&audit);
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
        confirm_units(of, numbers->count);
        doubt_first_runs(of, numbers->count);
        doubt_calls(view, of, numbers->count);
        for (size_t i = 0; i < numbers->count; i++)
            soften(numbers, &of[i]);
    }
    free(audit.recorded);
    ties_close(&ties);
    return done;
}
