// facts.c: what ran between the marks of one stopwatch, and what ran outside them.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/whole.h"
#include "witness/read/read.h"

// How much of a..b lies within begin..end.
static double overlap(uint64_t a, uint64_t b, uint64_t begin, uint64_t end) {
    uint64_t from = a > begin ? a : begin, to = b < end ? b : end;
    return to > from ? (double)(to - from) : 0;
}

static void keep_name(char to[64], const char *name) {
    snprintf(to, 64, "%s", name);
}

struct adding { // the facts so far, while the notes are added one by one
    const struct view *view;
    const struct window *window;
    struct witness_facts *facts;
    double longest;
    const char *kernel;  // the first kernel between the marks
    double threads;      // of that kernel's largest launch between the marks
    const char *checked; // a kernel that is known to have run before
    const char *fresh;   // the longest kernel that had never run before
    double fresh_ns;     // all its runs between the marks
    int ran;             // pieces of work that the trace shows running
    uint64_t busy_until; // until when time is counted as busy
};

// Time of this work between the marks that was not counted before. Work comes in order of its
// begin.
static double busy(struct adding *to, const struct witness_note *note) {
    uint64_t begin = note->begin > to->busy_until ? note->begin : to->busy_until;
    if (note->end > to->busy_until)
        to->busy_until = note->end;
    return note->end > begin ? overlap(begin, note->end, to->window->begin, to->window->end) : 0;
}

static int first_of_its_kind(const struct view *view, size_t note) {
    const struct witness_note *notes = view->trace->notes;
    for (size_t i = 0; i < note; i++)
        if (notes[i].kind == WITNESS_KERNEL && notes[i].name == notes[note].name)
            return 0;
    return 1;
}

static void add_kernel(struct adding *to, size_t i, double inside) {
    const struct witness_note *note = &to->view->trace->notes[i];
    struct witness_facts *facts = to->facts;
    double length = (double)(note->end - note->begin);
    facts->kernels++;
    facts->kernel_ns += length;
    if (facts->kernels == 1)
        to->kernel = note->name;
    if (threads_of(note) > to->threads)
        to->threads = threads_of(note);
    facts->one_kernel = (facts->kernels == 1 || facts->one_kernel) && to->kernel == note->name;
    if (length >= to->longest) {
        to->longest = length;
        keep_name(facts->kernel, note->name);
    }
    if (to->fresh == note->name) {
        to->fresh_ns += inside;
    } else if (to->checked != note->name && !first_of_its_kind(to->view, i)) {
        to->checked = note->name;
    } else if (to->checked != note->name && inside > to->fresh_ns) {
        size_t call = to->view->call[i];
        to->fresh = note->name;
        to->fresh_ns = inside;
        facts->first_run_ns = length;
        if (call < to->view->trace->count)
            facts->first_call_ns =
                (double)(to->view->trace->notes[call].end - to->view->trace->notes[call].begin);
    }
}

static void add_work(struct adding *to, size_t i) {
    const struct witness_note *note = &to->view->trace->notes[i];
    const struct window *window = to->window;
    struct witness_facts *facts = to->facts;
    double inside = overlap(note->begin, note->end, window->begin, window->end);
    uint64_t queued = queued_at(to->view, i);
    if (to->view->passed[i] && !window->library)
        return;
    to->ran += inside > 0 || (queued >= window->host_begin && queued < window->host_end);
    if (queued < window->host_begin || queued >= window->host_end)
        return;
    facts->busy_ns += busy(to, note);
    if (note->kind == WITNESS_KERNEL) {
        add_kernel(to, i, inside);
    } else if (note->kind == WITNESS_COPY) {
        facts->copies++;
        facts->copy_ns += (double)(note->end - note->begin);
    } else {
        facts->memsets++;
    }
}

// A query that answers "not ready" has not failed.
static int failed(const struct witness_note *call) {
    return call->result && call->result != WITNESS_NOT_READY;
}

static void add_call(struct adding *to, const struct witness_note *call) {
    struct witness_facts *facts = to->facts;
    if (call->thread != to->window->thread || call->begin < to->window->host_begin ||
        call->begin >= to->window->host_end)
        return;
    if (failed(call) &&
        (!facts->failed_result || (is_launch(call->name) && !facts->launch_failed))) {
        facts->failed_result = call->result;
        facts->launch_failed = is_launch(call->name);
        keep_name(facts->failed_call, call->name);
    }
}

static void add_notes(struct adding *to) {
    static const uint64_t slack = 1000000; // ns; a card's clock may be off by some; not measured
    const struct trace *trace = to->view->trace;
    const struct window *window = to->window;
    // What runs in the window may have begun before it, and what was queued there may begin later.
    uint64_t from = window->begin < window->host_begin ? window->begin : window->host_begin;
    uint64_t until = window->end > window->host_end ? window->end : window->host_end;
    from -= from < to->view->longest + slack ? from : to->view->longest + slack;
    until += to->view->latest + slack;
    for (size_t i = first_note(trace, from); i < trace->count && trace->notes[i].begin <= until;
         i++) {
        const struct witness_note *note = &trace->notes[i];
        if (is_work(note))
            add_work(to, i);
        else if (note->kind == WITNESS_CALL && (!to->view->passed[i] || window->library))
            add_call(to, note);
    }
}

// ---- the windows together ------------------------------------------------------------

static void count_windows(struct adding *to, uint64_t until) {
    for (size_t i = 0; i < to->view->count; i++) {
        const struct window *w = &to->view->windows[i];
        if (w == to->window)
            to->facts->window = to->facts->windows;
        to->facts->windows +=
            w->kind == to->window->kind && w->library == to->window->library && w->read <= until;
    }
}

// The part of the data that the kernel works on. A lab's check runs the kernel over all data, so a
// launch with fewer threads works on less.
static double grid_share(const struct adding *to) {
    const struct trace *trace = to->view->trace;
    double most = 0;
    for (size_t i = 0; i < trace->count && to->facts->one_kernel; i++)
        if (trace->notes[i].kind == WITNESS_KERNEL && trace->notes[i].name == to->kernel &&
            threads_of(&trace->notes[i]) > most)
            most = threads_of(&trace->notes[i]);
    return to->facts->one_kernel && most > 0 ? to->threads / most : 0;
}

// 1 when there are calls but no work. Where CUPTI does not work at all, the calls are missing too.
static int work_is_unseen(const struct trace *trace) {
    int launched = 0, calls = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const struct witness_note *note = &trace->notes[i];
        if (note->kind == WITNESS_KERNEL || note->kind == WITNESS_COPY ||
            note->kind == WITNESS_MEMSET)
            return 0;
        calls += note->kind == WITNESS_CALL;
        launched |= note->kind == WITNESS_CALL && note->result == 0 &&
                    strncmp(note->name, "cudaLaunchKernel", 16) == 0;
    }
    return launched || (calls == 0 && strcmp(trace->device, "gpu") == 0);
}

static void fill(const struct view *view, const struct window *window, uint64_t until,
                 struct witness_facts *facts) {
    struct adding to = {.view = view, .window = window, .facts = facts};
    facts->kind = window->kind;
    facts->begin = window->begin;
    facts->end = window->end;
    facts->host_begin = window->host_begin;
    facts->host_end = window->host_end;
    facts->window_ns = window->ns;
    facts->stream = window->stream;
    facts->has_start = window->has_start;
    facts->has_stop = window->has_stop;
    facts->elapsed_result = window->result;
    facts->thread = window->thread;
    facts->library = window->library;
    facts->told = window->told;
    count_windows(&to, until);
    add_notes(&to);
    facts->grid_share = grid_share(&to);
    facts->nothing = !to.ran && !facts->kernels && !facts->copies && !facts->memsets;
    facts->unseen = facts->nothing && work_is_unseen(view->trace);
    facts->finding = witness_find(facts);
}

static void fill_all(const struct view *view, size_t window, struct witness_facts *facts) {
    facts->known = 1;
    fill(view, &view->windows[window], UINT64_MAX, facts);
    account_of(view, window, facts);
}

void facts_of_window(const struct view *view, size_t window, struct witness_facts *facts) {
    memset(facts, 0, sizeof *facts);
    facts->match = MATCH_WHOLE;
    facts->divided = 1;
    fill_all(view, window, facts);
}

int expression_has(const struct view *view, const struct expression *of, size_t window) {
    const struct window *w = &view->windows[window], *last = &view->windows[of->last];
    return w->ns > 0 && !w->library && w->around == last->around && w->kind == last->kind &&
           w->thread == last->thread && (of->likes < 0 || w->runs == last->runs);
}

void facts_of_expression(const struct view *view, const struct expression *of, double scale,
                         struct witness_facts *facts) {
    double each = of->form == READING_SUM ? of->value / of->count : of->value;
    const struct window *w = view->windows;
    size_t nearest = (size_t)of->last; // of those around work, if there is one
    for (size_t i = (size_t)of->first; i < (size_t)of->last; i++)
        if (expression_has(view, of, i) &&
            ((w[i].runs && !w[nearest].runs) ||
             (!w[i].runs == !w[nearest].runs && fabs(w[i].ns - each) < fabs(w[nearest].ns - each))))
            nearest = i;
    memset(facts, 0, sizeof *facts);
    facts->claim_seconds = of->value * scale / 1e9;
    facts->divided = of->runs > 1 && scale < 1 ? whole_of(of->runs) : 1;
    facts->match = facts->divided > 1 ? MATCH_PART : MATCH_WHOLE;
    if (of->form != READING_ONE && of->form != READING_DIFFERENCE)
        facts->reading = (struct reading){.form = of->form,
                                          .scale = scale,
                                          .count = of->count,
                                          .first = of->first,
                                          .last = of->last,
                                          .value = of->value,
                                          .mixed = of->mixed};
    else
        facts->reading = (struct reading){.form = READING_ONE,
                                          .scale = scale,
                                          .count = 1,
                                          .first = (int)nearest,
                                          .last = (int)nearest,
                                          .value = w[nearest].ns};
    fill_all(view, nearest, facts);
}

size_t witness_claims(const struct trace *trace) {
    size_t count = 0;
    for (size_t i = 0; i < trace->count; i++)
        count += trace->notes[i].kind == WITNESS_CLAIM;
    return count;
}

static const struct witness_note *claim_number(const struct trace *trace, size_t number) {
    for (size_t i = 0; i < trace->count; i++)
        if (trace->notes[i].kind == WITNESS_CLAIM && number-- == 0)
            return &trace->notes[i];
    return NULL;
}

int witness_facts_of(const struct view *view, size_t number, struct witness_facts *facts) {
    const struct witness_note *claim = claim_number(view->trace, number);
    memset(facts, 0, sizeof *facts);
    facts->divided = 1;
    if (!claim && (number > 0 || view->count == 0) && !(number == 0 && view->trace->count))
        return 0;
    facts->known = 1;
    facts->finding = FOUND_NO_WINDOW;
    size_t window = view->count;
    if (claim) {
        keep_name(facts->claim, claim->name);
        facts->claim_seconds = claim->value;
        window = window_of_claim(view, claim->value, claim->begin, &facts->match, &facts->divided);
        if (!reading_of_claim(view, claim, &facts->reading))
            return facts->known = 0;
    } else {
        // The last one around work: an interpreter reads its clock once more when it ends.
        int at_work = 0;
        for (size_t i = 0; i < view->count; i++) {
            const struct window *w = &view->windows[i];
            int works = w->runs > 0 || w->kind == WINDOW_EVENTS;
            if (!w->library && works >= at_work) {
                window = i;
                at_work = works;
            }
        }
    }
    if (window < view->count)
        fill(view, &view->windows[window], claim ? claim->begin : UINT64_MAX, facts);
    account_of(view, window, facts);
    return 1;
}

int witness_facts_read_all(const char *path, struct witness_facts *facts, int most) {
    struct trace trace;
    struct view view;
    char why[200];
    int count = 0;
    if (!trace_read(path, &trace, why, sizeof why))
        return 0;
    if (!trace.doubted && view_make(&trace, &view)) {
        while (count < most && witness_facts_of(&view, (size_t)count, &facts[count]))
            count++;
        view_free(&view);
    }
    trace_free(&trace);
    return count;
}
