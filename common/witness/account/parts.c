// parts.c: cuts the window of a claim into parts: for each instant, who had the device.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"
#include "witness/read/read.h"

// ---- one window, as edges at which owners begin and end -------------------------------------

struct edge {
    uint64_t time;
    enum account_part part;
    int step;       // 1 or -1; 0: the host said how long it waited for a processor until now
    uint64_t delay; // so long
};

struct cut {
    const struct view *view;
    const struct window *window;
    struct account *account;
    struct edge *edges;
    size_t count;
    double ran, waited; // of the window: its own work, and the delay of that work's workers
    // Since the host said last how long it had waited: nothing ran, and it was in a call or not.
    double calls, host;
    uint64_t delay; // what it said
    int said;
    int joined;           // a stream waits for another one's event
    double full;          // threads, or bytes, of one whole run
    uint64_t new_from;    // a kernel that never ran before this time is new
    uint64_t ended, left; // streams, by bits: of its work, as it was at the stop mark
    uint64_t asked;       // when the host had first asked for work of this window
};

static void add_edges(struct cut *cut, const struct witness_note *note, enum account_part part) {
    if (note->end <= note->begin)
        return;
    cut->edges[cut->count++] = (struct edge){note->begin, part, 1, 0};
    cut->edges[cut->count++] = (struct edge){note->end, part, -1, 0};
}

static double delay_of(const struct witness_note *work) {
    double length = (double)(work->end - work->begin);
    return fmin((double)work->delay, length);
}

static void add_own(struct cut *cut, const struct witness_note *work, enum account_part part) {
    cut->ran += (double)(work->end - work->begin);
    cut->waited += delay_of(work);
    add_edges(cut, work, part);
}

// The host's own marks in this window, and its calls that wait, say how long it waited until then.
static void add_delay(struct cut *cut, const struct witness_note *note) {
    const struct window *window = cut->window;
    int is_mark = note->kind == WITNESS_CLOCK || note->kind == WITNESS_RECORD;
    if (note->thread == window->thread && note->begin >= window->host_begin &&
        note->end <= window->host_end && (is_mark || note->delay))
        cut->edges[cut->count++] = (struct edge){note->end, PART_OTHERS, 0, note->delay};
}

static int by_time(const void *left, const void *right) {
    const struct edge *a = left, *b = right;
    return (a->time > b->time) - (a->time < b->time);
}

static enum account_part owner(const int active[ACCOUNT_PARTS]) {
    if (active[PART_APART])
        return active[PART_OWN] ? PART_OWN : PART_APART;
    for (int part = PART_OWN; part < PART_HOST; part++)
        if (active[part])
            return (enum account_part)part;
    return PART_HOST;
}

// Without the share of it in which a worker waited for its processor. Whole nanoseconds.
static double undelayed(const struct cut *cut, uint64_t time) {
    return (double)time - (cut->waited > 0 ? floor((double)time * (cut->waited / cut->ran)) : 0);
}

static void add_to_own(struct cut *cut, enum account_part part, uint64_t time) {
    cut->account->part[part] += undelayed(cut, time);
    cut->account->own += undelayed(cut, time);
}

static void own_an_interval(struct cut *cut, enum account_part part, uint64_t from, uint64_t to) {
    const struct window *window = cut->window;
    double *parts = cut->account->part;
    uint64_t begin = from > window->begin ? from : window->begin;
    uint64_t end = to < window->end ? to : window->end;
    int own = part == PART_OWN || part == PART_APART;
    if (end > begin && own) {
        add_to_own(cut, PART_OWN, end - begin);
        parts[PART_OTHERS] += (double)(end - begin) - undelayed(cut, end - begin);
    } else if (end > begin) {
        parts[part] += (double)(end - begin);
        cut->calls += part == PART_CALLS ? (double)(end - begin) : 0;
        cut->host += part == PART_HOST ? (double)(end - begin) : 0;
    }
    if (!own || to <= from)
        return;
    if (from < window->begin)
        add_to_own(cut, part == PART_OWN ? PART_BEFORE : PART_APART,
                   (to < window->begin ? to : window->begin) - from);
    if (to > window->end)
        add_to_own(cut, part == PART_OWN ? PART_AFTER : PART_APART,
                   to - (from > window->end ? from : window->end));
}

// What the host waited for a processor, it waited while nothing ran, as far as nothing ran. Where
// it was then, in a call or not, is not known: each gives its share.
static void settle(struct cut *cut, uint64_t delay) {
    double *parts = cut->account->part, idle = cut->calls + cut->host;
    double waited = cut->said && delay > cut->delay ? fmin((double)(delay - cut->delay), idle) : 0;
    if (waited > 0) {
        double of_calls = fmax(floor(waited * (cut->calls / idle)), waited - cut->host);
        parts[PART_CALLS] -= of_calls;
        parts[PART_HOST] -= waited - of_calls;
        parts[PART_OTHERS] += waited;
    }
    cut->calls = cut->host = 0;
    cut->delay = delay;
    cut->said = 1;
}

// What the host does before it asks for the first work, a library of Python for example, is the
// price of a launch.
static void add_beside(struct cut *cut, uint64_t from, uint64_t to) {
    uint64_t begin = from > cut->asked ? from : cut->asked;
    uint64_t end = to < cut->window->host_end ? to : cut->window->host_end;
    cut->account->beside += end > begin ? (double)(end - begin) : 0;
}

static void sweep(struct cut *cut) {
    int active[ACCOUNT_PARTS] = {0};
    uint64_t last = 0;
    qsort(cut->edges, cut->count, sizeof *cut->edges, by_time);
    for (size_t i = 0; i < cut->count; i++) {
        own_an_interval(cut, owner(active), last, cut->edges[i].time);
        if (!active[PART_CALLS] && !active[PART_ALLOCATION] && !active[PART_CONTEXT])
            add_beside(cut, last, cut->edges[i].time);
        last = cut->edges[i].time;
        if (cut->edges[i].step == 0)
            settle(cut, cut->edges[i].delay);
        active[cut->edges[i].part] += cut->edges[i].step;
    }
    own_an_interval(cut, PART_HOST, last, UINT64_MAX);
    add_beside(cut, last, UINT64_MAX);
}

// ---- which note is whose -----------------------------------------------------------------------

static double size_of(const struct witness_note *work) {
    return work->kind == WITNESS_KERNEL ? threads_of(work) : (double)work->bytes;
}

// A library's kernel may have a longer name than an account holds.
static int has_its_name(const struct account *account, const struct witness_note *note) {
    return strncmp(note->name, account->kernel, sizeof account->kernel - 1) == 0;
}

static int is_own_kind(const struct account *account, const struct witness_note *note) {
    return account->own_copies
               ? note->kind == WITNESS_COPY && (!account->kernel[0] || has_its_name(account, note))
               : note->kind == WITNESS_KERNEL && has_its_name(account, note);
}

static int ran_before(const struct trace *trace, const struct witness_note *kernel,
                      uint64_t until) {
    for (size_t i = 0; i < trace->count && trace->notes[i].begin < until; i++)
        if (trace->notes[i].kind == WITNESS_KERNEL &&
            strcmp(trace->notes[i].name, kernel->name) == 0)
            return 1;
    return 0;
}

// The call that launches a kernel for the first time loads its code.
static void add_loading(struct cut *cut, size_t i) {
    const struct trace *trace = cut->view->trace;
    const struct witness_note *kernel = &trace->notes[i];
    size_t call = cut->view->call[i];
    if (kernel->kind == WITNESS_KERNEL && call < trace->count &&
        !ran_before(trace, kernel, kernel->begin))
        add_edges(cut, &trace->notes[call], PART_CONTEXT);
}

static void add_work(struct cut *cut, size_t i) {
    const struct witness_note *note = &cut->view->trace->notes[i];
    const struct window *window = cut->window;
    struct account *account = cut->account;
    uint64_t queued = queued_at(cut->view, i);
    int inside = queued >= window->host_begin && queued < window->host_end;
    if (inside) {
        size_t call = cut->view->call[i];
        uint64_t asked =
            call < cut->view->trace->count ? cut->view->trace->notes[call].end : queued;
        cut->asked = asked < cut->asked ? asked : cut->asked;
        add_loading(cut, i);
    }
    if (inside && is_own_kind(account, note) && (!cut->view->passed[i] || window->library)) {
        int apart = is_apart(window, note, cut->joined);
        account->launches++;
        account->other_stream += apart;
        account->runs += cut->full > 0 ? size_of(note) / cut->full : 1;
        add_own(cut, note, apart ? PART_APART : PART_OWN);
        if (note->stream < 64)
            *(note->end > window->end ? &cut->left : &cut->ended) |= (uint64_t)1 << note->stream;
    } else if (queued < window->host_begin) {
        add_edges(cut, note, PART_EARLIER);
    } else if (note->kind == WITNESS_KERNEL) {
        if (inside && !account->fresh)
            account->fresh = !ran_before(cut->view->trace, note, cut->new_from);
        add_edges(cut, note, PART_KERNELS);
    } else {
        add_edges(cut, note, note->kind == WITNESS_COPY ? PART_COPIES : PART_MEMSETS);
    }
}

static void add_notes(struct cut *cut) {
    static const uint64_t slack = 1000000; // ns; a card's clock may be off by some; not measured
    const struct view *view = cut->view;
    const struct window *window = cut->window;
    uint64_t from = window->begin < window->host_begin ? window->begin : window->host_begin;
    uint64_t until = window->end > window->host_end ? window->end : window->host_end;
    from -= from < view->longest + slack ? from : view->longest + slack;
    until += view->latest + slack;
    for (size_t i = first_note(view->trace, from);
         i < view->trace->count && view->trace->notes[i].begin <= until; i++) {
        const struct witness_note *note = &view->trace->notes[i];
        add_delay(cut, note);
        if (is_work(note))
            add_work(cut, i);
        else if (note->kind == WITNESS_CONTEXT)
            add_edges(cut, note, PART_CONTEXT);
        else if (note->kind == WITNESS_CALL && note->thread == window->thread)
            add_edges(cut, note, is_allocation(note->name) ? PART_ALLOCATION : PART_CALLS);
    }
}

// ---- whose the account is -----------------------------------------------------------------------

static int is_a_kernel(const struct trace *trace, const char *name) {
    for (size_t i = 0; *name && i < trace->count; i++)
        if (trace->notes[i].kind == WITNESS_KERNEL && strcmp(trace->notes[i].name, name) == 0)
            return 1;
    return 0;
}

// A claim about copies is about those of the first one's direction.
static void find_direction(struct cut *cut) {
    const struct trace *trace = cut->view->trace;
    for (size_t i = 0; i < trace->count; i++) {
        uint64_t queued = queued_at(cut->view, i);
        if (trace->notes[i].kind != WITNESS_COPY || queued < cut->window->host_begin ||
            queued >= cut->window->host_end)
            continue;
        text_copy(cut->account->kernel, sizeof cut->account->kernel, trace->notes[i].name);
        return;
    }
}

// Before the claim the same stop event was recorded again, behind the last time that its elapsed
// time was given: the number of this window stayed in the place of another one. Behind the end of
// an event its handle may be another one's.
static int is_stale(const struct view *view, size_t window, const char *claim) {
    const struct trace *trace = view->trace;
    uint64_t stop = view->windows[window].events[1], given = 0;
    if (view->windows[window].kind != WINDOW_EVENTS)
        return 0;
    for (size_t i = 0; i < view->count; i++)
        if (view->windows[i].kind == WINDOW_EVENTS && view->windows[i].events[1] == stop &&
            view->windows[i].result == 0)
            given = view->windows[i].read > given ? view->windows[i].read : given;
    int again = 0;
    for (size_t i = first_note(trace, given); i < trace->count; i++) {
        if (trace->notes[i].kind == WITNESS_CALL &&
            strncmp(trace->notes[i].name, "cudaEventDestroy", 16) == 0)
            return 0;
        again |= trace->notes[i].kind == WITNESS_RECORD && trace->notes[i].event == stop;
        if (trace->notes[i].kind == WITNESS_CLAIM && strcmp(trace->notes[i].name, claim) == 0)
            return again;
    }
    return 0;
}

// The kernel that the claim is named after, or the largest one of its reading.
static void find_own(struct cut *cut, const struct witness_facts *facts) {
    const struct trace *trace = cut->view->trace;
    struct account *account = cut->account;
    account->named = is_a_kernel(trace, facts->claim);
    text_copy(account->kernel, sizeof account->kernel,
              account->named             ? facts->claim
              : facts->reading.kernel[0] ? facts->reading.kernel
                                         : facts->kernel);
    account->own_copies = !account->kernel[0];
    if (account->own_copies && facts->claim[0])
        find_direction(cut);
    for (size_t i = 0; i < trace->count; i++) {
        const struct witness_note *note = &trace->notes[i];
        if (is_own_kind(account, note))
            cut->full = fmax(cut->full, size_of(note));
        cut->joined |= note->kind == WITNESS_CALL && strcmp(note->name, "cudaStreamWaitEvent") == 0;
    }
}

static void find_behind(struct cut *cut) {
    const struct trace *trace = cut->view->trace;
    for (size_t i = 0; i < trace->count; i++)
        if (is_own_kind(cut->account, &trace->notes[i]) && !cut->view->passed[i] &&
            queued_at(cut->view, i) >= cut->window->host_end &&
            trace->notes[i].stream != cut->window->stream && cut->full > 0)
            cut->account->behind += size_of(&trace->notes[i]) / cut->full;
}

// How much longer the very first run took than the usual later one.
static void find_cold(struct cut *cut) {
    const struct trace *trace = cut->view->trace;
    double first = 0, *later = malloc((trace->count + 1) * sizeof *later);
    size_t count = 0;
    for (size_t i = 0; later && !cut->account->own_copies && i < trace->count; i++) {
        const struct witness_note *note = &trace->notes[i];
        if (!is_own_kind(cut->account, note))
            continue;
        double length = (double)(note->end - note->begin) - delay_of(note);
        if (first == 0 && (queued_at(cut->view, i) < cut->window->host_begin ||
                           queued_at(cut->view, i) >= cut->window->host_end))
            break; // it ran before, or lies outside
        if (first == 0)
            first = length;
        else if (size_of(note) == cut->full)
            later[count++] = length;
    }
    if (count) {
        qsort(later, count, sizeof *later, ascending);
        cut->account->cold = fmax(0, first - median_of_sorted(later, count));
    }
    free(later);
}

// ---- which windows ------------------------------------------------------------------------------

static int is_plain(const struct window *window) {
    return !window->library && !window->around && window->ns > 0;
}

// The only stopwatch, and the claim is a whole part of what it read. Such a part may be too short
// for its digits to show what it is.
static int is_divided(struct witness_facts *facts) {
    static const double room = 0.02;   // between whole numbers, of large divisors too; not measured
    static const double digits = 1e-3; // of the quotient; not measured
    double divided = facts->window_ns / (1e9 * facts->claim_seconds), whole = round(divided);
    if (facts->windows != 1 || whole < 2 || fabs(divided - whole) > fmin(digits * whole, room))
        return 0;
    facts->account.divided = whole;
    return 1;
}

// The windows from the first to the last one of a reading, and the one that is nearest to `each`.
static size_t gather(const struct view *view, const struct reading *reading, double each,
                     int with_work, size_t *chosen, size_t *nearest) {
    size_t count = 0;
    for (size_t i = (size_t)reading->first; i < view->count && i <= (size_t)reading->last; i++) {
        const struct window *window = &view->windows[i];
        if (!is_plain(window) || (with_work && !window->runs))
            continue;
        chosen[count++] = i;
        if (*nearest == view->count ||
            fabs(window->ns - each) < fabs(view->windows[*nearest].ns - each))
            *nearest = i;
    }
    return count;
}

// The windows that gave the claim, and how. Returns how many; 0: no account can be made.
static size_t choose(const struct view *view, size_t window, struct witness_facts *facts,
                     size_t *chosen) {
    const struct reading *reading = &facts->reading;
    struct account *account = &facts->account;
    int claimed = facts->claim_seconds > 0;
    size_t nearest = view->count;
    if (window >= view->count || facts->elapsed_result || facts->window_ns < 0)
        return 0;
    account->divided = claimed ? facts->divided : 0;
    chosen[0] = window;
    if (reading->form == READING_LIBRARY || facts->library)
        return facts->library;
    if (reading->form == READING_NONE)
        return !claimed || facts->match == MATCH_WHOLE || facts->match == MATCH_PART ||
               is_divided(facts);
    if (reading->form == READING_DIFFERENCE)
        return 0; // of two windows, which may share parts: no cut can show it
    account->divided = 1 / reading->scale;
    int adds = reading->form == READING_SUM || reading->form == READING_MEAN;
    double each = reading->form == READING_SUM ? reading->value / reading->count : reading->value;
    size_t count = gather(view, reading, each, 0, chosen, &nearest);
    if (adds && count != (size_t)reading->count)
        count = gather(view, reading, each, 1, chosen, &nearest);
    if (adds && count == (size_t)reading->count)
        return count;
    chosen[0] = nearest < view->count ? nearest : window;
    account->one_of = reading->form == READING_ONE ? 0 : reading->count;
    return 1;
}

void account_of(const struct view *view, size_t window, struct witness_facts *facts) {
    struct account *account = &facts->account;
    size_t *chosen = malloc((view->count + 1) * sizeof *chosen);
    struct cut cut = {.view = view, .account = account};
    *account = (struct account){0};
    cut.edges = malloc((5 * view->trace->count + 1) * sizeof *cut.edges);
    size_t count = chosen && cut.edges ? choose(view, window, facts, chosen) : 0;
    if (count) {
        account->known = 1;
        account->windows = (int)count;
        cut.window = &view->windows[chosen[0]];
        cut.new_from = cut.window->host_begin;
        find_own(&cut, facts);
        find_cold(&cut);
        find_behind(&cut);
        account->stale = count == 1 && is_stale(view, chosen[0], facts->claim);
    }
    for (size_t i = 0; i < count; i++) {
        cut.window = &view->windows[chosen[i]];
        cut.count = 0;
        cut.said = 0;
        cut.ran = cut.waited = 0;
        cut.asked = UINT64_MAX;
        cut.ended = cut.left = 0;
        if (cut.window->end > cut.window->begin)
            account->window += (double)(cut.window->end - cut.window->begin);
        account->read += cut.window->ns;
        account->processor |= cut.window->processor;
        add_notes(&cut);
        sweep(&cut);
        for (int stream = 0; (cut.ended & ~cut.left) && stream < 64; stream++)
            account->streams_left += cut.left >> stream & 1;
    }
    // The same bytes again and again are no run.
    double once = account->own_copies ? facts->reading.copied_once : 0;
    if (once > 0 && once < cut.full)
        account->runs *= once / cut.full;
    // Of a sum: what one window left running, another one saw.
    double seen = fmin(account->part[PART_EARLIER], account->part[PART_AFTER]);
    if (count > 1) {
        account->part[PART_EARLIER] -= seen;
        account->part[PART_AFTER] -= seen;
        account->part[PART_OWN] += seen;
    }
    free(chosen);
    free(cut.edges);
    if (facts->library && !(account->runs > 0)) // another call's
        account->known = 0;
    account_terms(facts);
}
