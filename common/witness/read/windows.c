// windows.c: pairs the marks of a trace into stopwatches, and finds the stopwatch that made a
// claim.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/whole.h"
#include "witness/read/read.h"

struct list { // notes of one kind
    const struct witness_note **of;
    size_t count;
};

static int notes_of_kind(const struct view *view, enum witness_kind kind, struct list *list) {
    const struct trace *trace = view->trace;
    list->count = 0;
    for (size_t i = 0; i < trace->count; i++)
        list->count += trace->notes[i].kind == kind;
    list->of = malloc((list->count + 1) * sizeof *list->of);
    if (!list->of)
        return 0;
    size_t n = 0;
    for (size_t i = 0; i < trace->count; i++)
        if (trace->notes[i].kind == kind)
            list->of[n++] = &trace->notes[i];
    return 1;
}

static int passed_over(const struct view *view, const struct witness_note *note) {
    return view->passed[note - view->trace->notes];
}

// ---- windows between two events ------------------------------------------------------

// The notes of a trace stand in order of time.
static int by_event_and_time(const void *left, const void *right) {
    const struct witness_note *a = *(const struct witness_note *const *)left;
    const struct witness_note *b = *(const struct witness_note *const *)right;
    if (a->event != b->event)
        return a->event < b->event ? -1 : 1;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

static int by_event(const void *left, const void *right) { // and as in the trace
    const struct witness_note *a = *(const struct witness_note *const *)left;
    const struct witness_note *b = *(const struct witness_note *const *)right;
    int order = by_event_and_time(left, right);
    return order ? order : (a > b) - (a < b);
}

static void sort_by_event(struct list *list) {
    qsort(list->of, list->count, sizeof *list->of, by_event);
}

// The first place, in a list sorted by event and time, of a note of `event` at `time` or later.
static size_t place(const struct list *list, uint64_t event, uint64_t time) {
    const struct witness_note note = {.event = event, .begin = time}, *key = &note;
    return lower_bound(&key, list->of, list->count, sizeof key, by_event_and_time);
}

struct mark { // one record of an event, and when its stream came to the event
    const struct witness_note *record, *reached;
};

// The last record of `event` before `time`, and the note which says that the stream came to this
// record: the note with the record's correlation, or, if no note has it, the event's note with the
// same number.
static struct mark mark_before(const struct list *records, const struct list *reached,
                               uint64_t event, uint64_t time) {
    struct mark mark = {NULL, NULL};
    size_t first = place(records, event, 0), after = place(records, event, time + 1);
    if (first == after)
        return mark;
    mark.record = records->of[after - 1];
    size_t begin = place(reached, event, 0), end = place(reached, event, UINT64_MAX);
    size_t found = begin + (after - 1 - first);
    uint64_t correlation = mark.record->correlation;
    if (correlation && !(found < end && reached->of[found]->correlation == correlation))
        for (size_t i = begin; i < end; i++)
            if (reached->of[i]->correlation == correlation)
                found = i;
    if (found < end)
        mark.reached = reached->of[found];
    return mark;
}

static void event_window(struct window *window, const struct witness_note *elapsed,
                         struct mark start, struct mark stop) {
    window->kind = WINDOW_EVENTS;
    window->read = elapsed->begin;
    window->ns = elapsed->value * 1e6;
    window->result = elapsed->result;
    window->thread = elapsed->thread;
    window->events[0] = elapsed->event;
    window->events[1] = elapsed->other_event;
    window->has_start = start.reached != NULL;
    window->has_stop = stop.reached != NULL;
    window->host_begin = start.record ? start.record->begin : elapsed->begin;
    window->host_end = stop.record ? stop.record->begin : elapsed->begin;
    window->begin = start.reached ? start.reached->begin : window->host_begin;
    window->end = stop.reached ? stop.reached->begin : window->host_end;
    window->stream = stop.record ? stop.record->stream : start.record ? start.record->stream : 0;
    window->non_blocking = start.record ? start.record->non_blocking : 0;
}

// Guesses when a stream came to its events, which CUPTI before CUDA 12.8 does not report: after the
// work that was queued there before, and as far apart as cudaEventElapsedTime said.
static void guess_reached(const struct view *view, struct window *window) {
    uint64_t begin = window->host_begin;
    for (size_t i = 0; i < view->trace->count; i++) {
        const struct witness_note *note = &view->trace->notes[i];
        if (is_work(note) && note->stream == window->stream &&
            queued_at(view, i) < window->host_begin && note->end > begin)
            begin = note->end;
    }
    window->begin = begin;
    window->end = begin + natural_of(window->ns);
}

// A program that waits for the whole device before its stop mark sees the work of every stream.
static uint64_t waited_in(const struct trace *trace, const struct window *window) {
    for (size_t i = first_note(trace, window->host_end); i-- > 0;) {
        const struct witness_note *note = &trace->notes[i];
        if (note->begin < window->host_begin)
            break;
        if (note->kind == WITNESS_CALL && note->end <= window->host_end &&
            strstr(note->name, "cudaDeviceSynchronize"))
            return note->end;
    }
    return 0;
}

static size_t event_windows(struct view *view, const struct list *elapsed, struct list *records,
                            struct list *reached, struct window *windows) {
    sort_by_event(records);
    sort_by_event(reached);
    for (size_t i = 0; i < elapsed->count; i++) {
        const struct witness_note *note = elapsed->of[i];
        struct mark start = mark_before(records, reached, note->event, note->begin);
        struct mark stop = mark_before(records, reached, note->other_event, note->begin);
        event_window(&windows[i], note, start, stop);
        windows[i].waited = waited_in(view->trace, &windows[i]);
        windows[i].library = passed_over(view, note);
        if (start.record && stop.record && !start.reached && !stop.reached && !note->result &&
            note->value >= 0)
            guess_reached(view, &windows[i]);
    }
    return elapsed->count;
}

// ---- windows between two reads of a host clock --------------------------------------

static void host_window(struct window *window, const struct witness_note *start,
                        const struct witness_note *stop) {
    window->kind = WINDOW_HOST;
    window->begin = window->host_begin = start->begin;
    window->end = window->host_end = window->read = stop->begin;
    window->told = start->told && stop->told;
    window->ns = window->told ? (double)(int64_t)(stop->told - start->told)
                              : (double)(stop->begin - start->begin);
    window->processor = strcmp(start->name, WITNESS_PROCESSOR_CLOCK) == 0;
    window->thread = start->thread;
    window->has_start = window->has_stop = 1;
}

enum { THREADS = 64 };

static size_t host_windows(struct view *view, struct window *windows) {
    struct {
        const struct witness_note *read;
        unsigned thread;
        int called;
    } of[THREADS];
    size_t count = 0;
    int threads = 0;
    for (size_t i = 0; i < view->trace->count; i++) {
        const struct witness_note *note = &view->trace->notes[i];
        if ((note->kind != WITNESS_CLOCK && note->kind != WITNESS_CALL) || view->passed[i])
            continue;
        int t = 0;
        while (t < threads && of[t].thread != note->thread)
            t++;
        if (t == THREADS)
            continue;
        if (t == threads) {
            threads++;
            of[t].thread = note->thread;
            of[t].read = NULL;
            of[t].called = 0;
        }
        if (note->kind == WITNESS_CALL) {
            of[t].called = 1;
            continue;
        }
        if (of[t].read && of[t].called)
            host_window(&windows[count++], of[t].read, note);
        of[t].read = note;
        of[t].called = 0;
    }
    return count;
}

// ---- how much was queued in each ----------------------------------------------------

static size_t below(const uint64_t *times, size_t count, uint64_t time) {
    return lower_bound(&time, times, count, sizeof time, ascending_times);
}

static int count_runs(struct view *view) {
    size_t kernels = 0, copies = 0, count = view->trace->count;
    uint64_t *times = malloc((2 * count + 1) * sizeof *times);
    if (!times)
        return 0;
    uint64_t *copy_times = times + count;
    for (size_t i = 0; i < count; i++) {
        const struct witness_note *note = &view->trace->notes[i];
        if (note->kind == WITNESS_KERNEL && strncmp(note->name, "tare_", 5) != 0)
            times[kernels++] = queued_at(view, i);
        else if (note->kind == WITNESS_COPY)
            copy_times[copies++] = queued_at(view, i);
    }
    qsort(times, kernels, sizeof *times, ascending_times);
    qsort(copy_times, copies, sizeof *times, ascending_times);
    for (size_t i = 0; i < view->count; i++) {
        struct window *w = &view->windows[i];
        w->runs = (int)(below(times, kernels, w->host_end) - below(times, kernels, w->host_begin));
        if (!w->runs)
            w->runs = (int)(below(copy_times, copies, w->host_end) -
                            below(copy_times, copies, w->host_begin));
    }
    free(times);
    return 1;
}

// ---- windows around others -----------------------------------------------------------
//
// A program may time its parts and the whole: two reads with other reads between them. The outer
// gaps must hold a CUDA call or be short, since otherwise an inner pair times the same work.

enum { RING = 16, MOST_AROUND = 8192 };
static const uint64_t short_gap = 5000; // ns; not measured

struct ring { // the last reads of a thread, and whether CUDA was called after each
    unsigned thread;
    const struct witness_note *reads[RING];
    int called[RING];
    size_t count;
};

static size_t add_around(const struct ring *ring, const struct witness_note *now,
                         struct window *windows) {
    size_t added = 0;
    const struct witness_note *inner = now; // the read behind the one that is looked at
    for (size_t back = 1; back <= ring->count && back <= RING; back++) {
        size_t at = (ring->count - back) % RING;
        const struct witness_note *read = ring->reads[at];
        int wide = ring->called[at] || inner->begin - read->begin < short_gap;
        if (back == 1 && !wide)
            return 0;
        if (back > 1 && wide) {
            host_window(&windows[added], read, now);
            windows[added++].around = 1;
        }
        inner = read;
    }
    return added;
}

int view_windows_around(struct view *view) {
    struct window *more =
        realloc(view->windows, (view->count + MOST_AROUND + RING + 1) * sizeof *more);
    struct ring *rings = calloc(THREADS, sizeof *rings);
    int threads = 0;
    if (more)
        view->windows = more;
    if (!more || !rings) {
        free(rings);
        return 0;
    }
    memset(more + view->count, 0, (MOST_AROUND + RING + 1) * sizeof *more);
    size_t before = view->count;
    for (size_t i = 0; i < view->trace->count && view->count - before < MOST_AROUND; i++) {
        const struct witness_note *note = &view->trace->notes[i];
        if ((note->kind != WITNESS_CLOCK && note->kind != WITNESS_CALL) || view->passed[i])
            continue;
        int t = 0;
        while (t < threads && rings[t].thread != note->thread)
            t++;
        if (t == THREADS)
            continue;
        if (t == threads)
            rings[threads++].thread = note->thread;
        struct ring *ring = &rings[t];
        if (note->kind == WITNESS_CALL) {
            if (ring->count)
                ring->called[(ring->count - 1) % RING] = 1;
            continue;
        }
        view->count += add_around(ring, note, view->windows + view->count);
        ring->reads[ring->count % RING] = note;
        ring->called[ring->count++ % RING] = 0;
    }
    free(rings);
    return count_runs(view);
}

// ---- the window of a claim ------------------------------------------------------------

// How far a program's own time may be from the time that the witness noted: for events by the
// rounding of a double, for a host clock by the time that noting takes.
static double tolerance(const struct window *window) {
    static const double noting = 500;    // ns, of a clock's note; not measured
    static const double drift = 0.002;   // of a host's reading; not measured
    static const double step = 1;        // ns: the trace's
    static const double rounding = 1e-6; // of a printed double
    return window->kind == WINDOW_HOST ? fmax(noting, drift * window->ns)
                                       : fmax(step, rounding * fabs(window->ns));
}

static enum window_match match_of(const struct window *window, double ns) {
    if (fabs(window->ns - ns) <= tolerance(window))
        return MATCH_WHOLE;
    if (window->runs > 1 &&
        fabs(window->ns / window->runs - ns) <= tolerance(window) / window->runs)
        return MATCH_PART;
    static const double of_many = 0.5; // not measured
    static const double of_one = 0.05; // not measured
    // The library's claim is a median of many times, and some of these may be far from it.
    double near = (window->library ? of_many : of_one) * ns;
    if (fabs(window->ns - ns) <= near ||
        (window->runs > 1 && fabs(window->ns / window->runs - ns) <= near))
        return MATCH_NEAR;
    return MATCH_NONE;
}

// The library measures empty kernels of its own, which may take as long as the claim's kernel.
static int score(const struct window *window, enum window_match match) {
    int exact = match == MATCH_WHOLE || match == MATCH_PART;
    if (window->library && !window->runs)
        return 0;
    return 4 * exact + 2 * (match == MATCH_NEAR) + !window->library;
}

// How far the claim is from what the window reads, in nanoseconds.
static double distance(const struct window *window, enum window_match match, double ns) {
    return fabs(window->ns / (match == MATCH_PART ? window->runs : 1) - ns);
}

// 1 when this window fits the claim better: the window with the nearer reading, or, of equally near
// ones, the later window.
static int is_better(const struct window *window, enum window_match match,
                     const struct window *best, enum window_match best_match, double ns) {
    int more = score(window, match) - score(best, best_match);
    if (more || (match != MATCH_WHOLE && match != MATCH_PART))
        return more >= 0;
    return distance(window, match, ns) <= distance(best, best_match, ns);
}

static int same_events(const struct window *a, const struct window *b) {
    return a->kind == WINDOW_EVENTS && b->kind == WINDOW_EVENTS && a->events[0] == b->events[0] &&
           a->events[1] == b->events[1];
}

size_t window_of_claim(const struct view *view, double seconds, uint64_t time,
                       enum window_match *match, int *divided) {
    size_t best = view->count;
    *match = MATCH_NONE;
    *divided = 1;
    for (size_t i = 0; i < view->count; i++) {
        const struct window *w = &view->windows[i];
        enum window_match how = match_of(w, seconds * 1e9);
        if (w->read > time || (w->library && how == MATCH_NONE))
            continue; // the library measures for itself too
        if (best < view->count && !is_better(w, how, &view->windows[best], *match, seconds * 1e9))
            continue;
        best = i;
        *match = how;
    }
    if (best == view->count)
        return best;
    // An old number equals the time of an earlier run. The claim belongs to the later reading,
    // which failed and so did not replace the number.
    for (size_t i = best + 1; i < view->count; i++) {
        const struct window *w = &view->windows[i];
        if (w->read <= time && w->result && same_events(w, &view->windows[best])) {
            best = i;
            *match = MATCH_WHOLE;
        }
    }
    // The library subtracts the events' own time from a batch. So its claim is near the window's
    // time divided by the runs, and never equal to it.
    const struct window *w = &view->windows[best];
    int part = w->runs > 1 && fabs(w->ns / w->runs - 1e9 * seconds) < fabs(w->ns - 1e9 * seconds);
    if (*match == MATCH_PART || (*match == MATCH_NEAR && w->library && part)) {
        *match = MATCH_PART;
        *divided = w->runs;
    }
    return best;
}

// Adds a window of two reads with other reads between them, for a program that times both the whole
// and its parts. Among many reads, some two are by chance about as far apart as the claim; so the
// pair must match the claim to the microsecond, the step of a clock.
static void add_far_pair(struct view *view, const struct list *reads, double ns, uint64_t time) {
    static const int back = 1000;    // reads; not measured
    static const double step = 1000; // ns: of a clock of microseconds
    static const int few = 32;       // reads; not measured
    size_t last = 0;
    while (last < reads->count && reads->of[last]->begin <= time)
        last++;
    for (size_t j = last, far = 0; j-- > 0 && far < (size_t)back; far++)
        for (size_t i = j, near = 0; i-- > 0 && near < (size_t)back; near++) {
            struct window window = {0};
            const struct witness_note *a = reads->of[i], *b = reads->of[j];
            if ((double)(b->begin - a->begin) > ns + step)
                break;
            // Any two of many threads' reads are as far apart as some claim.
            if ((a->thread != b->thread && reads->count > (size_t)few) || passed_over(view, a) ||
                passed_over(view, b))
                continue;
            host_window(&window, a, b);
            if (match_of(&window, ns) == MATCH_WHOLE && fabs(window.ns - ns) <= step) {
                view->windows[view->count++] = window;
                return;
            }
        }
}

static int add_far_pairs(struct view *view, const struct list *reads, const struct list *claims) {
    for (size_t i = 0; i < claims->count; i++) {
        const struct witness_note *claim = claims->of[i];
        enum window_match match;
        int divided;
        window_of_claim(view, claim->value, claim->begin, &match, &divided);
        if (match != MATCH_WHOLE && match != MATCH_PART && claim->value > 0)
            add_far_pair(view, reads, claim->value * 1e9, claim->begin);
    }
    return count_runs(view);
}

static int by_end(const void *left, const void *right) {
    const struct window *a = left, *b = right;
    if (a->read != b->read)
        return a->read < b->read ? -1 : 1;
    return a->host_begin < b->host_begin ? -1 : a->host_begin > b->host_begin;
}

static int find_windows(struct view *view) {
    struct list elapsed = {0}, records = {0}, reached = {0}, reads = {0}, claims = {0};
    int done = notes_of_kind(view, WITNESS_ELAPSED, &elapsed) &&
               notes_of_kind(view, WITNESS_RECORD, &records) &&
               notes_of_kind(view, WITNESS_REACHED, &reached) &&
               notes_of_kind(view, WITNESS_CLOCK, &reads) &&
               notes_of_kind(view, WITNESS_CLAIM, &claims);
    if (done) {
        size_t most = elapsed.count + reads.count + claims.count;
        view->windows = calloc(most + 1, sizeof *view->windows);
        done = view->windows != NULL;
    }
    if (done) {
        view->count = event_windows(view, &elapsed, &records, &reached, view->windows);
        view->count += host_windows(view, view->windows + view->count);
        done = count_runs(view) && add_far_pairs(view, &reads, &claims);
        qsort(view->windows, view->count, sizeof *view->windows, by_end);
    }
    free(elapsed.of);
    free(records.of);
    free(reached.of);
    free(reads.of);
    free(claims.of);
    return done;
}

int view_make(const struct trace *trace, struct view *view) {
    memset(view, 0, sizeof *view);
    view->trace = trace;
    if (view_join(view) && find_windows(view))
        return 1;
    view_free(view);
    return 0;
}

void view_free(struct view *view) {
    free(view->passed);
    free(view->call);
    free(view->windows);
    memset(view, 0, sizeof *view);
}
