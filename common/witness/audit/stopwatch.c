// stopwatch.c: what ran in the windows that a number was made of, and which mistake that proves.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "witness/audit/judge.h"

// When the host had first asked for work that was still running at the stop mark: only what it did
// from then on ran beside the device. What it did before, a library of Python for example, is the
// price of a launch.
static uint64_t first_asked(const struct view *view, const struct witness_facts *facts) {
    const struct trace *trace = view->trace;
    int beside = facts->finding == FOUND_STILL_RUNNING || facts->finding == FOUND_COPY_RUNNING;
    for (size_t i = first_note(trace, facts->host_begin);
         beside && i < trace->count && trace->notes[i].begin < facts->host_end; i++) {
        const struct witness_note *note = &trace->notes[i];
        if (note->kind == WITNESS_CALL && note->thread == facts->thread &&
            (is_launch(note->name) || strncmp(note->name, "cudaMemcpy", 10) == 0))
            return note->end < facts->host_end ? note->end : facts->host_end;
    }
    return facts->host_begin;
}

double own_work(const struct view *view, const struct witness_facts *facts) {
    const struct trace *trace = view->trace;
    uint64_t from = first_asked(view, facts), until = from;
    double in_calls = 0;
    for (size_t i = first_note(trace, facts->host_begin);
         i < trace->count && trace->notes[i].begin < facts->host_end; i++) {
        const struct witness_note *note = &trace->notes[i];
        if (note->kind != WITNESS_CALL || note->thread != facts->thread || note->end <= until)
            continue;
        uint64_t end = note->end < facts->host_end ? note->end : facts->host_end;
        in_calls += (double)(end - (note->begin > until ? note->begin : until));
        until = end;
    }
    return (double)(facts->host_end - from) - in_calls;
}

// A window that is no time of calls: the program's own work took it. Of a short one, reading the
// clock and noting the call are the larger part.
static int is_own_work(const struct view *view, const struct witness_facts *facts) {
    static const double share = 0.5, least = 5e4; // ns
    double own = own_work(view, facts);
    return facts->kind == WINDOW_HOST && own > least &&
           own > share * (double)(facts->host_end - facts->host_begin);
}

// Of the streams that the window queued work on, some had ended it at the stop mark, others not.
static int waited_for_one(const struct view *view, const struct witness_facts *facts) {
    const struct trace *trace = view->trace;
    uint64_t done = 0, open = 0;
    for (size_t i = first_note(trace, facts->host_begin); i < trace->count; i++) {
        const struct witness_note *note = &trace->notes[i];
        if (note->kind != WITNESS_KERNEL || note->stream >= 64 ||
            queued_at(view, i) < facts->host_begin || queued_at(view, i) >= facts->host_end)
            continue;
        *(note->end > facts->end ? &open : &done) |= (uint64_t)1 << note->stream;
    }
    return (done & ~open) && open;
}

// What the trace shows about one window, in the words of the catalogue. What the program says
// openly is no more than a note.
static struct judged judge_window(const struct view *view, const struct witness_facts *facts,
                                  const struct said *said, int divided) {
    double runs = divided > 1 ? divided : 1, kernels = facts->kernel_ns / runs;
    double copies = facts->copy_ns / runs;
    int own = is_own_work(view, facts);
    switch (facts->finding) {
    case FOUND_LAUNCH_FAILED:
        return proven(WHY_NOTHING, "launch/failed", NAN);
    case FOUND_OTHER_STREAM:
        return proven(WHY_NOTHING, "time/other-stream", kernels);
    case FOUND_ONE_OF_STREAMS: // a program may time one of its streams
        if (said->stream && !said->streams)
            return judged(VERDICT_NOTE, WHY_SAID, "time/one-of-streams", NAN);
        return accused(said->streams, said, VERDICT_SUSPECT, WHY_NOTHING, "time/one-of-streams",
                       NAN);
    case FOUND_COPY_RUNNING:
        if (said->launch || own)
            return judged(VERDICT_NOTE, own ? WHY_OWN_WORK : WHY_SAID, "time/not-waited-copy", NAN);
        return accused(said->claims || said->copies, said, VERDICT_SUSPECT, WHY_NOTHING,
                       "time/not-waited-copy", copies);
    case FOUND_STILL_RUNNING: {
        int some = facts->kernel_inside_ns > 0.5 * facts->window_ns && facts->kernels > 2;
        const char *mistake = waited_for_one(view, facts) ? "time/one-of-streams"
                              : some                      ? "time/queue-full"
                                                          : "time/launch-only";
        if (said->launch || said->allocation || said->first || own)
            return judged(VERDICT_NOTE, own ? WHY_OWN_WORK : WHY_SAID, mistake, NAN);
        return accused(said->claims && facts->kernels, said, VERDICT_SUSPECT, WHY_NOTHING, mistake,
                       kernels);
    }
    case FOUND_NOTHING:
        if (facts->kind != WINDOW_EVENTS)
            return judged(VERDICT_CANNOT_TELL, WHY_NOTHING, "", NAN);
        return accused(said->claims, said, VERDICT_NOTE, WHY_NOTHING, "launch/nothing-ran", NAN);
    case FOUND_UNSEEN:
    case FOUND_NO_WINDOW:
        return judged(VERDICT_CANNOT_TELL, WHY_UNRECORDED, "", NAN);
    case FOUND_EARLIER_WORK:
        if (facts->kernels == 0 || said->wait || said->total)
            return judged(VERDICT_NOTE, WHY_NOTHING, "", NAN);
        // Of a step of a loop, the queue may hold work of the steps before.
        return accused(said->claims, said,
                       2 * facts->earlier_ns > facts->window_ns && !said->part ? VERDICT_SUSPECT
                                                                               : VERDICT_NOTE,
                       WHY_NOTHING, "time/counts-earlier-work", kernels);
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
        return accused(said->claims && facts->kernels, said, VERDICT_NOTE, WHY_NOTHING,
                       "time/allocation-inside", kernels);
    case FOUND_COPIES:
        if (said->copies || said->total)
            return judged(VERDICT_NOTE, WHY_SAID, "time/copies-inside", NAN);
        return accused(said->claims, said, VERDICT_NOTE, WHY_NOTHING, "time/copies-inside",
                       kernels);
    case FOUND_MEMSETS:
        if (said->total)
            return judged(VERDICT_NOTE, WHY_SAID, "time/flush-inside", NAN);
        return judged(VERDICT_SUSPECT, WHY_NOTHING, "time/flush-inside", kernels);
    case FOUND_MOSTLY_HOST:
        if (2 * facts->busy_ns >= facts->window_ns - facts->account.late)
            return judged(VERDICT_NOTE, WHY_OTHERS, "", NAN);
        // Of a short kernel the launch is the larger part, and honestly so.
        if (said->kernel && facts->kernels && !said->total && !said->launch &&
            facts->window_ns > 1e6 && 4 * facts->busy_ns < facts->window_ns)
            return judged(VERDICT_SUSPECT, own ? WHY_OWN_WORK : WHY_NOTHING, "time/host-overhead",
                          kernels);
        return judged(VERDICT_NOTE, own ? WHY_OWN_WORK : WHY_NOTHING, "time/host-overhead", NAN);
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

// A launch whose kernel is not in the trace.
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

void range_of(const struct view *view, struct audited *of) {
    of->low = of->high = 0;
    for (int i = of->time.of.first; i <= of->time.of.last && i < (int)view->count; i++)
        if (matches(view, &of->time.of, i)) {
            double ns = view->windows[i].ns;
            of->low = of->low > 0 && of->low < ns ? of->low : ns;
            of->high = of->high > ns ? of->high : ns;
        }
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

static struct judged judge_first(const struct auditing *audit, const struct witness_facts *facts,
                                 const struct said *said, struct judged so_far) {
    if (so_far.verdict != VERDICT_SUSPECT || strcmp(so_far.mistake, "time/first-run") != 0)
        return so_far;
    double later = facts->first_launch ? later_runs(audit->view, facts) : 0;
    if (later > 0 && facts->kernels == 1 && facts->window_ns > (1 + 3 * worth_telling) * later)
        return accused(said->claims, said, VERDICT_SUSPECT, WHY_NOTHING, "time/first-run", later);
    return so_far;
}

// The stopwatches of a tie: the facts of their windows, and what these prove.
struct judged judge_stopwatch(const struct auditing *audit, const struct tie *tie,
                              const struct printed *printed, struct witness_facts *facts) {
    const struct view *view = audit->view;
    const struct window *stale =
        tie->of.form == READING_ONE ? stale_after(audit, tie->of.last, printed->time) : NULL;
    if (stale && is_stale(audit, printed)) {
        facts_of_window(view, (size_t)(stale - view->windows), tie->value / 1e9, MATCH_WHOLE, 1,
                        facts);
        int early = stale->result == WITNESS_NOT_READY;
        return proven(WHY_STALE, early ? "time/stale-elapsed" : "time/event-without-timing",
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
    struct said said = said_of(printed, facts->kernel);
    if (last->told && wall > 1e5 && differs(last->ns, wall))
        return said.launch ? judged(VERDICT_NOTE, WHY_CPU_CLOCK, "time/cpu-clock", NAN)
                           : accused(said.claims, &said, VERDICT_SUSPECT, WHY_CPU_CLOCK,
                                     "time/cpu-clock", tie->value * wall / last->ns);
    int divided = tie->made == MADE_WHOLE ? 1 : (int)tie->of.runs;
    struct judged found =
        judge_first(audit, facts, &said, judge_window(view, facts, &said, divided));
    if (found.verdict >= VERDICT_SUSPECT && last->kind == WINDOW_HOST &&
        other_threads(view->trace, last))
        return judged(VERDICT_NOTE, WHY_THREADS, found.mistake, NAN);
    return found;
}
