// event_windows.c: stopwatches made of two events: which records they were, and when their
// streams came to them.
#include "windows.h"

#include <stdlib.h>

int notes_of_kind(const struct view *view, enum witness_kind kind, struct list *list) {
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
            list->of[n++] = i;
    return 1;
}

static const struct trace *sorting; // qsort has no argument for it

static int by_event(const void *left, const void *right) {
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    uint64_t x = sorting->notes[a].event, y = sorting->notes[b].event;
    if (x != y)
        return x < y ? -1 : 1;
    return a < b ? -1 : a > b;
}

static void sort_by_event(const struct view *view, struct list *list) {
    sorting = view->trace;
    qsort(list->of, list->count, sizeof *list->of, by_event);
}

// The first place in a list sorted by event at which `event` of `time` or later stands.
static size_t place(const struct view *view, const struct list *list, uint64_t event,
                    uint64_t time) {
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct witness_note *note = &view->trace->notes[list->of[middle]];
        if (note->event < event || (note->event == event && note->begin < time))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// ---- windows between events --------------------------------------------------------

struct mark { // one record of an event, and when its stream came to it
    const struct witness_note *record, *reached;
};

// The last record of `event` before `time`: record number k is reached by note number k,
// where no correlation says it better.
static struct mark mark_before(const struct view *view, const struct list *records,
                               const struct list *reached, uint64_t event, uint64_t time) {
    const struct witness_note *notes = view->trace->notes;
    struct mark mark = {NULL, NULL};
    size_t first = place(view, records, event, 0), after = place(view, records, event, time + 1);
    if (first == after)
        return mark;
    mark.record = &notes[records->of[after - 1]];
    size_t begin = place(view, reached, event, 0), end = place(view, reached, event, UINT64_MAX);
    if (after - 1 - first < end - begin)
        mark.reached = &notes[reached->of[begin + after - 1 - first]];
    if (!mark.record->correlation ||
        (mark.reached && mark.reached->correlation == mark.record->correlation))
        return mark;
    for (size_t i = begin; i < end; i++)
        if (notes[reached->of[i]].correlation == mark.record->correlation)
            mark.reached = &notes[reached->of[i]];
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
    window->mark = "cudaEventRecord";
    window->has_start = start.reached != NULL;
    window->has_stop = stop.reached != NULL;
    window->host_begin = start.record ? start.record->begin : elapsed->begin;
    window->host_end = stop.record ? stop.record->begin : elapsed->begin;
    window->begin = start.reached ? start.reached->begin : window->host_begin;
    window->end = stop.reached ? stop.reached->begin : window->host_end;
    window->stream = start.record ? start.record->stream : stop.record ? stop.record->stream : 0;
    window->non_blocking = start.record ? start.record->non_blocking : 0;
}

// Where no clock tells when a stream came to its events (CUPTI before CUDA 12.8): after the
// work that was queued there before, and so long apart as was read.
static void guess_reached(const struct view *view, struct window *window) {
    uint64_t begin = window->host_begin;
    for (size_t i = 0; i < view->trace->count; i++) {
        const struct witness_note *note = &view->trace->notes[i];
        if (is_work(note) && note->stream == window->stream &&
            queued_at(view, i) < window->host_begin && note->end > begin)
            begin = note->end;
    }
    window->begin = begin;
    window->end = begin + (uint64_t)window->ns;
}

size_t event_windows(struct view *view, const struct list *elapsed, struct list *records,
                     struct list *reached, struct window *windows) {
    sort_by_event(view, records);
    sort_by_event(view, reached);
    for (size_t i = 0; i < elapsed->count; i++) {
        const struct witness_note *note = &view->trace->notes[elapsed->of[i]];
        struct mark start = mark_before(view, records, reached, note->event, note->begin);
        struct mark stop = mark_before(view, records, reached, note->other_event, note->begin);
        event_window(&windows[i], note, start, stop);
        windows[i].library = view->passed[elapsed->of[i]];
        if (start.record && stop.record && !start.reached && !stop.reached && !note->result &&
            note->value >= 0)
            guess_reached(view, &windows[i]);
    }
    return elapsed->count;
}
