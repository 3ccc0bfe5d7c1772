// windows.c: pairs the marks of a trace into stopwatches, and finds the one that made a
// claim.
#include "windows.h"
#include "base/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- windows between two reads of a host clock --------------------------------------

static void host_window(struct window *window, const struct witness_note *start,
                        const struct witness_note *stop) {
    window->kind = WINDOW_HOST;
    window->begin = window->host_begin = start->begin;
    window->end = window->host_end = window->read = stop->begin;
    window->ns = (double)(stop->begin - start->begin);
    window->thread = start->thread;
    window->has_start = window->has_stop = 1;
    window->mark = stop->name;
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
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (times[middle] < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
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

// ---- the window of a claim ------------------------------------------------------------

// What a program computes from its marks differs from what the witness noted: a double's
// rounding for events, the price of noting for a host clock.
static double tolerance(const struct window *window) {
    return window->kind == WINDOW_HOST ? fmax(500, 0.002 * window->ns)
                                       : fmax(1, 1e-6 * fabs(window->ns));
}

static enum window_match match_of(const struct window *window, double ns) {
    if (fabs(window->ns - ns) <= tolerance(window))
        return MATCH_WHOLE;
    if (window->runs > 1 &&
        fabs(window->ns / window->runs - ns) <= tolerance(window) / window->runs)
        return MATCH_PART;
    // The library's claim is a median of many, some of which may be far from it.
    double near = (window->library ? 0.5 : 0.05) * ns;
    if (fabs(window->ns - ns) <= near ||
        (window->runs > 1 && fabs(window->ns / window->runs - ns) <= near))
        return MATCH_NEAR;
    return MATCH_NONE;
}

static int score(const struct window *window, enum window_match match) {
    int exact = match == MATCH_WHOLE || match == MATCH_PART;
    return 4 * exact + 2 * (match == MATCH_NEAR) + !window->library;
}

// How far the claim is from what the window reads, in nanoseconds.
static double distance(const struct window *window, enum window_match match, double ns) {
    return fabs(window->ns / (match == MATCH_PART ? window->runs : 1) - ns);
}

// Kernels that take equally long are told apart by the nearest reading; else the later one made it.
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
            continue; // the library measures for itself, too
        if (best < view->count && !is_better(w, how, &view->windows[best], *match, seconds * 1e9))
            continue;
        best = i;
        *match = how;
    }
    if (best == view->count)
        return best;
    // A number left over from an earlier run is equal to that run's: the read that failed
    // to replace it is what made the claim.
    for (size_t i = best + 1; i < view->count; i++) {
        const struct window *w = &view->windows[i];
        if (w->read <= time && w->result && same_events(w, &view->windows[best])) {
            best = i;
            *match = MATCH_WHOLE;
        }
    }
    // The library takes the events' own time off a batch: it is near a part, never equal to it.
    const struct window *w = &view->windows[best];
    int part = w->runs > 1 && fabs(w->ns / w->runs - 1e9 * seconds) < fabs(w->ns - 1e9 * seconds);
    if (*match == MATCH_PART || (*match == MATCH_NEAR && w->library && part)) {
        *match = MATCH_PART;
        *divided = w->runs;
    }
    return best;
}

// Two reads with others between them: the whole of a program that also times its parts. Of many
// reads two are about as far apart as any mean is: to the microsecond, a clock's step, or not.
static void add_far_pair(struct view *view, const struct list *reads, double ns, uint64_t time) {
    enum { BACK = 1000, STEP = 1000 };
    const struct witness_note *notes = view->trace->notes;
    size_t last = 0;
    while (last < reads->count && notes[reads->of[last]].begin <= time)
        last++;
    for (size_t j = last, far = 0; j-- > 0 && far < BACK; far++)
        for (size_t i = j, back = 0; i-- > 0 && back < BACK; back++) {
            struct window window = {0};
            const struct witness_note *a = &notes[reads->of[i]], *b = &notes[reads->of[j]];
            if ((double)(b->begin - a->begin) > ns + STEP)
                break;
            if (a->thread != b->thread || view->passed[reads->of[i]] || view->passed[reads->of[j]])
                continue;
            host_window(&window, a, b);
            if (match_of(&window, ns) == MATCH_WHOLE && fabs(window.ns - ns) <= STEP) {
                view->windows[view->count++] = window;
                return;
            }
        }
}

static int add_far_pairs(struct view *view, const struct list *reads, const struct list *claims) {
    for (size_t i = 0; i < claims->count; i++) {
        const struct witness_note *claim = &view->trace->notes[claims->of[i]];
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

int find_windows(struct view *view) {
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
